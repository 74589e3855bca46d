import { expect, it } from "vitest";
import { ageText } from "../../../../../src/runtime/v1/client/tables/cells.js";
import { printTable } from "../../../../../src/runtime/v1/client/tables/print-table.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";

const columns = [
  { name: "Name" },
  { name: "Spec", priority: 0 },
  { name: "Image", priority: 1 },
  { name: "Age", priority: 0 },
];
const rows = [
  ["nightly", "0 2 * * *", "registry/backup:1", "5m30s"],
  ["a", null, "b", "2y"],
];

it("prints as kubectl does", () => {
  expect(printTable(columns, rows)).toBe(
    "NAME      SPEC        AGE\nnightly   0 2 * * *   5m30s\na                     2y\n",
  );
  expect(printTable(columns, rows, { wide: true, headings: false })).toBe(
    "nightly   0 2 * * *   registry/backup:1   5m30s\na                     b                   2y\n",
  );
  expect(printTable([{ name: "A" }, { name: "B" }], [["x", "y"]])).toBe("A     B\nx     y\n");
});

it("prints nothing without rows", () => {
  expect(printTable(columns, [])).toBe("");
});

it("ends texts with their line, and lets none steer a terminal", () => {
  const cells = [
    ["a\nb", "\u001b[31mred"],
    [true, 1e21],
    [12, new Float64(0.5)],
  ];
  expect(printTable([{ name: "A" }, { name: "ß" }], cells)).toBe(
    "A      ß\na...   ^[[31mred\ntrue   1e+21\n12     0.5\n",
  );
});

it("leaves out cells without a column, and aligns tabs inside of texts as columns", () => {
  expect(printTable([{ name: "A" }], [["a\tb", "more"], ["long name\tc"]])).toBe(
    "A\na           b\nlong name   c\n",
  );
});

it.each([
  [Number.NaN, "<invalid>"],
  [-2000, "<invalid>"],
  [-1500, "0s"],
  [119_000, "119s"],
  [330_000, "5m30s"],
])("an age of %d ms is %s", (milliseconds, text) => {
  expect(ageText(milliseconds)).toBe(text);
});
