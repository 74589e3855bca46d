import type { FieldError } from "../field-error.js";
import { fieldErrorText } from "../field-error.js";
import type { ResourceValidation } from "./resource-validation.js";
import { faultsAsSent } from "./validity.js";

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

/** What is wrong, and the way to it; no path where the value as a whole is no JSON. */
export interface StandardIssue {
  readonly message: string;
  readonly path?: readonly PropertyKey[] | undefined;
}

/**
 * The validation of a resource as a Standard Schema. A value is good if the server would accept it as it is sent: defaults
 * may be missing, nulls may stand for nothing. It is given back as it is; nothing is pruned or defaulted.
 */
export function standardSchema<Input>(resource: ResourceValidation): StandardSchema<Input> {
  return {
    "~standard": {
      version: 1,
      vendor: "crdgen",
      validate(value) {
        const errors = errorsOf(resource, value);
        if (errors instanceof TypeError) return { issues: [{ message: errors.message }] };
        if (errors.length === 0) return { value: value as Input }; // that is what was checked
        const reader = new PathReader(value);
        return {
          issues: errors.map((error) => ({
            message: error.field === "<nil>" ? error.message : fieldErrorText(error),
            path: reader.read(error.field),
          })),
        };
      },
    },
  };
}

/** Forms hand over what JSON cannot hold, such as undefined; for a schema that is an issue, no error. */
function errorsOf(resource: ResourceValidation, value: unknown): readonly FieldError[] | TypeError {
  try {
    return faultsAsSent(resource, value);
  } catch (error) {
    if (error instanceof TypeError) return error;
    throw error;
  }
}

/** Reads the paths of fields as keys. Keys of maps may hold dots: of the readings of a path the one that the value has counts. */
class PathReader {
  readonly #root: unknown;
  /** The length of the longest key of each object that was met. */
  readonly #longest = new Map<object, number>();

  constructor(root: unknown) {
    this.#root = root;
  }

  read(field: string): PropertyKey[] {
    const path: PropertyKey[] = [];
    let rest = field === "<nil>" ? "" : field.replace(/^\./, "");
    let current = this.#root;
    while (rest !== "") {
      const bracketed = /^\[([^\]]*)\]/.exec(rest);
      const name = bracketed?.[1] ?? this.#keyAt(rest, current);
      const key = bracketed !== null && /^\d+$/.test(name) ? Number(name) : name;
      rest = rest.slice(bracketed === null ? name.length : bracketed[0].length);
      if (rest.startsWith(".")) rest = rest.slice(1);
      path.push(key);
      current = memberOf(current, key);
    }
    return path;
  }

  /** The longest key of the object that a path begins with, else its first step. */
  #keyAt(rest: string, object: unknown): string {
    const longest = typeof object === "object" && object !== null ? this.#longestKey(object) : 0;
    let known: string | undefined;
    for (let end = stepEnd(rest, 1); end <= longest; end = stepEnd(rest, end + 1)) {
      const key = rest.slice(0, end);
      if (Object.hasOwn(object as object, key)) known = key; // it has a key
      if (end === rest.length) break;
    }
    return known ?? rest.slice(0, stepEnd(rest, 1));
  }

  #longestKey(object: object): number {
    let longest = this.#longest.get(object);
    if (longest === undefined) {
      longest = 0;
      for (const key of Object.keys(object)) longest = Math.max(longest, key.length);
      this.#longest.set(object, longest);
    }
    return longest;
  }
}

/** Where a step of a path may end, from a position on: before a dot or a bracket, or with the path. */
function stepEnd(path: string, from: number): number {
  let end = from;
  while (end < path.length && path[end] !== "." && path[end] !== "[") end++;
  return end;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key]; // an own property of an object
}
