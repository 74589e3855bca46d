import { describe, expect, it } from "vitest";
import { jsonKey } from "../../../../src/crd/ir/schema-key.js";
import { SchemaTable, noValidation } from "../../../../src/crd/ir/schema-table.js";
import { Float64 } from "../../../../src/runtime/v1/values/json/json.js";

describe("SchemaTable", () => {
  it("gives one object per distinct content, whatever the descriptions", () => {
    const table = new SchemaTable();
    const one = table.schema({
      type: "object",
      description: "a",
      properties: { x: { type: "string", title: "t" } },
    });
    const two = table.schema({
      type: "object",
      properties: { x: { description: "b", type: "string" } },
    });
    expect(one).toBe(two);
  });

  it.each([
    [{ type: "string" }, { type: "integer" }],
    [{ type: "string" }, { type: "string", nullable: true }],
    [
      { type: "string", pattern: "a" },
      { type: "string", format: "a" },
    ],
    [
      { type: "string", minLength: 1 },
      { type: "string", maxLength: 1 },
    ],
    [
      { type: "object", required: ["a,b"] },
      { type: "object", required: ["a", "b"] },
    ],
    [
      { type: "object", properties: { a: {}, b: {} } },
      { type: "object", properties: { b: {}, a: {} } },
    ],
    [
      { type: "number", default: 1 },
      { type: "number", default: new Float64(1) },
    ],
    [
      { type: "string", enum: ["1"] },
      { type: "string", enum: [1] },
    ],
    [
      { type: "object", additionalProperties: true },
      { type: "object", additionalProperties: false },
    ],
    [
      { type: "integer", maximum: 1 },
      { type: "integer", maximum: 1, exclusiveMaximum: true },
    ],
    [
      { type: "array", items: {}, "x-kubernetes-list-type": "set" },
      { type: "array", items: {} },
    ],
    [{ anyOf: [{ type: "integer" }] }, { oneOf: [{ type: "integer" }] }],
  ])("tells %j from %j", (left, right) => {
    const table = new SchemaTable();
    expect(table.schema(left)).not.toBe(table.schema(right));
  });

  it("takes what says nothing as nothing", () => {
    const table = new SchemaTable();
    const plain = table.schema({ type: "string" });
    expect(
      table.schema({ type: "string", nullable: false, exclusiveMinimum: false, default: null }),
    ).toBe(plain);
    expect(plain.validation).toBe(noValidation);
  });

  it("knows what lies below", () => {
    const table = new SchemaTable();
    const rule = { rule: "true" };
    const schema = table.schema({
      type: "object",
      properties: {
        a: {
          type: "array",
          items: { type: "string", default: "x", "x-kubernetes-validations": [rule] },
        },
      },
    });
    expect([schema.hasDefaults, schema.hasRules]).toEqual([true, true]);
  });

  it("takes null in a list of texts for the empty text, as Go does", () => {
    const table = new SchemaTable();
    const schema = table.schema({ type: "object", required: ["a", null] });
    expect(schema.validation.required).toEqual(["a", ""]);
    expect(schema).toBe(table.schema({ type: "object", required: ["a", ""] }));
  });

  it("keeps fields with the names of Object's own", () => {
    const properties = JSON.parse(
      '{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}',
    ) as Record<string, never>;
    const schema = new SchemaTable().schema({ type: "object", properties });
    expect([...schema.fields].map(([name, { kind }]) => [name, kind])).toEqual([
      ["__proto__", "string"],
      ["constructor", "integer"],
    ]);
  });
});

describe("jsonKey", () => {
  it.each([
    [{ b: [1, "1"], a: null }, '{"b":[1,"1"],"a":null}'],
    [new Float64(1), "~1"],
    [2n ** 60n, "1152921504606846976n"],
  ])("%o", (value, key) => {
    expect(jsonKey(value)).toBe(key);
  });
});
