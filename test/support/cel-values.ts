import type { CelType } from "../../src/cel/type.js";
import {
  boolType,
  bytesType,
  doubleType,
  durationType,
  dynType,
  intType,
  listType,
  mapType,
  nullType,
  stringType,
  timestampType,
  uintType,
  wrapperType,
} from "../../src/cel/type.js";
import { Cidr, formatCidr } from "../../src/runtime/v1/cel/libraries/cidr.js";
import { Ip, formatIp } from "../../src/runtime/v1/cel/libraries/ip.js";
import { NamedFormat } from "../../src/runtime/v1/cel/libraries/named-format.js";
import { Quantity, quantityText } from "../../src/runtime/v1/cel/libraries/quantity.js";
import { Semver, semverText } from "../../src/runtime/v1/cel/libraries/semver.js";
import { urlText, UrlValue } from "../../src/runtime/v1/cel/libraries/url.js";
import { CelError } from "../../src/runtime/v1/cel/values/error.js";
import { mapOf } from "../../src/runtime/v1/cel/values/list.js";
import { Double, parseInt64, parseUint64, Uint } from "../../src/runtime/v1/cel/values/numbers.js";
import { Optional } from "../../src/runtime/v1/cel/values/optional.js";
import {
  Duration,
  formatTimestamp,
  parseDuration,
  parseTimestamp,
  Timestamp,
} from "../../src/runtime/v1/cel/values/times.js";
import { TypeValue } from "../../src/runtime/v1/cel/values/type-value.js";
import type { Value } from "../../src/runtime/v1/cel/values/value.js";
import { MapValue, isInt, isList, listElements } from "../../src/runtime/v1/cel/values/value.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";

/** A value as the recorded answers write it; see `conformance/cel/README.md`. */
export interface RecordedValue {
  readonly type: string;
  readonly value: unknown;
}

/** The value that a record means. */
export function decodeValue({ type, value }: RecordedValue): Value {
  if (type.startsWith("wrapper:")) return decodeValue(value as RecordedValue); // by the type
  switch (type) {
    case "null":
      return null;
    case "int":
      return parseInt64(String(value)) ?? fail(type, value);
    case "uint":
      return parseUint64(String(value)) ?? fail(type, value);
    case "double":
      return new Double(value === "-0" ? -0 : Number(value));
    case "bytes":
      return Uint8Array.from(Buffer.from(String(value), "base64"));
    case "list":
      return (value as RecordedValue[]).map(decodeValue); // by the type
    case "map":
      return mapOf(
        (value as [RecordedValue, RecordedValue][]).map(([key, item]) => [
          decodeValue(key),
          decodeValue(item),
        ]), // by the type
      );
    case "timestamp": {
      const parsed = parseTimestamp(String(value)) ?? fail(type, value);
      return new Timestamp(parsed.seconds, parsed.nanoseconds);
    }
    case "duration":
      return parseDuration(String(value)) ?? fail(type, value);
    case "type":
      return new TypeValue(String(value));
    default:
      return value as string | boolean; // by the type
  }
}

function fail(type: string, value: unknown): never {
  throw new Error(`no ${type}: ${JSON.stringify(value)}`);
}

/** A value in the form of a record, map entries sorted by key. */
export function encodeValue(value: Value | CelError): RecordedValue {
  if (value instanceof CelError) return { type: "error", value: value.message };
  if (value === null) return { type: "null", value: null };
  if (typeof value === "boolean") return { type: "bool", value };
  if (typeof value === "string") return { type: "string", value };
  if (isInt(value)) return { type: "int", value: String(value) };
  if (value instanceof Uint) return { type: "uint", value: String(value.value) };
  if (value instanceof Double) return { type: "double", value: encodeDouble(value.value) };
  if (value instanceof Uint8Array) {
    return { type: "bytes", value: Buffer.from(value).toString("base64") };
  }
  if (isList(value)) return { type: "list", value: listElements(value).map(encodeValue) };
  if (value instanceof MapValue) return { type: "map", value: encodeEntries(value) };
  if (value instanceof Timestamp)
    return {
      type: "timestamp",
      value: formatTimestamp(new Timestamp(value.seconds, value.nanoseconds)),
    };
  if (value instanceof Duration) return { type: "duration", value: encodeDuration(value) };
  if (value instanceof TypeValue) return { type: "type", value: value.name };
  if (value instanceof Optional) {
    const inner = value.value === undefined ? null : encodeValue(value.value);
    return { type: "optional", value: inner };
  }
  return encodeLibraryValue(value);
}

