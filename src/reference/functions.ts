import * as arithmetic from "../runtime/v1/cel/arithmetic.js";
import * as cidr from "../runtime/v1/cel/cidr.js";
import * as compare from "../runtime/v1/cel/compare.js";
import * as convert from "../runtime/v1/cel/convert.js";
import { Double } from "../runtime/v1/cel/double.js";
import * as duration from "../runtime/v1/cel/duration.js";
import { listIncludes } from "../runtime/v1/cel/equal.js";
import { CelError, noSuchOverload } from "../runtime/v1/cel/error.js";
import { formatString } from "../runtime/v1/cel/format.js";
import * as ip from "../runtime/v1/cel/ip.js";
import * as listExtensions from "../runtime/v1/cel/list-extensions.js";
import * as lists from "../runtime/v1/cel/lists.js";
import { PlainMap, insertEntries, insertEntry } from "../runtime/v1/cel/map.js";
import * as formats from "../runtime/v1/cel/named-format.js";
import * as optionals from "../runtime/v1/cel/optional.js";
import * as quantity from "../runtime/v1/cel/quantity.js";
import * as regex from "../runtime/v1/cel/regex.js";
import * as semver from "../runtime/v1/cel/semver.js";
import * as sets from "../runtime/v1/cel/sets.js";
import { sizeOf } from "../runtime/v1/cel/size.js";
import * as strings from "../runtime/v1/cel/strings.js";
import { inTimeZone } from "../runtime/v1/cel/time-zone.js";
import * as fields from "../runtime/v1/cel/timestamp-fields.js";
import { Timestamp } from "../runtime/v1/cel/timestamp.js";
import { TypeValue, typeOf } from "../runtime/v1/cel/type-value.js";
import { Uint } from "../runtime/v1/cel/uint.js";
import * as url from "../runtime/v1/cel/url.js";
import { MapValue, isInt, isList, listElements, typeNameOf } from "../runtime/v1/cel/value.js";
import type { Int, List, Value } from "../runtime/v1/cel/value.js";

export type Result = Value | CelError;

/** The name of cel-go's class of a value, which stands in some of its texts. */
export function goTypeOf(value: Value): string {
  if (value === null) return "types.Null";
  if (typeof value === "boolean") return "types.Bool";
  if (typeof value === "string") return "types.String";
  if (isInt(value)) return "types.Int";
  if (value instanceof Uint8Array) return "types.Bytes";
  if (value instanceof Uint) return "types.Uint";
  if (value instanceof Double) return "types.Double";
  if (value instanceof optionals.Optional) return "*types.Optional";
  if (value instanceof TypeValue) return "*types.Type";
  if (isList(value)) return "*types.baseList";
  if (value instanceof MapValue) return "*types.baseMap";
  const name = value.typeName.split(".").at(-1) ?? "";
  const isOfLanguage = value.typeName.startsWith("google.protobuf.");
  return `${isOfLanguage ? "types" : "cel"}.${name === "NamedFormat" ? "Format" : name}`;
}

/**
 * Call a function with values that are no errors, whatever their types; no overload for them is an error.
 *
 * Functions find out by the values what they have to do, as cel-go does when types are not known at compile time.
 */
export function callFunction(name: string, overload: string, args: readonly Value[]): Result {
  const trait = operatorTraits.get(name);
  const [first = null] = args;
  if (trait !== undefined && args.length > 0 && !trait.has(typeNameOf(first))) {
    return receivers.has(typeNameOf(first))
      ? noSuchOverload()
      : new CelError(`no such overload: ${name}`);
  }
  const candidates = functions.get(overload) ?? functions.get(name) ?? [];
  for (const candidate of candidates) {
    if (!takes(candidate, args)) continue;
    return candidate.call(args, overload);
  }
  const types = args.map(typeNameOf).join(", ");
  return trait === undefined && !dynamic.has(name)
    ? new CelError(`no such overload: ${name}(${types})`)
    : noSuchOverload();
}

