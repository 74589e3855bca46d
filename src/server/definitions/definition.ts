import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import {
  objectAt,
  objectsAt,
  textAt,
  textsAt,
  withoutKeys,
} from "../../runtime/v1/values/json/raw-fields.js";

/*
 * A CustomResourceDefinition as it is stored: JSON that `printCrd` made, so that all fields are of
 * their types.
 */

/** One entry of `status.conditions` (apiextensions `v1/types.go`). */
export interface DefinitionCondition {
  readonly type: ConditionType;
  readonly status: "True" | "False" | "Unknown";
  readonly lastTransitionTime?: string;
  readonly reason: string;
  readonly message: string;
}

/** The conditions of CRDs that the API server sets. */
export type ConditionType =
  | "Established"
  | "NamesAccepted"
  | "NonStructuralSchema"
  | "Terminating"
  | "KubernetesAPIApprovalPolicyConformant";

/** `spec.names` and `status.acceptedNames`. */
export interface DefinitionNames {
  readonly plural: string;
  readonly singular: string;
  readonly kind: string;
  readonly listKind: string;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
}

/** Returns the names that the spec asks for. */
export function requestedNames(definition: JsonObject): DefinitionNames {
  return namesAt(objectAt(definition, "spec") ?? {}, "names");
}

/** Returns the names that the status grants; empty texts where nothing was granted yet. */
export function acceptedNames(definition: JsonObject): DefinitionNames {
  return namesAt(objectAt(definition, "status") ?? {}, "acceptedNames");
}

function namesAt(owner: JsonObject, key: string): DefinitionNames {
  const names = objectAt(owner, key) ?? {};
  return {
    plural: textAt(names, "plural"),
    singular: textAt(names, "singular"),
    kind: textAt(names, "kind"),
    listKind: textAt(names, "listKind"),
    shortNames: textsAt(names, "shortNames"),
    categories: textsAt(names, "categories"),
  };
}

/** `spec.group`. */
export function groupOf(definition: JsonObject): string {
  return textAt(objectAt(definition, "spec") ?? {}, "group");
}

/** The conditions in their order. */
export function conditionsOf(definition: JsonObject): readonly DefinitionCondition[] {
  const conditions: unknown = objectsAt(objectAt(definition, "status") ?? {}, "conditions");
  return conditions as readonly DefinitionCondition[]; // stored ones have these fields
}

/** The condition of a type, if there is one. */
export function conditionOf(
  definition: JsonObject,
  type: ConditionType,
): DefinitionCondition | undefined {
  return conditionsOf(definition).find((condition) => condition.type === type);
}

/** Tells whether the condition of a type is there and true. */
export function hasCondition(definition: JsonObject, type: ConditionType): boolean {
  return conditionOf(definition, type)?.status === "True";
}

/**
 * A copy of the definition with a condition set; its time changes with its status alone
 * (`apihelpers.SetCRDCondition`).
 */
export function withCondition(
  definition: JsonObject,
  condition: Omit<DefinitionCondition, "lastTransitionTime">,
  now: string,
): JsonObject {
  const old = conditionOf(definition, condition.type);
  const kept = old?.status === condition.status ? old.lastTransitionTime : undefined;
  const set = { ...condition, lastTransitionTime: kept ?? now };
  const others = conditionsOf(definition);
  const conditions =
    old === undefined ? [...others, set] : others.map((each) => (each === old ? set : each));
  return withStatus(definition, { conditions: conditions as unknown as Json }); // plain JSON
}

/** Tells whether a condition says the same as the old one. */
export function isSameCondition(
  { status, reason, message }: Omit<DefinitionCondition, "lastTransitionTime">,
  old: DefinitionCondition | undefined,
): boolean {
  return status === old?.status && reason === old.reason && message === old.message;
}

/** A copy of the definition without the condition of a type. */
export function withoutCondition(definition: JsonObject, type: ConditionType): JsonObject {
  const kept = conditionsOf(definition).filter((condition) => condition.type !== type);
  return withStatus(definition, { conditions: kept as unknown as Json }); // plain JSON
}

/** A copy of the definition with some fields of its status changed. */
export function withStatus(definition: JsonObject, change: JsonObject): JsonObject {
  return { ...definition, status: { ...objectAt(definition, "status"), ...change } };
}

/** Tells whether a definition was deleted, and waits for its objects to be gone. */
export function isBeingDeleted(definition: JsonObject): boolean {
  const { deletionTimestamp } = objectAt(definition, "metadata") ?? {};
  return deletionTimestamp !== undefined;
}

/** A copy of a definition without the schemas of its versions, which are most of it. */
export function withoutSchemas(definition: JsonObject): JsonObject {
  const spec = objectAt(definition, "spec") ?? {};
  const versions = objectsAt(spec, "versions").map((version) => withoutKeys(version, "schema"));
  return { ...definition, spec: { ...spec, versions } };
}