function encodeLibraryValue(value: Value): RecordedValue {
  if (value instanceof Quantity) return { type: "quantity", value: quantityText(value) };
  if (value instanceof Ip) return { type: "ip", value: formatIp(value) };
  if (value instanceof Cidr) return { type: "cidr", value: formatCidr(value) };
  if (value instanceof UrlValue) return { type: "url", value: urlText(value.url) };
  if (value instanceof Semver) return { type: "semver", value: semverText(value) };
  if (value instanceof NamedFormat) return { type: "format", value: value.name };
  throw new Error(`no record for ${JSON.stringify(value)}`);
}

/** To the nanosecond, where `string(duration)` goes through a double. */
function encodeDuration({ nanoseconds }: Duration): string {
  const digits = String(nanoseconds).replace("-", "").padStart(10, "0");
  const text = `${digits.slice(0, -9)}.${digits.slice(-9)}`.replace(/\.?0+$/, "");
  return `${nanoseconds < 0 ? "-" : ""}${text}s`;
}

function encodeDouble(value: number): unknown {
  if (Object.is(value, -0)) return "-0";
  return Number.isFinite(value) ? value : String(value);
}

function encodeEntries(map: MapValue): unknown {
  const entries = map.keys().map((key) => [encodeValue(key), encodeValue(map.find(key) ?? null)]);
  return entries.sort((left, right) =>
    JSON.stringify(left[0]) < JSON.stringify(right[0]) ? -1 : 1,
  );
}

const primitives: ReadonlyMap<string, CelType> = new Map<string, CelType>([
  ["bool", boolType],
  ["bytes", bytesType],
  ["double", doubleType],
  ["duration", durationType],
  ["google.protobuf.Duration", durationType],
  ["dyn", dynType],
  ["int", intType],
  ["null", nullType],
  ["null_type", nullType],
  ["string", stringType],
  ["timestamp", timestampType],
  ["uint", uintType],
]);

/** The type that a record writes as `map(string, list(int))`. */
export function parseType(text: string): CelType {
  const primitive = primitives.get(text);
  if (primitive !== undefined) return primitive;
  const list = /^list\((.*)\)$/.exec(text);
  if (list !== null) return listType(parseType(list[1] ?? ""));
  const map = /^map\((\w+), (.*)\)$/.exec(text);
  if (map !== null) return mapType(parseType(map[1] ?? ""), parseType(map[2] ?? ""));
  const wrapper = /^(?:wrapper:)?google\.protobuf\.(\w+)Value$/.exec(text);
  if (wrapper !== null) return wrapperType(primitiveOf(wrapper[1] ?? ""));
  throw new Error(`unknown type ${text}`);
}

function primitiveOf(name: string): typeof intType {
  switch (name) {
    case "Int32":
    case "Int64":
      return intType;
    case "UInt32":
    case "UInt64":
      return uintType;
    case "Float":
    case "Double":
      return doubleType;
    case "Bool":
      return boolType;
    case "Bytes":
      return bytesType;
    default:
      return stringType;
  }
}

/**
 * The server whose answer was recorded for these values: 1.37, but the recorder, whose module was
 * not set up for Go 1.26, read hosts of URLs with several colons as servers up to 1.35 do.
 */
export function serverOfRecord(values: readonly unknown[]): KubernetesMinor {
  const hasStrayColons = values.some(
    (value) => typeof value === "string" && /^https?:\/\/[^/]*:[^/]*:/.test(value),
  );
  return hasStrayColons ? 35 : 37;
}

/** A value as an expression would spell it, an error by its text: what tables of answers show. */
export function printValue(value: Value | CelError): string {
  return printRecord(encodeValue(value));
}

function printRecord({ type, value }: RecordedValue): string {
  switch (type) {
    case "error":
      return `error: ${String(value)}`;
    case "null":
    case "bool":
    case "int":
      return String(value);
    case "uint":
      return `${String(value)}u`;
    case "double":
      return /^-?\d+$/.test(String(value)) ? `${String(value)}.0` : String(value);
    case "string":
      return JSON.stringify(value);
    case "bytes":
      return `b${JSON.stringify(value)}`;
    case "list":
      return `[${(value as RecordedValue[]).map(printRecord).join(", ")}]`; // by the type
    case "map": {
      const entries = value as [RecordedValue, RecordedValue][]; // by the type
      return `{${entries.map((entry) => entry.map(printRecord).join(": ")).join(", ")}}`;
    }
    case "optional":
      return value === null ? "none" : `optional(${printRecord(value as RecordedValue)})`; // by the type
    default:
      return `${type}(${String(value)})`;
  }
}