interface Candidate {
  readonly parameters: readonly Parameter[];
  readonly call: (args: readonly Value[], overload: string) => Result;
}

type Parameter = (value: Value) => boolean;

function takes(candidate: Candidate, args: readonly Value[]): boolean {
  return (
    candidate.parameters.length === args.length &&
    candidate.parameters.every((parameter, index) => parameter(args[index] ?? null))
  );
}

const numbers = ["int", "uint", "double"];
const times = ["google.protobuf.Timestamp", "google.protobuf.Duration"];

/** Types with methods of their own in cel-go, which answer what they do not know without its name. */
const receivers: ReadonlySet<string> = new Set([...times, "string"]);

const ordered = new Set([...numbers, ...times, "bool", "string", "bytes"]);

/** Types whose values have an operator at all (cel-go's traits). */
const operatorTraits: ReadonlyMap<string, ReadonlySet<string>> = new Map([
  ["_+_", new Set([...numbers, ...times, "string", "bytes", "list"])],
  ["_-_", new Set([...numbers, ...times])],
  ["_*_", new Set(numbers)],
  ["_/_", new Set(numbers)],
  ["_%_", new Set(["int", "uint"])],
  ["-_", new Set(["int", "double", "google.protobuf.Duration", "bool"])],
  ["_<_", ordered],
  ["_<=_", ordered],
  ["_>_", ordered],
  ["_>=_", ordered],
  ["size", new Set(["string", "bytes", "list", "map"])],
  ["sort", new Set(["list"])],
  ["@sortByAssociatedKeys", new Set(["list"])],
]);

/** Functions that answer wrong types without their names. */
const dynamic: ReadonlySet<string> = new Set([
  "!_", "@in", "matches", "cel.@mapInsert", "contains", "startsWith", "endsWith",
]); // prettier-ignore

const any: Parameter = () => true;
const string = (value: Value): value is string => typeof value === "string";
const bool = (value: Value): value is boolean => typeof value === "boolean";
const list = (value: Value): value is List => isList(value);
const map = (value: Value): value is MapValue => value instanceof MapValue;

type ClassOf<T> = abstract new (...args: never[]) => T;

function instance<T>(type: ClassOf<T>): (value: Value) => value is T & Value {
  return (value): value is T & Value => value instanceof type;
}

const time = instance(Timestamp);
const span = instance(duration.Duration);
const optional = instance(optionals.Optional);
const ipAddress = instance(ip.Ip);
const range = instance(cidr.Cidr);
const amount = instance(quantity.Quantity);
const version = instance(semver.Semver);
const link = instance(url.UrlValue);
const format = instance(formats.NamedFormat);

type Guard<T extends Value> = (value: Value) => value is T;

const functions = new Map<string, Candidate[]>();

function define(name: string, candidate: Candidate): void {
  const known = functions.get(name);
  if (known === undefined) functions.set(name, [candidate]);
  else known.push(candidate);
}

function define0(name: string, call: () => Result): void {
  define(name, { parameters: [], call });
}

function define1<A extends Value>(
  name: string,
  a: Guard<A> | Parameter,
  call: (a: A, overload: string) => Result,
): void {
  // The parameters have been checked.
  define(name, { parameters: [a], call: (args, overload) => call(args[0] as A, overload) });
}

function define2<A extends Value, B extends Value>(
  name: string,
  a: Guard<A> | Parameter,
  b: Guard<B> | Parameter,
  call: (a: A, b: B) => Result,
): void {
  // The parameters have been checked.
  define(name, { parameters: [a, b], call: (args) => call(args[0] as A, args[1] as B) });
}

function define3<A extends Value, B extends Value, C extends Value>(
  name: string,
  parameters: readonly [Guard<A> | Parameter, Guard<B> | Parameter, Guard<C> | Parameter],
  call: (a: A, b: B, c: C) => Result,
): void {
  // The parameters have been checked.
  define(name, { parameters, call: (args) => call(args[0] as A, args[1] as B, args[2] as C) });
}

