import { compareQuantities, parseQuantity, Quantity } from "../../cel/libraries/quantity.js";
import { quote } from "../../values/go/quote.js";
import type { JsonObject } from "../../values/json/json.js";
import { withoutKeys } from "../../values/json/raw-fields.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../../values/metadata/rules.js";
import { addressWarnings, rangeWarnings } from "./address-warnings.js";
import { isEqualJson } from "./compare.js";
import { labelFault } from "./node-labels.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/*
 * What is odd about objects of kinds that hold no pods (Kubernetes
 * `pkg/registry/<group>/<kind>/strategy.go`, WarningsOnCreate and WarningsOnUpdate).
 */

/** Hooks that do little but warn, by group and kind, with a slash between them. */
export const warningHooks: { readonly [kind: string]: KindHooks | undefined } = {
  "/Endpoints": { warnings: endpointsWarnings },
  "/LimitRange": {
    prepareCreate(range) {
      // It needs none: nobody refers to it.
      if (textOf(metadataOf(range), "name") === "") metadataOf(range)["name"] = crypto.randomUUID();
    },
  },
  "/Node": {
    prepareCreate: (node) => {
      dropSource(node, undefined);
    },
    prepareUpdate: (node, old) => {
      dropSource(node, old);
    },
    warnings: nodeWarnings,
  },
  "/ResourceQuota": { warnings: (quota, old) => (old === undefined ? quotaWarnings(quota) : []) },
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": { warnings: staticNames },
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": { warnings: staticNames },
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": { warnings: staticNames },
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": { warnings: staticNames },
  "discovery.k8s.io/EndpointSlice": { warnings: sliceWarnings },
  "networking.k8s.io/Ingress": { warnings: ingressWarnings, statusWarnings: balancerWarnings },
  "networking.k8s.io/NetworkPolicy": { warnings: policyWarnings },
  "node.k8s.io/RuntimeClass": { warnings: runtimeWarnings },
  "resource.k8s.io/ResourceSlice": { warnings: driverWarnings },
  "storage.k8s.io/CSIDriver": { warnings: tokenWarnings },
  "storage.k8s.io/CSIStorageCapacity": { warnings: capacityWarnings },
  "storage.k8s.io/StorageClass": { warnings: topologyWarnings },
};

/** Addresses of a status of load balancers. */
export function balancerWarnings(object: JsonObject): readonly string[] {
  const { ingress = [] } = mapAt(mapAt(object, "status"), "loadBalancer");
  return objectsOf({ ingress }, "ingress").flatMap((point, index) => {
    const ip = textOf(point, "ip");
    return ip === "" ? [] : addressWarnings(`status.loadBalancer.ingress[${index}]`, ip);
  });
}

const managedBy = {
  endpoints: "endpoints.kubernetes.io/managed-by",
  slices: "endpointslice.kubernetes.io/managed-by",
};

/** What controllers make is in order. */
function isManaged(object: JsonObject, label: string, ...managers: readonly string[]): boolean {
  return managers.includes(textOf(mapAt(metadataOf(object), "labels"), label));
}

function endpointsWarnings(endpoints: JsonObject): readonly string[] {
  if (isManaged(endpoints, managedBy.endpoints, "endpoint-controller")) return [];
  return objectsOf(endpoints, "subsets").flatMap((subset, index) =>
    ["addresses", "notReadyAddresses"].flatMap((key) =>
      objectsOf(subset, key).flatMap((address, at) =>
        addressWarnings(`subsets[${index}].${key}[${at}].ip`, textOf(address, "ip")),
      ),
    ),
  );
}

function sliceWarnings(slice: JsonObject, old: JsonObject | undefined): readonly string[] {
  const isNamed = old === undefined && slice["addressType"] === "FQDN";
  const fault = isNamed ? ["spec.addressType: FQDN endpoints are deprecated"] : [];
  const managers = ["endpointslice-controller.k8s.io", "endpointslicemirroring-controller.k8s.io"];
  if (isManaged(slice, managedBy.slices, ...managers)) return fault;
  const odd = objectsOf(slice, "endpoints").flatMap((endpoint, index) =>
    textsOf(endpoint, "addresses").flatMap((address, at) =>
      addressWarnings(`endpoints[${index}].addresses[${at}]`, address),
    ),
  );
  return [...fault, ...odd];
}

/** Nodes that have none get no source for their configuration any more. */
function dropSource(node: JsonObject, old: JsonObject | undefined): void {
  const isInUse = old !== undefined && mapAt(old, "spec")["configSource"] !== undefined;
  if (!isInUse) node["spec"] = withoutKeys(mapAt(node, "spec"), "configSource");
}

function nodeWarnings(node: JsonObject): readonly string[] {
  const spec = mapAt(node, "spec");
  const hasSource = spec["configSource"] !== undefined;
  const isNamed = textOf(spec, "externalID") !== "";
  return [
    ...(hasSource ? ["spec.configSource: the feature is removed"] : []),
    ...(isNamed ? ["spec.externalID: this field is deprecated, and is unused by Kubernetes"] : []),
    ...textsOf(spec, "podCIDRs").flatMap((range, index) =>
      rangeWarnings(`spec.podCIDRs[${index}]`, range),
    ),
  ];
}

