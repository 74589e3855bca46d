import type { CelType } from "../../cel/type.js";
import { formatType } from "../../cel/type.js";
import { Cidr, parseCidr } from "../../runtime/v1/cel/libraries/cidr.js";
import { Ip, parseIp } from "../../runtime/v1/cel/libraries/ip.js";
import { NamedFormat, namedFormat } from "../../runtime/v1/cel/libraries/named-format.js";
import { Quantity, parseQuantity } from "../../runtime/v1/cel/libraries/quantity.js";
import { Semver, parseSemver } from "../../runtime/v1/cel/libraries/semver.js";
import { UrlValue, parseUrl } from "../../runtime/v1/cel/libraries/url.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import { mapOf } from "../../runtime/v1/cel/values/list.js";
import { checkedInt, checkedUint, Double, Uint } from "../../runtime/v1/cel/values/numbers.js";
import { Optional, optionalNone } from "../../runtime/v1/cel/values/optional.js";
import {
  Duration,
  parseDuration,
  parseTimestamp,
  Timestamp,
  timestampOf,
} from "../../runtime/v1/cel/values/times.js";
import { TypeValue } from "../../runtime/v1/cel/values/type-value.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import { Float64 } from "../../runtime/v1/values/json/json.js";

/**
 * Makes a value of what a variable is bound to; an error where that is nothing of the declared
 * type.
 */
export type ReadBinding = (input: unknown) => Value | CelError;

/**
 * How values of a type are read from JavaScript. What cannot be looked at is an error like any
 * other.
 */
