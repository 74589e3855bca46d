import type { Json } from "../../values/json/json.js";
import { CelError } from "../values/error.js";
import { listPosition } from "../values/list.js";
import { Optional, optionalNone } from "../values/optional.js";
import type { Value } from "../values/value.js";
import { MapValue, isList, listAt, listSize } from "../values/value.js";
import type { ReadData } from "./data.js";

/**
 * `value.?key` and `value[?key]`: none where there is no such key or the value has no keys. Nothing
 * asks for the key of what is none, not even for its error.
 */
export function selectOptional(value: Value, key: Value | CelError): Optional | CelError {
  const object = value instanceof Optional ? value.value : value;
  if (object === undefined) return optionalNone;
  if (key instanceof CelError) return key;
  const found = lookUp(object, key);
  if (found === undefined) return optionalNone;
  return found instanceof CelError ? found : new Optional(found);
}

/** `has(optional.key)`. */
export function hasOptional(value: Value, key: Value): boolean | CelError {
  const selected = selectOptional(value, key);
  return selected instanceof CelError ? selected : selected.value !== undefined;
}

/** `has(value.key)` of a value whose type only shows at run time. */
export function hasKeyOf(value: Value, key: Value): boolean | CelError {
  if (value instanceof Optional) return hasOptional(value, key);
  const found = lookUp(value, key);
  return found instanceof CelError ? found : found !== undefined;
}

/** `oldSelf` of a rule with optionalOldSelf. */
export function optionalOfData(data: Json | undefined, read: ReadData): Optional | CelError {
  if (data === undefined) return optionalNone;
  const value = read(data);
  return value instanceof CelError ? value : new Optional(value);
}

function lookUp(value: Value, key: Value): Value | CelError | undefined {
  if (value instanceof MapValue) return value.find(key);
  if (!isList(value)) return undefined;
  const position = listPosition(key);
  if (position instanceof CelError) return position;
  return position < 0 || position >= listSize(value) ? undefined : listAt(value, Number(position));
}