// Operators
define1("!_", bool, (value: boolean) => !value);
define1("-_", any, arithmetic.negateValue);
define2("_+_", any, any, arithmetic.addValues);
define2("_-_", any, any, arithmetic.subtractValues);
define2("_*_", any, any, arithmetic.multiplyValues);
define2("_/_", any, any, arithmetic.divideValues);
define2("_%_", any, any, arithmetic.moduloValues);
define2("_<_", any, any, compare.celLess);
define2("_<=_", any, any, compare.celLessEquals);
define2("_>_", any, any, compare.celGreater);
define2("_>=_", any, any, compare.celGreaterEquals);
define2("@in", any, list, (element: Value, values: List) => listIncludes(values, element));
define2("@in", any, map, (key: Value, values: MapValue) => {
  const found = values.find(key);
  return found instanceof CelError ? found : found !== undefined;
});

// Conversions
define1("bool", any, convert.toBoolValue);
define1("bytes", any, convert.toBytesValue);
define1("double", any, convert.toDoubleValue);
define1("duration", any, convert.toDurationValue);
define1("dyn", any, (value) => value);
define1("int", any, convert.toIntValue);
define1("size", any, sizeOf);
define1("string", ipAddress, ip.formatIp);
define1("string", range, cidr.formatCidr);
define1("string", any, convert.toStringValue);
define1("timestamp", any, convert.toTimestampValue);
define1("type", any, typeOf);
define1("uint", any, convert.toUintValue);

// Strings of the language
define2("contains", string, string, (text: string, part: string) => text.includes(part));
define2("endsWith", string, string, (text: string, end: string) => text.endsWith(end));
define2("startsWith", string, string, (text: string, start: string) => text.startsWith(start));
define2("matches", string, string, regex.matchesPattern);

// Time
const timestampFields: readonly (readonly [string, (timestamp: Timestamp) => number])[] = [
  ["getFullYear", fields.fullYear],
  ["getMonth", fields.month],
  ["getDate", fields.dayOfMonthFromOne],
  ["getDayOfMonth", fields.dayOfMonth],
  ["getDayOfWeek", fields.dayOfWeek],
  ["getDayOfYear", fields.dayOfYear],
  ["getHours", fields.hours],
  ["getMinutes", fields.minutes],
  ["getSeconds", fields.seconds],
  ["getMilliseconds", fields.milliseconds],
];
for (const [name, field] of timestampFields) {
  define1(name, time, field);
  define2(name, time, string, (timestamp: Timestamp, zone: string) => {
    const local = inTimeZone(timestamp, zone);
    return local instanceof CelError ? local : field(local);
  });
}
define1("getHours", span, duration.durationHours);
define1("getMinutes", span, duration.durationMinutes);
define1("getSeconds", span, duration.durationSeconds);
define1("getMilliseconds", span, duration.durationMilliseconds);

// Optionals
define0("optional.none", () => optionals.optionalNone);
define1("optional.of", any, (value) => new optionals.Optional(value));
define1("optional.ofNonZeroValue", any, optionals.optionalOfNonZero);
define1("optional.unwrap", list, optionals.unwrapOptionals);
define1("unwrapOpt", list, optionals.unwrapOptionals);
define1("hasValue", optional, (value: optionals.Optional) => value.value !== undefined);
define1("value", optional, optionals.optionalValue);
define1("first", list, optionals.firstOf);
define1("last", list, optionals.lastOf);

