import { formatFloat } from "../../src/runtime/v1/values/go/float.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import { deepEqual, isNumber } from "../../src/runtime/v1/values/json/deep-equal.js";
import type { JsonNumber } from "../../src/runtime/v1/values/json/json-object.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { goNumber, toInt } from "./numbers.js";

/**
 * Whether an enum has a value (kube-openapi `basicCommonValidator`): the value is converted to the
 * class of each entry, and then compared.
 */
export function isInEnum(value: Json, entries: readonly Json[]): boolean {
  if (value === null) return false;
  return entries.some((entry) => {
    if (entry === null) return false;
    if (!isNumber(value)) return deepEqual(value, entry);
    const converted = convert(value, entry);
    return converted !== undefined && converted === keyOf(entry);
  });
}

/** The entries as errors show them. */
export function enumTexts(entries: readonly Json[]): readonly string[] {
  return entries.map((entry) => (typeof entry === "string" ? entry : goJson(entry)));
}

/**
 * A text for a number that was converted to the class of another; undefined where Go converts no
 * such values.
 */
function convert(value: JsonNumber, to: Json): string | undefined {
  const number = goNumber(value);
  if (typeof to === "string") {
    return typeof number === "bigint" ? keyOf(character(number)) : undefined;
  }
  if (!isNumber(to)) return undefined;
  if (typeof goNumber(to) === "bigint") {
    return integerKey(typeof number === "bigint" ? number : toInt(number));
  }
  return floatKey(Number(number));
}

function keyOf(value: Json): string {
  if (!isNumber(value)) return goJson(value);
  const number = goNumber(value);
  return typeof number === "bigint" ? integerKey(number) : floatKey(number);
}

function integerKey(value: bigint): string {
  return `int64 ${value}`;
}

function floatKey(value: number): string {
  return `float64 ${formatFloat(value)}`;
}

/** `string(int64)` of Go. */
function character(code: bigint): string {
  const isScalar = code >= 0n && code <= 0x10ffffn && !(code >= 0xd800n && code <= 0xdfffn);
  return isScalar ? String.fromCodePoint(Number(code)) : "\uFFFD";
}

/** Whether two items of a list are equal, each compared with each. */
export function hasEqualItems(list: readonly Json[]): boolean {
  return list.some((item, index) => list.slice(0, index).some((other) => deepEqual(item, other)));
}
