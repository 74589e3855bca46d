import { exactNumber } from "../../values/json/json-object.js";
import type { Json } from "../../values/json/json.js";
import { Float64, isInt64 } from "../../values/json/json.js";
import { CelError } from "../values/error.js";
import { listPosition } from "../values/list.js";
import { Double } from "../values/numbers.js";
import { Optional, optionalNone } from "../values/optional.js";
import type { Int, Value } from "../values/value.js";
import { isList, listAt, listSize, MapValue } from "../values/value.js";

/**
 * JSON data of a schema as a value: what the API server reads at a node of the object (apiserver
 * `common/valuesunstructured.go`). Data that does not fit the schema is an error, which shows only
 * where a rule reads it. Null is an error here; see `nullable`.
 */
export type ReadData = (data: Json) => Value | CelError;

/** `type: string` without a format that CEL knows. */
export function readString(data: Json): string | CelError {
  return typeof data === "string" ? data : wrongData("string", data);
}

/** `type: integer`. A float64 that happens to be whole (`1.0`) is none. */
export function readInt(data: Json): Int | CelError {
  if (typeof data === "number" && Number.isSafeInteger(data)) return data + 0;
  return bigInt(data) ?? wrongData("int", data);
}

/** `type: number`, as a plain number. */
export function readNumber(data: Json): number | CelError {
  if (typeof data === "number") return data;
  if (typeof data === "bigint") return Number(data);
  return data instanceof Float64 ? data.value : wrongData("float", data);
}

/** `type: number`, as a value. */
export function readDouble(data: Json): Double | CelError {
  const number = readNumber(data);
  return typeof number === "number" ? new Double(number) : number;
}

/** `type: boolean`. */
export function readBool(data: Json): boolean | CelError {
  return typeof data === "boolean" ? data : wrongData("bool", data);
}

/** `x-kubernetes-int-or-string`. */
export function readIntOrString(data: Json): Value | CelError {
  if (typeof data === "string") return data;
  if (typeof data === "number" && Number.isSafeInteger(data)) return data + 0;
  if (data === null) return nullData();
  return (
    bigInt(data) ??
    new CelError("invalid data, expected XIntOrString value to be either a string or integer")
  );
}

/** The same for a schema that allows null. */
export function nullable(read: ReadData): ReadData {
  return (data) => (data === null ? null : read(data));
}

/** The error of data of the wrong type. */
export function wrongData(expected: string, data: Json): CelError {
  return data === null
    ? nullData()
    : new CelError(`invalid data, expected ${expected}, got ${goType(data)}`);
}

/** The error of null where the schema does not allow it. */
export function nullData(): CelError {
  return new CelError("invalid data, got null for schema with nullable=false");
}

/** An int64 that is no safe integer. */
function bigInt(data: Json): bigint | undefined {
  const exact = typeof data === "number" ? exactNumber(data) : data;
  return typeof exact === "bigint" ? exact : undefined;
}

/** The type of data as Go prints it. */
function goType(data: Json): string {
  switch (typeof data) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "bigint":
      return "int64";
    case "number":
      return isInt64(data) ? "int64" : "float64";
    default:
      if (data instanceof Float64) return "float64";
      return Array.isArray(data) ? "[]interface {}" : "map[string]interface {}";
  }
}

/*
 * How names of properties are spelled in CEL (apiserver `pkg/cel/escaping.go`).
 */

const reserved: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "true", "false", "null", "in", "as", "break", "const", "continue", "else", "for", "function", "if", "import", "let",
  "loop", "package", "namespace", "return", "var", "void", "while",
]); // prettier-ignore

/**
 * The name as CEL spells it (`my-key` is `my__dash__key`); `undefined` for a name that cannot be
 * spelled.
 */
export function escapeProperty(name: string): string | undefined {
  if (!/^[A-Za-z_.\-/][A-Za-z0-9_.\-/]*$/.test(name)) return undefined;
  if (reserved.has(name)) return `__${name}__`;
  return name.replace(/__|[.\-/]/g, (part) => escapes[part] ?? part);
}

/** The property that a spelling means; `undefined` where it means none. */
export function unescapeProperty(spelling: string): string | undefined {
  if (!spelling.includes("__")) return spelling;
  const whole = /^__([^_]+)__$/.exec(spelling)?.[1];
  if (whole !== undefined && reserved.has(whole)) return whole;
  const escaped = /__([^_]+)__/g;
  const isKnown = (word: string): boolean => Object.hasOwn(words, word);
  if (![...spelling.matchAll(escaped)].every((match) => isKnown(match[1] ?? ""))) return undefined;
  return spelling.replace(escaped, (_, word: string) => words[word] ?? "");
}

const escapes: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

const words: Readonly<Record<string, string>> = {
  underscores: "__",
  dot: ".",
  dash: "-",
  slash: "/",
};

/**
 * `value.?key` and `value[?key]`: none where there is no such key or the value has no keys. Nothing
 * asks for the key of what is none, not even for its error.
 */
export function selectOptional(value: Value, key: Value | CelError): Optional | CelError {
  const object = value instanceof Optional ? value.value : value;
  if (object === undefined) return optionalNone;
  if (key instanceof CelError) return key;
  const found = lookUp(object, key);
  if (found === undefined) return optionalNone;
  return found instanceof CelError ? found : new Optional(found);
}

/** `has(optional.key)`. */
function hasOptional(value: Value, key: Value): boolean | CelError {
  const selected = selectOptional(value, key);
  return selected instanceof CelError ? selected : selected.value !== undefined;
}

/** `has(value.key)` of a value whose type only shows at run time. */
export function hasKeyOf(value: Value, key: Value): boolean | CelError {
  if (value instanceof Optional) return hasOptional(value, key);
  const found = lookUp(value, key);
  return found instanceof CelError ? found : found !== undefined;
}

/** `oldSelf` of a rule with optionalOldSelf. */
export function optionalOfData(data: Json | undefined, read: ReadData): Optional | CelError {
  if (data === undefined) return optionalNone;
  const value = read(data);
  return value instanceof CelError ? value : new Optional(value);
}

function lookUp(value: Value, key: Value): Value | CelError | undefined {
  if (value instanceof MapValue) return value.find(key);
  if (!isList(value)) return undefined;
  const position = listPosition(key);
  if (position instanceof CelError) return position;
  return position < 0 || position >= listSize(value) ? undefined : listAt(value, Number(position));
}
