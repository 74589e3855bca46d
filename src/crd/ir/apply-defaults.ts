import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import type { Schema } from "./schema.js";

/**
 * Fills in defaults, in place: where a field is absent, or null and not nullable; below what was
 * filled in likewise (apiextensions `schema/defaulting/algorithm.go`). Every place gets a copy of
 * its own.
 */
export function applyDefaults(value: Json, schema: Schema | undefined): void {
  if (schema === undefined) return;
  if (Array.isArray(value)) {
    defaultItems(value, schema.items);
  } else if (isObject(value)) {
    for (const [name, field] of schema.fields) defaultField(value, name, field);
    for (const key of Object.keys(value)) defaultChild(value, key, schema);
  }
}

function defaultField(object: JsonObject, name: string, field: Schema): void {
  if (field.default === undefined) return;
  const isAbsent = !Object.hasOwn(object, name);
  if (isAbsent || (object[name] === null && !field.nullable)) {
    setKey(object, name, copyJson(field.default));
  }
}

function defaultChild(object: JsonObject, key: string, schema: Schema): void {
  const field = schema.fields.get(key);
  if (field !== undefined) {
    applyDefaults(object[key] ?? null, field);
  } else if (typeof schema.values === "object") {
    if (object[key] === null && !schema.values.nullable) {
      setKey(object, key, copyJson(schema.values.default ?? null));
    }
    applyDefaults(object[key] ?? null, schema.values);
  }
}

function defaultItems(list: Json[], items: Schema | undefined): void {
  if (items === undefined) return;
  for (const [index, item] of list.entries()) {
    if (item === null && !items.nullable) list[index] = copyJson(items.default ?? null);
    applyDefaults(list[index] ?? null, items);
  }
}

/**
 * The default of a field, an item or a value, with the defaults below it; `undefined` = none. A new
 * copy with each call.
 */
export function filledDefault(schema: Schema | undefined): Json | undefined {
  if (schema?.default === undefined) return undefined;
  const value = copyJson(schema.default);
  applyDefaults(value, schema);
  return value;
}

/**
 * A deep copy of a JSON value; numbers keep their class. The runtime's namesake also takes what is
 * not JSON yet.
 */
export function copyJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(copyJson);
  if (!isObject(value)) return value;
  const copy: JsonObject = {};
  for (const key of Object.keys(value)) setKey(copy, key, copyJson(value[key] ?? null));
  return copy;
}