export function bindingReader(type: CelType): ReadBinding {
  const read = readerOf(type);
  return (input) => {
    try {
      return read(input);
    } catch (error) {
      // A getter that throws, or lists in lists without an end.
      return new CelError(
        `cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  };
}

function readerOf(type: CelType): ReadBinding {
  switch (type.kind) {
    case "list": {
      const read = readerOf(type.element);
      return (input) => (Array.isArray(input) ? readAll(input, read) : wrong(type, input));
    }
    case "map":
      return mapReader(type, readerOf(type.key), readerOf(type.value));
    case "wrapper": {
      const read = readerOf(type.wrapped);
      return (input) => (input === null ? null : read(input));
    }
    case "opaque":
      if (type.name === "optional_type") {
        return optionalReader(readerOf(type.parameters[0] ?? { kind: "dyn" }));
      }
      return libraryReader(type, type.name);
    case "object":
      return libraryReader(type, type.name);
    case "type":
      return (input) => (typeof input === "string" ? new TypeValue(input) : wrong(type, input));
    default:
      return (input) => scalarReaders[type.kind]?.(input) ?? orWrong(type, input);
  }
}

/** Null is a value like any other, which a reader cannot tell from having none. */
function orWrong(type: CelType, input: unknown): Value | CelError {
  return input === null && (type.kind === "null" || isDynamic(type)) ? null : wrong(type, input);
}

function isDynamic({ kind }: CelType): boolean {
  return kind === "dyn" || kind === "any";
}

function wrong(type: CelType, input: unknown): CelError {
  return new CelError(`expected ${formatType(type)}, got ${describe(input)}`);
}

function describe(input: unknown): string {
  if (input === null) return "null";
  if (typeof input !== "object") return typeof input;
  if (Array.isArray(input)) return "array";
  return input instanceof Date ? "Date" : "object";
}

type ScalarReader = (input: unknown) => Value | CelError | undefined;

const scalarReaders: Readonly<Record<string, ScalarReader>> = {
  bool: (input) => (typeof input === "boolean" ? input : undefined),
  int: readInteger,
  uint: readUnsigned,
  double: readDoubleValue,
  string: (input) => (typeof input === "string" ? input : undefined),
  bytes: (input) => (input instanceof Uint8Array ? input : undefined),
  timestamp: readMoment,
  duration: (input) => {
    if (input instanceof Duration) return input;
    return typeof input === "string" ? parseDuration(input) : undefined;
  },
  dyn: readAny,
  any: readAny,
};

function readInteger(input: unknown): Value | CelError | undefined {
  if (typeof input === "bigint") return checkedInt(input);
  if (typeof input !== "number" || !Number.isInteger(input)) return undefined;
  return Number.isSafeInteger(input) ? input + 0 : checkedInt(BigInt(input));
}

function readUnsigned(input: unknown): Value | CelError | undefined {
  if (input instanceof Uint) return input;
  if (typeof input === "bigint") return checkedUint(input);
  return Number.isInteger(input) ? checkedUint(BigInt(input as number)) : undefined; // as was just asked
}

function readDoubleValue(input: unknown): Double | undefined {
  if (typeof input === "number") return new Double(input);
  if (typeof input === "bigint") return new Double(Number(input));
  if (input instanceof Float64) return new Double(input.value);
  return input instanceof Double ? input : undefined;
}

function readMoment(input: unknown): Timestamp | CelError | undefined {
  if (input instanceof Timestamp) return input;
  if (typeof input === "string") {
    const parsed = parseTimestamp(input);
    if (parsed === undefined) return undefined;
    return timestampOf(parsed.seconds, parsed.nanoseconds, parsed.offset);
  }
  if (!(input instanceof Date) || Number.isNaN(input.getTime())) return undefined;
  const seconds = Math.floor(input.getTime() / 1000);
  return timestampOf(seconds, (input.getTime() - seconds * 1000) * 1_000_000);
}

/** As JSON says it: a whole number is an int, any other a double. */
function readAny(input: unknown): Value | CelError | undefined {
  switch (typeof input) {
    case "boolean":
    case "string":
      return input;
    case "bigint":
      return checkedInt(input);
    case "number":
      return Number.isSafeInteger(input) ? input + 0 : new Double(input);
    case "object":
      return input === null ? undefined : readAnyObject(input);
    default:
      return undefined;
  }
}

function readAnyObject(input: object): Value | CelError | undefined {
  if (Array.isArray(input)) return readAll(input, readDyn);
  if (input instanceof Map || isPlainObject(input)) return readEntries(input, readDyn, readDyn);
  if (input instanceof Date) return readMoment(input);
  if (input instanceof Uint8Array) return input;
  if (input instanceof Float64) return new Double(input.value);
  return ownClasses.some((own) => input instanceof own) ? (input as Value) : undefined; // one of them
}

const readDyn = readerOf({ kind: "dyn" });

/** Values of CEL that may be bound as they are. */
const ownClasses = [
  Cidr,
  Double,
  Duration,
  Ip,
  NamedFormat,
  Quantity,
  Semver,
  Timestamp,
  TypeValue,
  Uint,
  UrlValue,
] as const;

function isPlainObject(input: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(input);
  return prototype === Object.prototype || prototype === null;
}

function readAll(input: readonly unknown[], read: ReadBinding): Value | CelError {
  const values: Value[] = [];
  for (const item of input) {
    const value = read(item);
    if (value instanceof CelError) return value;
    values.push(value);
  }
  return values;
}

function mapReader(type: CelType, readKey: ReadBinding, readValue: ReadBinding): ReadBinding {
  return (input) => {
    if (typeof input !== "object" || input === null) return wrong(type, input);
    if (!(input instanceof Map) && !isPlainObject(input)) return wrong(type, input);
    return readEntries(input, readKey, readValue);
  };
}

function readEntries(
  input: object,
  readKey: ReadBinding,
  readValue: ReadBinding,
): Value | CelError {
  const entries: [Value, Value][] = [];
  const source: Iterable<readonly [unknown, unknown]> =
    input instanceof Map ? input : Object.entries(input);
  for (const [name, item] of source) {
    const key = readKey(name);
    if (key instanceof CelError) return key;
    const value = readValue(item);
    if (value instanceof CelError) return value;
    entries.push([key, value]);
  }
  return mapOf(entries);
}

function optionalReader(read: ReadBinding): ReadBinding {
  return (input) => {
    if (input === undefined) return optionalNone;
    const value = read(input);
    return value instanceof CelError ? value : new Optional(value);
  };
}

/** Values of the libraries, or their texts. */
function libraryReader(type: CelType, name: string): ReadBinding {
  const library = libraries.get(name);
  return (input) => {
    if (library === undefined) return wrong(type, input);
    if (typeof input === "string") return library.parse(input);
    return input instanceof library.class ? input : wrong(type, input);
  };
}

interface LibraryType {
  readonly class: abstract new (...args: never[]) => Value;
  readonly parse: (text: string) => Value | CelError;
}

const libraries: ReadonlyMap<string, LibraryType> = new Map<string, LibraryType>([
  ["kubernetes.Quantity", { class: Quantity, parse: parseQuantity }],
  ["kubernetes.URL", { class: UrlValue, parse: parseUrl }],
  ["kubernetes.Semver", { class: Semver, parse: (text) => parseSemver(text) }],
  ["kubernetes.NamedFormat", { class: NamedFormat, parse: readFormat }],
  ["net.IP", { class: Ip, parse: parseIp }],
  ["net.CIDR", { class: Cidr, parse: parseCidr }],
]);

function readFormat(text: string): Value | CelError {
  return namedFormat(text).value ?? new CelError(`no such format: ${text}`);
}
