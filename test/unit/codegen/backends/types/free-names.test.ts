import { expect, it } from "vitest";
import { FreeNames } from "../../../../../src/codegen/backends/names/enum-values.js";

it("gives the first number that is free, whoever took the others", () => {
  const names = new FreeNames("_");
  names.add("a_3");
  expect(["a", "a", "a", "a_2", "b", "a"].map((name) => names.take(name))).toEqual([
    "a",
    "a_2",
    "a_4",
    "a_2_2",
    "b",
    "a_5",
  ]);
});

it("numbers many of one name without counting from the start", () => {
  const names = new FreeNames("_");
  const taken = Array.from({ length: 50_000 }, () => names.take("a"));
  expect(taken.at(-1)).toBe("a_50000");
});
