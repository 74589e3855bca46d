import { updateManagedFields } from "../../runtime/v1/apply/update-managed-fields.js";
import { serverTime } from "../../runtime/v1/testing/environment.js";
import type { RemainingContent } from "../../runtime/v1/testing/served-version.js";
import { deepEqual } from "../../runtime/v1/values/json/deep-equal.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { metadataOf, withEntries } from "../../runtime/v1/values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../../runtime/v1/values/metadata/rules.js";
import { kindMergeType } from "./merge-types.js";
import { namespaceFinalizer } from "./strategies/namespace.js";
import { mapAt } from "./strategies/strategy.js";

/*
 * What becomes of a namespace that is being deleted (Kubernetes
 * `pkg/controller/namespace/deletion`).
 */

interface Condition {
  readonly type: string;
  readonly status: "True" | "False";
  readonly reason: string;
  readonly message: string;
}

/** Whether a finalizer of its spec holds a namespace. */
export function isNamespaceHeld(namespace: JsonObject): boolean {
  return textsOf(mapAt(namespace, "spec"), "finalizers").length > 0;
}

/** The namespace with the five conditions; without the finalizer once it is empty. */
export function settleNamespace(
  namespace: JsonObject,
  content: readonly RemainingContent[],
  now: number,
): JsonObject {
  const described = withConditions(namespace, conditionsOf(content), now);
  if (content.length > 0) return described;
  const finalizers = textsOf(mapAt(namespace, "spec"), "finalizers");
  const left = finalizers.filter((one) => one !== namespaceFinalizer);
  return { ...described, spec: left.length === 0 ? {} : { finalizers: [...left] } };
}

function conditionsOf(content: readonly RemainingContent[]): readonly Condition[] {
  return [
    fine("NamespaceDeletionDiscoveryFailure", "ResourcesDiscovered", "All resources successfully discovered"),
    fine("NamespaceDeletionGroupVersionParsingFailure", "ParsedGroupVersions", "All legacy kube types successfully parsed"),
    fine("NamespaceDeletionContentFailure", "ContentDeleted", "All content successfully deleted, may be waiting on finalization"),
    contentCondition(content),
    finalizersCondition(content),
  ]; // prettier-ignore
}

function fine(type: string, reason: string, message: string): Condition {
  return { type, status: "False", reason, message };
}

function contentCondition(content: readonly RemainingContent[]): Condition {
  const type = "NamespaceContentRemaining";
  if (content.length === 0) return fine(type, "ContentRemoved", "All content successfully removed");
  const rest = content.map(
    ({ resource, finalizers }) => `${resource} has ${finalizers.length} resource instances`,
  );
  const message = `Some resources are remaining: ${rest.sort().join(", ")}`;
  return { type, status: "True", reason: "SomeResourcesRemain", message };
}

function finalizersCondition(content: readonly RemainingContent[]): Condition {
  const type = "NamespaceFinalizersRemaining";
  const counts = new Map<string, number>();
  for (const name of content.flatMap(({ finalizers }) => finalizers.flat())) {
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  if (counts.size === 0) {
    return fine(type, "ContentHasNoFinalizers", "All content-preserving finalizers finished");
  }
  const rest = [...counts].map(([name, count]) => `${name} in ${count} resource instances`);
  const message = `Some content in the namespace has finalizers remaining: ${rest.sort().join(", ")}`;
  return { type, status: "True", reason: "SomeFinalizersRemain", message };
}

function withConditions(
  namespace: JsonObject,
  conditions: readonly Condition[],
  now: number,
): JsonObject {
  const status = mapAt(namespace, "status");
  const old = objectsOf(status, "conditions");
  const time = serverTime(now);
  const own = conditions.map(({ type, status: state, reason, message }) => {
    const before = old.find((one) => textOf(one, "type") === type);
    const isSame = before !== undefined && textOf(before, "status") === state;
    const lastTransitionTime = isSame ? (before["lastTransitionTime"] ?? time) : time;
    return { type, status: state, lastTransitionTime, reason, message };
  });
  const kept = old.map((one) => own.find(({ type }) => type === textOf(one, "type")) ?? one);
  const isKnown = (type: string): boolean => old.some((one) => textOf(one, "type") === type);
  const written = [...kept, ...own.filter(({ type }) => !isKnown(type))];
  if (deepEqual([...old], written)) return namespace;
  const changed = { ...namespace, status: { ...status, conditions: written } };
  return withOwner(namespace, changed, time);
}

/** The controller owns the conditions. */
function withOwner(namespace: JsonObject, changed: JsonObject, time: string): JsonObject {
  const owned = updateManagedFields(namespace, changed, {
    schema: { type: kindMergeType("core/v1.Namespace"), status: "with metadata" },
    apiVersion: "v1",
    manager: "kube-controller-manager",
    subresource: "status",
    time,
  });
  return withEntries(changed, metadataOf(owned)["managedFields"]);
}
