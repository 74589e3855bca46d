import { base64Of } from "../../../runtime/v1/built-in/go-types/base64-text.js";
import type {
  GoMap,
  GoSlice,
  GoStruct,
  GoType,
} from "../../../runtime/v1/built-in/go-types/go-type.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../../runtime/v1/values/json/json.js";
import { schemaType } from "./crd-types.js";

/**
 * Tells whether two JSON values decode to Go values that the server takes for equal (apimachinery
 * `equality.Semantic`): null and absent are one, so are nil and empty lists and maps; unknown
 * fields do not count, the order of keys neither.
 */
export function areEqualAs(type: GoType, left: Json | undefined, right: Json | undefined): boolean {
  if (left === right) return true;
  switch (type.kind) {
    case "pointer":
      if (isNil(left) || isNil(right)) return isNil(left) && isNil(right);
      return areEqualAs(type.to, left, right);
    case "struct":
      return areEqualStructs(type, left, right);
    case "slice":
      return areEqualSlices(type, left, right);
    case "map":
      return areEqualMaps(type, left, right);
    case "json":
      return areEqualJson(left ?? null, right ?? null);
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings":
      return areEqualUnions(left, right);
    case "bytes":
      return base64Of(left) === base64Of(right);
    case "string":
    case "time":
      return (left ?? "") === (right ?? "");
    case "bool":
      return (left ?? false) === (right ?? false);
    default:
      return numeric(left) === numeric(right);
  }
}

function areEqualStructs(type: GoStruct, left: Json | undefined, right: Json | undefined): boolean {
  const [first, second] = [isObject(left) ? left : {}, isObject(right) ? right : {}];
  const fields = type.fields();
  for (const key of Object.keys(first)) {
    const known = fields.get(key);
    if (known === undefined) continue;
    const other = Object.hasOwn(second, key) ? second[key] : undefined;
    if (!areEqualAs(known.type, first[key], other)) return false;
  }
  for (const key of Object.keys(second)) {
    const known = fields.get(key);
    if (known === undefined || Object.hasOwn(first, key)) continue;
    if (!areEqualAs(known.type, undefined, second[key])) return false;
  }
  return true;
}

function areEqualSlices(type: GoSlice, left: Json | undefined, right: Json | undefined): boolean {
  const [first, second] = [Array.isArray(left) ? left : [], Array.isArray(right) ? right : []];
  return (
    first.length === second.length &&
    first.every((item, index) => areEqualAs(type.of, item, second[index]))
  );
}

function areEqualMaps(type: GoMap, left: Json | undefined, right: Json | undefined): boolean {
  const [first, second] = [isObject(left) ? left : {}, isObject(right) ? right : {}];
  const keys = Object.keys(first);
  return (
    keys.length === Object.keys(second).length &&
    keys.every((key) => Object.hasOwn(second, key) && areEqualAs(type.of, first[key], second[key]))
  );
}

function areEqualUnions(left: Json | undefined, right: Json | undefined): boolean {
  if (isObject(left) && isObject(right)) return areEqualStructs(schemaType, left, right);
  if (Array.isArray(left) && Array.isArray(right)) return areEqualJson(left, right);
  return (left ?? null) === (right ?? null);
}

/** Equality of values of the server's own data model: an int64 is no float64. */
export function areEqualJson(left: Json, right: Json): boolean {
  if (left === right) return true;
  if (left instanceof Float64) return right instanceof Float64 && left.value === right.value;
  if (Array.isArray(left)) {
    return (
      Array.isArray(right) &&
      left.length === right.length &&
      left.every((item, index) => areEqualJson(item, right[index] ?? null))
    );
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every(
      (key) => Object.hasOwn(right, key) && areEqualJson(left[key] ?? null, right[key] ?? null),
    )
  );
}

function isNil(value: Json | undefined): boolean {
  return value === undefined || value === null;
}

function numeric(value: Json | undefined): Json | undefined {
  if (value instanceof Float64) return value.value;
  return typeof value === "bigint" ? Number(value) : (value ?? undefined);
}
