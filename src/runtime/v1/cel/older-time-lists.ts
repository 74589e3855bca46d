import type { Json } from "../json.js";
import type { ReadData } from "./data.js";
import { firstDifference, notAnArray } from "./data-list.js";
import { Duration } from "./duration.js";
import { CelError, noSuchOverload } from "./error.js";
import { HeldList } from "./list.js";
import { Timestamp } from "./timestamp.js";
import { isList, listElements, listSize } from "./value.js";
import type { List, Value } from "./value.js";

/** `type: array` of type atomic, of texts with a format that CEL knows, as servers up to 1.36 add to it. */
export function readOlderTimeList(items: ReadData): (data: Json) => OlderTimeList | CelError {
  return (data) => (Array.isArray(data) ? new OlderTimeList(data.map(items)) : notAnArray(data));
}

/**
 * `unstructuredList` of apiserver `common/values.go`: its sum takes the plain values of the other list for data, and reads
 * them by the schema again.
 */
class OlderTimeList extends HeldList {
  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    return listSize(other) === this.size && firstDifference(this.elements, listElements(other));
  }

  add(other: List): List {
    return new OlderTimeList([...this.elements, ...listElements(other).map(readAgain)]);
  }
}

function readAgain(value: Value | CelError): Value | CelError {
  const type =
    value instanceof Timestamp
      ? "time.Time"
      : value instanceof Duration
        ? "time.Duration"
        : value instanceof Uint8Array
          ? "[]uint8"
          : undefined;
  return type === undefined ? value : new CelError(`invalid data, expected string, got ${type}`);
}
