import { expect, it } from "vitest";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Json } from "../../../../src/runtime/v1/values/json/json.js";
import "../../../support/literal.js";
import { printSchema } from "../../../support/print-schema.js";

function print(raw: Json): string {
  return printSchema(new SchemaTable().schema(raw));
}

it("prints a line for each node, in the order of the schema", () => {
  const text = print({
    type: "object",
    required: ["spec", "a b"],
    properties: {
      spec: {
        type: "object",
        description: "is no part of a schema",
        properties: {
          replicas: {
            type: "integer",
            format: "int32",
            minimum: 0,
            exclusiveMinimum: true,
            default: 1,
          },
          args: { type: "array", maxItems: 10, items: { type: "string", pattern: "^a\\d$" } },
          labels: { type: "object", additionalProperties: { type: "string", nullable: true } },
          port: { "x-kubernetes-int-or-string": true, enum: [80, "http", null] },
        },
      },
      "a b": { type: "object", additionalProperties: true, "x-kubernetes-map-type": "atomic" },
    },
  });
  expect(text).toMatchInlineSnapshot(`
    object required=[spec, "a b"]
      spec: object
        replicas: integer format=int32 exclusiveMinimum=0 default=1
        args: list maxItems=10
          []: string pattern="^a\\\\d$"
        labels: map
          {}: string nullable
        port: intOrString enum=[80, "http", null]
      "a b": map mapType=atomic
        {}: true
  `);
});

it("prints list types, kept fields and embedded resources", () => {
  const text = print({
    type: "array",
    "x-kubernetes-list-type": "map",
    "x-kubernetes-list-map-keys": ["name"],
    items: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
      properties: { name: { type: "string", minLength: 1, maxLength: 5 } },
    },
  });
  expect(text).toMatchInlineSnapshot(`
    list listType=map listMapKeys=[name]
      []: object preserveUnknownFields embeddedResource
        name: string minLength=1 maxLength=5
  `);
});

it("prints junctors and rules below their node", () => {
  const text = print({
    type: "object",
    properties: { a: { type: "string" } },
    anyOf: [{ required: ["a"] }, { not: { properties: { a: { enum: ["x"] } } } }],
    oneOf: [{}],
    "x-kubernetes-validations": [
      {
        rule: "self.a == 'x'",
        message: "no",
        reason: "FieldValueForbidden",
        optionalOldSelf: true,
      },
    ],
  });
  expect(text).toMatchInlineSnapshot(`
    object
      a: string
      anyOf[0]: required=[a]
      anyOf[1]: any
        not: any
          a: enum=["x"]
      oneOf[0]: any
      rule: "self.a == 'x'" message="no" reason="FieldValueForbidden" optionalOldSelf
  `);
});

it("prints schemas that are nested without end", () => {
  let raw: Json = { type: "string" };
  for (let depth = 0; depth < 500; depth++) raw = { type: "array", items: raw };
  expect(print(raw).split("\n")).toHaveLength(501);
});
