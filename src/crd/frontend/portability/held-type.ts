import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { Float64, toDouble } from "../../../runtime/v1/values/json/json.js";
import { flagAt, textAt } from "../raw-fields.js";

/** What the values of a field are; those of a field without a type are anything. */
export interface HeldType {
  readonly name: TypeName;
  readonly format: string;
}

type TypeName = "string" | "integer" | "number" | "boolean" | "array" | "object" | "int-or-string";

/** The values of each type, as messages name them. */
const plurals: Readonly<Record<TypeName, string>> = {
  string: "strings",
  integer: "whole numbers",
  number: "numbers",
  boolean: "booleans",
  array: "lists",
  object: "objects",
  "int-or-string": "strings and whole numbers",
};

/**
 * The type of a schema; undefined where it has none. `core` is the schema outside of junctors that
 * is about the same value: inside of them only int-or-string has types.
 */
export function heldTypeOf(raw: JsonObject, core: JsonObject): HeldType | undefined {
  const own = textAt(raw, "type");
  const isEither = own === "" && flagAt(core, "x-kubernetes-int-or-string");
  const name = isEither ? "int-or-string" : own || textAt(core, "type");
  return Object.hasOwn(plurals, name)
    ? { name: name as TypeName, format: textAt(core, "format") } // one of its keys
    : undefined;
}

/** `strings`, of a field of type string. */
export function heldValues({ name }: HeldType): string {
  return plurals[name];
}

/** Whether a field of the type can have a value. */
export function canHold({ name, format }: HeldType, value: Json): boolean {
  switch (name) {
    case "string":
      // Of a string with a format the server takes lists, too.
      return typeof value === "string" || (format !== "" && Array.isArray(value));
    case "integer":
      return isWhole(value);
    case "number":
      return isNumber(value);
    case "int-or-string":
      return typeof value === "string" || isWhole(value);
    default:
      return name === kindOf(value);
  }
}

/**
 * Whether the server finds a value of the type equal to `value` of an enum. It makes a rune of a
 * number that it compares with a string, so that 65 is equal to "A" (kube-openapi
 * `validate/values.go`, `Enum`).
 */
export function canEqual(type: HeldType, value: Json): boolean {
  if (canHold(type, value)) return true;
  const isNumeric = type.name === "integer" || type.name === "number";
  return isNumeric && typeof value === "string" && Array.from(value).length === 1;
}

/** `a boolean`, for messages. */
export function kindText(value: Json): string {
  const kind = kindOf(value);
  if (kind === "array") return "a list";
  return kind === "object" ? "an object" : `a ${kind}`;
}

function kindOf(value: Json): "null" | "number" | "string" | "boolean" | "array" | "object" {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (isNumber(value)) return "number";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "boolean" : "object";
}

function isNumber(value: Json): value is number | bigint | Float64 {
  return typeof value === "number" || typeof value === "bigint" || value instanceof Float64;
}

/** Servers differ in how near a number must be to a whole one: what any of them takes is one. */
function isWhole(value: Json): boolean {
  if (!isNumber(value)) return false;
  const number = toDouble(value);
  return Math.abs(number - Math.round(number)) <= 1e-8 * Math.abs(number);
}
