import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Location, Range } from "vscode-languageserver";
import type { CrdPlace } from "../../tools/language/contract.js";
import { isUrl } from "../input.js";

/** A place in a file; undefined in what no editor could open: clusters and addresses. */
export function locationOf(place: CrdPlace): Location | undefined {
  const uri = uriOf(place.path);
  return uri === undefined ? undefined : { uri, range: rangeOfPlace(place) };
}

/** The range of a place in its text. */
export function rangeOfPlace({ start, end }: Pick<CrdPlace, "start" | "end">): Range {
  return {
    start: { line: start.line - 1, character: start.column - 1 },
    end: { line: end.line - 1, character: end.column - 1 },
  };
}

function uriOf(path: string): string | undefined {
  if (isUrl(path) || !/\.(?:ya?ml|json)$/.test(path)) return undefined;
  return pathToFileURL(resolve(path)).href;
}
