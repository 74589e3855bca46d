import type { ValueValidation } from "../../../../crd/ir/schema.js";
import { isNumber } from "../../../../runtime/v1/values/json/deep-equal.js";
import type { Json } from "../../../../runtime/v1/values/json/json.js";
import { toDouble } from "../../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import { codePoints } from "../../../../runtime/v1/values/strings.js";
import { has } from "../../../../runtime/versions/changes.js";
import { translateRe2 } from "../../../patterns/translate.js";
import type { Shape } from "../shape.js";
import { asksPattern, formatCheckName, isTypePattern } from "../shape.js";
import type { Test } from "./check.js";
import { all, call, compare, never, open } from "./check.js";

/** Returns the tests of a value of a scalar type; the first test makes sure of the type. */
export function scalarTests(shape: Shape, server: KubernetesMinor): readonly Test[] {
  switch (shape.type) {
    case "string":
      return stringTests(shape, server);
    case "integer":
      return [...integerTests(shape, server), ...boundTests(shape, server), ...numberEnum(shape)];
    case "number": {
      const isFloat = shape.format === "float" && has(server, "typedFormats");
      const type = call(isFloat ? "isFloat32" : "isFiniteNumber");
      return [type, ...boundTests(shape, server), ...numberEnum(shape)];
    }
    case "boolean": {
      const why = shape.format !== "" && "values of other types pass a format";
      return [open({ kind: "typeof", type: "boolean" }, why), ...enumTests(shape)];
    }
    case "intOrString":
      return intOrStringTests(shape, server);
    default:
      throw new Error(`invariant: '${shape.type}' is no scalar type`);
  }
}

/** Lengths, pattern and format of what is known to be a string. */
export function textTests(shape: Shape, server: KubernetesMinor): readonly Test[] {
  const { minLength = 0, maxLength } = shape.validation;
  const tests: Test[] = [];
  if (maxLength !== undefined) tests.push({ kind: "atMost", limit: maxLength });
  if (minLength > 0) tests.push({ kind: "atLeast", limit: minLength });
  return [...tests, ...contentTests(shape, server)];
}

function contentTests(shape: Shape, server: KubernetesMinor): readonly Test[] {
  const { pattern } = shape.validation;
  const tests: Test[] = [];
  if (asksPattern(pattern)) {
    // No text matches a pattern that does not compile; CRDs of old hold some.
    tests.push(translateRe2(pattern).kind === "error" ? never : { kind: "matches", shape });
  }
  const check = formatCheckName(shape.format, server);
  if (check !== undefined) tests.push(call(check));
  return tests;
}

/** Entries of an enum that no valid value of the type equals are left out. */
function enumTests(shape: Shape): readonly Test[] {
  const entries = shape.validation.enum;
  if (entries.length === 0) return [];
  const possible = entries.filter(
    (entry) => isOfType(entry, shape.type) && hasLength(entry, shape),
  );
  if (possible.length === 0) return [never];
  const scalars = possible.map(
    (entry) => (isNumber(entry) ? toDouble(entry) : (entry as string | boolean)), // isOfType let nothing else pass
  );
  return [{ kind: "among", entries: [...new Set(scalars)] }];
}

function stringTests(shape: Shape, server: KubernetesMinor): readonly Test[] {
  const member = enumTests(shape);
  // What equals a string is one.
  if (member.length > 0) return [...member, ...contentTests(shape, server)];
  const text = textTests(shape, server);
  if (shape.format === "") return [{ kind: "typeof", type: "string" }, ...text];
  return [{ kind: "string", of: all(text), otherwise: listInstead(shape) }];
}

/** The server lets lists pass where a format of strings is asked for. */
function listInstead(shape: Shape): readonly Test[] {
  if (shape.validation.uniqueItems || shape.items !== undefined) {
    return [open(never, "items of a list in place of a text")];
  }
  return [call("Array.isArray"), ...sizeTests(shape)];
}

/** The limits of a list's length. */
export function sizeTests({ validation }: Shape): readonly Test[] {
  const { minItems = 0, maxItems } = validation;
  const tests: Test[] = [];
  if (minItems > 0) tests.push(compare("length", ">=", minItems));
  if (maxItems !== undefined) tests.push(compare("length", "<=", maxItems));
  return tests;
}

function integerTests({ format }: Shape, server: KubernetesMinor): readonly Test[] {
  if (has(server, "typedFormats")) return [call(format === "int32" ? "isInt32" : "isInteger")];
  const why = "before 1.36, fractions that are small enough were let pass";
  return [{ kind: "typeof", type: "number" }, open(call("Number.isSafeInteger"), why)];
}

/** The server converts numbers to the class of the entry before it compares. */
function numberEnum({ validation }: Shape): readonly Test[] {
  return validation.enum.length === 0 ? [] : [call("isOneOf", [[...validation.enum]])];
}

/** The limits of a number, as they are written. */
export function limitTests(validation: ValueValidation): readonly Test[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = validation;
  const tests: Test[] = [];
  if (minimum !== undefined) tests.push(compare("value", exclusiveMinimum ? ">" : ">=", minimum));
  if (maximum !== undefined) tests.push(compare("value", exclusiveMaximum ? "<" : "<=", maximum));
  return tests;
}

/** Beyond 2^53 the server reads other digits of a multiple than a double has. */
function boundTests({ type, format, validation }: Shape, server: KubernetesMinor): readonly Test[] {
  const { minimum, maximum, multipleOf } = validation;
  const isInt32 = type === "integer" && format === "int32" && has(server, "typedFormats");
  const isPlain = [minimum ?? 0, maximum ?? 0, multipleOf ?? 1].every(
    (bound) => Number.isSafeInteger(bound) && (!isInt32 || (bound | 0) === bound),
  );
  if (!isPlain)
    return [open(never, "the server reads bounds in another way than they are written")];
  if (multipleOf === undefined) return limitTests(validation);
  if (multipleOf <= 0) return [open(never, "a multiple of nothing")];
  const multiple: Test = { kind: "multiple", factor: multipleOf };
  const isSafe = open(call("Number.isSafeInteger"), "multiples beyond 2^53");
  return [...limitTests(validation), isSafe, multiple];
}

/**
 * Only where `anyOf` asks for an integer it must be one exactly. Servers before 1.37 let pass other
 * fractions than `isNearInteger`.
 */
function intOrStringTests(shape: Shape, server: KubernetesMinor): readonly Test[] {
  const bounds = boundTests(shape, server);
  const member = enumTests(shape);
  const isOld = !has(server, "exactIntegers");
  const isStrict = bounds.length > 0 || isOld || isTypePattern(shape);
  const isOpen = bounds.length > 0 || member.length > 0 || shape.format !== "" || isOld;
  const test: Test = {
    kind: "string",
    of: all(textTests(shape, server)),
    otherwise: all([call(isStrict ? "isInteger" : "isNearInteger"), ...bounds]),
  };
  return [open(test, isOpen && "which fractions pass, and as what they are compared"), ...member];
}

/**
 * Tells whether a text of an enum has the length that the schema demands; what else an enum holds
 * has no length.
 */
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
