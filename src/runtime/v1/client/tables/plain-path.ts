import type { Json } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";

/*
 * Paths of printer columns and selectable fields that consist of names alone, which most are: they
 * are read without a parser.
 */

/** Whether a path consists of names alone, such as `.spec.replicas`. */
export function isPlainPath(path: string): boolean {
  return /^(?:\.[\w-]+)+$/.test(path);
}

/** The names of a plain path. */
export function namesOfPath(path: string): string[] {
  return path.slice(1).split(".");
}

/** What is at a path of names; undefined where nothing is. */
export function valueAt(root: unknown, ...names: readonly string[]): Json | undefined {
  let value = root;
  for (const name of names) {
    if (!isObject(value) || !Object.hasOwn(value, name)) return undefined;
    value = value[name];
  }
  return value as Json | undefined; // objects of the API are JSON
}
