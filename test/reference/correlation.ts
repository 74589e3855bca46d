import { childSchema } from "../../src/crd/ir/child-schemas.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import { quote } from "../../src/runtime/v1/values/go/quote.js";
import { deepEqual, isNumber } from "../../src/runtime/v1/values/json/deep-equal.js";
import { integerText } from "../../src/runtime/v1/values/json/json-object.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { isInt64, isObject, toDouble } from "../../src/runtime/v1/values/json/json.js";

/**
 * A value of an update beside its counterpart in the old object (`CorrelatedObject` of apiserver
 * `cel/common`).
 */
export interface Correlation {
  readonly value: Json;
  readonly old: Json;
  readonly schema: Schema;
}

/**
 * The counterparts at a key; undefined unless both objects have the key and the schema specifies
 * it.
 */
export function childAt(parent: Correlation | undefined, key: string): Correlation | undefined {
  if (parent === undefined || !isObject(parent.value) || !isObject(parent.old)) return undefined;
  const schema = childSchema(parent.schema, key);
  if (schema === undefined || !Object.hasOwn(parent.value, key) || !Object.hasOwn(parent.old, key))
    return undefined;
  return { value: parent.value[key] ?? null, old: parent.old[key] ?? null, schema };
}

/**
 * The counterparts of a list's item: the old item with the same keys, in lists of type map; in
 * others there is none.
 */
export function itemAt(parent: Correlation | undefined, index: number): Correlation | undefined {
  if (parent === undefined || !Array.isArray(parent.value) || !Array.isArray(parent.old)) {
    return undefined;
  }
  const { items } = parent.schema;
  const item = parent.value[index];
  if (items === undefined || item === undefined || !isMapList(parent.schema)) return undefined;
  const key = itemKey(item, parent.schema);
  if (key === undefined) return undefined;
  const old = parent.old.find((candidate) => itemKey(candidate, parent.schema) === key);
  return old === undefined ? undefined : { value: item, old, schema: items };
}

/**
 * Whether an update left a value as it was: equal, where map lists are compared by their keys, and
 * where an object with a key that the schema does not specify never is.
 */
export function isUnchanged(correlation: Correlation): boolean {
  const { value, old } = correlation;
  if (Array.isArray(value)) return Array.isArray(old) && isUnchangedList(correlation, value, old);
  if (isObject(value)) return isObject(old) && isUnchangedObject(correlation, value, old);
  return deepEqual(value, old);
}

function isUnchangedList(
  parent: Correlation,
  list: readonly Json[],
  old: readonly Json[],
): boolean {
  if (list.length !== old.length) return false;
  if (parent.schema.listType !== "map") return deepEqual(parent.value, parent.old);
  return list.every((_, index) => {
    const item = itemAt(parent, index);
    return item !== undefined && isUnchanged(item);
  });
}

function isUnchangedObject(parent: Correlation, object: JsonObject, old: JsonObject): boolean {
  const keys = Object.keys(object);
  if (keys.length !== Object.keys(old).length) return false;
  return keys.every((key) => {
    const child = childAt(parent, key);
    return child !== undefined && isUnchanged(child);
  });
}

function isMapList(schema: Schema): boolean {
  return schema.type === "array" && schema.listType === "map" && schema.listMapKeys.length > 0;
}

/**
 * The key of an item as text; undefined if it is no object, or lacks a key, or has one that is no
 * scalar.
 */
function itemKey(item: Json, { listMapKeys }: Schema): string | undefined {
  if (!isObject(item)) return undefined;
  const parts = listMapKeys.map((name) =>
    Object.hasOwn(item, name) ? keyText(item[name] ?? null, listMapKeys.length > 1) : undefined,
  );
  return parts.includes(undefined) ? undefined : parts.join("\0");
}

/** Of several keys floats are compared by six digits after the point, as `%f` prints them. */
function keyText(value: Json, isOneOfSeveral: boolean): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return String(value);
  if (!isNumber(value)) return undefined;
  if (isInt64(value)) return integerText(value);
  return isOneOfSeveral ? toDouble(value).toFixed(6) : `float ${toDouble(value)}`;
}
