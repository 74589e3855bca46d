import type { Schema } from "../../src/crd/ir/schema.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { duplicateError, invalidError } from "../../src/runtime/v1/values/field-errors.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import { isNumber } from "../../src/runtime/v1/values/json/deep-equal.js";
import { integerText } from "../../src/runtime/v1/values/json/json-object.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isInt64, isObject, setKey, toDouble } from "../../src/runtime/v1/values/json/json.js";
import { fieldPath } from "../../src/runtime/v1/values/place.js";

/**
 * The items that occur twice in lists of type set and map, in a value and below. `path` is that of
 * the value; keys of maps stand in brackets, unlike in schema errors (apiextensions
 * `schema/listtype/validation.go`).
 */
export function validateListTypes(schema: Schema, value: Json, path: string): FieldError[] {
  if (Array.isArray(value)) return validateList(schema, value, path);
  if (!isObject(value)) return [];
  const errors: FieldError[] = [];
  for (const [key, child] of Object.entries(value)) {
    if (typeof schema.values === "object") {
      errors.push(...validateListTypes(schema.values, child, `${path}[${key}]`));
    }
    const field = schema.fields.get(key);
    if (field !== undefined) {
      errors.push(...validateListTypes(field, child, fieldPath(path, key)));
    }
  }
  return errors;
}

function validateList(schema: Schema, list: readonly Json[], path: string): FieldError[] {
  const errors: FieldError[] = [];
  if (schema.listType === "set") errors.push(...validateSet(list, path));
  if (schema.listType === "map") errors.push(...validateMap(schema, list, path));
  const { items } = schema;
  if (items === undefined) return errors;
  const below = list.map((item, index) => validateListTypes(items, item, `${path}[${index}]`));
  return [...errors, ...below.flat()];
}

function validateSet(list: readonly Json[], path: string): FieldError[] {
  return secondOccurrences(list.map(setKeyOf)).map((index) =>
    duplicateError(`${path}[${index}]`, list[index]),
  );
}

function validateMap({ listMapKeys }: Schema, list: readonly Json[], path: string): FieldError[] {
  const wrong = list.findIndex((item) => item !== null && !isObject(item));
  if (wrong >= 0) {
    const detail = "must be an object for an array of list-type map";
    return [invalidError(`${path}[${wrong}]`, list[wrong], detail)];
  }
  const keys = list.map((item) => keyObject(item, listMapKeys));
  const [only] = listMapKeys;
  // One key is compared as an item of a set would be; several together as one object.
  const texts = keys.map((key) =>
    listMapKeys.length === 1 && only !== undefined
      ? Object.hasOwn(key, only)
        ? setKeyOf(key[only] ?? null)
        : "absent"
      : goJson(key),
  );
  return secondOccurrences(texts).map((index) => duplicateError(`${path}[${index}]`, keys[index]));
}

/** What of an item is its key: an object of those keys that it has. */
function keyObject(item: Json, names: readonly string[]): JsonObject {
  const key: JsonObject = {};
  if (!isObject(item)) return key;
  for (const name of names) {
    if (Object.hasOwn(item, name)) setKey(key, name, item[name] ?? null);
  }
  return key;
}

/**
 * Text that is equal for what a set takes as equal: objects and lists by their JSON, in which 1 and
 * 1.0 are one.
 */
function setKeyOf(value: Json): string {
  if (isNumber(value)) return isInt64(value) ? integerText(value) : `float ${toDouble(value)}`;
  return goJson(value);
}

/**
 * Indices at which a text occurs for the second time; what occurs a third time is not reported
 * again.
 */
function secondOccurrences(texts: readonly string[]): number[] {
  const times = new Map<string, number>();
  return [...texts.keys()].filter((index) => {
    const text = texts[index] ?? "";
    const count = (times.get(text) ?? 0) + 1;
    times.set(text, count);
    return count === 2;
  });
}
