import { formatFloat } from "../values/go/float.js";
import { goJson, goJsonString } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import { compareUtf8 } from "../values/go/utf8.js";
import { deepEqual, isNumber } from "../values/json/deep-equal.js";
import { integerText } from "../values/json/json-object.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { Float64, isInt64, isObject, toDouble } from "../values/json/json.js";

/**
 * One step of a path: a field by its name, an element of a list by its keys, by its value, or by
 * its number (structured-merge-diff `fieldpath/element.go`).
 */
export interface PathElement {
  /** As `fieldsV1` has it: `f:spec`, `k:{"port":80}`, `v:"a"`, `i:3`. Equal for equal elements. */
  readonly id: string;
  /** The name of the field; undefined for elements of lists. */
  readonly field: string | undefined;
  /** The content of the id, for comparisons: keys one after the other, each before its value. */
  readonly parts: readonly Json[];
  /** As messages show it: `.spec`, `[port=80]`, `[="a"]`, `[3]`. */
  readonly text: string;
}

/** A set of fields that cannot be read. */
export class FieldsFault extends Error {}

/** The field of an object. */
export function fieldElement(name: string): PathElement {
  return { id: `f:${name}`, field: name, parts: [name], text: `.${name}` };
}

/** The element of a list whose keys have these values. */
export function keyElement(
  keys: readonly (readonly [string, Json])[],
  isStored = false,
): PathElement {
  const sorted = [...keys].sort(([a], [b]) => compareUtf8(a, b));
  const members = sorted.map(([name, value]) => `${goJsonString(name)}:${elementJson(value)}`);
  const texts = sorted.map(([name, value]) => `${name}=${valueText(value, isStored)}`);
  return {
    id: `k:{${members.join()}}`,
    field: undefined,
    parts: sorted.flat(),
    text: `[${texts.join()}]`,
  };
}

/** The element of a set with this value. */
export function valueElement(value: Json, isStored = false): PathElement {
  const text = `[=${valueText(value, isStored)}]`;
  return { id: `v:${elementJson(value)}`, field: undefined, parts: [value], text };
}

/** The element of a list at this place. */
export function indexElement(index: number): PathElement {
  return { id: `i:${index}`, field: undefined, parts: [index], text: `[${index}]` };
}

/**
 * Reads a key of `fieldsV1`; undefined for elements of a kind that is not known.
 *
 * @throws FieldsFault for what is no element
 */
export function parseElement(id: string): PathElement | undefined {
  if (id[1] !== ":") throw new FieldsFault(`missing colon: ${id}`);
  const rest = id.slice(2);
  switch (id[0]) {
    case "f":
      return fieldElement(rest);
    case "v":
      return valueElement(parseValue(rest), true);
    case "k":
      return keyElement(Object.entries(parseKeys(rest)), true);
    case "i":
      if (!/^[+-]?\d+$/.test(rest)) throw new FieldsFault(`no number: ${rest}`);
      return indexElement(Number(rest));
    default:
      return undefined;
  }
}

function parseKeys(text: string): JsonObject {
  const keys = parseValue(text);
  if (!isObject(keys)) throw new FieldsFault(`no keys: ${text}`);
  return keys;
}

function parseValue(text: string): Json {
  try {
    return JSON.parse(text) as Json; // what JSON.parse gives
  } catch {
    throw new FieldsFault(`no JSON: ${text}`);
  }
}

/**
 * A value as JSON: `1.0` and `1` are equal, so they have one text. Exponents have two digits, as
 * the server's library for this writes them.
 */
function elementJson(value: Json): string {
  if (!isNumber(value)) return goJson(value);
  return goJson(value instanceof Float64 ? value.value : value).replace(/e-(\d)$/, "e-0$1");
}

/**
 * A value as messages show it (`value/value.go`, `ToString`). The numbers of stored sets are floats
 * whatever they were.
 */
function valueText(value: Json, isStored: boolean): string {
  if (typeof value === "string") return quote(value);
  if (isNumber(value)) {
    return isInt64(value) && !isStored ? integerText(value) : formatFloat(toDouble(value));
  }
  if (Array.isArray(value)) return `[${value.map((item) => valueText(item, isStored)).join()}]`;
  if (!isObject(value)) return String(value);
  return Object.entries(value)
    .map(([name, member]) => `${name}=${valueText(member, isStored)}`)
    .join("");
}

/** The order of elements: fields, keys, values, indices. */
export function compareElements(a: PathElement, b: PathElement): number {
  const order = kinds.indexOf(a.id.charAt(0)) - kinds.indexOf(b.id.charAt(0));
  return order === 0 ? compareLists(a.parts, b.parts) : order;
}

const kinds = "fkvi";

function compareLists(a: readonly Json[], b: readonly Json[]): number {
  for (const [index, left] of a.entries()) {
    const right = b[index];
    if (right === undefined) return 1;
    const order = compareValues(left, right);
    if (order !== 0) return order;
  }
  return a.length - b.length;
}

function compareValues(a: Json, b: Json): number {
  if (isNumber(a) && isNumber(b)) return toDouble(a) - toDouble(b);
  if (typeof a === "string" && typeof b === "string") return compareUtf8(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return compareLists(a, b);
  const order = typeRank(a) - typeRank(b);
  return order === 0 ? compareUtf8(goJson(a), goJson(b)) : order;
}

/** The order of values of different types (`value/value.go`, `CompareUsing`). */
function typeRank(value: Json): number {
  if (isNumber(value)) return 0;
  if (typeof value === "string") return 1;
  if (typeof value === "boolean") return 2;
  if (Array.isArray(value)) return 3;
  return value === null ? 5 : 4;
}

/** Tells whether two values are equal for a merge: numbers by their value, whatever their class. */
export function equalValues(left: Json, right: Json): boolean {
  const pending: (readonly [Json, Json])[] = [[left, right]];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (!equalShapes(...next, pending)) return false;
  }
  return true;
}

/** Compares two values without what they hold, which is still to be compared. */
function equalShapes(a: Json, b: Json, pending: (readonly [Json, Json])[]): boolean {
  if (isNumber(a) && isNumber(b)) {
    if (isInt64(a) && isInt64(b)) return integerText(a) === integerText(b);
    return toDouble(a) === toDouble(b);
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    if (a.length !== b.length) return false;
    for (const [index, item] of a.entries()) pending.push([item, b[index] ?? null]);
    return true;
  }
  if (!isObject(a) || !isObject(b)) return deepEqual(a, b);
  const names = Object.keys(a);
  if (names.length !== Object.keys(b).length) return false;
  for (const name of names) {
    if (!Object.hasOwn(b, name)) return false;
    pending.push([a[name] ?? null, b[name] ?? null]);
  }
  return true;
}
