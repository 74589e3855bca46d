import { expect, it } from "vitest";
import { raw } from "../../../src/emit/code.js";
import { objectCode } from "../../../src/emit/object-code.js";

it("lays out forty levels of an object, and what is around them on one line", () => {
  const depth = 500;
  let nested = raw('"x"');
  for (let level = 0; level < depth; level++) nested = objectCode([{ key: "a", value: nested }]);
  const lines = nested.text.split("\n");
  const indented = lines.map((line) => line.search(/\S/));
  expect(Math.max(...indented)).toBe(80);
  expect(nested.text.replaceAll(/[\s,]/g, "")).toBe(
    `${"{a:".repeat(depth)}"x"${"}".repeat(depth)}`,
  );
});
