import type { Expr } from "../../emit/code.js";
import { expr, operatorCode } from "../../emit/code.js";
import type { RuntimeValue } from "../../runtime/contract.js";
import { isNumber } from "../../runtime/v1/json/deep-equal.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { toDouble } from "../../runtime/v1/json/json.js";
import { codePoints } from "../../runtime/v1/strings.js";
import { has } from "../../versions/changes.js";
import { jsonLiteral } from "../json-literal.js";
import { formatCheckName } from "./format-names.js";
import type { Shape } from "./shape.js";
import type { ValidateUnit } from "./unit.js";

/*
 * Quick checks of scalars: conditions that hold for every value that is not certainly valid. Where
 * they may hold for a valid one, the unit is told, and the second pass then looks at the value.
 */

/**
 * What holds always. Compilers take what stands behind a plain `true` for unreachable, and its
 * variables for nothing.
 */
export const always: Expr = expr`Boolean(true)`;

/** Conditions on a value of a scalar type; the first one makes sure of the type. */
export function scalarFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  switch (shape.type) {
    case "string":
      return stringFaults(shape, value, unit);
    case "integer":
      return [
        ...integerFaults(shape, value, unit),
        ...boundFaults(shape, value, unit),
        ...numberEnumFaults(shape, value, unit),
      ];
    case "number":
      return [
        expr`!${unit.runtime(numberCheckName(shape, unit))}(${value})`,
        ...boundFaults(shape, value, unit),
        ...numberEnumFaults(shape, value, unit),
      ];
    case "boolean":
      if (shape.format !== "") unit.leaveOpen(shape);
      return [expr`typeof ${value} !== "boolean"`, ...enumFaults(shape, value)];
    case "intOrString":
      return intOrStringFaults(shape, value, unit);
    default:
      throw new Error(`invariant: '${shape.type}' is no scalar type`);
  }
}

/** Lengths, pattern and format of what is known to be a string. */
export function textFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  const { minLength, maxLength } = shape.validation;
  const faults: Expr[] = [];
  if (maxLength !== undefined) faults.push(tooLong(value, maxLength, unit));
  if (minLength !== undefined && minLength > 0) faults.push(tooShort(value, minLength, unit));
  return [...faults, ...contentFaults(shape, value, unit)];
}

/** Whether a pattern says no to any text; these find a match in each. */
export function asksPattern(pattern: string): boolean {
  return !everyText.has(pattern);
}

const everyText: ReadonlySet<string> = new Set(["", ".*", "(.*)", "^.*", ".*$", "^", "$"]);

function contentFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  const { pattern } = shape.validation;
  const faults: Expr[] = [];
  if (asksPattern(pattern)) {
    const compiled = unit.pattern(shape);
    // No text matches a pattern that does not compile; CRDs of old hold some.
    faults.push(compiled === undefined ? always : expr`!${compiled}.test(${value})`);
  }
  const check = formatCheckName(shape.format, unit.server);
  if (check !== undefined) faults.push(expr`!${unit.runtime(check)}(${value})`);
  return faults;
}

/**
 * Whether a value is none of an enum's; entries that no valid value of the type equals are left
 * out.
 */
function enumFaults(shape: Shape, value: Expr): readonly Expr[] {
  const entries = shape.validation.enum;
  if (entries.length === 0) return [];
  const possible = entries.filter(
    (entry) => isOfType(entry, shape.type) && hasLength(entry, shape),
  );
  if (possible.length === 0) return [always];
  const different = [...new Set(possible)].map(
    (entry) => expr`${value} !== ${scalarLiteral(entry)}`,
  );
  return different.length === 1 ? different : [operatorCode(different, "&&")];
}

function stringFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  const member = enumFaults(shape, value);
  if (member.includes(always)) return member;
  // What equals a string is one.
  if (member.length > 0) return [...member, ...contentFaults(shape, value, unit)];
  const text = textFaults(shape, value, unit);
  if (shape.format === "") return [expr`typeof ${value} !== "string"`, ...text];
  // The server lets lists pass where a format of strings is asked for.
  const isNoList = listInsteadFault(shape, value, unit);
  if (text.length === 0) return [expr`typeof ${value} !== "string" && ${isNoList}`];
  return [expr`typeof ${value} === "string" ? ${operatorCode(text, "||")} : ${isNoList}`];
}

/** Whether what stands in place of a string is no list either, or none that passes. */
function listInsteadFault(shape: Shape, value: Expr, unit: ValidateUnit): Expr {
  if (shape.validation.uniqueItems || shape.items !== undefined) {
    unit.leaveOpen(shape);
    return always;
  }
  const size = sizeFaults(shape, value);
  const isNoList = expr`!Array.isArray(${value})`;
  return size.length === 0 ? isNoList : operatorCode([isNoList, ...size], "||");
}

/** The limits of a list's length. */
export function sizeFaults({ validation }: Shape, list: Expr): readonly Expr[] {
  const { minItems, maxItems } = validation;
  const faults: Expr[] = [];
  if (minItems !== undefined && minItems > 0) faults.push(expr`${list}.length < ${minItems}`);
  if (maxItems !== undefined) faults.push(expr`${list}.length > ${maxItems}`);
  return faults;
}

function tooLong(value: Expr, limit: number, unit: ValidateUnit): Expr {
  return expr`${value}.length > ${limit} && ${unit.runtime("codePoints")}(${value}) > ${limit}`;
}

