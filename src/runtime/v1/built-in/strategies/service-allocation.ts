import { failed } from "../../testing/failure.js";
import type { JsonObject } from "../../values/json/json.js";
import { objectsOf, textOf, textsOf } from "../../values/metadata/rules.js";
import type { KindSurroundings } from "./strategy.js";
import { mapAt } from "./strategy.js";

/*
 * Addresses and ports for Services (Kubernetes `pkg/registry/core/service/storage/alloc.go`): the
 * server takes free ones at random, here they come in their order.
 */

/** Gives a Service what it lacks, in place. */
export function allocate(
  service: JsonObject,
  before: JsonObject | undefined,
  around: KindSurroundings,
): void {
  const spec = mapAt(service, "spec");
  if (spec["type"] === "ExternalName") return;
  const used = usedBy(around);
  setFamilies(spec, before);
  if (textOf(spec, "clusterIP") === "") {
    const address = freeAddress(used.addresses);
    spec["clusterIP"] = address;
    spec["clusterIPs"] = [address];
  }
  if (before !== undefined) refuseDuplicates(spec);
  setNodePorts(spec, used.ports);
  const needsHealthPort =
    spec["type"] === "LoadBalancer" && spec["externalTrafficPolicy"] === "Local";
  if (needsHealthPort) spec["healthCheckNodePort"] ??= takePort(used.ports);
}

/** `initIPFamilyFields` */
function setFamilies(spec: JsonObject, before: JsonObject | undefined): void {
  const isHeadless = spec["clusterIP"] === "None";
  const isOpen = isHeadless && Object.keys(mapAt(spec, "selector")).length === 0;
  const usual = isOpen ? "RequireDualStack" : "SingleStack";
  spec["ipFamilyPolicy"] ??= before?.["ipFamilyPolicy"] ?? usual;
  const families = textsOf(spec, "ipFamilies");
  if (families.length === 0) {
    const given = textsOf(spec, "clusterIPs").filter((one) => one !== "None");
    spec["ipFamilies"] = given.length === 0 ? ["IPv4"] : given.map(familyOf);
  }
  const [first = "IPv4", second] = textsOf(spec, "ipFamilies");
  if (!isOpen || second !== undefined || spec["ipFamilyPolicy"] === "SingleStack") return;
  spec["ipFamilies"] = [first, first === "IPv4" ? "IPv6" : "IPv4"];
}

function familyOf(address: string): string {
  return address.includes(":") ? "IPv6" : "IPv4";
}

interface Used {
  readonly addresses: ReadonlySet<string>;
  readonly ports: Set<number>;
}

/** What the Services that are stored have. */
function usedBy({ texts }: KindSurroundings): Used {
  const addresses = new Set<string>();
  const ports = new Set<number>();
  for (const text of texts("services.")) {
    for (const [, address = ""] of text.matchAll(/"clusterIP":"([^"]*)"/g)) addresses.add(address);
    for (const [, port] of text.matchAll(/"(?:healthCheckN|n)odePort":(\d+)/g)) {
      ports.add(Number(port));
    }
  }
  return { addresses, ports };
}

/** The last numbers of the addresses 10.0.0.0/24 that are given; those before are for who asks. */
const firstHost = 17;
const lastHost = 254;

function freeAddress(used: ReadonlySet<string>): string {
  for (let host = firstHost; host <= lastHost; host++) {
    const address = `10.0.0.${host}`;
    if (!used.has(address)) return address;
  }
  // There is no more room than a cluster has; here nobody minds.
  for (let index = 0; ; index++) {
    const address = `10.0.${1 + Math.floor(index / 256)}.${index % 256}`;
    if (!used.has(address)) return address;
  }
}

/** Of an update; validation refuses them in what is created. @throws Failure 500 */
function refuseDuplicates(spec: JsonObject): void {
  if (spec["type"] !== "NodePort" && spec["type"] !== "LoadBalancer") return;
  const known = new Set<string>();
  for (const { protocol = "", nodePort = 0 } of objectsOf(spec, "ports")) {
    const key = `{${String(protocol)} ${String(nodePort)}}`;
    if (nodePort !== 0 && known.has(key)) {
      throw failed(500, undefined, `duplicate nodePort: ${key}`);
    }
    known.add(key);
  }
}

function setNodePorts(spec: JsonObject, used: Set<number>): void {
  const isBalanced = spec["type"] === "LoadBalancer";
  const givesPorts =
    spec["type"] === "NodePort" || (isBalanced && spec["allocateLoadBalancerNodePorts"] !== false);
  if (!givesPorts) return;
  const ports = objectsOf(spec, "ports");
  const known = new Map<unknown, number>();
  for (const { port, nodePort } of ports) {
    if (typeof nodePort === "number" && nodePort !== 0 && !known.has(port)) {
      known.set(port, nodePort);
    }
  }
  spec["ports"] = ports.map((one) => {
    if ((one["nodePort"] ?? 0) !== 0) return one;
    const nodePort = known.get(one["port"]) ?? takePort(used);
    known.set(one["port"], nodePort);
    return { ...one, nodePort };
  });
}

/** Ports of nodes that are given, of 30000 to 32767. */
const firstNodePort = 30086;

function takePort(used: Set<number>): number {
  let port = firstNodePort;
  while (used.has(port)) port++;
  used.add(port);
  return port;
}
