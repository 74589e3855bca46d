import { deepEqual } from "../../values/json/deep-equal.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { elementsEqual } from "../values/equal.js";
import { CelError, noSuchOverload } from "../values/error.js";
import type { Value } from "../values/value.js";
import { CelObject, MapValue } from "../values/value.js";
import type { ReadData } from "./data.js";
import { escapeProperty, nullData, unescapeProperty } from "./data.js";

/*
 * Objects and maps of JSON data (`unstructuredMap`), which are not copied.
 */

/** The fields that a schema gives an object, by their own names. */
export type ReadFields = Readonly<Record<string, ReadData>>;

/** `type: object` with properties, or with nothing. */
export function readObject(fields: ReadFields): (data: Json) => ObjectData | CelError {
  return (data) => (isObject(data) ? new FieldsData(data, fields) : notAnObject(data));
}

/** `type: object` with additionalProperties. */
export function readMap(values: ReadData): (data: Json) => ObjectData | CelError {
  return (data) => (isObject(data) ? new EntriesData(data, values) : notAnObject(data));
}

/**
 * Reads data that has no type (`x-kubernetes-preserve-unknown-fields`): it can be compared and
 * nothing else.
 */
export function readUnknown(data: Json): UnknownData | CelError {
  return data === null ? nullData() : new UnknownData(data);
}

/** `type: object` and nothing more, which servers up to 1.28 cannot read. */
export function readBareObject(data: Json): CelError {
  if (!isObject(data)) return notAnObject(data);
  return new CelError(
    "invalid object type, expected either Properties or AdditionalProperties with Allows=true and non-empty Schema",
  );
}

/** The error of data that is no object. */
export function notAnObject(data: Json): CelError {
  return data === null
    ? nullData()
    : new CelError("invalid data, expected a map for the provided schema with type=object");
}

/** An object or map of JSON data. */
export abstract class ObjectData extends MapValue {
  readonly data: JsonObject;

  constructor(data: JsonObject) {
    super();
    this.data = data;
  }

  get size(): number {
    return Object.keys(this.data).length;
  }

  /** How the value at a key of the data is read; `undefined` = the schema does not know the key. */
  protected abstract readerOf(key: string): ReadData | undefined;

  /**
   * Keys that the schema knows are compared as values. Others are compared as data, and only where
   * the right side has them too: a quirk of the server.
   */
  equals(other: Value): boolean | CelError {
    if (!(other instanceof MapValue)) return noSuchOverload();
    if (other.size !== this.size) return false;
    for (const key of Object.keys(this.data)) {
      const equal =
        this.readerOf(key) === undefined
          ? equalUnknown(this.data[key] ?? null, key, other)
          : equalOrAbsent(this.find(key), other.find(key));
      if (equal !== true) return equal;
    }
    return true;
  }
}

/** How a key that the schema does not know compares: absent on the right counts as equal. */
export function equalUnknown(data: Json, key: string, other: MapValue): boolean | CelError {
  if (!(other instanceof ObjectData)) return noSuchOverload();
  const theirs = Object.hasOwn(other.data, key) ? other.data[key] : undefined;
  return theirs === undefined || deepEqual(data, theirs);
}

function equalOrAbsent(
  left: Value | CelError | undefined,
  right: Value | CelError | undefined,
): boolean | CelError {
  if (left === undefined || right === undefined) return left === right;
  return elementsEqual(left, right);
}

/** An object with properties: null fields count as absent, whatever the schema says. */
export class FieldsData extends ObjectData {
  readonly #fields: ReadFields;

  constructor(data: JsonObject, fields: ReadFields) {
    super(data);
    this.#fields = fields;
  }

  find(key: Value): Value | CelError | undefined {
    if (typeof key !== "string") return noSuchOverload();
    const name = unescapeProperty(key);
    if (name === undefined || !Object.hasOwn(this.data, name)) return undefined;
    const data = this.data[name] ?? null;
    return data === null ? undefined : this.readerOf(name)?.(data);
  }

  keys(): readonly string[] {
    return Object.keys(this.data)
      .filter((name) => this.readerOf(name) !== undefined)
      .map((name) => escapeProperty(name) ?? name);
  }

  protected readerOf(name: string): ReadData | undefined {
    return Object.hasOwn(this.#fields, name) ? this.#fields[name] : undefined;
  }
}

/** Keys are what they are; null is up to the schema of the values. */
class EntriesData extends ObjectData {
  readonly #values: ReadData;

  constructor(data: JsonObject, values: ReadData) {
    super(data);
    this.#values = values;
  }

  find(key: Value): Value | CelError | undefined {
    if (typeof key !== "string") return noSuchOverload();
    return Object.hasOwn(this.data, key) ? this.#values(this.data[key] ?? null) : undefined;
  }

  keys(): readonly string[] {
    return Object.keys(this.data);
  }

  protected readerOf(): ReadData {
    return this.#values;
  }
}

/** Data of which nothing is known. */
export class UnknownData extends CelObject {
  readonly typeName: string = "unknown";
  readonly data: Json;

  constructor(data: Json) {
    super();
    this.data = data;
  }

  equals(other: Value): boolean {
    if (other instanceof UnknownData) return deepEqual(this.data, other.data);
    if (other instanceof ObjectData) return deepEqual(this.data, other.data);
    return (
      (other === null || typeof other !== "object") &&
      typeof other === typeof this.data &&
      other === this.data
    );
  }
}
