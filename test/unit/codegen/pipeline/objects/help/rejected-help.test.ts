import { expect, it } from "vitest";
import { objectAdvice } from "../../../../../../src/cli/advice.js";
import { helpForRejected } from "../../../../../../src/codegen/pipeline/objects/help/unknown-field-help.js";
import type { SourceDocument } from "../../../../../../src/crd/source/source-file.js";
import { readText } from "../../../../crd/source/collect.js";

async function documentOf(text: string): Promise<SourceDocument> {
  const [document] = (await readText(text)).documents;
  if (document === undefined) throw new Error("no document");
  return document;
}

const field = (type: string): string =>
  `json: cannot unmarshal ${type.replace(" ", " into Go struct field ObjectMeta.a of type ")}`;

it.each([
  [field("number string"), "put it in quotes"],
  [field("bool types.UID"), "put it in quotes"],
  [field("array string"), "write a string"],
  [field("string []string"), "write a list"],
  [field("string *int64"), "write a whole number, without quotes"],
  [field("string *bool"), "write `true` or `false`, without quotes"],
  [field("string map[string]string"), "write keys with their values"],
  ["json: something else", undefined],
  ['metadata: parsing time "a" as "2006"', "write it as in RFC 3339: `2030-01-31T00:00:00Z`"],
])("%s: %s", async (message, help) => {
  expect(helpForRejected(message, await documentOf("{}"), objectAdvice)).toBe(help);
});
