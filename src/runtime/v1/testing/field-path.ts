import type { JsonPath } from "../client/tables/json-path.js";
import { isPlainPath, namesOfPath, valueAt } from "../client/tables/json-path.js";
import type { JsonObject } from "../values/json/json.js";
import type { ServedVersion } from "./served-version.js";

/*
 * The paths of printer columns and selectable fields. Only resources with paths of more than names
 * bring along what reads any JSONPath.
 */

/** What reads a path in objects of a version; undefined for a text that is no path. */
export function pathReader(path: string, version?: ServedVersion): JsonPath | undefined {
  if (!isPlainPath(path)) return version?.readPath?.(path);
  const names = namesOfPath(path);
  return (root) => {
    const value = valueAt(root, ...names);
    return value === undefined ? [] : [value];
  };
}

/** The texts of the fields that selectors name, as the server compares them. */
export function selectableText(object: JsonObject, field: string, version: ServedVersion): string {
  const text = version.typed?.fieldText(object, field);
  if (text !== undefined) return text;
  const [value = null] = pathReader(`.${field}`, version)?.(object) ?? [];
  if (typeof value === "string") return value;
  return typeof value === "boolean" || typeof value === "number" || typeof value === "bigint"
    ? String(value)
    : "";
}
