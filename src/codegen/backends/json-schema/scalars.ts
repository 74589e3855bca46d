import type { DeclaredType, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { lengthKeywords } from "./lengths.js";
import { ecmaPattern } from "./pattern.js";

/** What a schema says of strings and numbers, and its enum. */
export function scalarKeywords({ type, validation }: Schema): JsonObject {
  return {
    ...boundsOf(validation, type),
    ...lengthKeywords(validation),
    ...patternKeyword(validation),
    ...enumOf(validation),
  };
}

/**
 * Formats are left out: what JSON Schema calls by the same names is something else, such as a
 * `duration`. Bounds of int32 are exact.
 */
export function boundsOf(validation: ValueValidation, type: DeclaredType): JsonObject {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, format, multipleOf } = validation;
  const isInt32 = type === "integer" && format === "int32";
  const lowest = isInt32 ? Math.max(minimum ?? -int32Limit, -int32Limit) : minimum;
  const highest = isInt32 ? Math.min(maximum ?? int32Limit, int32Limit - 1) : maximum;
  const isBelow = exclusiveMinimum && lowest === minimum;
  const isAbove = exclusiveMaximum && highest === maximum;
  return {
    ...(lowest !== undefined && { [isBelow ? "exclusiveMinimum" : "minimum"]: lowest }),
    ...(highest !== undefined && { [isAbove ? "exclusiveMaximum" : "maximum"]: highest }),
    // Fractions are divided with errors.
    ...(Number.isInteger(multipleOf) && { multipleOf: multipleOf ?? 1 }),
  };
}

const int32Limit = 2 ** 31;

export function patternKeyword({ pattern }: ValueValidation): JsonObject {
  const source = pattern === "" ? undefined : ecmaPattern(pattern);
  return source === undefined ? {} : { pattern: source };
}

/** Objects lose unknown fields before they are compared, so that only scalars can be listed. */
export function enumOf(validation: ValueValidation): JsonObject {
  const { enum: values } = validation;
  return values.length > 0 && values.every(isScalar) ? { enum: [...values] } : {};
}

function isScalar(value: Json): boolean {
  return value === null || ["string", "boolean", "number"].includes(typeof value);
}
