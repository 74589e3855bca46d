import { describe, expect, it, vi } from "vitest";
import { createJudges } from "../../../../src/codegen/pipeline/judges.js";
import { lintCrd } from "../../../../src/crd/frontend/lint-crd.js";
import { readResource } from "../../../../src/crd/frontend/read-resource.js";
import { SchemaTable } from "../../../../src/crd/ir/schema-table.js";
import type { Schema } from "../../../../src/crd/ir/schema.js";
import type { Json, JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { asCrd } from "../../../support/corpus-crds.js";
import { cpuTime } from "../../../support/cpu-time.js";
import { plainLintOptions } from "../../../support/lint-options.js";

function crdOf(schema: Json, count = 1): JsonObject {
  const versions = Array.from({ length: count }, (_, index) => ({
    name: `v${index + 1}`,
    served: true,
    storage: index === 0,
    schema: { openAPIV3Schema: count === 1 ? schema : structuredClone(schema) },
  }));
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "things.example.com" },
    spec: {
      group: "example.com",
      scope: "Namespaced",
      names: { plural: "things", kind: "Thing" },
      versions,
    },
  };
}

function lint(crd: JsonObject): {
  readonly result: ReturnType<typeof lintCrd>;
  readonly ms: number;
} {
  const start = cpuTime();
  const options = { ...plainLintOptions, judges: createJudges(37), table: new SchemaTable() };
  const result = lintCrd(asCrd(crd), options);
  return { result, ms: cpuTime() - start };
}

/** A schema that nests `depth` times. */
function nested(depth: number, wrap: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: "string" };
  for (let level = 0; level < depth; level++) schema = wrap(schema);
  return { type: "object", properties: { spec: schema } };
}

/** How many fields called `a` lead down from `spec`, itself counted. */
function deepest(schema: Schema | undefined): number {
  let depth = 0;
  let at = schema?.fields.get("spec");
  for (; at !== undefined; at = at.fields.get("a")) depth++;
  return depth;
}

