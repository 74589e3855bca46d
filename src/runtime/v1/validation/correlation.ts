import { quote } from "../values/go/quote.js";
import { deepEqual, isNumber } from "../values/json/deep-equal.js";
import { integerText, keysOf } from "../values/json/json-object.js";
import type { Json } from "../values/json/json.js";
import { isInt64, isObject, toDouble } from "../values/json/json.js";
import type { ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/*
 * Which parts of an update correspond to which parts of the old object, and whether they changed
 * (apiserver `cel/common/equality.go`, `maplist.go`): the basis of ratcheting, of schema errors as
 * of rules.
 */

/** A value of an update beside its counterpart in the old object. */
export interface Correlation {
  readonly value: Json;
  readonly old: Json;
  readonly schema: ValueSchema;
}

/** The counterparts at a key; undefined unless both objects have it and the schema specifies it. */
export function correlateKey(
  parent: Correlation | undefined,
  key: string,
): Correlation | undefined {
  if (parent === undefined) return undefined;
  const { value, old } = parent;
  if (!isObject(value) || !isObject(old)) return undefined;
  const child = Object.hasOwn(value, key) ? value[key] : undefined;
  const oldChild = Object.hasOwn(old, key) ? old[key] : undefined;
  if (child === undefined || oldChild === undefined) return undefined;
  const schema = memberSchema(parent.schema, key);
  return schema === undefined ? undefined : { value: child, old: oldChild, schema };
}

/**
 * The counterparts of a list's items, one by one: in lists of type map the first old item with the
 * same keys; in other lists items have none.
 */
export function correlateItems(
  parent: Correlation | undefined,
): (index: number) => Correlation | undefined {
  if (parent === undefined) return () => undefined;
  const { value, old, schema } = parent;
  const { items, listMapKeys = [] } = schema;
  const isMap = schema.type === "array" && schema.listType === "map" && listMapKeys.length > 0;
  if (!isMap || items === undefined || !Array.isArray(value) || !Array.isArray(old)) {
    return () => undefined;
  }
  const oldItems = new Map<string, Json>();
  for (const item of old) {
    const key = itemKey(item, listMapKeys);
    if (key !== undefined && !oldItems.has(key)) oldItems.set(key, item);
  }
  return (index) => {
    const item = value[index] ?? null;
    const oldItem = oldItems.get(itemKey(item, listMapKeys) ?? "");
    return oldItem === undefined ? undefined : { value: item, old: oldItem, schema: items };
  };
}

/**
 * Tells whether an update left a value as it was. Items of map lists are compared with their
 * counterparts, so that a mere change of order is none. An object with a key that the schema does
 * not specify never counts as unchanged.
 */
export function isUnchanged(correlation: Correlation): boolean {
  const { value, old, schema } = correlation;
  if (Array.isArray(value)) {
    if (!Array.isArray(old) || value.length !== old.length) return false;
    if (schema.listType !== "map") return deepEqual(value, old);
    const itemAt = correlateItems(correlation);
    return value.every((_, index) => isPairUnchanged(itemAt(index)));
  }
  if (!isObject(value)) return deepEqual(value, old);
  if (!isObject(old)) return false;
  const keys = keysOf(value);
  if (keys.length !== keysOf(old).length) return false;
  return keys.every((key) => isPairUnchanged(correlateKey(correlation, key)));
}

function isPairUnchanged(pair: Correlation | undefined): boolean {
  return pair !== undefined && isUnchanged(pair);
}

/**
 * The key of an item as text; undefined if it is no object, or lacks a key, or has one that is no
 * scalar.
 */
function itemKey(item: Json, names: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined;
  let key = "";
  for (const name of names) {
    const part = Object.hasOwn(item, name) ? keyText(item[name], names.length > 1) : undefined;
    if (part === undefined) return undefined;
    key += `\0${part}`;
  }
  return key;
}

/** Of several keys floats are compared by six digits after the point, as Go's `%f` prints them. */
function keyText(value: Json | undefined, isOneOfSeveral: boolean): string | undefined {
  if (typeof value === "string") return quote(value);
  if (typeof value === "boolean") return String(value);
  if (!isNumber(value)) return undefined;
  if (isInt64(value)) return integerText(value);
  return isOneOfSeveral ? toDouble(value).toFixed(6) : `float ${toDouble(value)}`;
}
