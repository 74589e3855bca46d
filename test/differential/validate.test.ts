import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { defaultsBackend } from "../../src/codegen/backends/defaults.js";
import { pruneBackend } from "../../src/codegen/backends/prune.js";
import { copyJson } from "../../src/crd/ir/apply-defaults.js";
import { collectErrors } from "../../src/runtime/v1/validation/collect-errors.js";
import { listTypeErrors } from "../../src/runtime/v1/validation/list-types.js";
import { resourcePruner } from "../../src/runtime/v1/validation/prune.js";
import { Report } from "../../src/runtime/v1/validation/report.js";
import type { ValueSchema } from "../../src/runtime/v1/validation/value-schema.js";
import { newestDialect } from "../../src/runtime/v1/values/dialect.js";
import type { FieldError } from "../../src/runtime/v1/values/field-error.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import { stringifyJson } from "../../src/runtime/v1/values/go/json.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../src/runtime/v1/values/json/json.js";
import { applyDefaults, pruneNulls } from "../reference/default.js";
import { validateListTypes } from "../reference/list-type.js";
import { prune } from "../reference/prune.js";
import { validateValue, validateValueUpdate } from "../reference/validate.js";
import { emitUnit, evaluateUnit, loadRuntime } from "../support/emit-unit.js";
import { schemaResource } from "../support/schema-resource.js";
import { shapeBackend } from "../support/shape-backend.js";

/*
 * Random schemas and values: generated code and interpreters must agree, and the quick check must
 * never say yes to a value with an error.
 */

const keys = ["a", "b", "c", "constructor", "__proto__", "f/g", "d.e"];
const key = fc.constantFrom(...keys);

const scalar: fc.Arbitrary<Json> = fc.oneof(
  fc.constantFrom<Json>("", "a", "ab", "abc", "é", "🦄", "A", null, true, false),
  fc.constantFrom<Json>(0, 1, 2, -1, 7, 1.5, 2.5, 65, 1e21, 2 ** 53, 2 ** 31),
  fc.constantFrom<Json>(9007199254740993n, new Float64(1), new Float64(2)),
);

function own(entries: readonly (readonly [string, Json])[]): Json {
  return Object.fromEntries(entries);
}

const value: fc.Arbitrary<Json> = fc.letrec<{ json: Json }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 4, depthSize: "small" },
    scalar,
    fc.array(tie("json"), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie("json")), { maxLength: 4 }).map(own),
  ),
})).json;

