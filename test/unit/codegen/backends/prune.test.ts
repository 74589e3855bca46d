import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../../support/emit-unit.js";
import { emittedPruner } from "../../../support/literal.js";

beforeAll(loadRuntime);

describe("pruning", () => {
  it("a scalar has nothing to prune, but data of another type may", () => {
    const pruner = emittedPruner({ type: "string" });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: {} } };
      }
    `);
    expect(pruner.run("a")).toBe('"a"');
    expect(pruner.run({ b: 1 })).toBe(["{}", "spec.b"].join("\n"));
  });

  it("properties", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecFields: PruneSchema = { fields: { a: {}, b: {} } };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(pruner.run({ a: "x", c: 1 })).toBe(['{"a":"x"}', "spec.c"].join("\n"));
    expect(pruner.run({ a: { d: 1 } })).toBe(['{"a":{}}', "spec.a.d"].join("\n"));
  });

  it("properties of objects", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecAFields: PruneSchema = { fields: { b: {} } };
        const sampleSpecFields: PruneSchema = { fields: { a: sampleSpecAFields } };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(pruner.run({ a: { b: "x", c: 1 } })).toBe(['{"a":{"b":"x"}}', "spec.a.c"].join("\n"));
  });

  it("names that are no identifiers", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { "a-b": { type: "string" }, constructor: { type: "string" } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecFields: PruneSchema = {
          fields: { "a-b": {}, constructor: {} },
        };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(pruner.run({ "a-b": "x", constructor: "y", toString: 1 })).toBe(
      ['{"a-b":"x","constructor":"y"}', "spec.toString"].join("\n"),
    );
  });

  it("an object of which nothing is known", () => {
    const pruner = emittedPruner({ type: "object" });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: {} } };
      }
    `);
    expect(pruner.run({ a: 1 })).toBe(["{}", "spec.a"].join("\n"));
  });

  it("items", () => {
    const pruner = emittedPruner({
      type: "array",
      items: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecFields: PruneSchema = { fields: { a: {} } };
        return { fields: { spec: { items: sampleSpecFields } } };
      }
    `);
    expect(pruner.run([{ a: "x", b: 1 }, { c: 2 }])).toBe(
      ['[{"a":"x"},{}]', "spec[0].b", "spec[1].c"].join("\n"),
    );
  });

  it("items that are scalars", () => {
    const pruner = emittedPruner({ type: "array", items: { type: "string" } });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: {} } };
      }
    `);
    expect(pruner.run(["a"])).toBe('["a"]');
    expect(pruner.run([{ b: 1 }])).toBe(["[{}]", "spec[0].b"].join("\n"));
  });

  it("items of items", () => {
    const pruner = emittedPruner({
      type: "array",
      items: { type: "array", items: { type: "object", properties: { a: { type: "string" } } } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecFields: PruneSchema = { fields: { a: {} } };
        return { fields: { spec: { items: { items: sampleSpecFields } } } };
      }
    `);
    expect(pruner.run([[{ b: 1 }]])).toBe(["[[{}]]", "spec[0][0].b"].join("\n"));
  });

  it("additionalProperties of objects", () => {
    const pruner = emittedPruner({
      type: "object",
      additionalProperties: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecFields: PruneSchema = { fields: { a: {} } };
        return { fields: { spec: { values: sampleSpecFields } } };
      }
    `);
    expect(pruner.run({ k: { a: "x", b: 1 } })).toBe(['{"k":{"a":"x"}}', "spec.k.b"].join("\n"));
  });

  it("additionalProperties of scalars", () => {
    const pruner = emittedPruner({ type: "object", additionalProperties: { type: "string" } });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: { values: {} } } };
      }
    `);
    expect(pruner.run({ k: "x" })).toBe('{"k":"x"}');
  });

  it("additionalProperties: true", () => {
    const pruner = emittedPruner({ type: "object", additionalProperties: true });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: { values: true } } };
      }
    `);
    expect(pruner.run({ k: { a: 1 } })).toBe(['{"k":{}}', "spec.k.a"].join("\n"));
  });

  it("int-or-string", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { a: { "x-kubernetes-int-or-string": true } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecFields: PruneSchema = { fields: { a: {} } };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(pruner.run({ a: 1 })).toBe('{"a":1}');
    expect(pruner.run({ a: { b: 1 } })).toBe(['{"a":{}}', "spec.a.b"].join("\n"));
  });

  it("preserve-unknown-fields without a schema", () => {
    const pruner = emittedPruner({ "x-kubernetes-preserve-unknown-fields": true });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: { preserveUnknownFields: true } } };
      }
    `);
    expect(pruner.run({ a: { b: 1 } })).toBe('{"a":{"b":1}}');
  });

  it("preserve-unknown-fields with fields", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecAFields: PruneSchema = { fields: { b: {} } };
        const sampleSpecFields: PruneSchema = {
          fields: { a: sampleSpecAFields },
          preserveUnknownFields: true,
        };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(pruner.run({ a: { b: "x", c: 1 }, d: { e: 1 } })).toBe(
      ['{"a":{"b":"x"},"d":{"e":1}}', "spec.a.c"].join("\n"),
    );
  });

  it("preserve-unknown-fields of items", () => {
    const pruner = emittedPruner({
      type: "array",
      items: { type: "object", "x-kubernetes-preserve-unknown-fields": true },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return { fields: { spec: { items: { preserveUnknownFields: true } } } };
      }
    `);
    expect(pruner.run([{ a: 1 }])).toBe('[{"a":1}]');
  });

  it("an embedded resource", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { spec: { type: "object", properties: { a: { type: "string" } } } },
      "x-kubernetes-embedded-resource": true,
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecSpecFields: PruneSchema = { fields: { a: {} } };
        const sampleSpecFields: PruneSchema = {
          fields: { spec: sampleSpecSpecFields },
          embeddedResource: true,
        };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(
      pruner.run({
        apiVersion: "v1",
        kind: "Pod",
        metadata: { name: "a" },
        spec: { a: "x", b: 1 },
        c: 1,
      }),
    ).toMatchInlineSnapshot(`
      {"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"spec":{"a":"x"}}
      spec.c
      spec.spec.b
    `);
  });

  it("an embedded resource with unknown fields", () => {
    const pruner = emittedPruner({
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        return {
          fields: { spec: { embeddedResource: true, preserveUnknownFields: true } },
        };
      }
    `);
    expect(pruner.run({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, c: 1 })).toBe(
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"c":1}',
    );
  });

  it("equal shapes are one constant", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: {
        a: { type: "object", properties: { x: { type: "string" } } },
        b: { type: "object", properties: { x: { type: "string" } } },
      },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function sampleSchema(): PruneSchema {
        const sampleSpecAFields: PruneSchema = { fields: { x: {} } };
        const sampleSpecFields: PruneSchema = {
          fields: { a: sampleSpecAFields, b: sampleSpecAFields },
        };
        return { fields: { spec: sampleSpecFields } };
      }
    `);
    expect(pruner.run({ a: { y: 1 }, b: { y: 1 } })).toBe(
      ['{"a":{},"b":{}}', "spec.a.y", "spec.b.y"].join("\n"),
    );
  });
});
