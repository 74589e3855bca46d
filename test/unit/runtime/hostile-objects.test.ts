import { beforeAll, describe, expect, it } from "vitest";
import { admitBackend } from "../../../src/codegen/backends/admit.js";
import { defaultsBackend } from "../../../src/codegen/backends/defaults.js";
import { pruneBackend } from "../../../src/codegen/backends/prune.js";
import { rulesBackend } from "../../../src/codegen/backends/rules.js";
import { validateBackend } from "../../../src/codegen/backends/validate/backend.js";
import type { Admission, AdmitOptions } from "../../../src/runtime/v1/admission/admission.js";
import { InvalidObjectError } from "../../../src/runtime/v1/validation/invalid-object-error.js";
import type { ValidateOptions } from "../../../src/runtime/v1/validation/resource-validation.js";
import type { FieldError } from "../../../src/runtime/v1/values/field-error.js";
import { cpuTime } from "../../support/cpu-time.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../../support/emit-unit.js";
import { schemaResource } from "../../support/schema-resource.js";
import { isWhole, sample as someOf } from "../../support/scope.js";

interface Sample {
  readonly pruneSample: (object: unknown) => string[];
  readonly defaultSample: (object: unknown) => void;
  readonly validateSample: (object: unknown, options?: ValidateOptions) => FieldError[];
  readonly isSample: (object: unknown) => boolean;
  readonly assertSample: (object: unknown) => void;
  readonly checkSampleRules: (object: unknown, oldObject?: unknown) => FieldError[];
  readonly admitSample: (object: unknown, options?: AdmitOptions) => Admission;
}

const schema = {
  type: "object",
  properties: {
    spec: {
      type: "object",
      "x-kubernetes-validations": [{ rule: "!has(self.count) || self.count < 5" }],
      properties: {
        name: { type: "string", pattern: "^(a+)+$", default: "a" },
        count: { type: "integer" },
        set: { type: "array", items: { type: "string" }, "x-kubernetes-list-type": "set" },
        objects: {
          type: "array",
          items: { type: "object", properties: { k: { type: "integer" } } },
          "x-kubernetes-list-type": "set",
        },
        map: { type: "object", additionalProperties: { type: "string" } },
        any: { "x-kubernetes-preserve-unknown-fields": true },
        ["__proto__"]: { type: "string" },
      },
    },
  },
};

let sample: Sample;

beforeAll(async () => {
  await loadRuntime();
  const { resource, version } = schemaResource(schema);
  const backends = [pruneBackend, defaultsBackend, rulesBackend, validateBackend, admitBackend];
  sample = evaluateUnit(emitUnit(resource, version, backends)) as unknown as Sample; // what they export
});

function object(spec: unknown): Record<string, unknown> {
  return { apiVersion: "example.com/v1", kind: "Sample", metadata: { name: "a" }, spec };
}

function nested(depth: number, wrap: (value: unknown) => unknown): unknown {
  let value: unknown = {};
  for (let level = 0; level < depth; level++) value = wrap(value);
  return value;
}

/** Every function gives an answer, or a `TypeError` that says which value is not JSON. */
function survives(make: () => Record<string, unknown>): void {
  for (const run of [
    sample.pruneSample,
    sample.defaultSample,
    sample.validateSample,
    (given: unknown) => sample.validateSample(given, { oldObject: make() }),
    sample.isSample,
    sample.assertSample,
    sample.checkSampleRules,
    (given: unknown) => sample.checkSampleRules(given, make()),
    sample.admitSample,
    (given: unknown) => sample.admitSample(given, { oldObject: make() }),
  ]) {
    try {
      run(make());
    } catch (error) {
      if (error instanceof InvalidObjectError) continue;
      expect(error).toBeInstanceOf(TypeError);
      expect((error as TypeError).message).toMatch(/JSON value|nested too deeply|around it/);
    }
  }
}

const keys = isWhole ? 1_000_000 : 200_000;

