import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../../values/metadata/rules.js";
import { addressWarnings, rangeWarnings } from "./address-warnings.js";
import { isEqualJson } from "./compare.js";
import { balancerWarnings } from "./kind-warnings.js";
import { allocate } from "./service-allocation.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/*
 * Services (Kubernetes `pkg/registry/core/service`, `pkg/api/service/warnings.go`): addresses and
 * ports of nodes are given to them, and stay theirs.
 */

/** On a cluster with addresses of IPv4 alone. */
export const serviceHooks: KindHooks = {
  prepareCreate(service, around) {
    service["status"] = { loadBalancer: {} };
    service["spec"] = normalized(specOf(service), undefined);
    allocate(service, undefined, around);
  },
  prepareUpdate(service, old, part, around) {
    if (part === "status") return;
    const [spec, before] = [specOf(service), specOf(old)];
    dropOfOtherType(spec, before);
    if (spec["type"] !== "LoadBalancer") service["status"] = { loadBalancer: {} };
    service["spec"] = keptAllocations(normalized(spec, before), before);
    allocate(service, before, around);
  },
  warnings: (service) => serviceWarnings(service),
  statusWarnings: balancerWarnings,
};

function specOf(service: JsonObject): JsonObject {
  return { ...mapAt(service, "spec") };
}

/** `normalizeClusterIPs`: who knows one address alone means the first of several. */
function normalized(spec: JsonObject, before: JsonObject | undefined): JsonObject {
  const [one, all] = [textOf(spec, "clusterIP"), textsOf(spec, "clusterIPs")];
  if (before === undefined) {
    return one !== "" && all.length === 0 ? { ...spec, clusterIPs: [one] } : spec;
  }
  const [oldOne, oldAll] = [textOf(before, "clusterIP"), textsOf(before, "clusterIPs")];
  if (one === oldOne) {
    return oldAll.length > 0 && all.length === 0 ? { ...spec, clusterIPs: [...oldAll] } : spec;
  }
  if (!isEqualJson([...all], [...oldAll])) return spec;
  if (oldOne !== "" && one === "") return without(spec, "clusterIPs");
  return { ...spec, clusterIPs: [one] };
}

function without(spec: JsonObject, ...keys: readonly string[]): JsonObject {
  const left = { ...spec };
  for (const key of keys) delete left[key];
  return left;
}

function needsAddress(spec: JsonObject): boolean {
  return spec["type"] !== "ExternalName";
}

function needsNodePorts(spec: JsonObject): boolean {
  return spec["type"] === "NodePort" || spec["type"] === "LoadBalancer";
}

function needsHealthPort(spec: JsonObject): boolean {
  return spec["type"] === "LoadBalancer" && spec["externalTrafficPolicy"] === "Local";
}

/** What is of the old type alone goes with it, unless it was changed too. */
function dropOfOtherType(spec: JsonObject, before: JsonObject): void {
  const drop = (...keys: readonly string[]): void => {
    for (const key of keys) {
      if (isEqualJson(spec[key] ?? null, before[key] ?? null)) delete spec[key];
    }
  };
  const leaves = (needs: (spec: JsonObject) => boolean): boolean => needs(before) && !needs(spec);
  if (leaves(needsAddress)) {
    const isKept = ["clusterIP", "clusterIPs"].some(
      (key) => !isEqualJson(spec[key] ?? null, before[key] ?? null),
    );
    if (!isKept) drop("clusterIP", "clusterIPs");
    drop("ipFamilies", "ipFamilyPolicy");
  }
  if (leaves(needsNodePorts) && hasNoNewNodePorts(spec, before)) dropNodePorts(spec);
  if (leaves(needsHealthPort)) drop("healthCheckNodePort");
  if (leaves((one) => one["type"] === "LoadBalancer")) {
    drop("allocateLoadBalancerNodePorts", "loadBalancerClass");
  }
  if (leaves(isExternal)) drop("externalTrafficPolicy");
}

function isExternal(spec: JsonObject): boolean {
  return (
    needsNodePorts(spec) ||
    (spec["type"] === "ClusterIP" && textsOf(spec, "externalIPs").length > 0)
  );
}

function nodePortsOf(spec: JsonObject): ReadonlySet<Json> {
  const ports = objectsOf(spec, "ports").map(({ nodePort = 0 }) => nodePort);
  return new Set(ports.filter((port) => port !== 0));
}

function hasNoNewNodePorts(spec: JsonObject, before: JsonObject): boolean {
  const old = nodePortsOf(before);
  return [...nodePortsOf(spec)].every((port) => old.has(port));
}

