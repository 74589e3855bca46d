import { JsonFault, parseJson } from "../../src/runtime/v1/values/go/parse-json.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { readShared } from "./shared.js";

/*
 * The files of conformance/schema.
 */

/** JSON with its numbers as they are spelled. */
export function parseExact(text: string): Json {
  const result = parseJson(text);
  if (result instanceof JsonFault) throw new Error(result.message);
  return result.value;
}

/** The content of a file; its shape is as the folder's README says. */
export function readTable(name: string): unknown {
  return parseExact(readShared("conformance", "schema", `${name}.json`));
}

/** The cases of a section of an extracted table. */
export function tableSection(name: string, section: string): readonly unknown[] {
  const { sections } = readTable(name) as {
    readonly sections: Readonly<Record<string, { readonly cases: readonly unknown[] }>>;
  }; // the shape of all extracted tables
  return sections[section]?.cases ?? [];
}
