import { describe, expect, it } from "vitest";
import { unknownTypeErrors } from "../../../../src/crd/frontend/schema/structural-conversion.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";

function errors(schema: JsonObject, value: Json): readonly string[] {
  return unknownTypeErrors(schema, value, "default").map(
    ({ field, message }) => `${field}: ${message}`,
  );
}

describe("a default where the type does not exist", () => {
  it("is of another type, wherever it stands", () => {
    const schema = { properties: { a: { items: { type: "text" } } } };
    expect(errors(schema, { a: ["b", 1] })).toEqual([
      'default.a[0]: Invalid value: "string": a[0] in body must be of type text: "string"',
      'default.a[1]: Invalid value: "integer": a[1] in body must be of type text: "integer"',
    ]);
  });

  it.each<[string, Json, number]>([
    ["int32", 7, 0],
    ["int64", 7, 1],
    ["date", "x", 0],
    ["date", ["x"], 0],
    ["date", { a: 1 }, 0],
    ["date", null, 1],
  ])("is left to the format %s: %j", (format, value, count) => {
    expect(errors({ type: "text", format }, value)).toHaveLength(count);
  });
});
