import type { Json } from "../../values/json/json.js";
import { Float64, isObject } from "../../values/json/json.js";
import { CelError, CelPanic } from "../values/error.js";
import { Double } from "../values/numbers.js";
import { Optional, optionalNone } from "../values/optional.js";
import type { List, Value } from "../values/value.js";
import { isList, listElements } from "../values/value.js";
import type { ReadData } from "./data.js";

/*
 * What quick rules look at. A quick rule is plain code for data as it nearly always is: of the
 * types of the schema, with all that the rule reads. Where something is missing or of another type,
 * so that the server would meet an error, these functions throw `undecided`, and the plan of the
 * rule answers.
 */

/**
 * Data that was not looked at, of which any field may be asked for: what is not there is undefined,
 * which no function here takes.
 */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- nothing is known of it
export type AnyData = any;

/** Thrown where a quick rule cannot answer: only its plan can. */
const undecided = /* @__PURE__ */ new CelPanic("undecided");

function giveUp(): never {
  throw undecided;
}

/** A string. @throws `undecided` for anything else */
export function aText(it: unknown): string {
  return typeof it === "string" ? it : giveUp();
}

/** An int that is a safe integer; never -0. @throws `undecided` for anything else */
export function anInt(it: unknown): number {
  if (typeof it !== "number") return giveUp();
  const short = it | 0; // nearly all are of 32 bits, which is seen at once
  return short === it ? short : aLongInt(it);
}

function aLongInt(it: number): number {
  return Number.isSafeInteger(it) ? it : giveUp();
}

/** A number as a double, though no NaN. @throws `undecided` for anything else */
export function aNumber(it: unknown): number {
  if (typeof it === "number" && !Number.isNaN(it)) return it;
  return it instanceof Float64 ? it.value : giveUp();
}

/** A boolean. @throws `undecided` for anything else */
export function aBool(it: unknown): boolean {
  return typeof it === "boolean" ? it : giveUp();
}

/** Data of type object. @throws `undecided` for anything else */
export function anObject(it: unknown): Record<string, AnyData> {
  return isObject(it) ? it : giveUp();
}

/** Data of type array. @throws `undecided` for anything else */
export function anArray(it: unknown): AnyData[] {
  return Array.isArray(it) ? it : giveUp();
}

/** The number of a double among values, though no NaN. @throws `undecided` for anything else */
export function aDouble(it: Value | CelError): number {
  return it instanceof Double ? aNumber(it.value) : giveUp();
}

/** A list of values. @throws `undecided` for anything else */
export function aList(it: Value | CelError): List {
  return isList(it) ? it : giveUp();
}

/** An instance of a class. @throws `undecided` for anything else */
export function instanceOf<T>(type: abstract new (...args: never) => T, it: unknown): T {
  return it instanceof type ? it : giveUp();
}

/** Returns a value that is no error. @throws `undecided` for one */
export function sound<T>(it: T | CelError): T {
  return it instanceof CelError ? giveUp() : it;
}

/** Data that is there, as a value. @throws `undecided` for null, none, and for the wrong type */
export function readOf<T>(data: Json | undefined, read: (data: Json) => T | CelError): T {
  return data === undefined || data === null ? giveUp() : sound(read(data));
}

/** The elements of a list of values. @throws `undecided` if one is an error */
export function elementsOf(list: List): readonly AnyData[] {
  const elements = listElements(list);
  for (const element of elements) if (element instanceof CelError) giveUp();
  return elements;
}

/** False: an object has no such data. @throws `undecided` where it is no object */
export function noneIn(owner: unknown): false {
  return isObject(owner) ? false : giveUp();
}

/** False for no data. @throws `undecided` for any data */
function isNothing(it: unknown): false {
  return it === undefined || it === null ? false : giveUp();
}

/*
 * Whether an object has data of a type at a field: `has`. They throw `undecided` for anything else
 * but null and none.
 */

/** A string. */
export function someText(it: unknown): boolean {
  return typeof it === "string" || isNothing(it);
}

/** An int that is a safe integer; never -0. */
export function someInt(it: unknown): boolean {
  if (typeof it !== "number") return isNothing(it);
  return ((it | 0) === it && it !== 0) || Object.is(anInt(it), it) || giveUp();
}

/** A number. */
export function someNumber(it: unknown): boolean {
  return typeof it === "number" || it instanceof Float64 || isNothing(it);
}

/** A boolean. */
export function someBool(it: unknown): boolean {
  return typeof it === "boolean" || isNothing(it);
}

/** An object. */
export function someObject(it: unknown): boolean {
  return isObject(it) || isNothing(it);
}

/** An array. */
export function someArray(it: unknown): boolean {
  return Array.isArray(it) || isNothing(it);
}

/** Data that can be read. */
export function someReadable(it: Json | undefined, read: (data: Json) => unknown): boolean {
  if (it === undefined || it === null) return isNothing(it);
  sound(read(it));
  return true;
}

/** Tells whether there is data, which then must be what `look` takes. @throws `undecided` */
export function isPresent(it: Json | undefined, look: (it: Json) => unknown): boolean {
  if (it === undefined || it === null) return false;
  sound(look(it));
  return true;
}

/** The entry of a map; undefined for none. */
export function entryIn(map: AnyData, key: string): AnyData {
  const object = anObject(map);
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** `key in map`. @throws `undecided` for an entry that cannot be read */
export function hasEntry(
  map: Json | undefined,
  key: string,
  read: (data: Json) => unknown,
): boolean {
  const object = anObject(map);
  if (!Object.hasOwn(object, key)) return false;
  const entry: unknown = object[key] ?? null;
  sound(read(entry as Json)); // data is JSON
  return true;
}

/** `text in list`. @throws `undecided` where the list holds anything but strings before the text */
export function includesText(list: readonly Json[], text: string): boolean {
  for (const item of list) if (aText(item) === text) return true;
  return false;
}

/** An object, or nothing. @throws `undecided` for anything else */
export function maybeObject(it: unknown): Record<string, AnyData> | undefined {
  return it === undefined || it === null ? undefined : anObject(it);
}

/** Data that may be absent, as an optional value. @throws `undecided` for the wrong type */
export function optionalOf(data: Json | undefined, read: ReadData): Optional {
  return data === undefined || data === null ? optionalNone : new Optional(sound(read(data)));
}

/** The value of an optional, else another. */
export function valueOr({ value }: Optional, other: Value): Value {
  return value === undefined ? other : value;
}

/** An optional that has a value, else another. */
export function firstPresent(optional: Optional, other: Optional): Optional {
  return optional.value === undefined ? other : optional;
}
