import { describe, expect, it } from "vitest";
import type { Path } from "../../../../src/crd/source/source-file.js";
import { readText } from "./collect.js";

async function located(text: string, path: Path): Promise<readonly [string, string]> {
  const { documents } = await readText(text);
  const location = documents.at(-1)?.locate(path);
  if (location === undefined) throw new Error("no document");
  const cut = ({ start, end }: { start: number; end: number }): string => text.slice(start, end);
  return [cut(location.key), cut(location.value)];
}

const block = `# head
a:
  b: one # c
  'd e': "two"
  f:
  - x
  - g: >
      folded
      text
    h:
  l: long
    plain
`;
const flow = `x: {a: [1, "two", {b: c}], d: , e}\n`;
const json = `{"a": {"b": [1, {"c": "d"}]}, "e": null}`;
const tagged = `a: &x !!str one\nb:\n  - *x\n  - {c: d}\nm:\n  <<: {k: 1}\n`;

describe("locations", () => {
  it.each([
    ["block: key and plain value", block, ["a", "b"], "b", "one"],
    ["block: quoted key and value", block, ["a", "d e"], "'d e'", '"two"'],
    ["block: item", block, ["a", "f", 0], "x", "x"],
    [
      "block: list",
      block,
      ["a", "f"],
      "f",
      block.slice(block.indexOf("- x"), block.indexOf("\n  l: ")),
    ],
    ["block: block scalar", block, ["a", "f", 1, "g"], "g", ">\n      folded\n      text"],
    ["block: absent value", block, ["a", "f", 1, "h"], "h", ""],
    ["block: plain over lines", block, ["a", "l"], "l", "long\n    plain"],
    ["block: root", block, [], block.slice(7, -1), block.slice(7, -1)],
    ["block: longest prefix", block, ["a", "b", "z", 1], "b", "b"],
    ["block: no such key", block, ["a", "constructor"], "a", "a"],
    ["flow: list", flow, ["x", "a"], "a", '[1, "two", {b: c}]'],
    ["flow: item", flow, ["x", "a", 1], '"two"', '"two"'],
    ["flow: in an item", flow, ["x", "a", 2, "b"], "b", "c"],
    ["flow: absent value", flow, ["x", "d"], "d", ""],
    ["flow: key alone", flow, ["x", "e"], "e", ""],
    ["JSON: key and value", json, ["a", "b"], '"b"', '[1, {"c": "d"}]'],
    ["JSON: item", json, ["a", "b", 0], "1", "1"],
    ["JSON: deep", json, ["a", "b", 1, "c"], '"c"', '"d"'],
    ["general: key", tagged, ["b"], "b", "- *x\n  - {c: d}"],
    ["general: alias", tagged, ["b", 0], "*x", "*x"],
    ["general: merged", tagged, ["m", "k"], "k", "1"],
  ] as const)("%s", async (_name, text, path, key, value) => {
    expect(await located(text, path)).toStrictEqual([key, value]);
  });

  it.each([
    ["block: mapping", "a:\n  b: 1\n  c: 2\n", ["a"], 5, "b"],
    ["block: root", '# x\n---\n"a b": 1\nc: 2\n', [], 8, '"a b"'],
    ["block: item", "a:\n- b: 1\n  c: 2\n", ["a", 0], 3, "-"],
    ["block: item, dash alone", "a:\n  -\n\n    b: 1\n", ["a", 0], 5, "-"],
    ["block: item behind a comment", "a:\n- # x\n  b: 1\n  c: 2\n", ["a", 0], 11, "b"],
    ["block: list", "a:\n  - b\n  - c\n", ["a"], 5, "-"],
    ["block: list in a list", "- - a: 1\n    b: 2\n  - c\n", [0], 0, "-"],
    ["block: first of a list in a list", "- - a: 1\n    b: 2\n  - c\n", [0, 0], 2, "-"],
    ["block: behind ---", "---\na: 1\n", [], 4, "a"],
    ["flow", "x: {a: [1,\n 2]}\n", ["x", "a"], 7, "["],
    ["flow: item", "x:\n- {a: 1,\n  b: 2}\n", ["x", 0], 5, "{"],
    ["JSON", '{"a": {\n"b": 1}}', ["a"], 6, "{"],
    ["merged", "a: &x\n  b: 1\nc:\n  <<: *x\n  d: 1\n", ["c"], 18, "<"],
    ["scalar", "a: |\n  b\n  c\nd: e\n", ["a"], 3, "|\n  b\n  c"],
    ["nothing below", "a:\n  b: 1\n  c: 2\n", ["a", "d", 1], 5, "b"],
  ] as const)("the first token: %s", async (_name, text, path, start, head) => {
    const { documents } = await readText(text);
    const found = documents.at(-1)?.locate(path).head;
    expect(found && [found.start, text.slice(found.start, found.end)]).toEqual([start, head]);
  });

  it("counts from the start of the file in later documents", async () => {
    expect(await located("a: 1\n---\nb: two\n", ["b"])).toStrictEqual(["b", "two"]);
  });
});
