import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { readDouble, readInt } from "../data/data.js";
import { CelError } from "../values/error.js";
import { MapEntries, PlainMap } from "../values/map.js";
import type { Value } from "../values/value.js";

/**
 * Data without its schema, as it is in an optional `oldSelf` up to 1.36: texts are strings whatever
 * their format, whole numbers are ints, lists and objects are those of any expression, with all
 * members of the data under their own names, null among them.
 */
export function readAsData(data: Json): Value | CelError {
  if (Array.isArray(data)) return readAll(data);
  if (isObject(data)) return readMembers(data);
  if (data === null || typeof data === "boolean" || typeof data === "string") return data;
  const int = readInt(data);
  return int instanceof CelError ? readDouble(data) : int;
}

function readAll(list: readonly Json[]): Value | CelError {
  const values: Value[] = [];
  for (const item of list) {
    const value = readAsData(item);
    if (value instanceof CelError) return value;
    values.push(value);
  }
  return values;
}

function readMembers(data: JsonObject): UntypedMap | CelError {
  const entries = new MapEntries();
  for (const [name, member] of Object.entries(data)) {
    const value = readAsData(member);
    if (value instanceof CelError) return value;
    entries.set(name, value);
  }
  return new UntypedMap(data, entries.toMap().entries);
}

/** A map that is data all the same, which lists of type map find their elements by. */
class UntypedMap extends PlainMap {
  readonly data: JsonObject;

  constructor(data: JsonObject, entries: PlainMap["entries"]) {
    super(entries);
    this.data = data;
  }
}
