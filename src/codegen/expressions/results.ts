import { Cidr, formatCidr } from "../../runtime/v1/cel/libraries/cidr.js";
import { Ip, formatIp } from "../../runtime/v1/cel/libraries/ip.js";
import { NamedFormat } from "../../runtime/v1/cel/libraries/named-format.js";
import { Quantity, quantityText } from "../../runtime/v1/cel/libraries/quantity.js";
import { Semver, semverText } from "../../runtime/v1/cel/libraries/semver.js";
import { urlText, UrlValue } from "../../runtime/v1/cel/libraries/url.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import { Double, toInt, Uint } from "../../runtime/v1/cel/values/numbers.js";
import { Optional } from "../../runtime/v1/cel/values/optional.js";
import type { Duration, Timestamp } from "../../runtime/v1/cel/values/times.js";
import { TypeValue } from "../../runtime/v1/cel/values/type-value.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import { MapValue, isList, listElements } from "../../runtime/v1/cel/values/value.js";

/**
 * A value of CEL as JavaScript has it: ints and uints are numbers, or a bigint beyond 2^53; doubles
 * are numbers; bytes a `Uint8Array`, lists arrays, maps and objects a `Map`; an optional is its
 * value or `undefined`. Types, and the values of the libraries, are their texts: `"1Gi"`,
 * `"10.0.0.1"`, `"int"`.
 */
export type CelValue =
  | null
  | undefined
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | Timestamp
  | Duration
  | readonly CelValue[]
  | ReadonlyMap<CelValue, CelValue>;

/** The value, or the error of the first part of it that is none. */
export function celValue(value: Value | CelError): CelValue | CelError {
  if (typeof value !== "object" || value === null || value instanceof CelError) return value;
  if (value instanceof Double) return value.value;
  if (value instanceof Uint) return toInt(value.value) ?? value.value;
  if (value instanceof Uint8Array) return value;
  if (isList(value)) return listValue(listElements(value));
  if (value instanceof MapValue) return mapValue(value);
  if (value instanceof Optional) {
    return value.value === undefined ? undefined : celValue(value.value);
  }
  return textOf(value) ?? (value as Timestamp | Duration); // no other class is left
}

function listValue(elements: readonly (Value | CelError)[]): CelValue | CelError {
  const values: CelValue[] = [];
  for (const element of elements) {
    const value = celValue(element);
    if (value instanceof CelError) return value;
    values.push(value);
  }
  return values;
}

function mapValue(map: MapValue): CelValue | CelError {
  const entries = new Map<CelValue, CelValue>();
  for (const name of map.keys()) {
    const key = celValue(name);
    if (key instanceof CelError) return key;
    const value = celValue(map.find(name) ?? null);
    if (value instanceof CelError) return value;
    entries.set(key, value);
  }
  return entries;
}

function textOf(value: Value): string | undefined {
  if (value instanceof Quantity) return quantityText(value);
  if (value instanceof Ip) return formatIp(value);
  if (value instanceof Cidr) return formatCidr(value);
  if (value instanceof UrlValue) return urlText(value.url);
  if (value instanceof Semver) return semverText(value);
  return value instanceof TypeValue || value instanceof NamedFormat ? value.name : undefined;
}
