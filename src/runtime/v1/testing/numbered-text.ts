import { goJson } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { JsonObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { objectJson } from "./object-json.js";

/** The text of an object, whatever its resource version will be. */
export interface NumberedText {
  readonly at: (resourceVersion: number) => string;
  /** Whoever reads it would write another text, as zeros lose their sign. */
  readonly isReadOtherwise: boolean;
}

/**
 * An object as `goJson` writes it, whatever its resource version will be: only that is left to be
 * written later.
 */
export function numberedText(object: JsonObject): NumberedText {
  const outer = partsAround(object, "metadata");
  const inner = partsAround(metadataOf(object), "resourceVersion");
  return {
    at: (resourceVersion) =>
      `${outer.before}"metadata":${inner.before}"resourceVersion":"${resourceVersion}"${inner.behind}${outer.behind}`,
    isReadOtherwise: outer.isReadOtherwise || inner.isReadOtherwise,
  };
}

interface Parts {
  readonly before: string;
  readonly behind: string;
  readonly isReadOtherwise: boolean;
}

/** What is before a member in the text of an object, and what is behind it. */
function partsAround(object: JsonObject, name: string): Parts {
  const members = Object.entries(object);
  const before = membersText(members.filter(([key]) => key < name));
  const behind = membersText(members.filter(([key]) => key > name));
  const [begin, end] = [readAgain(before), readAgain(behind)];
  return {
    before: begin === "{}" ? "{" : `${begin.slice(0, -1)},`,
    behind: end === "{}" ? "}" : `,${end.slice(1)}`,
    isReadOtherwise: begin !== before || end !== behind,
  };
}

function membersText(members: readonly (readonly [string, unknown])[]): string {
  return objectJson(Object.fromEntries(members));
}

const signedZero = /[:,[]-0[,}\]]/;

/** Who reads what is stored reads an integer, which has no sign. */
function readAgain(text: string): string {
  if (!text.includes("-0") || !signedZero.test(text)) return text;
  const parsed = parseJson(text);
  return parsed instanceof JsonFault ? text : goJson(parsed.value);
}
