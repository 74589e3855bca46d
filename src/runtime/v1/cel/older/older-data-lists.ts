import type { Json } from "../../values/json/json.js";
import { DataList, firstDifference, notAnArray } from "../data/data-list.js";
import { ObjectData, notAnObject } from "../data/data-object.js";
import type { ReadData } from "../data/data.js";
import { Duration } from "../values/duration.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { AddableList, HeldList } from "../values/list.js";
import { Timestamp } from "../values/timestamp.js";
import type { List, Value } from "../values/value.js";
import { MapValue, isList, listElements, listSize } from "../values/value.js";

/**
 * `type: array` of type atomic, as servers up to 1.36 add to it: of what is no plain value in CEL,
 * such as texts with a format that it knows, lists, and maps.
 */
export function readOlderList(items: ReadData): (data: Json) => OlderList | CelError {
  return (data) => (Array.isArray(data) ? new OlderList(data.map(items), items) : notAnArray(data));
}

/**
 * `unstructuredList` of apiserver `common/values.go`: its sum takes the plain values of the other
 * list for data, and reads them by the schema again.
 */
class OlderList extends HeldList {
  readonly #read: ReadData;

  constructor(elements: readonly (Value | CelError)[], read: ReadData) {
    super(elements);
    this.#read = read;
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    return listSize(other) === this.size && firstDifference(this.elements, listElements(other));
  }

  add(other: List): List {
    const added = listElements(other).map((value) => readAgain(value, this.#read));
    return new OlderList([...this.elements, ...added], this.#read);
  }
}

/** Lists and maps of data are data, those that an expression makes are none. */
function readAgain(value: Value | CelError, read: ReadData): Value | CelError {
  if (typeof value === "string") return read(value);
  if (value instanceof Timestamp) return noText("time.Time");
  if (value instanceof Duration) return noText("time.Duration");
  if (value instanceof Uint8Array) return noText("[]uint8");
  if (value instanceof DataList || value instanceof AddableList) return value;
  if (value instanceof ObjectData || value instanceof CelError) return value;
  if (isList(value)) return notAnArray([]);
  return value instanceof MapValue ? notAnObject({}) : value;
}

function noText(type: string): CelError {
  return new CelError(`invalid data, expected string, got ${type}`);
}
