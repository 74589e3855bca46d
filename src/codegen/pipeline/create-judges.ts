import type {
  DefaultPlace,
  DefaultsJudge,
  Judges,
  ValueRoot,
} from "../../crd/frontend/check-options.js";
import type { NewerServerAdvice } from "../../crd/frontend/findings/help.js";
import { InterpretedRules } from "../../crd/interpret/rules.js";
import { ValueSchemas } from "../../crd/interpret/value-schema.js";
import { copyJson } from "../../crd/ir/apply-defaults.js";
import { valuesSchema } from "../../crd/ir/child-schemas.js";
import type { Schema } from "../../crd/ir/schema.js";
import { runRules } from "../../runtime/v1/cel/rules/rules.js";
import { collectErrors } from "../../runtime/v1/validation/collect-errors.js";
import { pruneBySchema, pruneValue } from "../../runtime/v1/validation/prune.js";
import { Report } from "../../runtime/v1/validation/report.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import {
  coerceEmbeddedNode,
  validateEmbeddedNode,
} from "../../runtime/v1/values/metadata/embedded.js";
import { inWords } from "../../runtime/v1/values/words.js";
import { dialectOf } from "../../runtime/versions/dialects.js";
import type { KubernetesMinor } from "../../runtime/versions/kubernetes-version.js";
import { createPortableRulesJudge, createRulesJudge } from "./rules-judge.js";

/** Makes the functions that the front end needs of later phases, for one server. */
export function createJudges(minor: KubernetesMinor): Judges {
  return { defaults: createDefaultsJudge(minor), compileRules: createRulesJudge(minor) };
}

/** As `createJudges`, for authors who want to know what older servers refuse, from `minimum` on. */
export function createPortableJudges(
  minor: KubernetesMinor,
  minimum: KubernetesMinor,
  adviseNewer: NewerServerAdvice | undefined,
): Judges {
  const compileRules = createPortableRulesJudge(minor, minimum, adviseNewer);
  return { ...createJudges(minor), compileRules };
}

/** Judges defaults as generated code judges objects, by schemas as data, for one server. */
export function createDefaultsJudge(minor: KubernetesMinor): DefaultsJudge {
  const schemas = new ValueSchemas(minor, "structural");
  const rules = new InterpretedRules(minor);
  const dialect = dialectOf(minor);
  return {
    isPruned(value, schema, root) {
      const copy = copyJson(value);
      const prune = root === "resource" ? pruneBySchema : pruneValue;
      return prune(schemas.of(schema), copy) === undefined;
    },
    checkMetadata,
    checkValue(value, schema, { path }) {
      const report = new Report(path, dialect);
      collectErrors(schemas.of(schema), value, "", report);
      return inWords(report.errors, dialect.words?.ofValues);
    },
    checkRules(value, schema, root, place, budget) {
      const node = rules.of(schema, root === "resource");
      if (node === undefined) return [];
      const run = { node, path: place.path, dialect, budget: budget.remaining, counts: true };
      const asOld = runRules(run, value, value);
      budget.remaining = asOld.remaining;
      // Without ratcheting no rule is asked a second time for a value that is new.
      if (asOld.errors.length > 0 || dialect.ratchets === false) return asOld.errors;
      const asNew = runRules(run, value, undefined);
      budget.remaining = Math.min(asOld.remaining, asNew.remaining);
      return asNew.errors;
    },
  };
}

function checkMetadata(
  value: Json,
  schema: Schema,
  root: ValueRoot,
  place: DefaultPlace,
): readonly FieldError[] {
  const dialect = dialectOf(place.minor);
  const visitAll = (visit: Visit): readonly FieldError[] =>
    visitResources(
      schema,
      value,
      place.path,
      visit,
      root === "resource" || schema.embeddedResource,
    );
  const [fault] = visitAll((object, path) => {
    const error = coerceEmbeddedNode(object, path, () => undefined);
    return error === undefined ? [] : inWords([error], dialect.words?.ofMetadata);
  });
  if (fault !== undefined) return [fault];
  return visitAll((object, path) => validateEmbeddedNode(object, path, dialect));
}

/** A function that judges a resource inside a value. */
type Visit = (object: JsonObject, path: string) => readonly FieldError[];

/**
 * The errors of all resources in a value, from the outside to the inside (apiextensions
 * `schema/objectmeta`).
 */
function visitResources(
  schema: Schema | undefined,
  value: Json,
  path: string,
  visit: Visit,
  isResource = schema?.embeddedResource === true,
): readonly FieldError[] {
  if (schema === undefined) return [];
  if (Array.isArray(value)) {
    return value.flatMap((item, index) =>
      visitResources(schema.items, item, `${path}[${index}]`, visit),
    );
  }
  if (!isObject(value)) return [];
  const own = isResource ? visit(value, path) : [];
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
