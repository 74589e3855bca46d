import { expect, it } from "vitest";
import { raw } from "../../../src/emit/code.js";
import { expressionLayout } from "../../../src/emit/layout/expression-layout.js";
import { printLayout } from "../../../src/emit/layout/layout.js";
import { blockLayout } from "../../../src/emit/layout/statement-layout.js";
import { objectCode } from "../../../src/emit/object-code.js";
import { parseExpression } from "../../../src/emit/tree/parse.js";

it("indents forty levels of an object, and what is deeper no more", () => {
  const depth = 500;
  let nested = raw('"x"');
  for (let level = 0; level < depth; level++) nested = objectCode([{ key: "a", value: nested }]);
  const tree = parseExpression(nested.tokens, "ts");
  const text = printLayout(expressionLayout(tree, "value", blockLayout), 0, 0, 80);
  const indented = text.split("\n").map((line) => line.search(/\S/));
  expect(Math.max(...indented)).toBe(80);
  expect(text.replaceAll(/[\s,]/g, "")).toBe(`${"{a:".repeat(depth)}"x"${"}".repeat(depth)}`);
});
