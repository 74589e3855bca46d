import type { FieldError } from "../field-error.js";
import { invalidError } from "../field-errors.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import {
  generateNameFaults,
  pathSegmentFaults,
  pathSegmentPrefixFaults,
  subdomainFaults,
} from "../names.js";

/**
 * The rule for the names that an object may have: the faults of a name, and of a prefix from which
 * the server makes one.
 */
export interface NameRule {
  readonly name: (value: string) => readonly string[];
  readonly prefix: (value: string) => readonly string[];
}

/** The rule for custom resources on create: DNS-1123 subdomains. */
export const subdomainNames: NameRule = { name: subdomainFaults, prefix: generateNameFaults };

/**
 * The rule for embedded resources and for the second look at custom resources: one segment of a
 * path.
 */
export const pathSegmentNames: NameRule = {
  name: pathSegmentFaults,
  prefix: pathSegmentPrefixFaults,
};

/** A string field of decoded metadata; absent is empty. */
export function textOf(metadata: JsonObject, key: string): string {
  const value = metadata[key];
  return typeof value === "string" ? value : "";
}

/** The elements of a list of objects of decoded metadata; absent is empty. */
export function objectsOf(metadata: JsonObject, key: string): readonly JsonObject[] {
  const list = metadata[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** A list of strings of decoded metadata; absent is empty. */
export function textsOf(metadata: JsonObject, key: string): readonly string[] {
  const list: Json | undefined = metadata[key];
  return Array.isArray(list) ? list.filter((item): item is string => typeof item === "string") : [];
}

/** One error per fault, all with the same value. */
export function invalidErrors(
  field: string,
  value: string,
  faults: readonly string[],
): FieldError[] {
  return faults.map((fault) => invalidError(field, value, fault));
}