describe("hostile objects", () => {
  it("may be nested 10,000 deep", () => {
    for (const wrap of someOf(
      [(value: unknown) => ({ a: value }), (value: unknown) => [value]],
      2,
    )) {
      survives(() => object({ any: nested(10_000, wrap) }));
      survives(() => object({ name: nested(10_000, wrap) }));
      survives(() => object({ unknown: nested(10_000, wrap) }));
      survives(() => object({ objects: [nested(9_000, wrap), nested(9_000, wrap)] }));
    }
  });

  it("may refer to themselves", () => {
    survives(() => {
      const cycle: Record<string, unknown> = {};
      cycle["a"] = cycle;
      cycle["b"] = cycle;
      return object({ any: cycle, name: cycle, objects: [cycle] });
    });
    survives(() => {
      const list: unknown[] = [];
      list.push(list);
      return object({ any: list, set: list, objects: list, unknown: list, map: { k: list } });
    });
  });

  it("are told halves of characters as the server reads them", () => {
    const { allowed, ...answer } = sample.admitSample(object({ set: ["\ud800", "\udc00"] }));
    expect(allowed).toBe(false);
    expect(answer).toMatchObject({ errors: [{ field: "spec.set[1]" }] });
  });

  it(`may have ${keys} keys`, () => {
    const map = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, "v"]));
    const start = cpuTime();
    expect(sample.isSample(object({ map }))).toBe(true);
    expect(sample.pruneSample(object({ map }))).toEqual([]);
    expect(cpuTime() - start).toBeLessThan(60_000);
  });

  it("may have 200,000 unknown keys", () => {
    const unknown = Object.fromEntries(Array.from({ length: 200_000 }, (_, key) => [`k${key}`, 1]));
    expect(sample.admitSample(object(unknown))).toMatchObject({ allowed: true });
  });

  it("have a uniqueness check of 100,000 items done in a moment", () => {
    const set = Array.from({ length: 100_000 }, (_, index) => `item ${index}`);
    const objects = Array.from({ length: 100_000 }, (_, k) => ({ k }));
    const start = cpuTime();
    expect(sample.validateSample(object({ set, objects }))).toEqual([]);
    expect(sample.validateSample(object({ set: [...set, "item 7"], objects }))).toHaveLength(1);
    expect(cpuTime() - start).toBeLessThan(60_000);
  });

  it("cannot make a pattern backtrack", () => {
    const start = cpuTime();
    expect(sample.isSample(object({ name: `${"a".repeat(50_000)}b` }))).toBe(false);
    expect(cpuTime() - start).toBeLessThan(5_000);
  });

  it("never change a prototype", () => {
    const text =
      '{"spec":{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":1}}}}';
    const hostile = { ...object({}), ...(JSON.parse(text) as Record<string, unknown>) };
    const { object: admitted } = sample.admitSample(hostile) as { object?: unknown };
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(admitted).toBeUndefined();
    const names = sample.pruneSample(hostile);
    expect(names).toEqual(["spec.__proto__.polluted", "spec.constructor"]);
    expect(Object.getPrototypeOf(hostile["spec"])).toBe(Object.prototype);
  });

  it.each([
    ["a bigint beyond int64", 2n ** 64n],
    ["a Date", new Date(0)],
    ["a Map", new Map()],
    ["a function", () => 1],
    ["a symbol", Symbol("s")],
  ])("get an answer or a TypeError for %s", (_, value) => {
    survives(() => object({ count: value }));
    survives(() => object({ map: { k: value } }));
    survives(() => object({ set: [value] }));
    survives(() => object(value));
    expect(() => sample.admitSample(object({ any: { deep: [value] } }))).toThrow(TypeError);
  });

  it.each([
    ["undefined", undefined],
    ["a number", 1],
    ["a list", []],
    ["a Date", new Date(0)],
    ["a function", () => 1],
  ])("are told from what is none at all, such as %s", (_, value) => {
    expect(sample.isSample(value)).toBe(false);
    expect(() => {
      sample.assertSample(value);
    }).toThrow(/must be of type object|is not a JSON value/);
  });

  it("may be of another kind without being read", () => {
    const spec = new Proxy({}, { get: () => expect.fail("read"), ownKeys: () => expect.fail() });
    expect(sample.isSample({ ...object(spec), apiVersion: "example.com/v2" })).toBe(false);
  });

  it("take sparse lists, undefined members and getters", () => {
    const sparse: unknown[] = [];
    sparse[3] = "a";
    survives(() => object({ set: sparse }));
    const empty: unknown[] = [];
    empty.length = 2 ** 32 - 1;
    const admit = (): unknown => sample.admitSample(object({ any: empty }));
    expect(admit).toThrow("undefined at 'spec.any[0]' is not a JSON value");
    const validate = (defaulted: boolean) => (): unknown =>
      sample.validateSample({ ...object({}), metadata: empty }, { defaulted });
    expect(validate(false)).toThrow("undefined at 'metadata[0]' is not a JSON value");
    expect(validate(true)).toThrow("a list with nothing at most of its places is not a JSON value");
    expect(sample.validateSample(object({ name: undefined, count: undefined }))).toEqual([]);
    const spec = Object.defineProperty({}, "count", { enumerable: true, get: () => "x" });
    expect(sample.validateSample(object(spec), { rules: false })).toHaveLength(1);
  });

  it("are not changed by what only looks", () => {
    const given = object({ unknown: 1, set: ["a", "a"] });
    const before = JSON.stringify(given);
    sample.validateSample(given);
    sample.isSample(given);
    sample.admitSample(given);
    expect(JSON.stringify(given)).toBe(before);
  });
});
