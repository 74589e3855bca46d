import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../../values/metadata/rules.js";
import { labelFaults } from "../../values/names.js";
import { fillPodResources } from "../defaults/pod-resources.js";
import { addressWarnings } from "./address-warnings.js";
import { setPriority } from "./pod-priority.js";
import { podWarnings } from "./pod-warnings.js";
import type { KindHooks } from "./strategy.js";
import { mapAt } from "./strategy.js";

/** Kubernetes `pkg/registry/core/pod/strategy.go`. */
export const podHooks: KindHooks = {
  prepareCreate(pod, around) {
    const spec = mapAt(pod, "spec");
    setPriority(spec, around);
    // Older servers did it when they read the pod, and there is nothing left to do.
    fillPodResources(spec);
    const isGated = objectsOf(spec, "schedulingGates").length > 0;
    pod["status"] = {
      phase: "Pending",
      ...(isGated && { conditions: [gatedCondition] }),
      qosClass: qualityClassOf(spec),
    };
    selectByLabelKeys(pod);
  },
  prepareUpdate(pod, old, part) {
    const [spec, before] = [mapAt(pod, "spec"), mapAt(old, "spec")];
    if (part === "status") keepQuality(pod, old);
    if (part === "ephemeralcontainers") {
      const { ephemeralContainers = [] } = spec;
      pod["spec"] = { ...before, ephemeralContainers };
    }
    if (part === "resize") pod["spec"] = resized(spec, before);
  },
  graceSeconds(pod, asked) {
    const spec = mapAt(pod, "spec");
    // Nothing runs of a pod without a node, or of one that has ended.
    const isIdle = textOf(spec, "nodeName") === "" || isEnded(pod);
    return isIdle ? 0 : (asked ?? Number(spec["terminationGracePeriodSeconds"] ?? 0));
  },
  statusWarnings: podAddressWarnings,
  warnings(pod, old) {
    if (old !== undefined) return [];
    const faults = labelFaults(textOf(metadataOf(pod), "name"));
    const use = "this is used in the Pod's hostname, which can result in surprising behavior";
    const advice = `metadata.name: ${use}; a DNS label is recommended: [${faults.join(" ")}]`;
    return [...(faults.length > 0 ? [advice] : []), ...podWarnings(pod, "")];
  },
};

/** Of the addresses that a kubelet writes. */
function podAddressWarnings(pod: JsonObject): readonly string[] {
  const status = mapAt(pod, "status");
  return ["podIPs", "hostIPs"].flatMap((key) =>
    objectsOf(status, key).flatMap((address, index) =>
      addressWarnings(`status.${key}[${index}].ip`, textOf(address, "ip")),
    ),
  );
}

function isEnded(pod: JsonObject): boolean {
  return ["Failed", "Succeeded"].includes(textOf(mapAt(pod, "status"), "phase"));
}

/** `dropNonResizeUpdates`: the resources of containers alone may be others. */
function resized(spec: JsonObject, before: JsonObject): JsonObject {
  const lists = ["containers", "initContainers"].map((key) => {
    const given = objectsOf(spec, key);
    const kept = objectsOf(before, key).map((container, index): JsonObject => {
      const { resources, resizePolicy } = given[index] ?? {};
      return {
        ...container,
        ...(resources !== undefined && { resources }),
        ...(resizePolicy !== undefined && { resizePolicy }),
      };
    });
    return [key, kept] as const;
  });
  const { resources } = spec;
  return {
    ...before,
    ...Object.fromEntries(lists.filter(([, list]) => list.length > 0)),
    ...(resources !== undefined && { resources }),
  };
}

const gatedCondition = {
  type: "PodScheduled",
  status: "False",
  lastProbeTime: null,
  lastTransitionTime: null,
  reason: "SchedulingGated",
  message: "Scheduling is blocked due to non-empty scheduling gates",
};

function keepQuality(pod: JsonObject, old: JsonObject): void {
  const [status, before] = [mapAt(pod, "status"), mapAt(old, "status")];
  const kept = ["qosClass", "resourceClaimStatuses", "extendedResourceClaimStatus"].filter(
    (key) => status[key] === undefined && before[key] !== undefined,
  );
  if (kept.length === 0) return;
  pod["status"] = {
    ...status,
    ...Object.fromEntries(kept.map((key) => [key, before[key] ?? null])),
  };
}

type Quality = "Guaranteed" | "Burstable" | "BestEffort";

/** How well the resources of a pod are warranted (`apis/core/helper/qos/qos.go`). */
export function qualityClassOf(spec: JsonObject): Quality {
  const { resources = null } = spec;
  if (isObject(resources) && hasAmounts(resources)) return qualityOfResources(resources);
  const containers = [...objectsOf(spec, "initContainers"), ...objectsOf(spec, "containers")];
  return joined(containers.map((one) => qualityOfResources(mapAt(one, "resources"))));
}

function hasAmounts(resources: JsonObject): boolean {
  const names = [...Object.keys(mapAt(resources, "requests"))].concat(
    Object.keys(mapAt(resources, "limits")),
  );
  return names.length > 0;
}

function qualityOfResources(resources: JsonObject): Quality {
  if (!hasAmounts(resources)) return "BestEffort";
  return joined(["cpu", "memory"].map((name) => qualityOfResource(resources, name)));
}

function qualityOfResource(resources: JsonObject, name: string): Quality {
  const request = resourceAmount(mapAt(resources, "requests"), name);
  const limit = resourceAmount(mapAt(resources, "limits"), name);
  if (request === undefined && limit === undefined) return "BestEffort";
  return request === limit ? "Guaranteed" : "Burstable";
}

/** Zero is as good as nothing. */
function resourceAmount(amounts: JsonObject, name: string): string | undefined {
  const amount = textOf(amounts, name);
  return amount === "" || /^0+$/.test(amount) ? undefined : amount;
}

function joined(qualities: readonly Quality[]): Quality {
  const [first = "BestEffort", ...others] = qualities;
  return others.every((one) => one === first) ? first : "Burstable";
}

/** Keys of labels become parts of selectors (`applyLabelKeysToLabelSelector`). */
function selectByLabelKeys(pod: JsonObject): void {
  const labels = mapAt(metadataOf(pod), "labels");
  const spec = mapAt(pod, "spec");
  for (const constraint of objectsOf(spec, "topologySpreadConstraints")) {
    select(constraint, "matchLabelKeys", "In", labels);
  }
  const affinity = mapAt(spec, "affinity");
  for (const part of [mapAt(affinity, "podAffinity"), mapAt(affinity, "podAntiAffinity")]) {
    const preferred = objectsOf(part, "preferredDuringSchedulingIgnoredDuringExecution");
    const required = objectsOf(part, "requiredDuringSchedulingIgnoredDuringExecution");
    for (const term of [...preferred.map((one) => mapAt(one, "podAffinityTerm")), ...required]) {
      select(term, "matchLabelKeys", "In", labels);
      select(term, "mismatchLabelKeys", "NotIn", labels);
    }
  }
}

function select(term: JsonObject, list: string, operator: string, labels: JsonObject): void {
  const { labelSelector: selector = null } = term;
  if (!isObject(selector)) return;
  const added = textsOf(term, list)
    .filter((key) => Object.hasOwn(labels, key))
    .map((key): Json => ({ key, operator, values: [labels[key] ?? ""] }));
  if (added.length === 0) return;
  term["labelSelector"] = {
    ...selector,
    matchExpressions: [...objectsOf(selector, "matchExpressions"), ...added],
  };
}
