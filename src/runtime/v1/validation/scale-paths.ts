import type { FieldError } from "../values/field-error.js";
import { invalidError, plainText } from "../values/field-errors.js";
import type { JsonType, Members } from "../values/json/json-object.js";
import { hasKey, isPlainObject, jsonType } from "../values/json/json-object.js";
import type { JsonObject } from "../values/json/json.js";
import type { ScalePaths } from "../values/resource-definition.js";
import type { ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/**
 * The errors at the paths of the scale subresource, which every write of the object checks; a write
 * of the status leaves out that of `specReplicasPath` (apiextensions
 * `registry/customresource/validator.go`).
 *
 * @param schema where it is given, the object is one as it is sent: what the schema fills in at the
 *   paths is looked at too
 */
export function scaleErrors(
  object: Members,
  paths: ScalePaths,
  subresource: "status" | undefined,
  schema?: ValueSchema,
): FieldError[] {
  const errors = schema === undefined ? [] : [...errorsOfFilled(schema, paths)];
  if (hasGoodScale(object, paths)) return errors;
  if (subresource === undefined) checkReplicas(object, paths.specReplicasPath, errors);
  checkReplicas(object, paths.statusReplicasPath, errors);
  const { labelSelectorPath } = paths;
  if (labelSelectorPath !== undefined) {
    const found = findScaleValue(object, labelSelectorPath, "string");
    if (found.fault !== undefined) errors.push(invalidError(labelSelectorPath, "", found.fault));
  }
  return errors;
}

/** The keys of the paths, those of the replicas first. */
const stepsOfPaths = /* @__PURE__ */ new WeakMap<ScalePaths, (readonly string[])[]>();

/** Tells whether there is no error for sure. */
function hasGoodScale(object: Members, paths: ScalePaths): boolean {
  let steps = stepsOfPaths.get(paths);
  if (steps === undefined) {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath } = paths;
    steps = [specReplicasPath, statusReplicasPath, labelSelectorPath ?? ""].map(scaleSteps);
    stepsOfPaths.set(paths, steps);
  }
  const [spec = [], status = [], selector = []] = steps;
  if (!hasReplicas(object, spec) || !hasReplicas(object, status)) return false;
  return paths.labelSelectorPath === undefined || hasText(object, selector);
}

/** The errors at the paths of objects that each schema fills in. */
const filledErrors = /* @__PURE__ */ new WeakMap<ValueSchema, readonly FieldError[]>();

function errorsOfFilled(schema: ValueSchema, paths: ScalePaths): readonly FieldError[] {
  let errors = filledErrors.get(schema);
  if (errors === undefined) {
    const { specReplicasPath, statusReplicasPath, labelSelectorPath = "" } = paths;
    errors = [specReplicasPath, statusReplicasPath, labelSelectorPath].flatMap((path) =>
      filledObjects(schema, scaleSteps(path)).flatMap((object) =>
        scaleErrors(object, paths, undefined),
      ),
    );
    filledErrors.set(schema, errors);
  }
  return errors;
}

/** The objects that defaults make along a path, each with nothing but what is on it. */
function filledObjects(
  schema: ValueSchema,
  [key = "", ...rest]: readonly string[],
): readonly JsonObject[] {
  const { [key]: value } = schema.defaults ?? {};
  const here = value === undefined ? [] : [{ [key]: value }];
  const member = memberSchema(schema, key);
  if (member === undefined || rest.length === 0) return here;
  return [...here, ...filledObjects(member, rest).map((object) => ({ [key]: object }))];
}

const maxInt32 = 2 ** 31 - 1;

function checkReplicas(object: Members, path: string, errors: FieldError[]): void {
  const { value, fault } = findScaleValue(object, path, "integer");
  if (fault !== undefined) errors.push(invalidError(path, 0, fault));
  else if (value === undefined) return;
  else if (Number(value) < 0) {
    errors.push(invalidError(path, value, "should be a non-negative integer"));
  } else if (Number(value) > maxInt32) {
    errors.push(invalidError(path, value, `should be less than or equal to ${maxInt32}`));
  }
}

/**
 * The finding at a path: a value of the wanted type, Go's text where it has another type, nothing
 * where it is absent.
 */
export interface FoundScaleValue {
  readonly value?: unknown;
  readonly fault?: string;
}

/** Finds the value at a path of the scale subresource (apimachinery `unstructured/helpers.go`). */
export function findScaleValue(
  object: Members,
  path: string,
  wanted: "integer" | "string",
): FoundScaleValue {
  const parts = scaleSteps(path);
  let value: unknown = object;
  for (const [index, part] of parts.entries()) {
    if (value === null) return {};
    if (jsonType(value, path) !== "object") {
      return { fault: accessorFault(parts.slice(0, index + 1), value, "map[string]interface{}") };
    }
    const members = value as Members; // by its type
    if (!hasKey(members, part)) return {};
    value = members[part];
  }
  if (jsonType(value, path) === wanted) return { value };
  return { fault: accessorFault(parts, value, wanted === "integer" ? "int64" : "string") };
}

/** The keys of a path, `.spec.replicas`, which begins with a dot or without. */
export function scaleSteps(path: string): readonly string[] {
  return (path.startsWith(".") ? path.slice(1) : path).split(".");
}

function accessorFault(parts: readonly string[], value: unknown, expected: string): string {
  const actual = goTypes[jsonType(value, parts.join("."))];
  return `.${parts.join(".")} accessor error: ${plainText(value)} is of the type ${actual}, expected ${expected}`;
}

const goTypes: Readonly<Record<JsonType, string>> = {
  null: "<nil>",
  boolean: "bool",
  integer: "int64",
  number: "float64",
  string: "string",
  array: "[]interface {}",
  object: "map[string]interface {}",
};

/** Tells whether the value at a path is absent, or `absent`, or a good number of replicas. */
export function hasReplicas(object: Members, path: readonly string[], absent?: null): boolean {
  const value = quickFind(object, path);
  if (value === undefined || value === absent) return true;
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= maxInt32;
}

/** Tells whether the value at a path is absent, or `absent`, or a text. */
export function hasText(object: Members, path: readonly string[], absent?: null): boolean {
  const value = quickFind(object, path);
  return value === undefined || value === absent || typeof value === "string";
}

/**
 * Returns the value at a path: `undefined` where a part is absent or null, false where there can be
 * nothing.
 */
function quickFind(object: Members, path: readonly string[]): unknown {
  let value: unknown = object;
  for (const key of path) {
    if (value === null) return undefined;
    if (!isPlainObject(value)) return false;
    if (!Object.hasOwn(value, key)) return undefined;
    value = value[key];
  }
  return value;
}
