import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { rulesBackend } from "../../../../../src/codegen/backends/rules.js";
import { validateBackend } from "../../../../../src/codegen/backends/validate/backend.js";
import { zodBackend } from "../../../../../src/codegen/backends/zod/backend.js";
import type { KubernetesMinor } from "../../../../../src/runtime/v1/values/kubernetes-version.js";
import { emitUnit, evaluateUnit, loadPackage, loadRuntime } from "../../../../support/emit-unit.js";
import { schemaResource } from "../../../../support/schema-resource.js";

beforeAll(async () => {
  await loadRuntime();
  await loadPackage("zod");
});

describe("a schema of zod", () => {
  const fields = {
    name: { type: "string", maxLength: 3, minLength: 2 },
    when: { type: "string", format: "date-time" },
    mode: { type: "string", enum: ["a", "b"], default: "a" },
    count: { type: "integer", format: "int64" },
    port: { type: "integer", minimum: 1, maximum: 65535 },
    small: { type: "integer", format: "int32", maximum: 10, exclusiveMaximum: true },
    either: { "x-kubernetes-int-or-string": true },
    tags: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
    env: {
      type: "array",
      items: {
        type: "object",
        required: ["name"],
        properties: { name: { type: "string" }, protocol: { type: "string", default: "TCP" } },
      },
      "x-kubernetes-list-type": "map",
      "x-kubernetes-list-map-keys": ["name", "protocol"],
    },
    labels: { type: "object", additionalProperties: { type: "string" } },
    nothing: { type: "object" },
    maybe: { type: "string", nullable: true },
    never: { type: "string", nullable: true, enum: ["x"] },
    any: { "x-kubernetes-preserve-unknown-fields": true },
    embedded: {
      type: "object",
      "x-kubernetes-embedded-resource": true,
      "x-kubernetes-preserve-unknown-fields": true,
    },
    constructor: { type: "integer" },
    toString: { type: "string" },
    choice: {
      type: "object",
      properties: { left: { type: "string" }, right: { type: "string" } },
      oneOf: [{ required: ["left"] }, { required: ["right"] }],
    },
  };
  const schema = {
    type: "object",
    properties: {
      spec: {
        type: "object",
        required: ["name", "mode"],
        properties: fields,
        "x-kubernetes-validations": [{ rule: "self.name != 'no'", message: "not no" }],
      },
    },
  };

  /** Fields of the spec, and whether an object with them is good. */
  const cases: readonly (readonly [Record<string, unknown>, boolean])[] = [
    [{}, true],
    [{ name: "😀😀😀" }, true],
    [{ name: "😀" }, false],
    [{ name: "😀😀😀😀" }, false],
    [{ name: "no" }, false],
    [{ name: null }, false],
    [{ mode: null }, true],
    [{ mode: "c" }, false],
    [{ when: "2026-01-01T00:00:00Z", unknown: [] }, true],
    [{ when: ["any", "list"] }, true],
    [{ when: "tomorrow" }, false],
    [{ when: 1 }, false],
    [{ count: 2 ** 60 }, true],
    [{ count: 2 ** 64 }, false],
    [{ count: 1.5 }, false],
    [{ port: 65535 }, true],
    [{ port: 65536 }, false],
    [{ small: 9 }, true],
    [{ small: 10 }, false],
    [{ either: 1 }, true],
    [{ either: "1" }, true],
    [{ either: 1.5 }, false],
    [{ tags: ["a", "b"] }, true],
    [{ tags: ["a", "a"] }, false],
    [{ env: [{ name: "a" }, { name: "a", protocol: "UDP" }] }, true],
    [{ env: [{ name: "a" }, { name: "a", protocol: "TCP" }] }, false],
    [{ env: [null] }, false],
    [{ labels: { a: "b", constructor: "c", d: null } }, true],
    [{ labels: { a: 1 } }, false],
    [{ nothing: { a: 1 } }, true],
    [{ nothing: [] }, false],
    [{ maybe: null }, true],
    [{ never: null }, false],
    [{ any: null }, true],
    [{ embedded: { apiVersion: "v1", kind: "Pod", a: 1 } }, true],
    [{ embedded: { apiVersion: "v1" } }, false],
    [{ constructor: 1, toString: "a" }, true],
    [{ constructor: "a" }, false],
    [{ choice: { left: "a" } }, true],
    [{ choice: { left: "a", right: "b" } }, false],
    [{ choice: null }, true],
  ];

  it.each([37, 35, 28] as const)("has the verdict of is…, as of Kubernetes 1.%i", (minor) => {
    const { sampleZod, isSample } = emit(minor);
    for (const [spec, isGood] of cases) {
      const object = sample({ name: "ab", mode: "b", ...spec });
      const text = JSON.stringify(object);
      const result = sampleZod.safeParse(object);
      expect(result.success, text).toBe(isSample(object));
      if (minor === 37) expect(result.success, text).toBe(isGood);
      expect(JSON.stringify(object)).toBe(text);
      if (result.success) expect(result.data).toEqual(object);
    }
  });

  it.each([[null], [1], ["a"], [[]], [{}], [{ kind: "Sample" }]])("has it of %j, too", (value) => {
    const { sampleZod, isSample } = emit();
    expect(isSample(value)).toBe(false);
    expect(sampleZod.safeParse(value).success).toBe(false);
  });

  it("tells what the server says, once nothing is wrong by zod", () => {
    const { sampleZod } = emit();
    const issuesOf = (spec: Record<string, unknown>) =>
      sampleZod
        .safeParse(sample({ name: "ab", ...spec }))
        .error?.issues.map(({ code, path, message }) => [code, path.join("."), message]);
    expect(issuesOf({ name: "no" })).toEqual([["custom", "spec", "Invalid value: not no"]]);
    expect(issuesOf({ name: "no", mode: 1 })).toEqual([
      ["invalid_value", "spec.mode", 'Invalid option: expected one of "a"|"b"'],
    ]);
    expect(issuesOf({ env: [{ name: "a" }, { name: "a" }] })).toEqual([
      ["custom", "spec.env", "Duplicate name, protocol"],
    ]);
    expect(issuesOf({ when: "tomorrow" })).toEqual([["custom", "spec.when", "Invalid date-time"]]);
  });

  it("leaves out members that are called __proto__, and judges the others", () => {
    const { sampleZod, isSample } = emit();
    const text = '{"name":"ab","mode":"a","labels":{"__proto__":1}}';
    const object = sample(JSON.parse(text) as Record<string, unknown>); // it is one
    expect(isSample(object)).toBe(false);
    const { data } = sampleZod.safeParse(object);
    expect(data).toEqual(sample({ name: "ab", mode: "a", labels: {} }));
    expect(isSample(data)).toBe(true);
  });

  it("can be composed", () => {
    const { sampleZod, sampleSpecZod } = emit();
    const more = sampleSpecZod.pick({ name: true }).extend({ more: z.string() });
    expect(more.safeParse({ name: "ab", more: "a" }).success).toBe(true);
    expect(more.safeParse({ name: "ab" }).success).toBe(false);
    const bare = z.looseObject(sampleZod.shape);
    expect(bare.safeParse(sample({ name: "no", mode: "a" })).success).toBe(true);
    expect(() => z.toJSONSchema(sampleZod)).not.toThrow();
  });

  function emit(minor: KubernetesMinor = 37): Emitted {
    const { resource, version } = schemaResource(schema);
    const backends = [rulesBackend, validateBackend, zodBackend];
    return evaluateUnit(emitUnit(resource, version, backends, minor)) as unknown as Emitted; // written as that
  }
});

interface Emitted {
  readonly sampleZod: z.ZodObject;
  readonly sampleSpecZod: z.ZodObject;
  readonly isSample: (value: unknown) => boolean;
}

function sample(spec: Record<string, unknown>): unknown {
  return { apiVersion: "example.com/v1", kind: "Sample", metadata: { name: "a" }, spec };
}
