import { cutToWidth, printable } from "../../../crd/diagnostics/render/printable.js";
import { stringifyJson } from "../../../runtime/v1/values/go/json.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";

/** More is not readable in a menu. */
const longestShown = 60;

/** A value in the title of an action: untrusted text, on one line. */
export function shown(value: Json): string {
  return cutToWidth(printable(stringifyJson(value)), longestShown);
}

/** A name in the title of an action. */
export function quotedName(name: string): string {
  return `'${cutToWidth(printable(name), longestShown)}'`;
}
