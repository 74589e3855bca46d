import { beforeAll, expect, it } from "vitest";
import { applyDefaults } from "../../src/crd/ir/apply-defaults.js";
import { SchemaTable } from "../../src/crd/ir/schema-table.js";
import { fieldErrorText } from "../../src/runtime/v1/values/field-error.js";
import { goJson } from "../../src/runtime/v1/values/go/json.js";
import { isNumber } from "../../src/runtime/v1/values/json/deep-equal.js";
import type { Json, JsonObject } from "../../src/runtime/v1/values/json/json.js";
import { Float64, isInt64, isObject, toDouble } from "../../src/runtime/v1/values/json/json.js";
import { loadRuntime } from "../support/emit-unit.js";
import type { CreateJudge } from "../support/judge.js";
import { createGenerated, createInterpreters } from "../support/judge.js";
import { describeShared } from "../support/shared.js";
import { parseExact, readTable, tableSection } from "../support/tables.js";

/*
 * The tables of the server's own tests about values: what they demand of a schema and a value.
 */

const judges: readonly { readonly how: string; readonly create: CreateJudge }[] = [
  { how: "interpreters", create: createInterpreters },
  { how: "generated code", create: createGenerated },
];

interface ValueCase {
  readonly name: string;
  readonly schema: Json;
  readonly validObjects: readonly Json[];
  readonly validOldObjects: readonly Json[];
  readonly failing: readonly {
    readonly object: Json;
    readonly oldObject: Json;
    readonly expectErrs: readonly string[];
  }[];
}

interface PruneCase {
  readonly name: string;
  readonly schema: Json;
  readonly isResourceRoot: boolean;
  readonly inputText: string;
  readonly expectedObjectText: string;
  readonly expectedUnknownFieldPaths: readonly string[];
}

interface FillCase {
  readonly name: string;
  readonly schema: Json;
  readonly inputText: string;
  readonly expectedText: string;
}

interface ListCase {
  readonly name: string;
  readonly schema: Json;
  readonly object: Json;
  readonly expectedErrors: readonly { readonly type: string; readonly field: string }[];
}

interface NumberCase {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: Json;
  readonly expectSuccess: boolean;
}

interface RatchetCase {
  readonly schema: Json;
  readonly new: Json;
  readonly old: Json;
  readonly valid: boolean;
}

interface SuiteGroup {
  readonly file: string;
  readonly description: string;
  readonly schema: Json;
  readonly tests: readonly {
    readonly description: string;
    readonly data: Json;
    readonly valid: boolean;
  }[];
}

/**
 * Keywords that no CRD may have: the API server forbids them, and the tree has no place for them.
 */
const forbidden: ReadonlySet<string> = new Set([
  "patternProperties",
  "dependencies",
  "additionalItems",
]);

/**
 * Whether a CRD could have such a schema: no forbidden keyword, one type and not null, one schema
 * for all items.
 */
function isForCrds(schema: Json): boolean {
  if (Array.isArray(schema)) return schema.every(isForCrds);
  if (!isObject(schema)) return true;
  const { type, items } = schema;
  if (Array.isArray(type) || type === "null" || Array.isArray(items)) return false;
  return Object.entries(schema).every(([key, child]) => !forbidden.has(key) && isForCrds(child));
}

/** The suite is read with a decoder for which every number is a float64. */
function floats(value: Json): Json {
  if (isNumber(value)) return isInt64(value) ? new Float64(toDouble(value)) : value;
  if (Array.isArray(value)) return value.map(floats);
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, floats(child)]));
}

for (const { how, create } of judges) {
  describeShared(`tables of the server's own tests, ${how}`, () => {
    beforeAll(loadRuntime);

    const values = tableSection(
      "value-validation",
      "TestValidateCustomResource",
    ) as readonly ValueCase[];
    it.each(values)("values: $name", ({ schema, validObjects, validOldObjects, failing }) => {
      const judge = create(schema);
      const errorsOf = (object: Json, old: Json | undefined): string[] =>
        [...judge.validate(object), ...judge.rules(object, old)].map(fieldErrorText).sort();
      validObjects.forEach((object, index) => {
        expect(errorsOf(object, validOldObjects[index])).toEqual([]);
      });
      for (const { object, oldObject, expectErrs } of failing) {
        expect(errorsOf(object, oldObject ?? undefined)).toEqual(expectErrs.toSorted());
      }
    });

    it.each(tableSection("pruning", "TestPrune") as readonly PruneCase[])(
      "pruning: $name",
      (vector) => {
        const object = parseExact(vector.inputText);
        const root = vector.isResourceRoot ? "resource" : "value";
        const unknown = create(vector.schema).prune(object, root);
        expect(goJson(object)).toBe(goJson(parseExact(vector.expectedObjectText)));
        expect(unknown).toEqual(vector.expectedUnknownFieldPaths);
      },
    );

    const fills = tableSection("defaulting", "TestDefault") as readonly FillCase[];
    it.each(fills)("defaults: $name", ({ schema, inputText, expectedText }) => {
      const object = parseExact(inputText);
      create(schema).fill(object);
      expect(goJson(object)).toBe(goJson(parseExact(expectedText)));
    });

    // Defaults follow at once where nulls are handled.
    const nulls = tableSection(
      "defaulting",
      "TestPruneNonNullableNullsWithoutDefaults",
    ) as readonly FillCase[];
    it.each(nulls)("nulls: $name", ({ schema, inputText, expectedText }) => {
      const object = parseExact(inputText);
      const expected = parseExact(expectedText);
      applyDefaults(expected, new SchemaTable().schema(schema));
      create(schema).fill(object);
      expect(goJson(object)).toBe(goJson(expected));
    });

    const lists = tableSection("listtype", "TestValidateListSetsAndMaps") as readonly ListCase[];
    it.each(lists)("list types: $name", ({ schema, object, expectedErrors }) => {
      const errors = create(schema).listTypes(object, "root");
      const kinds = errors.map(({ reason, field }) => `${field} ${reason}`).sort();
      expect(kinds).toEqual(expectedErrors.map(({ field, type }) => `${field} ${type}`).sort());
    });

    const numbers = tableSection(
      "numeric-formats",
      "TestNumericFormatEnforcement",
    ) as readonly NumberCase[];
    it.each(numbers)("numeric formats: $name", ({ schema, value, expectSuccess }) => {
      // The only schema with two types that a CRD can have.
      const raw = Array.isArray(schema["type"])
        ? { "x-kubernetes-int-or-string": true, format: schema["format"] ?? "" }
        : schema;
      expect(create(raw).validate(value).length === 0).toBe(expectSuccess);
    });

    const ratchets = tableSection("ratcheting-unit", "cases") as readonly RatchetCase[];
    it.each(ratchets)("ratcheting: case %#", ({ schema, new: object, old, valid }) => {
      expect(create(schema).update(object, old).length === 0).toBe(valid);
    });

    const { groups } = readTable("jsonschema-suite") as { groups: readonly SuiteGroup[] }; // its shape
    const suite = groups.filter(({ schema }) => isForCrds(schema));
    it.each(suite)("JSON Schema suite: $file, $description", ({ schema, tests }) => {
      const judge = create(schema);
      for (const { description, data, valid } of tests) {
        expect(judge.validate(floats(data)).length === 0, description).toBe(valid);
      }
    });

    it("runs nearly all of the JSON Schema suite", () => {
      const count = suite.reduce((sum, { tests }) => sum + tests.length, 0);
      console.info(`jsonschema-suite: ${count} tests, ${groups.length - suite.length} groups out`);
      expect(suite.length / groups.length).toBeGreaterThan(0.8);
    });
  });
}
