import { ageText } from "../../client/tables/cells.js";
import { parseGoTime, TimeFault } from "../../values/go/time.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { objectsAt } from "../../values/json/raw-fields.js";

/** What a column shows of an object. */
export type Cell = (object: JsonObject, now: number) => Json;

/** The cells of kinds, by group and kind (`apps/Deployment`), then by the names of columns. */
export type CellsByKind = Readonly<Record<string, Readonly<Record<string, Cell>>>>;

/** What stands where there is nothing. */
export const noCell = "<none>";
/** The same, of fields. */
export const unset = "<unset>";

/** The value at a path of names with points between them; null where there is none. */
export function cellValue(object: Json, path: string): Json {
  let value: Json = object;
  for (const key of path.split(".")) value = isObject(value) ? (value[key] ?? null) : null;
  return value;
}

/** A text at a path; `absent` where there is none, or an empty one. */
export function textIn(object: Json, path: string, absent = ""): string {
  const value = cellValue(object, path);
  return typeof value === "string" && value !== "" ? value : absent;
}

/** An integer at a path; 0 where there is none. */
export function numberIn(object: Json, path: string): number {
  const value = cellValue(object, path);
  return typeof value === "number" ? value : Number(value ?? 0) || 0;
}

/** A struct or map at a path; none is empty. */
export function objectIn(object: Json, path: string): JsonObject {
  const value = cellValue(object, path);
  return isObject(value) ? value : {};
}

/** A list of structs at a path; none is empty. */
export function objectsIn(object: Json, path: string): readonly JsonObject[] {
  return objectsAt({ list: cellValue(object, path) }, "list");
}

/** A list of texts at a path; none is empty. */
export function textsIn(object: Json, path: string): readonly string[] {
  const value = cellValue(object, path);
  return Array.isArray(value) ? value.map((item) => (typeof item === "string" ? item : "")) : [];
}

/** How many items a list or a map has. */
export function sizeIn(object: Json, path: string): number {
  const value = cellValue(object, path);
  return Array.isArray(value) ? value.length : isObject(value) ? Object.keys(value).length : 0;
}

/** The first of these conditions, or any other list of structs with types. */
export function conditionIn(
  object: Json,
  type: string,
  path = "status.conditions",
): JsonObject | undefined {
  return objectsIn(object, path).find((condition) => condition["type"] === type);
}

/** Whether the first condition of a type is true. */
export function hasCondition(object: Json, type: string): boolean {
  return conditionIn(object, type)?.["status"] === "True";
}

/** A cell with a text. */
export function text(path: string, absent = ""): Cell {
  return (object) => textIn(object, path, absent);
}

/** A cell with an integer. */
export function integer(path: string): Cell {
  return (object) => numberIn(object, path);
}

/** A cell with a boolean; `absent` where there is none. */
export function flag(path: string, absent = false): Cell {
  return (object) => {
    const value = cellValue(object, path);
    return typeof value === "boolean" ? value : absent;
  };
}

/** A cell with how many items there are. */
export function size(path: string): Cell {
  return (object) => sizeIn(object, path);
}

/** How long ago a time was; there may be none. */
export function since(time: string, now: number): string {
  if (time === "" || parseGoTime(time) instanceof TimeFault) return "<unknown>";
  return ageText(now - Date.parse(time));
}

/** A cell with how long ago a time was. */
export function ago(path: string, absent?: string): Cell {
  return (object, now) => {
    const time = textIn(object, path);
    return time === "" && absent !== undefined ? absent : since(time, now);
  };
}

/** At most some items, and how many more there are. */
export function fewOf(
  items: readonly string[],
  count: number,
  all: number,
  separator = ",",
): string {
  const shown = items.slice(0, count).join(separator);
  return items.length > count ? `${shown} + ${all - count} more...` : shown;
}
