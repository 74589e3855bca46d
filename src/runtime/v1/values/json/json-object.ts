import { Float64, isInt64, toDouble } from "./json.js";
import { NotJsonError } from "./not-json-error.js";

/*
 * Looking at values that may not be JSON: what callers hand over in the belief that it is an object
 * of the API.
 */

/** An object with string keys whose values are not known yet. */
export type Members = { readonly [key: string]: unknown };

/** The names of the JSON types as the server's errors have them, numbers by their class. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * Tells whether a value is an object as `JSON.parse` makes it. Quick, and false for some that are
 * fine (no prototype, another realm): for checks that may say no without reason.
 */
export function isPlainObject(value: unknown): value is Members {
  return (
    typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype
  );
}

/**
 * The type of a JSON value; throws a `NotJsonError` that names the path for what JSON cannot hold.
 */
export function jsonType(value: unknown, path: string): JsonType {
  const type = jsonTypeOf(value);
  if (type !== undefined) return type;
  const [what, fault] = [describe(value), "is not a JSON value"];
  const at = path === "" ? "" : ` at '${path}'`;
  throw new NotJsonError(`${what} ${fault}`, path, `${what}${at} ${fault}`);
}

/** The type of a JSON value; undefined for what JSON cannot hold. */
export function jsonTypeOf(value: unknown): JsonType | undefined {
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "boolean";
    case "number":
      // What is not finite is sent as null.
      if (!Number.isFinite(value)) return "null";
      return isInt64(value) ? "integer" : "number";
    case "bigint":
      if (isInt64(value)) return "integer";
      break;
    case "object":
      if (value === null) return "null";
      if (isPlainObject(value)) return "object";
      if (Array.isArray(value)) return "array";
      if (value instanceof Float64) return "number";
      if (isRecord(value)) return "object";
      break;
    default:
  }
  return undefined;
}

/** The keys of an object that JSON would send: what is undefined counts as absent. */
export function keysOf(object: Members): string[] {
  const keys = Object.keys(object);
  return keys.some((key) => object[key] === undefined)
    ? keys.filter((key) => object[key] !== undefined)
    : keys;
}

/** The quick check of a string of which nothing else is asked. */
export function isString(value: unknown): boolean {
  return typeof value === "string";
}

/** The quick check of a boolean of which nothing else is asked. */
export function isBoolean(value: unknown): boolean {
  return typeof value === "boolean";
}

/** The quick check of an integer of which nothing else is asked, by servers before 1.36. */
export function isSafeInteger(value: unknown): boolean {
  return Number.isSafeInteger(value);
}

/** The quick check of a list of which nothing else is asked. */
export function isArray(value: unknown): boolean {
  return Array.isArray(value);
}

/** The quick check of a list or map: `absent` null stands for an object as it is sent. */
type QuickCheck = (value: unknown, absent?: null) => boolean;

/** The quick check of a list of which nothing is asked but that its items are good. */
export function isListOf(value: unknown, isGood: QuickCheck, absent?: null): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value) {
    if (!isGood(item, absent)) return false;
  }
  return true;
}

/** The quick check of a map of which nothing is asked but that its values are good, or `absent`. */
export function isMapOf(value: unknown, isGood: QuickCheck, absent?: null): boolean {
  if (!isPlainObject(value)) return false;
  for (const key in value) {
    const member = value[key];
    if (member === undefined || member === absent) continue;
    if (!isGood(member, absent)) return false;
  }
  return true;
}

/** Tells whether an object has a key of its own with a value, which is not `absent`. */
export function hasKey(object: Members, key: string, absent?: null): boolean {
  if (!Object.hasOwn(object, key)) return false;
  const member = object[key];
  return member !== undefined && member !== absent;
}

/**
 * Instances of classes count by their fields, unless they have another idea of how they are sent.
 */
function isRecord(value: object): boolean {
  return (
    Object.prototype.toString.call(value) === "[object Object]" &&
    !("toJSON" in value && typeof value.toJSON === "function")
  );
}

function describe(value: unknown): string {
  if (typeof value === "object") return `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
  const isNamed = typeof value === "function" || typeof value === "symbol";
  return isNamed ? `a ${typeof value}` : String(value);
}

/** A number of either of the server's classes. */
export type JsonNumber = number | bigint | Float64;

const int64Limit = 2 ** 63;

/**
 * A double as Go converts it to int64: cut off toward zero; beyond int64 the smallest int64
 * (amd64).
 */
export function toInt64(value: number): number {
  const integer = Math.trunc(value);
  return integer >= -int64Limit && integer < int64Limit ? integer : -int64Limit;
}

/** The digits of a number that the server holds as int64. */
export function integerText(value: JsonNumber): string {
  return typeof value === "object" ? String(value.value) : String(value);
}

/** A number beyond 2^53 with the digits that JSON has of it, which the server reads exactly. */
export function exactNumber(value: JsonNumber): JsonNumber {
  const isExact = typeof value !== "number" || Number.isSafeInteger(value) || !isInt64(value);
  return isExact ? value : BigInt(String(value));
}

/** An integral double with all its digits, as Go prints an int64. */
export function int64Text(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : String(BigInt(value));
}

/** The value modulo a positive integer. */
export function remainder(value: JsonNumber, divisor: number): number | bigint {
  return typeof value === "bigint" ? value % BigInt(divisor) : toDouble(value) % divisor;
}

/** The first number of a JSON text that is the wanted one, as it is written there. */
export function writtenNumber(
  text: string,
  isWanted: (literal: string) => boolean,
): string | undefined {
  return (text.match(/-?\d[\d.eE+-]*/g) ?? []).find(isWanted);
}
