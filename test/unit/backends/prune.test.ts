import { beforeAll, describe, expect, it } from "vitest";
import { loadRuntime } from "../../support/emit-unit.js";
import { emittedPruner } from "../../support/literal.js";

beforeAll(loadRuntime);

describe("pruning", () => {
  it("a scalar has nothing to prune, but data of another type may", () => {
    const pruner = emittedPruner({ type: "string" });
    expect(pruner.text).toMatchInlineSnapshot(``);
    expect(pruner.run("a")).toBe('"a"');
    expect(pruner.run({ b: 1 })).toBe(["{}", "spec.b"].join("\n"));
  });

  it("properties", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { a: { type: "string" }, b: { type: "integer" } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
            case "b":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
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
      function pruneSampleSpecAFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "b":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              pruned = prunedBelow(pruned, key, pruneSampleSpecAFields(value[key]));
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
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
      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a-b":
            case "constructor":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }
    `);
    expect(pruner.run({ "a-b": "x", constructor: "y", toString: 1 })).toBe(
      ['{"a-b":"x","constructor":"y"}', "spec.toString"].join("\n"),
    );
  });

  it("an object of which nothing is known", () => {
    const pruner = emittedPruner({ type: "object" });
    expect(pruner.text).toMatchInlineSnapshot(``);
    expect(pruner.run({ a: 1 })).toBe(["{}", "spec.a"].join("\n"));
  });

  it("items", () => {
    const pruner = emittedPruner({
      type: "array",
      items: { type: "object", properties: { a: { type: "string" } } },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecListFields(value: unknown): Pruned {
        if (!Array.isArray(value)) return pruneUnspecified(value);
        return pruneItems(value, pruneSampleSpecFields);
      }
    `);
    expect(pruner.run([{ a: "x", b: 1 }, { c: 2 }])).toBe(
      ['[{"a":"x"},{}]', "spec[0].b", "spec[1].c"].join("\n"),
    );
  });

  it("items that are scalars", () => {
    const pruner = emittedPruner({ type: "array", items: { type: "string" } });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecListFields(value: unknown): Pruned {
        if (!Array.isArray(value)) return pruneUnspecified(value);
        return pruneItems(value, pruneUnspecified);
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
      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecListFields(value: unknown): Pruned {
        if (!Array.isArray(value)) return pruneUnspecified(value);
        return pruneItems(value, pruneSampleSpecFields);
      }

      function pruneSampleSpecListListFields(value: unknown): Pruned {
        if (!Array.isArray(value)) return pruneUnspecified(value);
        return pruneItems(value, pruneSampleSpecListFields);
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
      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecMapFields(value: unknown): Pruned {
        return pruneValues(value, pruneSampleSpecFields);
      }
    `);
    expect(pruner.run({ k: { a: "x", b: 1 } })).toBe(['{"k":{"a":"x"}}', "spec.k.b"].join("\n"));
  });

  it("additionalProperties of scalars", () => {
    const pruner = emittedPruner({ type: "object", additionalProperties: { type: "string" } });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecMapFields(value: unknown): Pruned {
        return pruneValues(value, pruneUnspecified);
      }
    `);
    expect(pruner.run({ k: "x" })).toBe('{"k":"x"}');
  });

  it("additionalProperties: true", () => {
    const pruner = emittedPruner({ type: "object", additionalProperties: true });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecFields(value: unknown): Pruned {
        return pruneValues(value, pruneUnspecified);
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
      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }
    `);
    expect(pruner.run({ a: 1 })).toBe('{"a":1}');
    expect(pruner.run({ a: { b: 1 } })).toBe(['{"a":{}}', "spec.a.b"].join("\n"));
  });

  it("preserve-unknown-fields without a schema", () => {
    const pruner = emittedPruner({ "x-kubernetes-preserve-unknown-fields": true });
    expect(pruner.text).toMatchInlineSnapshot(``);
    expect(pruner.run({ a: { b: 1 } })).toBe('{"a":{"b":1}}');
  });

  it("preserve-unknown-fields with fields", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: { a: { type: "object", properties: { b: { type: "string" } } } },
      "x-kubernetes-preserve-unknown-fields": true,
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecAFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "b":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return undefined;
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              pruned = prunedBelow(pruned, key, pruneSampleSpecAFields(value[key]));
              break;
          }
        }
        return pruned;
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
      function pruneSampleSpecListFields(value: unknown): Pruned {
        if (!Array.isArray(value)) return pruneUnspecified(value);
        return pruneItems(value, keepAll);
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
      function pruneSampleSpecSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "apiVersion":
            case "kind":
            case "metadata":
              break;
            case "spec":
              pruned = prunedBelow(
                pruned,
                key,
                pruneSampleSpecSpecFields(value[key]),
              );
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
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
    expect(pruner.text).toMatchInlineSnapshot(``);
    expect(pruner.run({ apiVersion: "v1", kind: "Pod", metadata: { name: "a" }, c: 1 })).toBe(
      '{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"c":1}',
    );
  });

  it("equal shapes share a function", () => {
    const pruner = emittedPruner({
      type: "object",
      properties: {
        a: { type: "object", properties: { x: { type: "string" } } },
        b: { type: "object", properties: { x: { type: "string" } } },
      },
    });
    expect(pruner.text).toMatchInlineSnapshot(`
      function pruneSampleSpecAFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "x":
              if (typeof value[key] === "object") {
                pruned = prunedBelow(pruned, key, pruneUnspecified(value[key]));
              }
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }

      function pruneSampleSpecFields(value: unknown): Pruned {
        if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
        let pruned: Pruned;
        for (const key in value) {
          switch (key) {
            case "a":
              pruned = prunedBelow(pruned, key, pruneSampleSpecAFields(value[key]));
              break;
            case "b":
              pruned = prunedBelow(pruned, key, pruneSampleSpecAFields(value[key]));
              break;
            default:
              pruned = removeMember(value, key, pruned);
          }
        }
        return pruned;
      }
    `);
    expect(pruner.run({ a: { y: 1 }, b: { y: 1 } })).toBe(
      ['{"a":{},"b":{}}', "spec.a.y", "spec.b.y"].join("\n"),
    );
  });
});
