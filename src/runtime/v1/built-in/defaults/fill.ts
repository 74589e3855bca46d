import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import type { KubernetesMinor } from "../../values/kubernetes-version.js";

/**
 * Fills in place what a defaulting function of Go fills in a struct. The struct was read by its
 * type, so that nothing in it has a wrong type, and what is empty is mostly left out.
 */
export type Fill = (object: JsonObject, minor: KubernetesMinor) => void;

/** The functions of structs, by their names. */
export type FillsByStruct = Readonly<Record<string, Fill>>;

/** A struct within another one, made if it is not there: no pointer. */
export function structAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  if (isObject(value)) return value;
  const made: JsonObject = {};
  object[key] = made;
  return made;
}

/** Sets a field that is absent or null: a pointer. */
export function setUnset(object: JsonObject, key: string, value: JsonObject[string]): void {
  object[key] ??= value;
}
