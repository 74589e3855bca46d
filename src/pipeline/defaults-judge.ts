import type { DefaultPlace, DefaultsJudge } from "../frontend/judges.js";
import { valuesSchema } from "../ir/child-schemas.js";
import { copyJson } from "../ir/copy-json.js";
import type { Schema } from "../ir/schema.js";
import { prune } from "../reference/prune.js";
import { InterpretedRules } from "../reference/rules.js";
import { validateValue } from "../reference/validate.js";
import type { FieldError } from "../runtime/v1/field-error.js";
import { deepEqual } from "../runtime/v1/json/deep-equal.js";
import type { Json, JsonObject } from "../runtime/v1/json/json.js";
import { isObject } from "../runtime/v1/json/json.js";
import { coerceEmbeddedNode, validateEmbeddedNode } from "../runtime/v1/metadata/embedded.js";
import { runRules } from "../runtime/v1/rules/rules.js";
import { dialectOf } from "../versions/dialects.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/** Judges defaults with the reference interpreters, for one server. */
export function createDefaultsJudge(minor: KubernetesMinor): DefaultsJudge {
  const rules = new InterpretedRules(minor);
  return {
    ...plainJudge,
    checkRules(value, schema, root, place, budget) {
      const node = rules.of(schema, root === "resource");
      if (node === undefined) return [];
      const { dialect } = dialectOf(minor);
      const run = { node, path: place.path, dialect, budget: budget.remaining, counts: true };
      const asOld = runRules(run, value, value);
      budget.remaining = asOld.remaining;
      // Without ratcheting no rule is asked a second time for a value that is new.
      if (asOld.errors.length > 0 || !dialect.ratchets) return asOld.errors;
      const asNew = runRules(run, value, undefined);
      budget.remaining = Math.min(asOld.remaining, asNew.remaining);
      return asNew.errors;
    },
  };
}

const plainJudge: Omit<DefaultsJudge, "checkRules"> = {
  isPruned(value, schema, root) {
    const copy = copyJson(value);
    prune(copy, schema, root);
    return deepEqual(copy, value);
  },
  checkMetadata(value, schema, root, place) {
    const { dialect } = dialectOf(place.minor);
    const node = root === "resource" ? { ...schema, embeddedResource: true } : schema;
    const fault = firstOf(node, value, place, (object, path) => {
      const error = coerceEmbeddedNode(object, path, () => undefined, dialect);
      return error === undefined ? [] : [error];
    });
    if (fault !== undefined) return [fault];
    return visitResources(node, value, place.path, (object, path) =>
      validateEmbeddedNode(object, path, dialect),
    );
  },
  checkValue(value, schema, { minor, path }) {
    return validateValue(schema, value, { kubernetes: minor, reading: "structural", prefix: path });
  },
};

/** What to do with a resource inside of a value. */
type Visit = (object: JsonObject, path: string) => readonly FieldError[];

function firstOf(
  schema: Schema,
  value: Json,
  place: DefaultPlace,
  visit: Visit,
): FieldError | undefined {
  return visitResources(schema, value, place.path, visit)[0];
}

/** The errors of all resources in a value, from the outside to the inside (apiextensions `schema/objectmeta`). */
function visitResources(
  schema: Schema | undefined,
  value: Json,
  path: string,
  visit: Visit,
): readonly FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      visitResources(schema.items, item, `${path}[${index}]`, visit),
    );
  }
  if (!isObject(value)) return [];
  const own = schema.embeddedResource ? visit(value, path) : [];
  const below = Object.entries(value).map(([key, child]) => {
    const field = schema.fields.get(key);
    if (field !== undefined) return visitResources(field, child, join(path, key), visit);
    return visitResources(valuesSchema(schema), child, `${path}[${key}]`, visit);
  });
  return [...own, ...below.flat()];
}

function join(path: string, key: string): string {
  return path === "" ? key : `${path}.${key}`;
}
