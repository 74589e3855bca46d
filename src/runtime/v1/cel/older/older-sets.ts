import type { Json } from "../../values/json/json.js";
import { notAnArray, unhashable } from "../data/data-list.js";
import type { ReadData } from "../data/data.js";
import { readInt, readNumber } from "../data/data.js";
import { Double } from "../values/double.js";
import { CelError, CelPanic, noSuchOverload } from "../values/error.js";
import { HeldList } from "../values/list.js";
import type { List, Value } from "../values/value.js";
import { MapValue, isInt, isList, listElements, listSize } from "../values/value.js";

/** `x-kubernetes-list-type: set`, as servers up to 1.36 compare and add it. */
export function readOlderSet(items: ReadData): (data: Json) => OlderSet | CelError {
  return (data) =>
    Array.isArray(data) ? new OlderSet(data.map(dataKey), data.map(items)) : notAnArray(data);
}

/**
 * A list of type set (`unstructuredSetList` of apiserver `common/values.go`): data on the left is
 * looked up by the plain values of the right. A time is thus never found, nor is a double that the
 * data spells as an integer. Objects, lists and bytes cannot be looked up.
 */
class OlderSet extends HeldList {
  readonly #keys: readonly unknown[];

  constructor(keys: readonly unknown[], elements: readonly (Value | CelError)[]) {
    super(elements);
    this.#keys = keys;
  }

  equals(other: Value): boolean | CelError {
    if (!isList(other)) return noSuchOverload();
    if (listSize(other) !== this.size) return false;
    const known = new Set(this.#keys.map(hashable));
    return listElements(other).every((element) => known.has(hashable(olderSetKey(element))));
  }

  add(other: List): List {
    const keys = new Set(this.#keys.map(hashable));
    const sumKeys = [...this.#keys];
    const sum = [...this.elements];
    for (const element of listElements(other)) {
      const key = hashable(olderSetKey(element));
      if (keys.has(key)) continue;
      keys.add(key);
      sumKeys.push(key);
      sum.push(element);
    }
    return new OlderSet(sumKeys, sum);
  }
}

/** A key that Go's map can have. @throws CelPanic for the error of one that it cannot */
function hashable(key: unknown): unknown {
  if (key instanceof CelError) throw new CelPanic(key.message);
  return key;
}

/** What Go's map has data under; an error for what it cannot have. */
function dataKey(data: Json): unknown {
  const fault = unhashable(data);
  if (fault !== undefined) return fault;
  if (data === null || typeof data === "boolean") return data;
  if (typeof data === "string") return `s${data}`;
  const int = readInt(data);
  return int instanceof CelError ? `f${String(readNumber(data))}` : `i${int}`;
}

/** The same for a value; a symbol for what is not the same as any data. */
function olderSetKey(value: Value | CelError): unknown {
  if (typeof value === "boolean") return value;
  if (typeof value === "string") return `s${value}`;
  if (isInt(value)) return `i${value}`;
  if (value instanceof Double) return `f${value.value}`;
  if (value instanceof Uint8Array) return unhashable(value);
  if (isList(value)) return unhashable([]);
  return value instanceof MapValue ? unhashable({}) : Symbol();
}
