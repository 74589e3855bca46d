import type { FieldError } from "../../values/field-error.js";
import { deepEqual } from "../../values/json/deep-equal.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import {
  metadataErrors,
  metadataOf,
  metadataUpdateErrors,
} from "../../values/metadata/resource-metadata.js";
import { isEqualJson } from "./compare.js";
import type { KindFacts } from "./kind-facts.js";
import { usualNames } from "./kind-facts.js";
import type { KindHooks } from "./strategy.js";
import type { Strategy, WrittenPart } from "./strategy.js";
import { coreMetadataErrors, coreMetadataUpdateErrors } from "./strategy.js";

/** The kind that a strategy is made for. */
export interface StrategyKind {
  readonly scope: "Cluster" | "Namespaced";
  /** It has the subresource. */
  readonly hasStatus: boolean;
}

/**
 * The strategy of a kind whose objects are checked by their metadata alone: who writes an object
 * leaves its status as it was, who writes its status leaves the rest (Kubernetes
 * `pkg/registry/<group>/<kind>/strategy.go`).
 */
export function genericStrategy(
  facts: KindFacts,
  kind: StrategyKind,
  hooks: KindHooks = {},
): Strategy {
  const { returnsDeleted, createsOnUpdate, needsVersion } = facts;
  return {
    returnsDeleted,
    createsOnUpdate,
    needsVersion,
    fill: hooks.fill,
    graceSeconds: hooks.graceSeconds,
    warnings: hooks.warnings,
    statusWarnings: hooks.statusWarnings,
    prepareCreate: (object, around) => {
      prepareCreate(facts, kind, object);
      hooks.prepareCreate?.(object, around);
    },
    prepareUpdate: (object, old, part, around) => {
      prepareUpdate(facts, kind, object, old, part);
      hooks.prepareUpdate?.(object, old, part, around);
      if (part !== "status") countChange(facts, object, old, around.hasEmptyPart);
    },
    validate: (object) => createErrors(facts, kind, object),
    validateUpdate: (object, old) => updateErrors(facts, object, old),
  };
}

function createErrors(
  { names = usualNames, isOutsideCore }: KindFacts,
  { scope }: StrategyKind,
  object: JsonObject,
): readonly FieldError[] {
  const isNamespaced = scope === "Namespaced";
  if (isOutsideCore === true) return metadataErrors(object["metadata"], isNamespaced, names);
  return coreMetadataErrors(object, isNamespaced, names);
}

function updateErrors(
  { isOutsideCore }: KindFacts,
  object: JsonObject,
  old: JsonObject,
): readonly FieldError[] {
  if (isOutsideCore === true) return metadataUpdateErrors(object["metadata"], old["metadata"]);
  return coreMetadataUpdateErrors(object, old);
}

function prepareCreate(
  { generation, keepsStatus, startsWithoutGeneration }: KindFacts,
  { hasStatus }: StrategyKind,
  object: JsonObject,
): void {
  if (hasStatus && keepsStatus !== true) delete object["status"];
  if (generation === undefined || startsWithoutGeneration === true) return;
  metadataOf(object)["generation"] = 1;
}

function prepareUpdate(
  facts: KindFacts,
  { hasStatus }: StrategyKind,
  object: JsonObject,
  old: JsonObject,
  part: WrittenPart,
): void {
  if (part === "status") {
    keepAllButStatus(facts, object, old);
    return;
  }
  if (hasStatus && part !== "approval") keep(object, old, "status");
  if (part !== "object" && part !== "approval") keepMetadata(object, old, unchangedByStatus);
}

/** Raises the generation of an object that changed. */
function countChange(
  { generation = [], countsEmpty }: KindFacts,
  object: JsonObject,
  old: JsonObject,
  hasEmptyPart: boolean,
): void {
  const isEqual = countsEmpty === true ? deepEqual : isEqualJson;
  const isSame = generation.every((path) => isEqual(partAt(object, path), partAt(old, path)));
  if (isSame && !(countsEmpty === true && hasEmptyPart && generation.length > 0)) return;
  metadataOf(object)["generation"] = Number(metadataOf(old)["generation"] ?? 0) + 1;
}

/** A part of an object, of its metadata for `metadata.labels`. */
function partAt(object: JsonObject, path: string): Json {
  const [key = "", inner] = path.split(".");
  const value = object[key] ?? null;
  if (inner === undefined) return value;
  return isObject(value) ? (value[inner] ?? null) : null;
}

function keepAllButStatus(
  { statusAlone, statusKeeps = [] }: KindFacts,
  object: JsonObject,
  old: JsonObject,
): void {
  keep(object, old, "spec");
  if (statusAlone === true) keepMetadata(object, old, unchangedByStatus);
  else keepMetadata(object, old, statusKeeps);
}

/** apimachinery `meta/v1/meta.go`, ResetObjectMetaForStatus */
const unchangedByStatus = [
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
  "labels",
  "annotations",
  "finalizers",
  "ownerReferences",
];

function keepMetadata(object: JsonObject, old: JsonObject, keys: readonly string[]): void {
  for (const key of keys) keep(metadataOf(object), metadataOf(old), key);
}

/** Puts a part of an object back. */
function keep(object: JsonObject, old: JsonObject, key: string): void {
  const { [key]: before } = old;
  if (before === undefined) delete object[key];
  else object[key] = before;
}
