import type { JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import type { JsonPath, ServedVersion } from "./served-version.js";

/*
 * The paths of printer columns and selectable fields. Most consist of names alone; only resources
 * with other ones bring along what reads any JSONPath.
 */

/** Whether a path consists of names alone, so that it is read without a parser. */
export function isPlainPath(path: string): boolean {
  return /^(?:\.[\w-]+)+$/.test(path);
}

/** What reads a path in objects of a version; undefined for a text that is no path. */
export function pathReader(path: string, version?: ServedVersion): JsonPath | undefined {
  if (!isPlainPath(path)) return version?.readPath?.(path);
  const names = path.slice(1).split(".");
  return (root) => {
    let value = root;
    for (const name of names) {
      if (!isObject(value) || !Object.hasOwn(value, name)) return [];
      value = value[name] ?? null;
    }
    return [value];
  };
}

/** The texts of the fields that selectors name, as the server compares them. */
export function selectableText(object: JsonObject, field: string, version: ServedVersion): string {
  const [value = null] = pathReader(`.${field}`, version)?.(object) ?? [];
  if (typeof value === "string") return value;
  return typeof value === "boolean" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : "";
}
