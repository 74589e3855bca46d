import { describe, expect, it } from "vitest";
import { extentOf, extents } from "../../../../src/runtime/v1/validation/extent.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";

describe("extentOf", () => {
  it.each([
    ["nothing", undefined, 0],
    ["small things", { a: [1, "x"], b: null }, 0],
    ["a longer string, deep down", { a: [{ b: "x".repeat(65) }] }, 1],
    ["a longer key", { ["k".repeat(257)]: 1 }, 2],
    ["many members", Array.from({ length: 129 }, (_, index) => index), 3],
  ] as const)("%s", (_name, value, expected) => {
    expect(extentOf([value as Json | undefined])).toBe(expected); // a literal
  });

  it("looks at no more than it has to, however deep", () => {
    let value: Json = "x".repeat(2000);
    for (let depth = 0; depth < 100_000; depth++) value = [value];
    expect(extentOf([value])).toBe(extents.length);
  });
});