const limits = fc.record(
  {
    minimum: fc.constantFrom(0, 1, 1.5),
    maximum: fc.constantFrom(1, 2, 2.5),
    exclusiveMaximum: fc.boolean(),
    multipleOf: fc.constantFrom(1, 2, 0.5),
    minLength: fc.constantFrom(0, 1, 2),
    maxLength: fc.constantFrom(1, 2),
    pattern: fc.constantFrom("^a", "b$", "^(a|b)+$"),
    format: fc.constantFrom("date", "int32", "byte", "double", "nope"),
    enum: fc.array(scalar, { minLength: 1, maxLength: 3 }),
    minItems: fc.constantFrom(1, 2),
    maxItems: fc.constantFrom(1, 2),
    minProperties: fc.constantFrom(1, 2),
    maxProperties: fc.constantFrom(1, 2),
    required: fc.uniqueArray(key, { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);

/** Some of the limits, most often none. */
const someLimits = fc.oneof(
  { weight: 3, arbitrary: fc.constant({}) },
  { weight: 2, arbitrary: limits },
);

const branch = fc.letrec<{ branch: Json }>((tie) => ({
  branch: fc
    .tuple(
      someLimits,
      fc.option(fc.array(fc.tuple(key, tie("branch")), { minLength: 1, maxLength: 2 }).map(own), {
        depthIdentifier: "branch",
        maxDepth: 2,
        nil: undefined,
      }),
    )
    .map(([checks, properties]): Json => ({
      ...checks,
      ...(properties === undefined ? {} : { properties }),
    })),
})).branch;

const junctors = fc.oneof(
  { weight: 4, arbitrary: fc.constant({}) },
  fc.record({ anyOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
  fc.record({ oneOf: fc.array(branch, { minLength: 1, maxLength: 3 }) }),
  fc.record({ allOf: fc.array(branch, { minLength: 1, maxLength: 2 }) }),
  fc.record({ not: branch }),
);

const schema: fc.Arbitrary<Json> = fc.letrec<{ node: Json; object: Json }>((tie) => ({
  node: fc
    .tuple(
      fc.oneof(
        { maxDepth: 3, depthSize: "small" },
        fc.constantFrom("string", "integer", "number", "boolean").map((type) => ({ type })),
        fc.constant({ "x-kubernetes-int-or-string": true }),
        fc.constant({ "x-kubernetes-preserve-unknown-fields": true }),
        tie("object"),
        fc.tuple(tie("node"), fc.constantFrom("atomic", "set", "map")).map(([items, listType]) => ({
          type: "array",
          items,
          "x-kubernetes-list-type": listType,
          ...(listType === "map" ? { "x-kubernetes-list-map-keys": ["a"] } : {}),
        })),
        tie("node").map((additionalProperties) => ({ type: "object", additionalProperties })),
      ),
      someLimits,
      junctors,
      fc.record({ nullable: fc.constant(true), default: value }, { requiredKeys: [] }),
    )
    .map((parts): Json => Object.assign({}, ...parts) as Json),
  object: fc
    .array(fc.tuple(key, tie("node")), { maxLength: 4 })
    .map((properties): Json => ({ type: "object", properties: own(properties) })),
})).object;

interface Generated {
  readonly shape: ValueSchema;
  readonly pruneSample: (object: unknown) => string[];
  readonly defaultSample: (object: unknown) => void;
}

function texts(errors: readonly FieldError[]): string[] {
  return errors.map(fieldErrorText).sort();
}

describe("generated code agrees with the interpreters", () => {
  beforeAll(loadRuntime);

  it("on random schemas and values", () => {
    fc.assert(
      fc.property(schema, fc.array(value, { minLength: 2, maxLength: 6 }), (raw, values) => {
        const { resource, version } = schemaResource(raw);
        const root = version.schema;
        if (root === undefined) return;
        const files = emitUnit(resource, version, [shapeBackend, pruneBackend, defaultsBackend]);
        const { shape, pruneSample, defaultSample } = evaluateUnit(files) as unknown as Generated; // what they export
        const options = { kubernetes: 37, reading: "served", prefix: "" } as const;
        for (const [index, object] of values.entries()) {
          const report = new Report("", newestDialect);
          collectErrors(shape, object, "", report);
          const wanted = texts(validateValue(root, object, options));
          expect(texts(report.errors)).toEqual(wanted);
          const lists = listTypeErrors(report.lists);
          const wantedLists = texts(validateListTypes(root, object, ""));
          expect(texts(lists)).toEqual(wantedLists);
          if (shape.is?.(object) === true) expect([...wanted, ...wantedLists]).toEqual([]);

          const old = values[index - 1] ?? null;
          const update = new Report("", newestDialect);
          collectErrors(shape, object, "", update, { value: object, old, schema: shape });
          const correlation = { value: object, old, schema: root };
          expect(texts(update.errors)).toEqual(
            texts(validateValueUpdate(root, correlation, options)),
          );

          const pruned = copyJson(object);
          const interpreted = copyJson(object);
          const byData = copyJson(object);
          expect(pruneSample(pruned)).toEqual(prune(interpreted, root, "resource"));
          expect(stringifyJson(pruned)).toBe(stringifyJson(interpreted));
          expect(resourcePruner(() => shape)(byData)).toEqual(
            prune(copyJson(object), root, "resource"),
          );
          expect(stringifyJson(byData)).toBe(stringifyJson(interpreted));
          defaultSample(pruned);
          pruneNulls(interpreted, root);
          applyDefaults(interpreted, root);
          expect(stringifyJson(pruned)).toBe(stringifyJson(interpreted));
        }
      }),
      { numRuns: 400, seed: 20_261_121 },
    );
  }, 300_000);
});
