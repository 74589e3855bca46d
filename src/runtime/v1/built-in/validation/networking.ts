import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt, textsAt } from "../../values/json/raw-fields.js";
import { dns1035LabelFaults, subdomainFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";
import { checkSelector } from "./selectors.js";

/** An Ingress (Kubernetes `pkg/apis/networking/validation`, ValidateIngressSpec). */
export function checkIngress(checks: Checks, ingress: JsonObject): void {
  const spec = structIn(ingress, "spec") ?? {};
  const [backend, rules] = [structIn(spec, "defaultBackend"), objectsAt(spec, "rules")];
  if (backend === undefined && rules.length === 0) {
    checks.invalid("spec", [], "either `defaultBackend` or `rules` must be specified");
  }
  if (backend !== undefined) checkBackend(checks, backend, "spec.defaultBackend");
  rules.forEach((rule, index) => {
    checkRule(checks, rule, `spec.rules[${index}]`);
  });
  objectsAt(spec, "tls").forEach((tls, index) => {
    textsAt(tls, "hosts").forEach((host, place) => {
      checkHost(checks, host, `spec.tls[${index}].hosts[${place}]`);
    });
  });
  const { ingressClassName } = spec;
  if (typeof ingressClassName !== "string") return;
  checks.faults("spec.ingressClassName", ingressClassName, subdomainFaults(ingressClassName));
}

function checkBackend(checks: Checks, backend: JsonObject, path: string): void {
  const [resource, service] = [structIn(backend, "resource"), structIn(backend, "service")];
  if (resource !== undefined && service !== undefined) {
    checks.invalid(path, "", "cannot set both resource and service backends");
  } else if (resource !== undefined) {
    for (const key of ["kind", "name"]) {
      if (textAt(resource, key) === "") checks.required(`${path}.resource.${key}`);
    }
  } else if (service !== undefined) {
    checkServiceBackend(checks, service, path);
  } else {
    checks.invalid(path, "", "resource or service backend is required");
  }
}

function checkServiceBackend(checks: Checks, service: JsonObject, path: string): void {
  const name = textAt(service, "name");
  if (name === "") checks.required(`${path}.service.name`);
  else checks.faults(`${path}.service.name`, name, dns1035LabelFaults(name));
  const port = structIn(service, "port") ?? {};
  const [portName, number] = [textAt(port, "name"), Number(port["number"] ?? 0)];
  if (portName !== "" && number !== 0) {
    checks.invalid(path, "", "cannot set both port name & port number");
  } else if (portName !== "") {
    checks.portName(`${path}.service.port.name`, portName);
  } else if (number !== 0) {
    checks.port(`${path}.service.port.number`, number);
  } else {
    checks.required(path, "port name or number is required");
  }
}

function checkHost(checks: Checks, host: string, field: string): void {
  if (!host.includes("*")) {
    checks.faults(field, host, subdomainFaults(host));
  } else if (!/^\*(?:\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)+$/.test(host)) {
    const detail =
      "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric character (e.g. '*.example.com', regex used for validation is '\\*\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
    checks.invalid(field, host, detail);
  }
}

function checkRule(checks: Checks, rule: JsonObject, path: string): void {
  const host = textAt(rule, "host");
  if (/^\d+\.\d+\.\d+\.\d+$/.test(host)) {
    checks.invalid(`${path}.host`, host, "must be a DNS name, not an IP address");
  }
  if (host !== "") checkHost(checks, host, `${path}.host`);
  const http = structIn(rule, "http");
  if (http === undefined) return;
  const paths = objectsAt(http, "paths");
  if (paths.length === 0) checks.required(`${path}.http.paths`);
  paths.forEach((one, index) => {
    checkPath(checks, one, `${path}.http.paths[${index}]`);
  });
}

const badSequences = ["//", "/./", "/../", "%2f", "%2F"];
const badEnds = ["/..", "/."];

function checkPath(checks: Checks, one: JsonObject, own: string): void {
  const { pathType } = one;
  if (typeof pathType !== "string") {
    checks.required(`${own}.pathType`, "pathType must be specified");
    return;
  }
  const [path, field] = [textAt(one, "path"), `${own}.path`];
  const isLoose = pathType === "ImplementationSpecific";
  if (pathType === "Exact" || pathType === "Prefix") {
    if (!path.startsWith("/")) checks.invalid(field, path, "must be an absolute path");
    for (const bad of badSequences) {
      if (path.includes(bad)) checks.invalid(field, path, `must not contain '${bad}'`);
    }
    for (const bad of badEnds) {
      if (path.endsWith(bad)) checks.invalid(field, path, `cannot end with '${bad}'`);
    }
  } else if (isLoose) {
    if (path !== "" && !path.startsWith("/"))
      checks.invalid(field, path, "must be an absolute path");
  } else {
    const types = ["Exact", "ImplementationSpecific", "Prefix"];
    checks.supported(`${own}.pathType`, pathType, types);
  }
  checkBackend(checks, structIn(one, "backend") ?? {}, `${own}.backend`);
}

/** A NetworkPolicy (ValidateNetworkPolicySpec). */
export function checkNetworkPolicy(checks: Checks, policy: JsonObject): void {
  const spec = structIn(policy, "spec") ?? {};
  checkSelector(checks, spec["podSelector"], "spec.podSelector");
  for (const [key, peers] of [
    ["ingress", "from"],
    ["egress", "to"],
  ] as const) {
    objectsAt(spec, key).forEach((rule, index) => {
      const own = `spec.${key}[${index}]`;
      objectsAt(rule, "ports").forEach((port, place) => {
        checkPolicyPort(checks, port, `${own}.ports[${place}]`);
      });
      objectsAt(rule, peers).forEach((peer, place) => {
        checkPeer(checks, peer, `${own}.${peers}[${place}]`);
      });
    });
  }
  const types = textsAt(spec, "policyTypes");
  if (types.length > 2) {
    checks.invalid("spec.policyTypes", types, "may not specify more than two policyTypes");
    return;
  }
  types.forEach((type, index) => {
    checks.supported(`spec.policyTypes[${index}]`, type, ["Ingress", "Egress"]);
  });
}

function checkPolicyPort(checks: Checks, one: JsonObject, path: string): void {
  const { protocol, port = null, endPort = null } = one;
  if (typeof protocol === "string") {
    checks.supported(`${path}.protocol`, protocol, ["TCP", "UDP", "SCTP"]);
  }
  const end = `${path}.endPort`;
  if (port === null) {
    const detail = "may not be specified when `port` is not specified";
    if (endPort !== null) checks.invalid(end, endPort, detail);
  } else if (typeof port === "string") {
    const detail = "may not be specified when `port` is non-numeric";
    if (endPort !== null) checks.invalid(end, endPort, detail);
    checks.portName(`${path}.port`, port);
  } else {
    checks.port(`${path}.port`, Number(port));
    if (endPort === null) return;
    if (Number(endPort) < Number(port)) {
      checks.invalid(end, endPort, "must be greater than or equal to `port`");
    }
    checks.port(end, Number(endPort));
  }
}

function checkPeer(checks: Checks, peer: JsonObject, path: string): void {
  const kinds = ["podSelector", "namespaceSelector", "ipBlock"];
  const given = kinds.filter((key) => structIn(peer, key) !== undefined);
  checkSelector(checks, peer["podSelector"], `${path}.podSelector`);
  checkSelector(checks, peer["namespaceSelector"], `${path}.namespaceSelector`);
  const block = structIn(peer, "ipBlock");
  if (block !== undefined && textAt(block, "cidr") === "") checks.required(`${path}.ipBlock.cidr`);
  if (given.length === 0) {
    checks.required(path, "must specify a peer");
  } else if (given.length > 1 && block !== undefined) {
    checks.forbidden(path, "may not specify both ipBlock and another peer");
  }
}
