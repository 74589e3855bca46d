import { jsonMark } from "../emit/banner.js";
import type { OutputFile } from "../emit/generated-file.js";
import { byCodeUnit } from "../emit/imports.js";
import type { JsonFile } from "./json-file.js";
import { joinJson, printJson } from "./json-file.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./version.js";

/** What a unit adds to a JSON file, with a text by which units are put in order. */
export interface JsonPart {
  readonly order: string;
  readonly part: JsonFile;
}

/** The JSON files of an output; their parts are joined in the order of the resources' names. */
export function printJsonFiles(
  parts: readonly JsonPart[],
  { versionInBanner }: Settings,
): readonly OutputFile[] {
  const joined = new Map<string, JsonFile>();
  for (const { part } of [...parts].sort((one, two) => byCodeUnit(one.order, two.order))) {
    const known = joined.get(part.path);
    const content = known === undefined ? part.content : joinJson(known.content, part.content);
    joined.set(part.path, { ...part, content });
  }
  const mark = jsonMark(versionInBanner ? crdgenVersion : undefined);
  return [...joined.values()].map((file) => ({
    path: file.path,
    text: `${printJson({ [file.mark]: mark, ...file.content })}\n`,
  }));
}
