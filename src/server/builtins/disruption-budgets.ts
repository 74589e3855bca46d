import { mapAt } from "../../runtime/v1/built-in/strategies/strategy.js";
import { selectorString } from "../../runtime/v1/built-in/tables/selector-text.js";
import type { Failure } from "../../runtime/v1/testing/failure.js";
import { failed } from "../../runtime/v1/testing/failure.js";
import { parseLabelSelector } from "../../runtime/v1/testing/selectors.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt } from "../../runtime/v1/values/json/raw-fields.js";
import { metadataOf } from "../../runtime/v1/values/metadata/resource-metadata.js";
import { textOf } from "../../runtime/v1/values/metadata/rules.js";

/*
 * What the budgets of disruption say to an eviction (Kubernetes
 * `pkg/registry/core/pod/storage/eviction.go`).
 */

/** The budgets of a pod: those that select it, unless it does not count any more. */
export function budgetsOf(pod: JsonObject, budgets: readonly JsonObject[]): readonly JsonObject[] {
  const isOver = ["Succeeded", "Failed", "Pending"].includes(textOf(mapAt(pod, "status"), "phase"));
  const isDeleted = metadataOf(pod)["deletionTimestamp"] !== undefined;
  return isOver || isDeleted ? [] : budgets.filter((budget) => selects(budget, pod));
}

function selects(budget: JsonObject, pod: JsonObject): boolean {
  const [metadata, own] = [metadataOf(pod), metadataOf(budget)];
  if (textOf(metadata, "namespace") !== textOf(own, "namespace")) return false;
  const selector = objectAt(mapAt(budget, "spec"), "selector");
  const text = selector && selectorString(selector);
  if (text === undefined) return false;
  const labels = new Map(
    Object.entries(mapAt(metadata, "labels")).map(([key, value]) => [key, String(value)]),
  );
  return parseLabelSelector(text).every((matches) => matches(labels));
}

/** Why a pod is not evicted now. */
export function budgetFault(budget: JsonObject, pod: JsonObject): Failure | undefined {
  if (isUncounted(budget, pod)) return undefined;
  const [metadata, status] = [metadataOf(budget), mapAt(budget, "status")];
  const name = textOf(metadata, "name");
  if (numberAt(status, "observedGeneration") < numberAt(metadata, "generation")) {
    return tooMany(`The disruption budget ${name} is still being processed by the server.`, 10);
  }
  if (numberAt(status, "disruptionsAllowed") > 0) return undefined;
  const [wanted, current] = [
    numberAt(status, "desiredHealthy"),
    numberAt(status, "currentHealthy"),
  ];
  const fault = `The disruption budget ${name} needs ${wanted} healthy pods and has ${current} currently`;
  const other = `The disruption budget ${name} does not allow evicting pods currently`;
  return tooMany(current <= wanted ? fault : other, 0);
}

function tooMany(message: string, retryAfterSeconds: number): Failure {
  const causes = [{ reason: "DisruptionBudget", message }];
  const details = retryAfterSeconds === 0 ? { causes } : { causes, retryAfterSeconds };
  const words = "Cannot evict pod as it would violate the pod's disruption budget.";
  return failed(429, "TooManyRequests", words, details);
}

/** Pods that are not ready do not count, where enough others are, or it is said so. */
function isUncounted(budget: JsonObject, pod: JsonObject): boolean {
  const isReady = objectsAt(mapAt(pod, "status"), "conditions").some(
    ({ type, status }) => type === "Ready" && status === "True",
  );
  if (isReady) return false;
  if (textOf(mapAt(budget, "spec"), "unhealthyPodEvictionPolicy") === "AlwaysAllow") return true;
  const status = mapAt(budget, "status");
  const wanted = numberAt(status, "desiredHealthy");
  return wanted > 0 && numberAt(status, "currentHealthy") >= wanted;
}

function numberAt(object: JsonObject, key: string): number {
  return Number(object[key] ?? 0);
}

/** The budget with one disruption less; undefined where the pod does not count. */
export function withDisruption(
  budget: JsonObject,
  pod: JsonObject,
  now: string,
): JsonObject | undefined {
  if (isUncounted(budget, pod)) return undefined;
  const status = mapAt(budget, "status");
  const name = textOf(metadataOf(pod), "name");
  const disruptedPods = { ...mapAt(status, "disruptedPods"), [name]: now };
  const disruptionsAllowed = numberAt(status, "disruptionsAllowed") - 1;
  return { ...budget, status: { ...status, disruptionsAllowed, disruptedPods } };
}
