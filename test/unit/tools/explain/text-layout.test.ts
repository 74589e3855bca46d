import { expect, it } from "vitest";
import { enumText } from "../../../../src/tools/explain/explain-v3.js";
import { fillLines, wrapWords } from "../../../../src/tools/explain/text-layout.js";

it.each([
  ["aaa bbb ccc", 7, "aaa bbb\nccc"],
  ["aaa  bbb", 4, "aaa\nbbb"],
  ["aaaaaaaaaa b", 4, "aaaaaaaaaa\nb"],
  ["aaa bbbbbbbb c", 5, "aaa\nbbbbbbbb\nc"],
  ["a\n\nb ", 5, "a\n\nb "],
  ["é\u00A0é é", 3, "é\u00A0é\né"],
])("wraps %j at %d", (text, limit, want) => {
  expect(wrapWords(text, limit)).toBe(want);
});

it.each([
  ["a b\nc", 80, ["a b c"]],
  ["a:\nb", 80, ["a:", "b"]],
  ["a\n- b\n- c", 80, ["a", "- b", "- c"]],
  ["a\n- b\n\nc", 80, ["a", "- b", "", "c"]],
  ["a\n\nb", 80, ["a", "b"]],
  ["a\n    code  x\nb", 80, ["a", "    code  x", "b"]],
  ["aaa bbb", 5, ["aaa", "bbb"]],
  ["", 80, []],
])("fills lines with %j", (text, width, want) => {
  expect(fillLines(text, width)).toEqual(want);
});

it.each([
  ["", '""'],
  [1_000_000, "1e+06"],
  [0.5, "0.5"],
  [true, "true"],
  [null, "<no value>"],
  [{ b: 1, a: [null, "x"] }, "map[a:[<nil> x] b:1]"],
])("prints %j as Go's templates do", (value, want) => {
  expect(enumText(value)).toBe(want);
});
