import type { JsonObject } from "../../values/json/json.js";
import { objectsAt, textAt, textsAt } from "../../values/json/raw-fields.js";
import { labelKeyFaults, subdomainFaults } from "../../values/names.js";
import type { Checks } from "./checks.js";
import { structIn } from "./checks.js";

/** A Service (Kubernetes `pkg/apis/core/validation`, validateService, ValidateServiceUpdate). */
export function checkService(
  checks: Checks,
  service: JsonObject,
  old: JsonObject | undefined,
): void {
  const spec = structIn(service, "spec") ?? {};
  if (old !== undefined) checkAddressChange(checks, spec, structIn(old, "spec") ?? {});
  const [type, ports] = [textAt(spec, "type"), objectsAt(spec, "ports")];
  const isExternal = type === "ExternalName";
  if (ports.length === 0 && !isHeadless(spec) && !isExternal) checks.required("spec.ports");
  checkTypeFields(checks, spec, type);
  const names = new Set<string>();
  ports.forEach((port, index) => {
    checkPort(checks, port, `spec.ports[${index}]`, ports.length > 1, names);
  });
  checks.labels("spec.selector", structIn(spec, "selector") ?? {});
  checkSessionAffinity(checks, spec);
  if (!isExternal) checkAddresses(checks, spec);
  const types = ["ClusterIP", "ExternalName", "LoadBalancer", "NodePort"];
  checks.oneOf("spec.type", type, types);
  checkPortNumbers(checks, ports, type);
  checkPolicies(checks, spec, type);
}

function isHeadless(spec: JsonObject): boolean {
  return textsAt(spec, "clusterIPs")[0] === "None" || textAt(spec, "clusterIP") === "None";
}

function checkTypeFields(checks: Checks, spec: JsonObject, type: string): void {
  if ((type === "LoadBalancer" || type === "NodePort") && isHeadless(spec)) {
    const detail = `may not be set to 'None' for ${type} services`;
    checks.invalid("spec.clusterIPs[0]", "None", detail);
  }
  if (type !== "ExternalName") return;
  for (const key of ["clusterIPs", "ipFamilies", "ipFamilyPolicy"]) {
    const { [key]: value = null } = spec;
    const isSet = Array.isArray(value) ? value.length > 0 : value !== null;
    if (isSet) checks.forbidden(`spec.${key}`, "may not be set for ExternalName services");
  }
  const name = textAt(spec, "externalName").replace(/\.$/, "");
  if (name === "") checks.required("spec.externalName");
  else checks.faults("spec.externalName", name, subdomainFaults(name));
}

function checkPort(
  checks: Checks,
  port: JsonObject,
  path: string,
  needsName: boolean,
  names: Set<string>,
): void {
  const name = textAt(port, "name");
  if (name !== "") {
    checks.label(`${path}.name`, name);
    if (names.has(name)) checks.duplicate(`${path}.name`, name);
    names.add(name);
  } else if (needsName) {
    checks.required(`${path}.name`);
  }
  checks.port(`${path}.port`, Number(port["port"] ?? 0));
  checks.oneOf(`${path}.protocol`, textAt(port, "protocol"), ["SCTP", "TCP", "UDP"]);
  checks.portOrName(`${path}.targetPort`, port["targetPort"] ?? 0);
  const { appProtocol } = port;
  if (typeof appProtocol !== "string") return;
  checks.faults(`${path}.appProtocol`, appProtocol, labelKeyFaults(appProtocol));
}

const longestAffinity = 86_400;

function checkSessionAffinity(checks: Checks, spec: JsonObject): void {
  const affinity = textAt(spec, "sessionAffinity");
  checks.oneOf("spec.sessionAffinity", affinity, ["ClientIP", "None"]);
  if (affinity !== "ClientIP") return;
  const config = structIn(spec, "sessionAffinityConfig") ?? {};
  const { timeoutSeconds = null } = structIn(config, "clientIP") ?? {};
  if (timeoutSeconds === null) return;
  const seconds = Number(timeoutSeconds);
  if (seconds > 0 && seconds <= longestAffinity) return;
  const field = "spec.sessionAffinityConfig.clientIP.timeoutSeconds";
  checks.invalid(field, seconds, `must be greater than 0 and less than ${longestAffinity}`);
}

function checkAddresses(checks: Checks, spec: JsonObject): void {
  const [own, all] = [textAt(spec, "clusterIP"), textsAt(spec, "clusterIPs")];
  const field = "spec.clusterIPs";
  if (own !== "" && all.length > 0 && all[0] !== own) {
    checks.invalid(field, all, "first value must match `clusterIP`");
  } else if (own === "" && all.length > 0) {
    checks.invalid(field, all, "must be empty when `clusterIP` is not specified");
  }
  textsAt(spec, "ipFamilies").forEach((family, index) => {
    checks.supported(`spec.ipFamilies[${index}]`, family, ["IPv4", "IPv6"]);
  });
  const policy = textAt(spec, "ipFamilyPolicy");
  const policies = ["PreferDualStack", "RequireDualStack", "SingleStack"];
  if (policy !== "") checks.supported("spec.ipFamilyPolicy", policy, policies);
  if (all.length > 1 && all[0] === "None") {
    checks.invalid(field, all, "'None' must be the first and only value");
  }
  if (all.length > 2) checks.invalid(field, all, "may only hold up to 2 values");
}

