import { describe, expect, it } from "vitest";
import type { Path } from "../../../src/source/document.js";
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

  it("counts from the start of the file in later documents", async () => {
    expect(await located("a: 1\n---\nb: two\n", ["b"])).toStrictEqual(["b", "two"]);
  });
});