// Strings extension
define2("charAt", string, isInt, strings.charAt);
define2("indexOf", string, string, (text: string, part: string) =>
  strings.indexOfText(text, part, 0),
);
define3("indexOf", [string, string, isInt], strings.indexOfText);
define2("lastIndexOf", string, string, strings.lastIndexOfText);
define3("lastIndexOf", [string, string, isInt], strings.lastIndexOfTextFrom);
define1("join", list, (values: List) => strings.joinTexts(values, ""));
define2("join", list, string, strings.joinTexts);
define1("lowerAscii", string, (text: string) => strings.lowerAscii(text));
define1("upperAscii", string, (text: string) => strings.upperAscii(text));
define3("replace", [string, string, string], (text: string, old: string, by: string) =>
  strings.replaceText(text, old, by),
);
define("replace", {
  parameters: [string, string, string, isInt],
  call: (args) => strings.replaceText(...(args as [string, string, string, Int])), // checked
});
define2("split", string, string, (text: string, by: string) => strings.splitText(text, by));
define3("split", [string, string, isInt], strings.splitText);
define2("substring", string, isInt, (text: string, start: Int) => strings.substring(text, start));
define3("substring", [string, isInt, isInt], strings.substring);
define1("trim", string, (text: string) => strings.trimText(text));
define1("strings.quote", string, (text: string) => strings.quoteText(text));
define2("format", string, list, formatString);

// Lists of Kubernetes
define1("isSorted", list, lists.isSorted);
define1("sum", list, (values: List, overload) => lists.sumOf(values, zeroFor(values, overload)));
define1("min", list, lists.minOf);
define1("max", list, lists.maxOf);
define2("indexOf", list, any, lists.indexOfElement);
define2("lastIndexOf", list, any, lists.lastIndexOfElement);
define2("includes", any, any, lists.includesValue);

/** The zero of the overload, or where types are dynamic of the first element's type. */
function zeroFor(values: List, overload: string): Value {
  const [first] = listElements(values);
  const type =
    overload !== ""
      ? overload
      : first === undefined || first instanceof CelError
        ? "int"
        : typeNameOf(first);
  if (type.includes("uint")) return new Uint(0n);
  if (type.includes("double")) return new Double(0);
  return /duration/i.test(type) ? new duration.Duration(0) : 0;
}

/** A type as cel-go prints it. */
function typeText(value: Value): string {
  const name = typeNameOf(value);
  return name === "map" ? "map(dyn, dyn)" : name === "list" ? "list(dyn)" : name;
}

// Lists extension
define3("slice", [list, isInt, isInt], listExtensions.sliceList);
define1("flatten", list, (values: List) => listExtensions.flattenList(values, 1));
define2("flatten", list, isInt, listExtensions.flattenList);
define1("flatten", any, (value) => new CelError(`no such overload: ${typeText(value)}.flatten()`));
define2("flatten", any, any, (value, depth) =>
  isList(value)
    ? // Here the server's cost tracker panics.
      new CelError(
        `internal error: interface conversion: ref.Val is ${goTypeOf(depth)}, not types.Int`,
      )
    : new CelError(`no such overload: ${typeText(value)}.flatten(${typeText(depth)})`),
);
define1("lists.range", isInt, listExtensions.rangeList);
define1("reverse", list, listExtensions.reverseList);
define1("distinct", list, listExtensions.distinctList);
define1("sort", list, listExtensions.sortList);
define2("@sortByAssociatedKeys", list, list, listExtensions.sortByKeys);

// Sets
define2("sets.contains", list, list, sets.setContains);
define2("sets.equivalent", list, list, sets.setsEquivalent);
define2("sets.intersects", list, list, sets.setsIntersect);

// Two-variable comprehensions
define3("cel.@mapInsert", [instance(PlainMap), any, any], (into: PlainMap, key, value) =>
  insertEntry(into, key, value),
);
define2("cel.@mapInsert", instance(PlainMap), map, insertEntries);

// Regular expressions
define2("find", string, string, regex.findPattern);
define2("findAll", string, string, (text: string, pattern: string) =>
  regex.findAllPattern(text, pattern),
);
define3("findAll", [string, string, isInt], regex.findAllPattern);

// URLs
define1("url", string, (text: string) => url.parseUrl(text));
define1("isURL", string, (text: string) => url.isUrl(text));
define1("getScheme", link, url.urlScheme);
define1("getHost", link, url.urlHost);
define1("getHostname", link, url.urlHostname);
define1("getPort", link, url.urlPort);
define1("getEscapedPath", link, url.urlEscapedPath);
define1("getQuery", link, url.urlQuery);