/** The address of a service stays, unless it gets or loses all of them by its type. */
function checkAddressChange(checks: Checks, spec: JsonObject, old: JsonObject): void {
  const isExternal = [spec, old].some((one) => textAt(one, "type") === "ExternalName");
  if (isExternal || (isHeadless(spec) && isHeadless(old))) return;
  const [now, before] = [textsAt(spec, "clusterIPs"), textsAt(old, "clusterIPs")];
  if (now.length === 0 && before.length > 0) {
    checks.invalid("spec.clusterIPs[0]", now, "primary clusterIP can not be unset");
  }
  const isSame = now.length === before.length;
  before.forEach((address, index) => {
    if (now[index] === undefined || now[index] === address || (index > 0 && !isSame)) return;
    checks.invalid(`spec.clusterIPs[${index}]`, now, "may not change once set");
  });
}

function checkPortNumbers(checks: Checks, ports: readonly JsonObject[], type: string): void {
  const [used, nodes] = [new Set<string>(), new Set<string>()];
  ports.forEach(({ nodePort = 0 }, index) => {
    if (type !== "ClusterIP" || nodePort === 0) return;
    const detail = "may not be used when `type` is 'ClusterIP'";
    checks.forbidden(`spec.ports[${index}].nodePort`, detail);
  });
  ports.forEach((port, index) => {
    const { nodePort = 0 } = port;
    const key = `${textAt(port, "protocol")}/${String(nodePort)}`;
    if (nodePort === 0) return;
    if (nodes.has(key)) checks.duplicate(`spec.ports[${index}].nodePort`, nodePort);
    nodes.add(key);
  });
  ports.forEach((port, index) => {
    const [protocol, number] = [textAt(port, "protocol"), Number(port["port"] ?? 0)];
    const key = `${protocol}/${number}`;
    if (used.has(key)) checks.duplicateStruct(`spec.ports[${index}]`, keyShown(protocol, number));
    used.add(key);
  });
}

/** A port as Go prints it as JSON, inside of the server. */
function keyShown(Protocol: string, Port: number): Readonly<Record<string, unknown>> {
  return { Name: "", Protocol, AppProtocol: null, Port, TargetPort: 0, NodePort: 0 };
}

function checkPolicies(checks: Checks, spec: JsonObject, type: string): void {
  if (type !== "LoadBalancer") {
    const detail = "may only be used when `type` is 'LoadBalancer'";
    if (textsAt(spec, "loadBalancerSourceRanges").length > 0) {
      checks.forbidden("spec.LoadBalancerSourceRanges", detail);
    }
    for (const key of ["allocateLoadBalancerNodePorts", "loadBalancerClass"]) {
      if ((spec[key] ?? null) !== null) checks.forbidden(`spec.${key}`, detail);
    }
  }
  const isOutside = type === "LoadBalancer" || type === "NodePort";
  const hasAddresses = type === "ClusterIP" && textsAt(spec, "externalIPs").length > 0;
  const isReached = isOutside || hasAddresses;
  const policy = textAt(spec, "externalTrafficPolicy");
  if (isReached) {
    checks.supported("spec.externalTrafficPolicy", policy, ["Cluster", "Local"]);
  } else if (policy !== "") {
    const detail = "may only be set for externally-accessible services";
    checks.invalid("spec.externalTrafficPolicy", policy, detail);
  }
  const inside = textAt(spec, "internalTrafficPolicy");
  if (inside !== "") checks.supported("spec.internalTrafficPolicy", inside, ["Cluster", "Local"]);
  const { trafficDistribution } = spec;
  if (typeof trafficDistribution !== "string") return;
  const ways = ["PreferClose", "PreferSameZone", "PreferSameNode"];
  checks.supported("spec.trafficDistribution", trafficDistribution, ways);
}

/** The status of a service (ValidateLoadBalancerStatus). */
export function checkServiceStatus(checks: Checks, service: JsonObject): void {
  const balancer = structIn(structIn(service, "status") ?? {}, "loadBalancer") ?? {};
  const type = textAt(structIn(service, "spec") ?? {}, "type");
  if (type === "LoadBalancer" || objectsAt(balancer, "ingress").length === 0) return;
  const detail = "may only be used when `spec.type` is 'LoadBalancer'";
  checks.forbidden("status.loadBalancer.ingress", detail);
}
