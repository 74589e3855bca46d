import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt, textsAt } from "../../values/json/raw-fields.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { textOf } from "../../values/metadata/rules.js";
import { hasKindChange } from "../changes.js";
import type { FillsByStruct } from "./fill.js";
import { setUnset, structAt } from "./fill.js";
import { resourcesAt } from "./quantities.js";

/** Kinds of the core group but pods (`pkg/apis/core/v1/defaults.go`, `conversion.go`). */
export const coreFills: FillsByStruct = {
  "core/v1.LimitRangeItem": fillLimits,
  "core/v1.Namespace": ({ metadata }) => {
    if (!isObject(metadata) || textOf(metadata, "name") === "") return;
    const labels = resourcesAt(metadata, "labels");
    metadata["labels"] = { ...labels, "kubernetes.io/metadata.name": textOf(metadata, "name") };
  },
  "core/v1.NodeSpec": (spec) => {
    const [own, [first]] = [textOf(spec, "podCIDR"), textsAt(spec, "podCIDRs")];
    if (own !== "" && own !== first) spec["podCIDRs"] = [own];
    else if (own === "" && first !== undefined && first !== "") spec["podCIDR"] = first;
  },
  "core/v1.NodeStatus": (status) => {
    const { capacity } = status;
    if (isObject(capacity)) setUnset(status, "allocatable", { ...capacity });
  },
  "core/v1.ReplicationController": (controller) => {
    const spec = structAt(controller, "spec");
    const { template } = spec;
    const labels = isObject(template) ? labelsIn(template) : {};
    if (Object.keys(labels).length === 0) return;
    if (Object.keys(resourcesAt(spec, "selector")).length === 0) spec["selector"] = { ...labels };
    labelAs(controller, labels);
  },
  "core/v1.Service": fillService,
};

/** Labels of an object; none is empty. */
export function labelsIn(object: JsonObject): JsonObject {
  const { metadata } = object;
  return isObject(metadata) ? resourcesAt(metadata, "labels") : {};
}

/** An object without labels has those of its template. */
export function labelAs(object: JsonObject, labels: JsonObject): void {
  if (Object.keys(labelsIn(object)).length > 0 || Object.keys(labels).length === 0) return;
  structAt(object, "metadata")["labels"] = { ...labels };
}

/** Limits of containers follow from each other: the maximum is the limit, that the request. */
function fillLimits(item: JsonObject): void {
  if (item["type"] !== "Container") return;
  const limits = { ...resourcesAt(item, "max"), ...resourcesAt(item, "default") };
  const requests = {
    ...resourcesAt(item, "min"),
    ...limits,
    ...resourcesAt(item, "defaultRequest"),
  };
  if (Object.keys(limits).length > 0) item["default"] = limits;
  if (Object.keys(requests).length > 0) item["defaultRequest"] = requests;
}

function fillService(service: JsonObject, minor: KubernetesMinor): void {
  const spec = structAt(service, "spec");
  const type = textOf(spec, "type") || "ClusterIP";
  fillAffinity(spec);
  for (const port of objectsAt(spec, "ports")) {
    const { targetPort = 0, port: own = 0 } = port;
    if (targetPort === 0 || targetPort === "" || targetPort === null) port["targetPort"] = own;
  }
  const isBalanced = type === "LoadBalancer";
  const hasAddresses =
    hasKindChange(minor, "externalAddressPolicies") &&
    type === "ClusterIP" &&
    textsAt(spec, "externalIPs").length > 0;
  const isOutside = isBalanced || type === "NodePort" || hasAddresses;
  if (isOutside && textOf(spec, "externalTrafficPolicy") === "") {
    spec["externalTrafficPolicy"] = "Cluster";
  }
  if (isBalanced || type === "NodePort" || type === "ClusterIP") {
    setUnset(spec, "internalTrafficPolicy", "Cluster");
  }
  if (!isBalanced) return;
  setUnset(spec, "allocateLoadBalancerNodePorts", true);
  if (hasKindChange(minor, "loadBalancerModes")) fillAddressModes(service);
}

function fillAffinity(spec: JsonObject): void {
  const affinity = textOf(spec, "sessionAffinity");
  if (affinity === "" || affinity === "None") delete spec["sessionAffinityConfig"];
  if (affinity !== "ClientIP") return;
  const { sessionAffinityConfig: config } = spec;
  const client = isObject(config) ? config["clientIP"] : undefined;
  const { timeoutSeconds } = isObject(client) ? client : {};
  if (typeof timeoutSeconds === "number") return;
  spec["sessionAffinityConfig"] = { clientIP: { timeoutSeconds: 3 * 60 * 60 } };
}

function fillAddressModes({ status }: JsonObject): void {
  const { loadBalancer } = isObject(status) ? status : {};
  if (!isObject(loadBalancer)) return;
  for (const ingress of objectsAt(loadBalancer, "ingress")) {
    if (textOf(ingress, "ip") !== "") setUnset(ingress, "ipMode", "VIP");
  }
}
