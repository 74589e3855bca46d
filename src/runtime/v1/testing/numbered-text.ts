import { goJson } from "../go/json.js";
import { JsonFault, parseJson } from "../go/parse-json.js";
import type { JsonObject } from "../json/json.js";
import { metadataOf } from "../metadata/resource-metadata.js";
import { objectJson } from "./object-json.js";

/** The text of an object with a resource version. */
export type NumberedText = (resourceVersion: number) => string;

/**
 * An object as `goJson` writes it, whatever its resource version will be: only that is left to be
 * written later.
 */
export function numberedText(object: JsonObject): NumberedText {
  const [before, behind] = textAround(object, "metadata");
  const [start, end] = textAround(metadataOf(object), "resourceVersion");
  return (resourceVersion) =>
    `${before}"metadata":${start}"resourceVersion":"${resourceVersion}"${end}${behind}`;
}

/** What is before a member in the text of an object, and what is behind it. */
function textAround(object: JsonObject, name: string): readonly [string, string] {
  const members = Object.entries(object);
  const before = membersText(members.filter(([key]) => key < name));
  const behind = membersText(members.filter(([key]) => key > name));
  return [before === "" ? "{" : `{${before},`, behind === "" ? "}" : `,${behind}}`];
}

function membersText(members: readonly (readonly [string, unknown])[]): string {
  const text = objectJson(Object.fromEntries(members));
  return (text.includes("-0") && negativeZero.test(text) ? readAgain(text) : text).slice(1, -1);
}

const negativeZero = /[:,[]-0[,}\]]/;

/** Who reads what is stored reads an integer, which has no sign. */
function readAgain(text: string): string {
  const parsed = parseJson(text);
  return parsed instanceof JsonFault ? text : goJson(parsed.value);
}