// Quantities
define1("quantity", string, (text: string) => quantity.parseQuantity(text));
define1("isQuantity", string, (text: string) => quantity.isQuantity(text));
define1("sign", amount, quantity.quantitySign);
define1("isInteger", amount, quantity.isIntegerQuantity);
define1("asInteger", amount, quantity.quantityAsInteger);
define1(
  "asApproximateFloat",
  amount,
  (value: quantity.Quantity) => new Double(quantity.quantityAsFloat(value)),
);
define2("add", amount, amount, quantity.addQuantities);
define2("add", amount, isInt, quantity.addIntToQuantity);
define2("sub", amount, amount, quantity.subtractQuantities);
define2("sub", amount, isInt, quantity.subtractIntFromQuantity);
define2("compareTo", amount, amount, quantity.compareQuantities);
define2("isLessThan", amount, amount, quantity.isLessQuantity);
define2("isGreaterThan", amount, amount, quantity.isGreaterQuantity);

// IP addresses and ranges
define1("string_to_ip", string, (text: string) => ip.parseIp(text));
define1("cidr_ip", range, cidr.cidrIp);
define1("isIP", string, (text: string) => ip.isIp(text));
define1("ip.isCanonical", string, (text: string) => ip.isCanonicalIp(text));
define1("family", ipAddress, ip.ipFamily);
define1("isUnspecified", ipAddress, ip.isUnspecified);
define1("isLoopback", ipAddress, ip.isLoopback);
define1("isLinkLocalMulticast", ipAddress, ip.isLinkLocalMulticast);
define1("isLinkLocalUnicast", ipAddress, ip.isLinkLocalUnicast);
define1("isGlobalUnicast", ipAddress, ip.isGlobalUnicast);
define1("cidr", string, (text: string) => cidr.parseCidr(text));
define1("isCIDR", string, (text: string) => cidr.isCidrText(text));
define1("masked", range, cidr.maskedCidr);
define1("prefixLength", range, cidr.prefixLength);
define2("containsIP", range, ipAddress, cidr.cidrContainsIp);
define2("containsIP", range, string, cidr.cidrContainsIpText);
define2("containsCIDR", range, range, cidr.cidrContainsCidr);
define2("containsCIDR", range, string, cidr.cidrContainsCidrText);

// Semantic versions
define1("semver", string, (text: string) => semver.parseSemver(text));
define2("semver", string, bool, semver.parseSemver);
define1("isSemver", string, (text: string) => semver.isSemver(text));
define2("isSemver", string, bool, semver.isSemver);
define1("major", version, semver.semverMajor);
define1("minor", version, semver.semverMinor);
define1("patch", version, semver.semverPatch);
define2("compareTo", version, version, semver.compareSemvers);
define2("isLessThan", version, version, semver.isLessSemver);
define2("isGreaterThan", version, version, semver.isGreaterSemver);

// Named formats
define0("format.dns1123Label", formats.dns1123LabelFormat);
define0("format.dns1123Subdomain", formats.dns1123SubdomainFormat);
define0("format.dns1035Label", formats.dns1035LabelFormat);
define0("format.qualifiedName", formats.qualifiedNameFormat);
define0("format.dns1123LabelPrefix", formats.dns1123LabelPrefixFormat);
define0("format.dns1123SubdomainPrefix", formats.dns1123SubdomainPrefixFormat);
define0("format.dns1035LabelPrefix", formats.dns1035LabelPrefixFormat);
define0("format.labelValue", formats.labelValueFormat);
define0("format.uri", formats.uriFormat);
define0("format.uuid", formats.uuidFormat);
define0("format.byte", formats.byteFormat);
define0("format.date", formats.dateFormat);
define0("format.datetime", formats.datetimeFormat);
define1("format.named", string, (name: string) => formats.namedFormat(name));
define2("validate", format, string, formats.validateFormat);
