import { describe, expect, it } from "vitest";
import { Diagnostics, spanOf } from "../../../../src/crd/diagnostics/diagnostics.js";
import { renderText } from "../../../../src/crd/diagnostics/render/render.js";
import { readDocuments } from "../../../../src/crd/source/read.js";
import type { Path } from "../../../../src/crd/source/source-file.js";
import { positionAt } from "../../../../src/crd/source/source-file.js";

async function marked(text: string, path: Path, part: "key" | "value"): Promise<string> {
  const file = { path: "a.yaml", text };
  const [document] = await readDocuments(file, new Diagnostics());
  if (document === undefined) throw new Error("no document");
  const { start, end } = spanOf({ document, path, part });
  const { line, column } = positionAt(file, start);
  return `${line}:${column} ${text.slice(start, end)}`;
}

const block = `kind: X
spec:
  text: |
    a
    b
  short: {a: 1}
  list:
  - {a: 1}
  - b: 1
    c: 2
  - d: 3
  empty:
  kept: |+
    b

`;
const long = "x".repeat(200);

describe("what is marked of a place", () => {
  it.each([
    [["spec"], "value", "2:1 spec"],
    [["spec"], "key", "2:1 spec"],
    [["spec", "text"], "value", "3:9 |\n    a\n    b"],
    [["spec", "kept"], "value", "13:9 |+\n    b"],
    [["spec", "short"], "value", "6:10 {a: 1}"],
    [["spec", "list"], "value", "7:3 list"],
    [["spec", "list", 0], "key", "8:5 {a: 1}"],
    [["spec", "list", 1], "key", "9:3 -"],
    [["spec", "list", 1], "value", "9:3 -"],
    [["spec", "list", 1, "missing"], "key", "9:3 -"],
    [["spec", "list", 2], "value", "11:5 d: 3"],
    [["spec", "empty"], "value", "12:3 empty"],
    [["metadata", "name"], "key", "1:1 kind"],
    [[], "value", "1:1 kind"],
  ] as const)("%j, %s", async (path, part, expected) => {
    expect(await marked(block, path, part)).toBe(expected);
  });

  it.each([
    [`{"a": {"b": "${long}"}}`, ["a"], '1:2 "a"'],
    [`{"a": ["${long}"]}`, [], "1:1 {"],
    [`{"a": [{"b": "${long}"}]}`, ["a", 0], "1:8 {"],
    [`{"a": "${long}"}`, ["a"], `1:7 "${long}"`],
    ['{"a": {\r\n  "b": 1\r\n}}', ["a"], '1:2 "a"'],
  ] as const)("JSON: %s", async (text, path, expected) => {
    expect(await marked(text, path, "value")).toBe(expected);
  });
});

it("counts no byte order mark, and shows none", () => {
  const file = { path: "a.yaml", text: "\uFEFFa: b\nc: d\n" };
  expect(positionAt(file, 0)).toEqual({ line: 1, column: 1 });
  expect(positionAt(file, 4)).toEqual({ line: 1, column: 4 });
  expect(positionAt(file, 6)).toEqual({ line: 2, column: 1 });
  const diagnostics = new Diagnostics();
  const at = { file, start: 4, end: 5 };
  diagnostics.report("source/not-yaml", at, { reason: "x" });
  const [diagnostic] = diagnostics.list;
  expect(diagnostic && renderText(diagnostic)).toBe(
    "error[source/not-yaml]: not YAML: x\n --> a.yaml:1:4\n  |\n1 | a: b\n  |    ^",
  );
});
