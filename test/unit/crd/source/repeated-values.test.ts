import { describe, expect, it } from "vitest";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import type { Repeats } from "../../../../src/crd/source/readers/readings.js";
import type { SourceDocument } from "../../../../src/crd/source/source-file.js";

async function read(text: string, repeats: Repeats): Promise<SourceDocument | undefined> {
  const diagnostics = new Diagnostics();
  const [document] = await readDocuments({ path: "input.yaml", text }, diagnostics, repeats);
  return document;
}

/** Long enough to be looked for. */
const filler = `  filler: ${"text ".repeat(300).trimEnd()}\n`;
const block = `${filler}  list:\n  - a: 1\n    b: [c, d]\n  last: |+\n    kept\n`;

describe("blocks that a document repeats", () => {
  it("are one object", async () => {
    const value = (await read(`a:\n${block}b:\n${block}`, "shared"))?.value;
    const { a, b } = value as Record<string, unknown>; // a mapping of two keys
    expect(a).toBe(b);
    expect(value).toStrictEqual((await read(`a:\n${block}b:\n${block}`, "apart"))?.value);
  });

  it("are objects of their own unless that was asked for", async () => {
    const value = (await read(`a:\n${block}b:\n${block}`, "apart"))?.value;
    const { a, b } = value as Record<string, unknown>; // a mapping of two keys
    expect(a).not.toBe(b);
    expect(a).toStrictEqual(b);
  });

  it("have places of their own", async () => {
    const text = `a:\n${block}b:\n${block}`;
    const document = await read(text, "shared");
    const { key } = document?.locate(["b", "list", 0, "b"]) ?? {};
    expect(key?.start).toBe(text.lastIndexOf("b: [c"));
  });

  const first = `a:\n${block}`;
  const dashed = filler.replace("  filler", "- filler");
  it.each([
    ["empty lines that a scalar keeps", `${first}b:\n${block}\n\nc: 1\n`],
    ["empty lines at the end", `${first}b:\n${block}\n\n`],
    ["more fields", `${first}b:\n${block}  more: 1\n`],
    ["a comment before more fields", `${first}b:\n${block}# c\n  more: 1\n`],
    ["a list that goes on", `a:\n${dashed}b:\n${dashed}- 2\nc: 1\n`],
    ["a list that goes on with a scalar", `a:\n${dashed}- \nb:\n${dashed}- \n|\n x\n`],
    ["a scalar that goes on", `a:\n${filler}b:\n${filler}    words\nc: 1\n`],
    ["another document", `${first}b:\n${block}---\nc: 1\n`],
    [
      "an item of a list around it",
      `- a:\n${filler.replace("  ", "     ")}- a:\n${filler.replace("  ", "     ")}`,
    ],
    [
      "a flow collection over lines",
      `a:\n  [${filler.trim()},\n   2]\nb:\n  [${filler.trim()},\n   2]\nc: 1\n`,
    ],
    ["the same text as another column's value", `a:\n${block}b:\n c:\n${block}`],
    ["a key that comes twice", `a:\n  x: 1\n  x: 2\n${filler}b:\n  x: 1\n  x: 2\n${filler}c: 1\n`],
  ])("read as ever before %s", async (_name, text) => {
    const [shared, apart] = [await read(text, "shared"), await read(text, "apart")];
    expect(apart).toBeDefined();
    expect(shared?.value).toStrictEqual(apart?.value);
  });
});