function quotaWarnings(quota: JsonObject): readonly string[] {
  const hard = mapAt(mapAt(quota, "spec"), "hard");
  return ["cpu", "memory", "storage", "ephemeral-storage"].flatMap((name) => {
    const names = [`requests.${name}`, ...(/^(cpu|memory)$/.test(name) ? [name] : [])];
    const asked = names.find((one) => hard[one] !== undefined);
    const limit = `limits.${name}`;
    if (asked === undefined || hard[limit] === undefined) return [];
    const [least, most] = [textOf(hard, asked), textOf(hard, limit)];
    const amounts = [parseQuantity(least), parseQuantity(most)] as const;
    const [one, other] = amounts;
    if (!(one instanceof Quantity) || !(other instanceof Quantity)) return [];
    if (compareQuantities(one, other) <= 0) return [];
    return [`ResourceQuota ${asked} (${least}) should be less than ${limit} (${most})`];
  });
}

const staticSuffix = ".static.k8s.io";

function staticNames(policy: JsonObject, old: JsonObject | undefined): readonly string[] {
  if (old === undefined || !textOf(metadataOf(policy), "name").endsWith(staticSuffix)) return [];
  return [
    `metadata.name: names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
  ];
}

const classAnnotation = "kubernetes.io/ingress.class";

function ingressWarnings(ingress: JsonObject, old: JsonObject | undefined): readonly string[] {
  const isAnnotated = Object.hasOwn(mapAt(metadataOf(ingress), "annotations"), classAnnotation);
  const { ingressClassName } = mapAt(ingress, "spec");
  if (old !== undefined || !isAnnotated || ingressClassName !== undefined) return [];
  return [
    `annotation "${classAnnotation}" is deprecated, please use 'spec.ingressClassName' instead`,
  ];
}

function policyWarnings(policy: JsonObject): readonly string[] {
  const spec = mapAt(policy, "spec");
  return (
    [
      ["ingress", "from"],
      ["egress", "to"],
    ] as const
  ).flatMap(([way, peers]) =>
    objectsOf(spec, way).flatMap((rule, index) =>
      objectsOf(rule, peers).flatMap((peer, at) => {
        const block = mapAt(peer, "ipBlock");
        const path = `spec.${way}[${index}].${peers}[${at}].ipBlock`;
        return [
          ...rangeWarnings(`${path}.cidr`, textOf(block, "cidr")),
          ...textsOf(block, "except").flatMap((range, place) =>
            rangeWarnings(`${path}.except[${place}]`, range),
          ),
        ];
      }),
    ),
  );
}

function runtimeWarnings(runtime: JsonObject): readonly string[] {
  const selector = mapAt(mapAt(runtime, "scheduling"), "nodeSelector");
  return Object.keys(selector).flatMap((label) => {
    const fault = labelFault(label);
    return fault === undefined ? [] : [`scheduling.nodeSelector: ${fault}`];
  });
}

function driverWarnings(slice: JsonObject): readonly string[] {
  const driver = textOf(mapAt(slice, "spec"), "driver");
  if (driver === driver.toLowerCase()) return [];
  return [
    `spec.driver: driver names should be lowercase; ${quote(driver)} contains uppercase characters`,
  ];
}

function tokenWarnings(driver: JsonObject, old: JsonObject | undefined): readonly string[] {
  const spec = mapAt(driver, "spec");
  const { tokenRequests = null, serviceAccountTokenInSecrets } = spec;
  const before = old === undefined ? null : (mapAt(old, "spec")["tokenRequests"] ?? null);
  const isAsked = Array.isArray(tokenRequests) && tokenRequests.length > 0;
  if (!isAsked || serviceAccountTokenInSecrets !== undefined) return [];
  if (old !== undefined && isEqualJson(tokenRequests, before)) return [];
  return [
    "spec.serviceAccountTokenInSecrets is unset; if supported by this CSI driver, set to true to prevent possible logging of tokens in volume attributes",
  ];
}

function capacityWarnings(capacity: JsonObject): readonly string[] {
  const topology = mapAt(capacity, "nodeTopology");
  const expressions = objectsOf(topology, "matchExpressions").flatMap((expression, index) => {
    const key = textOf(expression, "key");
    const fault = labelFault(key);
    const path = `nodeTopology.matchExpressions[${index}].key`;
    return fault === undefined ? [] : [`${path}: ${key} is ${fault}`];
  });
  const labels = Object.keys(mapAt(topology, "matchLabels")).flatMap((label) => {
    const fault = labelFault(label);
    return fault === undefined ? [] : [`nodeTopology.matchLabels.${label}: ${fault}`];
  });
  return [...expressions, ...labels];
}

function topologyWarnings(storage: JsonObject): readonly string[] {
  return objectsOf(storage, "allowedTopologies").flatMap((term, index) =>
    objectsOf(term, "matchLabelExpressions").flatMap((expression, at) => {
      const fault = labelFault(textOf(expression, "key"));
      const path = `allowedTopologies[${index}].matchLabelExpressions[${at}].key`;
      return fault === undefined ? [] : [`${path}: ${fault}`];
    }),
  );
}
