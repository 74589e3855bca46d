import type { Code } from "../../emit/code.js";
import { code, join } from "../../emit/code.js";
import { operatorCode } from "../../emit/object-code.js";
import type { Json } from "../../runtime/v1/json.js";
import { toDouble } from "../../runtime/v1/json.js";
import { isNumber } from "../../runtime/v1/deep-equal.js";
import { formatCheckName } from "./format-names.js";

import type { Shape } from "./shape.js";
import type { ValidateUnit } from "./unit.js";

/*
 * Quick checks of scalars: conditions that hold for every value that is not certainly valid. They may hold for a valid
 * one of an odd form (1.0 as its own class, an integer beyond 2^53), which the second pass then looks at.
 */

/** Conditions on a value of a scalar type; the first one makes sure of the type. */
export function scalarFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  switch (shape.type) {
    case "string":
      return stringFaults(shape, value, unit);
    case "integer":
      return [...integerFaults(shape, value, unit), ...enumFaults(shape, value)];
    case "number":
      return [...numberFaults(shape, value, unit), ...enumFaults(shape, value)];
    case "boolean":
      return [code`typeof ${value} !== "boolean"`, ...enumFaults(shape, value)];
    case "intOrString":
      return intOrStringFaults(shape, value, unit);
    default:
      throw new Error(`invariant: '${shape.type}' is no scalar type`);
  }
}

/** Lengths, pattern and format of what is known to be a string. */
export function textFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const { minLength, maxLength, pattern } = shape.validation;
  const faults: Code[] = [];
  if (maxLength !== undefined) faults.push(tooLong(value, maxLength, unit));
  if (minLength !== undefined && minLength > 0) faults.push(tooShort(value, minLength, unit));
  if (pattern !== "") {
    const compiled = unit.pattern(shape);
    // No text matches a pattern that does not compile; CRDs of old hold some.
    faults.push(compiled === undefined ? code`true` : code`!${compiled}.test(${value})`);
  }
  const check = formatCheckName(shape.format, unit.server);
  if (check !== undefined) faults.push(code`!${unit.runtime(check)}(${value})`);
  return faults;
}

/** Whether a value is none of an enum's; entries that no value of the type equals are left out. */
export function enumFaults(shape: Shape, value: Code): readonly Code[] {
  const entries = shape.validation.enum;
  if (entries.length === 0) return [];
  const comparable = entries.filter((entry) => isOfType(entry, shape.type));
  if (comparable.length === 0) return [code`true`];
  const different = comparable.map((entry) => code`${value} !== ${scalarLiteral(entry)}`);
  return different.length === 1 ? different : [code`(${operatorCode(different, "&&")})`];
}

function stringFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const text = textFaults(shape, value, unit);
  const member = enumFaults(shape, value);
  // What equals a string is one.
  if (member.length > 0 && text.length === 0) return member;
  return [code`typeof ${value} !== "string"`, ...member, ...text];
}

function tooLong(value: Code, limit: number, unit: ValidateUnit): Code {
  return code`(${value}.length > ${limit} && ${unit.runtime("codePoints")}(${value}) > ${limit})`;
}

function tooShort(value: Code, limit: number, unit: ValidateUnit): Code {
  if (limit === 1) return code`${value} === ""`;
  const counted = code`${unit.runtime("codePoints")}(${value}) < ${limit}`;
  return code`(${value}.length < ${2 * limit} && ${counted})`;
}

function integerFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const bounds = boundFaults(shape, value, unit);
  const isInt32 = shape.format === "int32" && unit.server >= 36;
  if (isInt32)
    return [code`typeof ${value} !== "number"`, code`(${value} | 0) !== ${value}`, ...bounds];
  if (bounds.length === 0) return [code`!Number.isSafeInteger(${value})`];
  return [code`typeof ${value} !== "number"`, code`!Number.isSafeInteger(${value})`, ...bounds];
}

function numberFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const isFloat = shape.format === "float" && unit.server >= 36;
  const tested = isFloat ? code`Math.fround(${value})` : value;
  return [
    code`typeof ${value} !== "number"`,
    code`!Number.isFinite(${tested})`,
    ...boundFaults(shape, value, unit),
  ];
}

/** Bounds that the server reads in another way than they are written are left to the second pass. */
function boundFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = shape.validation;
  const given = [minimum, maximum, multipleOf].filter((bound) => bound !== undefined);
  if (given.length === 0) return [];
  const isPlain = given.every(
    (bound) => Number.isSafeInteger(bound) && isInRange(bound, shape, unit),
  );
  if (!isPlain || (multipleOf !== undefined && multipleOf <= 0)) return [code`true`];
  const faults: Code[] = [];
  if (minimum !== undefined) {
    faults.push(exclusiveMinimum ? code`${value} <= ${minimum}` : code`${value} < ${minimum}`);
  }
  if (maximum !== undefined) {
    faults.push(exclusiveMaximum ? code`${value} >= ${maximum}` : code`${value} > ${maximum}`);
  }
  if (multipleOf !== undefined) {
    // Beyond 2^53 the server takes no float64 for an integer.
    if (shape.type === "number") faults.push(code`!Number.isSafeInteger(${value})`);
    faults.push(code`${value} % ${multipleOf} !== 0`);
  }
  return faults;
}

function isInRange(bound: number, shape: Shape, unit: ValidateUnit): boolean {
  const isInt32 = shape.type === "integer" && shape.format === "int32" && unit.server >= 36;
  return !isInt32 || (bound | 0) === bound;
}

function intOrStringFaults(shape: Shape, value: Code, unit: ValidateUnit): readonly Code[] {
  const text = textFaults(shape, value, unit);
  const bounds = boundFaults(shape, value, unit);
  const member = enumFaults(shape, value);
  const isNoInteger =
    bounds.length === 0
      ? code`!Number.isSafeInteger(${value})`
      : code`(typeof ${value} !== "number" || !Number.isSafeInteger(${value}) || ${join(bounds, " || ")})`;
  if (text.length === 0) return [code`(typeof ${value} !== "string" && ${isNoInteger})`, ...member];
  return [code`(typeof ${value} === "string" ? ${join(text, " || ")} : ${isNoInteger})`, ...member];
}

function isOfType(entry: Json, type: Shape["type"]): boolean {
  if (typeof entry === "string") return type === "string" || type === "intOrString";
  if (typeof entry === "boolean") return type === "boolean";
  if (!isNumber(entry)) return false;
  if (type !== "integer" && type !== "number" && type !== "intOrString") return false;
  return typeof entry !== "bigint" && Number.isFinite(toDouble(entry));
}

function scalarLiteral(entry: Json): Code {
  if (isNumber(entry)) return code`${toDouble(entry)}`;
  return code`${entry as string | boolean}`; // isOfType let nothing else pass
}