describe("CRDs that nobody wrote in good faith", () => {
  it.each([
    [
      "properties",
      (inner: JsonObject): JsonObject => ({ type: "object", properties: { a: inner } }),
    ],
    ["items", (inner: JsonObject): JsonObject => ({ type: "array", items: inner })],
    ["not", (inner: JsonObject): JsonObject => ({ not: inner })],
    ["allOf", (inner: JsonObject): JsonObject => ({ allOf: [inner] })],
  ])("100,000 levels of %s are a diagnostic", (_name, wrap) => {
    const { result, ms } = lint(crdOf(nested(100_000, wrap)));
    expect(result.code).toBe(422);
    expect(result.diagnostics.map(({ code }) => code)).toContain("schema/too-deep");
    expect(ms).toBeLessThan(2_000);
  });

  it("400 levels are read", () => {
    const wrap = (inner: JsonObject): JsonObject => ({ type: "object", properties: { a: inner } });
    const crd = crdOf(nested(400, wrap));
    expect(lint(crd).result.code).toBe(201);
    const [version] = readResource(asCrd(crd), new SchemaTable()).versions;
    expect(deepest(version?.schema)).toBe(401);
  });

  it("17,000 nodes and 20 MB are answered in proportion", () => {
    const text = "x".repeat(1_000);
    const properties: JsonObject = {};
    for (let index = 0; index < 17_000; index++) {
      properties[`field${index}`] = {
        type: "string",
        description: `${text}${index}`,
        pattern: `^${index}$`,
      };
    }
    const { result, ms } = lint(
      crdOf({ type: "object", properties: { spec: { type: "object", properties } } }),
    );
    expect(result.code).toBe(201);
    expect(ms).toBeLessThan(5_000);
  });

  it("500 versions are compared and judged", () => {
    const { result, ms } = lint(
      crdOf({ type: "object", properties: { spec: { type: "object" } } }, 500),
    );
    expect(result.code).toBe(201);
    expect(ms).toBeLessThan(5_000);
  });

  it("a default of 100,000 items that must differ is answered in proportion", () => {
    const list = Array.from({ length: 100_000 }, (_, index) => `item ${index}`);
    const judge = (preset: Json): ReturnType<typeof lint> => {
      const items = { type: "string" };
      const field = { type: "array", items, uniqueItems: true, default: preset };
      return lint(crdOf({ type: "object", properties: { spec: field } }));
    };
    const { ms } = judge(list);
    expect(ms).toBeLessThan(5000);
    const duplicates = (preset: Json): boolean =>
      judge(preset).result.causes.some(({ message }) => message.includes("contain duplicates"));
    expect([duplicates(list), duplicates([...list, "item 7"])]).toEqual([false, true]);
  });

  it("17,000 faults in one schema each get an answer", () => {
    const properties: JsonObject = {};
    for (let index = 0; index < 17_000; index++) properties[`field${index}`] = {};
    const { result, ms } = lint(
      crdOf({ type: "object", properties: { spec: { type: "object", properties } } }),
    );
    expect(result.causes).toHaveLength(17_000);
    expect(ms).toBeLessThan(10_000);
  });

  it.each([
    ["pattern", { type: "string", pattern: `${"(".repeat(5_000)}a${")".repeat(5_000)}` }],
    ["pattern", { type: "string", pattern: "(a{1000}){1000}" }],
    ["pattern", { type: "string", pattern: `(?:${"a|".repeat(50_000)}b)*` }],
    [
      "fieldPath",
      {
        type: "object",
        "x-kubernetes-validations": [{ rule: "true", fieldPath: "'".repeat(100_000) }],
      },
    ],
    [
      "fieldPath",
      {
        type: "object",
        "x-kubernetes-validations": [{ rule: "true", fieldPath: ".['\\\\".repeat(30_000) }],
      },
    ],
    ["rule", { type: "object", "x-kubernetes-validations": [{ rule: `${" ".repeat(100_000)}x` }] }],
    ["format", { type: "string", format: "-".repeat(100_000) }],
  ] as const)("a hostile %s is judged at once", (_name, schema) => {
    const { result, ms } = lint(
      crdOf({ type: "object", properties: { spec: schema as unknown as Json } }),
    );
    expect([201, 422]).toContain(result.code);
    expect(ms).toBeLessThan(3_000);
  });

  it("3,000 rules that name no field get advice", () => {
    const names = Array.from({ length: 3_000 }, (_, at) => `field${at}OfSomeObject`);
    const properties = Object.fromEntries(names.map((name) => [name, { type: "string" }]));
    const rules = names.map((name) => ({ rule: `self.${name}X == 'a'` }));
    const spec = { type: "object", properties, "x-kubernetes-validations": rules };
    const { result, ms } = lint(crdOf({ type: "object", properties: { spec } }));
    expect(result.code).toBe(422);
    expect(ms).toBeLessThan(20_000);
  });

  it("what a default holds too much of is told in a browser, too", () => {
    const field = { type: "object", default: { "\uffff": 1, "😀": 2 } };
    const crd = crdOf({ type: "object", properties: { spec: field } });
    const here = lint(crd).result;
    vi.stubGlobal("Buffer", undefined);
    try {
      expect(lint(crd).result).toEqual(here);
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it("names of the prototype are names like any other", () => {
    const properties = JSON.parse(
      '{"__proto__": {"type": "string"}, "constructor": {"type": "object", "properties": {"toString": {}}}}',
    ) as JsonObject; // JSON
    const { result } = lint(
      crdOf({ type: "object", properties: { spec: { type: "object", properties } } }),
    );
    expect(result.causes.map(({ field }) => field)).toEqual([
      "spec.validation.openAPIV3Schema.properties[spec].properties[constructor].properties[toString].type",
    ]);
  });

  it.each(
    [null, 1, "x", [], {}, [[]], { a: 1 }].map((value) => [JSON.stringify(value), value] as const),
  )("%s in the place of any field is answered", (_text, value) => {
    for (const key of ["metadata", "spec", "status"]) {
      const crd = { ...crdOf({ type: "object" }), [key]: value as Json };
      expect([201, 400, 422]).toContain(lint(crd).result.code);
    }
    for (const key of ["group", "names", "scope", "versions", "conversion"]) {
      const crd = crdOf({ type: "object" });
      crd["spec"] = { ...(crd["spec"] as JsonObject), [key]: value as Json }; // an object, see above
      expect([201, 400, 422]).toContain(lint(crd).result.code);
    }
  });
});
