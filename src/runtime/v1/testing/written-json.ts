import { goJsonString } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { TreeSyntax } from "../values/go/render-tree.js";
import { renderTree } from "../values/go/render-tree.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { structJson } from "./struct-json.js";

/*
 * JSON in which each scalar but null is its own text: what compares texts, as evanphx/json-patch
 * does, finds `"<"` and `"\u003c"` unlike.
 */

const syntax: TreeSyntax = {
  openList: "[",
  closeList: "]",
  openMap: "{",
  closeMap: "}",
  separator: ",",
  members: Object.entries,
  key: (key) => `${goJsonString(key)}:`,
  leaf: (text) => String(text),
};

/** The scalars of a text, which was read before, as they are written. */
export function asWritten(text: string): Json {
  return valueIn(text, true);
}

/** An object with its scalars as Go writes them. */
export function writtenObject(object: JsonObject): Json {
  return asWritten(structJson(object));
}

/** What such texts stand for. */
export function readWritten(value: Json): Json {
  return valueIn(renderTree(value, syntax), false);
}

/** The text of a value, whose own texts Go writes again: some characters are escaped then. */
export function rewritten(value: Json): string {
  return renderTree(value, syntax).replace(/[<>&\u2028\u2029]/g, (character) =>
    goJsonString(character).slice(1, -1),
  );
}

function valueIn(text: string, keepsScalars: boolean): Json {
  const parsed = parseJson(text, { keepsScalars });
  return parsed instanceof JsonFault ? null : parsed.value;
}
