import type { FieldError } from "./field-error.js";
import { fieldErrorText } from "./field-error.js";
import type { ResourceValidation } from "./resource-validation.js";
import { validateResource } from "./resource-validation.js";

/** A schema as libraries of all kinds take it: the interface of https://standardschema.dev, version 1. */
export interface StandardSchema<Input, Output = Input> {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly validate: (value: unknown) => StandardResult<Output>;
    readonly types?: { readonly input: Input; readonly output: Output } | undefined;
  };
}

/** What validation gives: the value itself, or what is wrong with it. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly PropertyKey[] | undefined;
}

/** The validation of a resource as a Standard Schema. Values are checked as they are; nothing is pruned or defaulted. */
export function standardSchema<Input>(resource: ResourceValidation): StandardSchema<Input> {
  return {
    "~standard": {
      version: 1,
      vendor: "crdgen",
      validate(value) {
        const errors = errorsOf(resource, value);
        if (errors instanceof TypeError) return { issues: [{ message: errors.message }] };
        if (errors.length === 0) return { value: value as Input }; // that is what was checked
        return {
          issues: errors.map((error) => ({
            message: error.field === "<nil>" ? error.message : fieldErrorText(error),
            path: pathOf(error.field, value),
          })),
        };
      },
    },
  };
}

/** Forms hand over what JSON cannot hold, such as undefined; for a schema that is an issue, no error. */
function errorsOf(resource: ResourceValidation, value: unknown): FieldError[] | TypeError {
  try {
    return validateResource(resource, value);
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}

/** A field's path as keys. Keys of maps may hold dots: of the readings of a path the one that the value has counts. */
function pathOf(field: string, value: unknown): PropertyKey[] {
  const path: PropertyKey[] = [];
  let rest = field === "<nil>" ? "" : field;
  let current = value;
  while (rest !== "") {
    const index = /^\[(\d+)\]/.exec(rest);
    const key = index === null ? keyAt(rest, current) : Number(index[1]);
    rest = rest.slice(index === null ? keyLength(rest, String(key)) : index[0].length);
    if (rest.startsWith(".")) rest = rest.slice(1);
    path.push(key);
    current = memberOf(current, key);
  }
  return path;
}

function keyLength(rest: string, key: string): number {
  return rest.startsWith("[") ? key.length + 2 : key.length;
}

/** The longest key of the object that a path begins with, else its first step. */
function keyAt(rest: string, object: unknown): string {
  const bracketed = /^\[([^\]]*)\]/.exec(rest);
  if (bracketed !== null) return bracketed[1] ?? "";
  const keys = typeof object === "object" && object !== null ? Object.keys(object) : [];
  const known = keys.filter((key) => key !== "" && isStep(rest, key));
  const [longest] = known.sort((left, right) => right.length - left.length);
  return longest ?? /^[^.[]+/.exec(rest)?.[0] ?? rest;
}

function isStep(rest: string, key: string): boolean {
  const next = rest.charAt(key.length);
  return rest.startsWith(key) && (next === "" || next === "." || next === "[");
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key]; // an own property of an object
}
