import { spanOf } from "../../../crd/diagnostics/diagnostics.js";
import { followSteps } from "../../../crd/source/follow-steps.js";
import type { Path, Position, SourceDocument } from "../../../crd/source/source-file.js";
import { positionAt } from "../../../crd/source/source-file.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { CrdPlace } from "../contract.js";

/** A CRD in a text. */
export interface PlacedCrd {
  readonly document: SourceDocument;
  /** From the document to the CRD. */
  readonly path: Path;
}

/** The CRD itself. */
export function crdValue({ document, path }: PlacedCrd): JsonObject {
  const value = followSteps(document.value, path);
  return isObject(value) ? value : {};
}

/**
 * Steps from an object to a field, in every object of a kind: a key, or null for each item of a
 * list and each value of a map.
 */
export type FieldPattern = readonly (string | number | null)[];

/** The way from a CRD to the schema of a version; undefined where it has no such version. */
export function schemaSteps(crd: JsonObject, version: string): Path | undefined {
  const spec = objectAt(crd, "spec") ?? {};
  const index = objectsAt(spec, "versions").findIndex((one) => textAt(one, "name") === version);
  const own = ["spec", "versions", index, "schema", "openAPIV3Schema"];
  if (index !== -1 && followSteps(crd, own) !== undefined) return own;
  // What v1beta1 has for all versions, or for the only one.
  if (index === -1 && textAt(spec, "version") !== version) return undefined;
  return commonSchema;
}

/** The way to what v1beta1 has as the schema of all versions. */
export const commonSchema: Path = ["spec", "validation", "openAPIV3Schema"];

/**
 * The way to the schema of a field.
 *
 * @param schema the way to the schema of objects, of which `path` leads to the field
 */
export function fieldSteps(crd: JsonObject, schema: Path, path: FieldPattern): Path | undefined {
  let steps = schema;
  for (const step of path) {
    const next = stepInto(crd, steps, step);
    if (next === undefined) return undefined;
    steps = next;
  }
  return steps;
}

/** The schema of an item, of a field, or of the values of a map. */
export function stepInto(crd: Json, schema: Path, step: string | number | null): Path | undefined {
  const ways =
    typeof step === "string"
      ? [["properties", step], ["additionalProperties"]]
      : step === null
        ? [["items"], ["additionalProperties"]]
        : [["items"]];
  return ways.map((way) => [...schema, ...way]).find((steps) => isObject(followSteps(crd, steps)));
}

/**
 * The ways to all schemas that a value must fulfil, or one of which it must: its own, then those of
 * `allOf`, `anyOf`, `oneOf` and `not` around it.
 */
export function allSchemasAt(crd: JsonObject, schema: Path, path: FieldPattern): readonly Path[] {
  const [step, ...rest] = path;
  const next = step === undefined ? undefined : stepInto(crd, schema, step);
  const own =
    step === undefined ? [schema] : next === undefined ? [] : allSchemasAt(crd, next, rest);
  return [...own, ...branchesOf(crd, schema).flatMap((branch) => allSchemasAt(crd, branch, path))];
}

function branchesOf(crd: JsonObject, schema: Path): readonly Path[] {
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((name) => {
    const list = followSteps(crd, [...schema, name]);
    return Array.isArray(list) ? list.map((_, index) => [...schema, name, index]) : [];
  });
  const not = [...schema, "not"];
  return isObject(followSteps(crd, not)) ? [...lists, not] : lists;
}

/** The place of what a way leads to from a CRD. */
export function placeInCrd(
  { document, path }: PlacedCrd,
  steps: Path,
  part: "key" | "value",
): CrdPlace {
  const { file, start, end } = spanOf({ document, path: [...path, ...steps], part });
  return { path: file.path, ...positionsOf(file, start, end) };
}

function positionsOf(
  file: SourceDocument["file"],
  from: number,
  to: number,
): { readonly start: Position; readonly end: Position } {
  return { start: positionAt(file, from), end: positionAt(file, to) };
}
