import { expect, it } from "vitest";
import { enumValues } from "../../../../../src/codegen/backends/names/enum-values.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { schemaResource } from "../../../../support/schema-resource.js";

function valuesOf(field: Json): readonly unknown[] | undefined {
  const { version } = schemaResource({ type: "object", properties: { field } });
  const schema = version.schema?.fields.get("field");
  return schema && enumValues(schema);
}

const abc = ["a", "b", "ccc"];

it.each<[string, Json, readonly unknown[] | undefined]>([
  ["no enum", { type: "string" }, undefined],
  ["the values of the type", { type: "string", enum: ["a", 1, null, "a"] }, ["a"]],
  ["allOf with an enum", { type: "string", enum: abc, allOf: [{ enum: ["b", "x"] }] }, ["b"]],
  [
    "allOf inside allOf",
    { type: "string", enum: abc, allOf: [{ allOf: [{ enum: ["b"] }] }] },
    ["b"],
  ],
  ["allOf with a length", { type: "string", enum: abc, allOf: [{ maxLength: 1 }] }, ["a", "b"]],
  [
    "allOf with not",
    { type: "string", enum: abc, allOf: [{ not: { enum: ["a"] } }] },
    ["b", "ccc"],
  ],
  [
    "not with more than an enum",
    { type: "string", enum: abc, not: { enum: ["a"], maxLength: 0 } },
    abc,
  ],
  ["a length of its own", { type: "string", enum: abc, minLength: 2 }, ["ccc"]],
  [
    "enums in allOf alone",
    { type: "string", allOf: [{ enum: abc }, { enum: ["b", "a"] }] },
    ["a", "b"],
  ],
  [
    "bounds",
    { type: "integer", enum: [1, 2, 3], allOf: [{ minimum: 2, exclusiveMinimum: true }] },
    [3],
  ],
  ["anyOf is left alone", { type: "string", enum: abc, anyOf: [{ enum: ["a"] }] }, abc],
  ["objects", { type: "object", enum: [{}] }, undefined],
])("%s", (_name, field, expected) => {
  expect(valuesOf(field)).toEqual(expected);
});
