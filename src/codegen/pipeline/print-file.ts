import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import type { GeneratedFile, OutputFile } from "../emit/generated-file.js";
import { banner } from "../emit/jsdoc.js";
import type { Settings } from "./settings.js";
import { version as crdgenVersion } from "./settings.js";

/**
 * The files whose functions crdgen's own tests check with TypeScript, so that the users' compilers
 * need not.
 */
const functionFiles: ReadonlySet<string> = new Set([
  "admit", "apply", "defaults", "prune", "rules", "validate",
]); // prettier-ignore

/** A file as the settings want it; `subject` is what its banner says that it is about. */
export function printFile(
  file: GeneratedFile,
  subject: string,
  settings: Settings,
): readonly OutputFile[] {
  const { target, importExtension } = settings;
  const name = file.path.slice(file.path.lastIndexOf("/") + 1);
  const isChecked = target === "ts" && functionFiles.has(name);
  return file.print({ target, importExtension, banner: bannerOf(subject, settings, isChecked) });
}

/**
 * The first lines of a file that is about `subject`, with crdgen's version if the settings want it.
 * TypeScript reads the declarations of a file that is checked already, and does not check its code.
 */
export function bannerOf(
  subject: string,
  { versionInBanner }: Settings,
  isChecked: boolean,
): string {
  return banner(versionInBanner ? crdgenVersion : undefined, subject, isChecked);
}

/** A JSON file of the output, or a part of one. */
export interface JsonFile {
  /** Path in the output, with its extension. */
  readonly path: string;
  /** The member that bears crdgen's mark. */
  readonly mark: string;
  readonly content: JsonObject;
}

/**
 * Two JSON objects as one, with all members of both. Of those that both have, objects are joined,
 * lists that differ have the elements of both, and others are taken from the first.
 */
export function joinJson(first: JsonObject, second: JsonObject): JsonObject {
  const joined: JsonObject = { ...first };
  for (const key of Object.keys(second)) {
    const added = second[key] ?? null;
    const known = Object.hasOwn(first, key) ? first[key] : undefined;
    if (known === added) continue;
    if (known === undefined) setKey(joined, key, added);
    else if (isObject(known) && isObject(added)) setKey(joined, key, joinJson(known, added));
    else if (Array.isArray(known) && Array.isArray(added))
      setKey(joined, key, joinLists(known, added));
  }
  return joined;
}

/** The same list twice is one list; else no scalar comes twice. */
function joinLists(first: Json[], second: Json[]): Json[] {
  if (first.length === second.length && stringifyJson(first) === stringifyJson(second))
    return first;
  const known = new Set(first);
  return [...first, ...second.filter((item) => !known.has(item))];
}

const width = 80;

/** A JSON value as text, in the layout of prettier. */
export function printJson(value: Json): string {
  return print(value, { indent: "", column: 0, end: width });
}

/** Where a value stands. */
interface Margins {
  /** Of the line that it begins in. */
  readonly indent: string;
  readonly column: number;
  /** The column that its line may reach: a comma may follow. */
  readonly end: number;
}

function print(value: Json, place: Margins): string {
  if (Array.isArray(value)) return printList(value, place);
  if (!isObject(value)) return stringifyJson(value);
  const keys = Object.keys(value);
  if (keys.length === 0) return "{}";
  const indent = `${place.indent}  `;
  const members = keys.map((key, index) => {
    const name = `${indent}${JSON.stringify(key)}: `;
    const inner = { indent, column: name.length, end: endOf(index, keys.length) };
    return name + print(value[key] ?? null, inner);
  });
  return `{\n${members.join(",\n")}\n${place.indent}}`;
}

function printList(items: readonly Json[], place: Margins): string {
  const indent = `${place.indent}  `;
  const texts = items.map((item, index) =>
    print(item, { indent, column: indent.length, end: endOf(index, items.length) }),
  );
  const line = `[${texts.join(", ")}]`;
  if (!line.includes("\n") && place.column + line.length <= place.end) return line;
  return `[\n${texts.map((text) => indent + text).join(",\n")}\n${place.indent}]`;
}

function endOf(index: number, count: number): number {
  return index === count - 1 ? width : width - 1;
}
