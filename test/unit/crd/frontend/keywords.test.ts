import { describe, expect, it } from "vitest";
import { schemaType } from "../../../../src/crd/frontend/decode/crd-types.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { Annotations } from "../../../../src/crd/ir/annotations.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { plainLintOptions } from "../../../support/lint-options.js";
import { schemaNodes } from "../../../support/mutate-crd.js";
import { Random } from "../../../support/random.js";

/** Values that say something, for every keyword that a schema can have. */
const telling: Readonly<Record<string, readonly Json[]>> = {
  id: ["x"],
  $schema: ["x"],
  $ref: ["#/x"],
  description: ["d"],
  type: ["boolean", "number"],
  nullable: [true],
  format: ["email"],
  title: ["t"],
  default: ["a", 1],
  maximum: [7],
  exclusiveMaximum: [true],
  minimum: [3],
  exclusiveMinimum: [true],
  maxLength: [7],
  minLength: [3],
  pattern: ["^a$"],
  maxItems: [7],
  minItems: [3],
  uniqueItems: [true],
  multipleOf: [3],
  enum: [["a"]],
  maxProperties: [7],
  minProperties: [3],
  required: [["a"]],
  items: [{ type: "string" }, [{ type: "string" }]],
  allOf: [[{ minLength: 1 }]],
  oneOf: [[{ minLength: 1 }]],
  anyOf: [[{ minLength: 1 }]],
  not: [{ minLength: 1 }],
  properties: [{ added: { type: "string" } }],
  additionalProperties: [{ type: "string" }, true, false],
  patternProperties: [{ a: {} }],
  dependencies: [{ a: ["b"] }],
  additionalItems: [true],
  definitions: [{ a: {} }],
  "x-kubernetes-preserve-unknown-fields": [true, false],
  "x-kubernetes-embedded-resource": [true],
  "x-kubernetes-int-or-string": [true],
  "x-kubernetes-list-map-keys": [["a"]],
  "x-kubernetes-list-type": ["set", "map", "nonsense"],
  "x-kubernetes-map-type": ["atomic", "nonsense"],
  "x-kubernetes-validations": [[{ rule: "true" }]],
  nonsense: [1],
};

/** Keywords that only documents show, and no part of crdgen. */
const unused = ["externalDocs", "example"];

function baseCrd(): JsonObject {
  const inner: JsonObject = {
    type: "object",
    properties: {
      text: { type: "string" },
      list: { type: "array", items: { type: "object", properties: { key: { type: "string" } } } },
      map: { type: "object", additionalProperties: { type: "integer" } },
    },
  };
  const schema: JsonObject = { type: "object", properties: { spec: inner } };
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: schema } }],
    },
  };
}

function at(root: Json, path: readonly (string | number)[]): JsonObject {
  return path.reduce<Json>(
    (value, step) => (value as Record<string | number, Json>)[step] ?? {},
    root,
  ) as JsonObject; // a path that exists
}

function schemaOf(crd: JsonObject): JsonObject {
  return at(crd, ["spec", "versions", 0, "schema", "openAPIV3Schema"]);
}

describe("a keyword is in the schema, in the annotations, or named by a diagnostic", () => {
  it("covers every keyword of JSONSchemaProps", () => {
    const known = [...schemaType.fields().keys()].filter((key) => !unused.includes(key));
    expect(Object.keys(telling).sort()).toEqual([...known, "nonsense"].sort());
  });

  it.each(Object.keys(telling))("%s", (keyword) => {
    const random = new Random(keyword.length);
    for (const value of telling[keyword] ?? []) {
      for (const path of schemaNodes(baseCrd())) {
        const [before, after] = [baseCrd(), baseCrd()];
        at(after, path)[keyword] = value;
        if (JSON.stringify(before) === JSON.stringify(after)) continue;
        const table = new SchemaTable();
        const isInSchema = table.schema(schemaOf(before)) !== table.schema(schemaOf(after));
        const notes = new Annotations(at(after, path));
        const isNoted = notes.description + notes.title !== "";
        const { diagnostics } = lintCrd(asCrd(after), { ...plainLintOptions, table });
        const isNamed = diagnostics.length > 0;
        expect(
          isInSchema || isNoted || isNamed,
          `${keyword} ${JSON.stringify(value)} at ${path.join("/")} ${random.next()}`,
        ).toBe(true);
      }
    }
  });
});