function tooShort(value: Expr, limit: number, unit: ValidateUnit): Expr {
  if (limit === 1) return expr`${value} === ""`;
  const counted = expr`${unit.runtime("codePoints")}(${value}) < ${limit}`;
  return expr`${value}.length < ${2 * limit} && ${counted}`;
}

function integerFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  if (has(unit.server, "typedFormats")) {
    return [expr`!${unit.runtime(shape.format === "int32" ? "isInt32" : "isInteger")}(${value})`];
  }
  // Before, fractions that are small enough were let pass.
  unit.leaveOpen(shape);
  return [expr`typeof ${value} !== "number"`, expr`!Number.isSafeInteger(${value})`];
}

/** The runtime's exact check of a number of which nothing else is asked. */
function numberCheckName({ format }: Shape, { server }: ValidateUnit): RuntimeValue {
  return format === "float" && has(server, "typedFormats") ? "isFloat32" : "isFiniteNumber";
}

/** The server converts numbers to the class of the entry before it compares. */
function numberEnumFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  const entries = shape.validation.enum;
  if (entries.length === 0) return [];
  const list = jsonLiteral([...entries], (name) => unit.context.runtime(name));
  return [expr`!${unit.runtime("isOneOf")}(${value}, ${list})`];
}

/**
 * Bounds that the server reads in another way than they are written are left to the second pass.
 */
function boundFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape.validation;
  const given = [minimum, maximum, multipleOf].filter((bound) => bound !== undefined);
  if (given.length === 0) return [];
  const isPlain = given.every(
    (bound) => Number.isSafeInteger(bound) && isInRange(bound, shape, unit),
  );
  if (!isPlain || multipleOf !== undefined) unit.leaveOpen(shape);
  if (!isPlain || (multipleOf !== undefined && multipleOf <= 0)) return [always];
  const faults: Expr[] = [];
  if (minimum !== undefined) {
    faults.push(exclusiveMinimum ? expr`${value} <= ${minimum}` : expr`${value} < ${minimum}`);
  }
  if (maximum !== undefined) {
    faults.push(exclusiveMaximum ? expr`${value} >= ${maximum}` : expr`${value} > ${maximum}`);
  }
  if (multipleOf !== undefined) {
    // Beyond 2^53 the server reads other digits than a double has.
    faults.push(expr`!Number.isSafeInteger(${value})`);
    faults.push(expr`${value} % ${multipleOf} !== 0`);
  }
  return faults;
}

function isInRange(bound: number, shape: Shape, unit: ValidateUnit): boolean {
  const isInt32 =
    shape.type === "integer" && shape.format === "int32" && has(unit.server, "typedFormats");
  return !isInt32 || (bound | 0) === bound;
}

function intOrStringFaults(shape: Shape, value: Expr, unit: ValidateUnit): readonly Expr[] {
  const text = textFaults(shape, value, unit);
  const bounds = boundFaults(shape, value, unit);
  const member = enumFaults(shape, value);
  if (
    bounds.length > 0 ||
    member.length > 0 ||
    shape.format !== "" ||
    !has(unit.server, "exactIntegers")
  ) {
    unit.leaveOpen(shape);
  }
  const isNoInteger = noIntegerCondition(shape, bounds, value, unit);
  if (text.length === 0) {
    return [expr`typeof ${value} !== "string" && ${isNoInteger}`, ...member];
  }
  return [
    expr`typeof ${value} === "string" ? ${operatorCode(text, "||")} : ${isNoInteger}`,
    ...member,
  ];
}

/**
 * Only where `anyOf` asks for an integer it must be one exactly. Servers before 1.37 let pass other
 * fractions than `isNearInteger`: those are left to the second pass.
 */
function noIntegerCondition(
  shape: Shape,
  bounds: readonly Expr[],
  value: Expr,
  unit: ValidateUnit,
): Expr {
  const isStrict = bounds.length > 0 || !has(unit.server, "exactIntegers") || isTypePattern(shape);
  const condition = expr`!${unit.runtime(isStrict ? "isInteger" : "isNearInteger")}(${value})`;
  return bounds.length === 0 ? condition : operatorCode([condition, ...bounds], "||");
}

/** The way to write int-or-string, which its type check covers. */
export function isTypePattern({ type, anyOf }: Shape): boolean {
  return (
    type === "intOrString" &&
    anyOf.length === 2 &&
    anyOf.every((branch) => branch.type !== "" && isOnlyType(branch)) &&
    new Set(anyOf.map((branch) => branch.type)).size === 2 &&
    anyOf.every(({ type: alternative }) => alternative === "integer" || alternative === "string")
  );
}

function isOnlyType(branch: Shape): boolean {
  return branch.validation.id === 0 && branch.fields.size === 0 && branch.items === undefined;
}

/** Whether a text of an enum is as long as it must be; what else an enum holds has no length. */
function hasLength(entry: Json, { validation }: Shape): boolean {
  if (typeof entry !== "string") return true;
  const { minLength = 0, maxLength = Infinity } = validation;
  const length = codePoints(entry);
  return length >= minLength && length <= maxLength;
}

function isOfType(entry: Json, type: Shape["type"]): boolean {
  if (typeof entry === "string") return type === "string" || type === "intOrString";
  if (typeof entry === "boolean") return type === "boolean";
  if (!isNumber(entry)) return false;
  if (type !== "integer" && type !== "number" && type !== "intOrString") return false;
  return typeof entry !== "bigint" && Number.isFinite(toDouble(entry));
}

function scalarLiteral(entry: Json): Expr {
  if (isNumber(entry)) return expr`${toDouble(entry)}`;
  return expr`${entry as string | boolean}`; // isOfType let nothing else pass
}
