import type { Json, JsonObject } from "./json.js";
import { isObject, setKey } from "./json.js";

/**
 * Fields of a decoded Go struct, read from its JSON. As in Go, a field that is absent, null or of
 * the wrong JSON type is the zero value; wrong types were reported by `decodeCrd` before.
 */

/** A string field; `""` when there is none. */
export function textAt(object: JsonObject, key: string): string {
  const value = memberAt(object, key);
  return typeof value === "string" ? value : "";
}

/**
 * A field that is a pointer to a string: `undefined` when there is none, so that `""` can be told
 * from it.
 */
export function optionalTextAt(object: JsonObject, key: string): string | undefined {
  const value = memberAt(object, key);
  return typeof value === "string" ? value : undefined;
}

/** A bool field; `false` when there is none. */
export function flagAt(object: JsonObject, key: string): boolean {
  return memberAt(object, key) === true;
}

/** A field that is a pointer to a bool. */
export function optionalFlagAt(object: JsonObject, key: string): boolean | undefined {
  const value = memberAt(object, key);
  return typeof value === "boolean" ? value : undefined;
}

/** A number field that is a pointer, as a double; `undefined` when there is none. */
export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = memberAt(object, key);
  if (typeof value === "bigint") return Number(value);
  return typeof value === "number" ? value : undefined;
}

/** A struct, a map, or `undefined`. */
export function objectAt(object: JsonObject, key: string): JsonObject | undefined {
  const value = memberAt(object, key);
  return isObject(value) ? value : undefined;
}

/** A slice of structs; null items are zero structs. */
export function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  return itemsAt(object, key).map((item) => (isObject(item) ? item : {}));
}

/** A slice of strings; null items are `""`. */
export function textsAt(object: JsonObject, key: string): readonly string[] {
  return itemsAt(object, key).map((item) => (typeof item === "string" ? item : ""));
}

/** A slice of anything; empty when there is none. */
export function itemsAt(object: JsonObject, key: string): readonly Json[] {
  const value = memberAt(object, key);
  return Array.isArray(value) ? value : none;
}

/** Any value; null counts as absent, as it does for Go's pointers, maps and slices. */
export function memberAt(object: JsonObject, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? (object[key] ?? undefined) : undefined;
}

/** A copy without some fields. */
export function withoutKeys(object: JsonObject, ...keys: readonly string[]): JsonObject {
  const copy: JsonObject = {};
  for (const key of Object.keys(object)) {
    if (!keys.includes(key)) setKey(copy, key, object[key] ?? null);
  }
  return copy;
}

/**
 * An object or a list with other children; the given one where each stays as it is, and where there
 * can be none.
 */
export function mapChildren(value: Json, map: (child: Json, key: string) => Json): Json {
  if (Array.isArray(value)) {
    const items = value.map((item, index) => map(item, String(index)));
    return items.every((item, index) => item === value[index]) ? value : items;
  }
  return isObject(value) ? mapMembers(value, map) : value;
}

/** As `mapChildren`, of an object. */
export function mapMembers(
  object: JsonObject,
  map: (child: Json, key: string) => Json,
): JsonObject {
  let copy: JsonObject | undefined;
  for (const key of Object.keys(object)) {
    const child = object[key] ?? null;
    const mapped = map(child, key);
    if (mapped !== child) setKey((copy ??= { ...object }), key, mapped);
  }
  return copy ?? object;
}

const none: readonly Json[] = [];
