import { expect, it } from "vitest";
import { readComments } from "../../../../src/crd/source/comments.js";
import { positionAt } from "../../../../src/crd/source/source-file.js";

/** The comments of a text: where they stand, and what. */
async function comments(text: string): Promise<string[]> {
  const file = { path: "a.yaml", text };
  const found = await readComments(file, 0, text.length);
  return found.map(({ span, isAlone }) => {
    const { line, column } = positionAt(file, span.start);
    return `${line}:${column} ${isAlone ? "alone" : "behind"} ${text.slice(span.start, span.end)}`;
  });
}

it("tells comments from what looks like one", async () => {
  const text = [
    "# top",
    "---",
    "a: b # one",
    "c: |",
    "  # text",
    "  # text",
    "  # two",
    'd: "# text" # three',
    "e: '# text'",
    "f: x#text",
    'g: "text',
    '  # text"',
    "h: { i: 1, # four",
    "  j: 2 }",
    "k: >- # five",
    "  text",
    "- # text",
  ];
  expect(await comments(text.join("\n"))).toEqual([
    "1:1 alone # top",
    "3:6 behind # one",
    "8:13 behind # three",
    "13:12 behind # four",
    "15:7 behind # five",
    "17:3 behind # text",
  ]);
});

it("knows lines that end as those of Windows, and a byte order mark", async () => {
  expect(await comments("\uFEFF# one\r\na: b # two\r\n  # three\r\n")).toEqual([
    "1:1 alone # one",
    "2:6 behind # two",
    "3:3 alone # three",
  ]);
});
