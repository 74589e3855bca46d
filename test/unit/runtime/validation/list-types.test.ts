import { expect, it } from "vitest";
import { duplicateKeys } from "../../../../src/runtime/v1/validation/list-types.js";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";

it.each([
  ["all of equal text", [{ a: "x", b: 1 }, { a: "x", b: 1 }, { a: "x", b: 1 }], [1]], // prettier-ignore
  ["of different class, which have one text", [{ a: "x", b: 1 }, { a: "x", b: new Float64(1) }], [1]], // prettier-ignore
  ["whose texts are alike", [{ a: "1" }, { a: 1 }, { b: "1" }], []],
  [
    "with separators inside",
    [
      { a: 'x","y', b: "" },
      { a: "x", b: 'y",' },
    ],
    [],
  ],
  ["absent and null", [{ a: "x" }, { a: "x", b: null }, { a: "x" }], [2]],
  ["that are objects", [{ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }], [1]],
])("several keys of items of a map list, %s", (_, list, want) => {
  expect(duplicateKeys(list, ["a", "b"])).toEqual(want);
});

it("takes defaults for keys that are absent or null", () => {
  const list = [{ a: "x" }, { a: "x", b: null }, { a: "x", b: "TCP" }, { a: "x", b: "UDP" }];
  expect(duplicateKeys(list, ["a", "b"], { b: "TCP" })).toEqual([1]);
});
