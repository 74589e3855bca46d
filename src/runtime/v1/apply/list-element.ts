import { quote } from "../values/go/quote.js";
import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { MergeList } from "./merge-schema.js";
import type { PathElement } from "./path-element.js";
import { keyElement, valueElement } from "./path-element.js";

/**
 * What an item of a set or of a map is called in paths, or why it has no name
 * (structured-merge-diff `typed/helpers.go`, `listItemToPathElement`).
 */
export function listElement(list: MergeList, item: Json): PathElement | string {
  return list.keys === undefined ? setElement(item) : keyedElement(list, list.keys, item);
}

/** The name that an item has in paths; a name without any meaning for one that has none. */
export function elementOf(list: MergeList, item: Json): PathElement {
  const element = listElement(list, item);
  return typeof element === "string" ? { id: "", field: undefined, parts: [], text: "" } : element;
}

function setElement(item: Json): PathElement | string {
  if (Array.isArray(item)) return "not supported: associative list with lists as elements";
  const without = "associative list without keys has an element that's";
  if (isObject(item)) return `${without} a map type`;
  return item === null ? `${without} an explicit null` : valueElement(item);
}

function keyedElement(
  { defaults = {} }: MergeList,
  keys: readonly string[],
  item: Json,
): PathElement | string {
  if (!isObject(item)) {
    const what = item === null ? "a null element" : "non-map elements";
    return `associative list with keys may not have ${what}`;
  }
  const values = keys.flatMap((key): [string, Json][] => {
    const value = Object.hasOwn(item, key) ? item[key] : defaults[key];
    return value === undefined ? [] : [[key, value]];
  });
  if (values.length > 0) return keyElement(values);
  const names = `[${keys.map(quote).join(" ")}]`;
  return `associative list with keys has an element that omits all key fields ${names} (and doesn't have default values for any key fields)`;
}
