import { formatFloat } from "../../values/go/float.js";
import { celEquals } from "./equal.js";
import { CelError, CelPanic, noSuchOverload } from "./error.js";
import { Double, toInt, Uint } from "./numbers.js";
import type { Value } from "./value.js";
import { MapValue, isInt } from "./value.js";

/**
 * A map made by an expression. Keys are kept by type and value; a number is also found under an
 * equal int or uint key. Lists, and other values that are no scalars, are keys by identity (cel-go
 * keeps them in a Go map); NaN is never found. Bytes are no key, nor can they be looked for where
 * there is one.
 */
export class PlainMap extends MapValue {
  readonly #entries: ReadonlyMap<unknown, readonly [Value, Value]>;

  constructor(entries: ReadonlyMap<unknown, readonly [Value, Value]>) {
    super();
    this.#entries = entries;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** @throws CelPanic for bytes */
  find(key: Value): Value | undefined {
    if (this.size === 0) return undefined;
    for (const candidate of lookupKeys(key)) {
      const entry = this.#entries.get(candidate);
      if (entry !== undefined) return entry[1];
    }
    return undefined;
  }

  keys(): readonly Value[] {
    return Array.from(this.#entries.values(), (entry) => entry[0]);
  }

  /** The entries by their keys' identity, for making a bigger map. */
  get entries(): ReadonlyMap<unknown, readonly [Value, Value]> {
    return this.#entries;
  }

  equals(other: Value): boolean {
    if (!(other instanceof MapValue) || other.size !== this.size) return false;
    for (const [key, value] of this.#entries.values()) {
      const otherValue = other.find(key);
      if (otherValue === undefined) return false;
      if (otherValue instanceof CelError) continue;
      if (celEquals(value, otherValue) === false) return false;
    }
    return true;
  }
}

/** The entries of a map that is being made; the last of equal keys wins. */
export class MapEntries {
  readonly #entries = new Map<unknown, readonly [Value, Value]>();

  /** @throws CelPanic for bytes as a key */
  set(key: Value, value: Value): void {
    this.#entries.set(identity(key), [key, value]);
  }

  toMap(): PlainMap {
    return new PlainMap(this.#entries);
  }
}

/** A map of the given entries; the last of equal keys wins. @throws CelPanic for bytes as a key */
export function mapOf(entries: readonly (readonly [Value, Value])[]): PlainMap {
  const map = new MapEntries();
  for (const [key, value] of entries) map.set(key, value);
  return map.toMap();
}

/** A map with one entry more; an error when the key is there (`transformMapEntry`). */
export function insertEntry(map: PlainMap, key: Value, value: Value): PlainMap | CelError {
  if (map.find(key) !== undefined) {
    return new CelError(`insert failed: key ${keyText(key)} already exists`);
  }
  const entries = new Map(map.entries);
  entries.set(identity(key), [key, value]);
  return new PlainMap(entries);
}

/** A map with the entries of another one more; an error when a key is there already. */
export function insertEntries(map: PlainMap, more: Value): PlainMap | CelError {
  if (!(more instanceof MapValue)) return noSuchOverload();
  let result: PlainMap | CelError = map;
  for (const key of more.keys()) {
    const value = more.find(key);
    if (value instanceof CelError) return value;
    result = insertEntry(result, key, value === undefined ? null : value);
    if (result instanceof CelError) return result;
  }
  return result;
}

/** Returns the text of a key in `no such key`. */
export function keyText(key: Value): string {
  if (key instanceof Uint) return String(key.value);
  if (key instanceof Double) return formatFloat(key.value);
  if (key instanceof Uint8Array) return `[${key.join(" ")}]`;
  return String(key);
}

/**
 * A key as something that a JavaScript map tells apart as Go tells the keys apart. @throws CelPanic
 * for bytes
 */
function identity(key: Value): unknown {
  if (key instanceof Uint8Array) {
    throw new CelPanic("internal error: runtime error: hash of unhashable type types.Bytes");
  }
  if (typeof key === "string") return `s${key}`;
  if (key instanceof Uint) return `u${key.value}`;
  if (key instanceof Double && !Number.isNaN(key.value)) return `d${key.value}`;
  return key;
}

function lookupKeys(key: Value): readonly unknown[] {
  if (key instanceof Double && Number.isNaN(key.value)) return [];
  if (isInt(key)) return key < 0 ? [key] : [key, `u${key}`];
  if (key instanceof Uint) return [identity(key), toInt(key.value)];
  if (key instanceof Double && Number.isInteger(key.value)) {
    const integer = BigInt(key.value);
    return [identity(key), toInt(integer), `u${integer}`];
  }
  return [identity(key)];
}
