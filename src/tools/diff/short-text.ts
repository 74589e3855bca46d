import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { Json } from "../../runtime/v1/values/json/json.js";

const longest = 100;

/** A value as JSON on one line, cut where it is long. */
export function shortJson(value: Json): string {
  return shorten(stringifyJson(value));
}

/** A text cut where it is long. */
export function shorten(text: string): string {
  if (text.length <= longest) return text;
  const cut = text.slice(0, longest - 1);
  // Not through a surrogate pair.
  return `${/[\uD800-\uDBFF]$/.test(cut) ? cut.slice(0, -1) : cut}…`;
}
