import { expect, it } from "vitest";
import { expr } from "../../../../src/codegen/emit/code.js";
import { objectCode } from "../../../../src/codegen/emit/object-code.js";
import { printExpression } from "../../../../src/codegen/emit/print/print.js";

it("indents forty levels of an object, and what is deeper no more", () => {
  const depth = 500;
  let nested = expr`${"x"}`;
  for (let level = 0; level < depth; level++) nested = objectCode([{ key: "a", value: nested }]);
  const text = printExpression(nested);
  const indented = text.split("\n").map((line) => line.search(/\S/));
  expect(Math.max(...indented)).toBe(80);
  expect(text.replaceAll(/[\s,]/g, "")).toBe(`${"{a:".repeat(depth)}"x"${"}".repeat(depth)}`);
});