function dropNodePorts(spec: JsonObject): void {
  const { ports } = spec;
  if (!Array.isArray(ports)) return;
  spec["ports"] = ports.map((port) => (isObject(port) ? without(port, "nodePort") : port));
}

/** `patchAllocatedValues` */
function keptAllocations(spec: JsonObject, before: JsonObject): JsonObject {
  const kept = { ...spec };
  if (needsAddress(before) && needsAddress(spec)) {
    const { clusterIP, clusterIPs } = before;
    if (textOf(kept, "clusterIP") === "" && clusterIP !== undefined) kept["clusterIP"] = clusterIP;
    if (textsOf(kept, "clusterIPs").length === 0 && clusterIPs !== undefined) {
      kept["clusterIPs"] = clusterIPs;
    }
  }
  if (needsNodePorts(before) && needsNodePorts(spec)) keepNodePorts(kept, before);
  if (needsHealthPort(before) && needsHealthPort(spec)) {
    const { healthCheckNodePort } = before;
    if (healthCheckNodePort !== undefined) kept["healthCheckNodePort"] ??= healthCheckNodePort;
  }
  return kept;
}

/** Ports that lack one of the nodes get that which they had, by their names. */
function keepNodePorts(spec: JsonObject, before: JsonObject): void {
  const [own, old] = [nodePortsOf(spec), nodePortsOf(before)];
  const byName = new Map(
    objectsOf(before, "ports").map((port) => [textOf(port, "name"), port["nodePort"] ?? 0]),
  );
  spec["ports"] = objectsOf(spec, "ports").map((port) => {
    const known = byName.get(textOf(port, "name")) ?? 0;
    const isTaken = own.has(known) && old.has(known);
    if ((port["nodePort"] ?? 0) !== 0 || known === 0 || isTaken) return port;
    return { ...port, nodePort: known };
  });
}

const deprecatedHints = "service.kubernetes.io/topology-aware-hints";

function serviceWarnings(service: JsonObject): readonly string[] {
  const spec = mapAt(service, "spec");
  const isHeadless = spec["type"] === "ClusterIP" && spec["clusterIP"] === "None";
  const isNamed = spec["type"] === "ExternalName";
  const hasExternal = textsOf(spec, "externalIPs").length > 0;
  const isHinted = Object.hasOwn(mapAt(metadataOf(service), "annotations"), deprecatedHints);
  const isClose = spec["trafficDistribution"] === "PreferClose";
  const hints = `annotation ${deprecatedHints} is deprecated, please use service.kubernetes.io/topology-mode instead`;
  const addresses = (key: string): readonly string[] =>
    textsOf(spec, key).flatMap((one, index) => addressWarnings(`spec.${key}[${index}]`, one));
  const hasAddress = !isNamed && !["", "None"].includes(textOf(spec, "clusterIP"));
  const first = chosen([
    [
      isHeadless && textOf(spec, "loadBalancerIP") !== "",
      "spec.loadBalancerIP is ignored for headless services",
    ],
    [isHeadless && hasExternal, "spec.externalIPs is ignored for headless services"],
    [
      isHeadless && textOf(spec, "sessionAffinity") !== "None",
      "spec.SessionAffinity is ignored for headless services",
    ],
  ]);
  const external = chosen([
    [
      hasExternal && !isHeadless && !isNamed,
      "spec.externalIPs is deprecated and may no longer be implemented in some clusters",
    ],
  ]);
  const balancer = textOf(spec, "loadBalancerIP");
  const last = chosen([
    [isNamed && hasExternal, 'spec.externalIPs is ignored when spec.type is "ExternalName"'],
    [
      !isNamed && textOf(spec, "externalName") !== "",
      'spec.externalName is ignored when spec.type is not "ExternalName"',
    ],
    [isClose, 'spec.trafficDistribution: "PreferClose" is deprecated; use "PreferSameZone"'],
  ]);
  return [
    ...chosen([[isHinted, hints]]),
    ...(hasAddress ? addresses("clusterIPs") : []),
    ...first,
    ...addresses("externalIPs"),
    ...external,
    ...(balancer === "" ? [] : addressWarnings("spec.loadBalancerIP", balancer)),
    ...textsOf(spec, "loadBalancerSourceRanges").flatMap((range, index) =>
      rangeWarnings(`spec.loadBalancerSourceRanges[${index}]`, range),
    ),
    ...last,
  ];
}

function chosen(
  found: readonly (readonly [isFound: boolean, warning: string])[],
): readonly string[] {
  return found.flatMap(([isFound, warning]) => (isFound ? [warning] : []));
}
