import { isRequiredAlone } from "../../../crd/ir/required-alone.js";
import type { NestedValidation, Schema, ValueValidation } from "../../../crd/ir/schema.js";
import { isNumber } from "../../../runtime/v1/values/json/deep-equal.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Float64, toDouble } from "../../../runtime/v1/values/json/json.js";

/** A value that a literal type can be of. */
export type Literal = string | number | bigint | boolean | Float64;

/**
 * The values that the enum of a schema leaves, in its order and each once: those of its type that
 * `allOf` and the schema's limits do not refuse. Where the enum stands in `allOf` alone, it is the
 * first one there. `undefined` where there is none, or objects and lists are among its values.
 */
export function enumValues(schema: Schema): readonly Literal[] | undefined {
  const { validation, kind } = schema;
  // Of any value null may be one, which `allOf` is not asked about.
  const values = kind === "any" ? validation.enum : (firstEnum(validation) ?? []);
  if (values.length === 0) return undefined;
  const left: Literal[] = [];
  for (const value of values) {
    if (!isLiteral(value) && value !== null) return undefined;
    if (value === null || !hasType(schema, value) || refuses(validation, value)) continue;
    if (!left.some((other) => isSame(other, value))) left.push(value);
  }
  return left;
}

/** The enum of a schema, or the first in its `allOf`. */
function firstEnum({ enum: values, allOf }: ValueValidation): readonly Json[] | undefined {
  if (values.length > 0) return values;
  for (const { validation } of allOf) {
    const inner = firstEnum(validation);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function isLiteral(value: Json): value is Literal {
  return value instanceof Float64 || typeof value !== "object";
}

function hasType(schema: Schema, value: Literal): boolean {
  switch (schema.kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "integer":
      return isNumber(value) && Number.isInteger(toDouble(value));
    case "number":
      return isNumber(value);
    case "intOrString":
      return typeof value !== "boolean";
    case "any":
      return true;
    default:
      // No text or number is an object or a list.
      return false;
  }
}

/**
 * Tells whether a validation certainly refuses a value. Patterns, formats and `anyOf` are left to
 * the validator.
 */
function refuses(validation: ValueValidation, value: Literal): boolean {
  const { enum: values, allOf, not } = validation;
  if (values.length > 0 && !values.some((one) => isSame(one, value))) return true;
  if (isNumber(value) && isOutside(validation, toDouble(value))) return true;
  if (typeof value === "string" && hasOtherLength(validation, value)) return true;
  if (not !== undefined && isEnumAlone(not) && !refuses(not.validation, value)) return true;
  return allOf.some((branch) => refuses(branch.validation, value));
}

function isEnumAlone(branch: NestedValidation): boolean {
  const { validation } = branch;
  if (validation.enum.length === 0 || validation.required.length > 0) return false;
  return isRequiredAlone({ ...branch, validation: { ...validation, enum: [] } });
}

/**
 * Numbers of one value are equal whatever their class: the server converts the value to the type of
 * the enum's (kube-openapi `validation/validate/values.go`, `EnumCase`).
 */
function isSame(one: Json, other: Literal): boolean {
  return isNumber(one) && isNumber(other) ? toDouble(one) === toDouble(other) : one === other;
}

function isOutside(validation: ValueValidation, value: number): boolean {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = validation;
  return (
    (minimum !== undefined && (exclusiveMinimum ? value <= minimum : value < minimum)) ||
    (maximum !== undefined && (exclusiveMaximum ? value >= maximum : value > maximum))
  );
}

/** The server counts code points (kube-openapi `validation/validate/values.go`). */
function hasOtherLength({ minLength, maxLength }: ValueValidation, value: string): boolean {
  const length = Array.from(value).length;
  return (
    (minLength !== undefined && length < minLength) ||
    (maxLength !== undefined && length > maxLength)
  );
}

/** Names that are told apart by numbers, which is good enough for those that are not exported. */
export class FreeNames {
  /** The text between a name and its number. */
  readonly #separator: string;
  readonly #taken = new Set<string>();
  /** Per name the number to try next; all below are taken. */
  readonly #next = new Map<string, number>();

  constructor(separator: string) {
    this.#separator = separator;
  }

  /** Marks a name as taken that was given elsewhere. */
  add(name: string): void {
    this.#taken.add(name);
  }

  /**
   * Takes a name, or if that is taken the first free of `name_2`, `name_3`, … (for the separator
   * `_`).
   */
  take(wanted: string): string {
    let name = wanted;
    if (this.#taken.has(wanted)) {
      let number = this.#next.get(wanted) ?? 2;
      while (this.#taken.has((name = `${wanted}${this.#separator}${number}`))) number++;
      this.#next.set(wanted, number + 1);
    }
    this.#taken.add(name);
    return name;
  }
}
