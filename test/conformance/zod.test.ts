import { beforeAll, expect, it } from "vitest";
import type { z } from "zod";
import { typeNameOfKind } from "../../src/codegen/backends/names.js";
import { rulesBackend } from "../../src/codegen/backends/rules.js";
import { validateBackend } from "../../src/codegen/backends/validate/backend.js";
import { zodBackend } from "../../src/codegen/backends/zod/backend.js";
import { camelCase } from "../../src/codegen/emit/identifiers.js";
import type { Resource } from "../../src/crd/ir/resource.js";
import { NotJsonError } from "../../src/runtime/v1/values/json/not-json-error.js";
import { emitUnit, evaluateUnit, loadPackage, loadRuntime } from "../support/emit-unit.js";
import type { ObjectRecord } from "../support/recorded-objects.js";
import { RecordedCorpus } from "../support/recorded-objects.js";
import { sample } from "../support/scope.js";
import { describeShared, readSharedLines } from "../support/shared.js";

/** What the schema and the function of a resource say of an object. */
interface Judges {
  readonly schema: z.ZodType;
  readonly is: (value: unknown) => boolean;
}

beforeAll(async () => {
  await loadRuntime();
  await loadPackage("zod");
});

describeShared("zod schemas of the corpus", () => {
  it("have the verdict of is… on every recorded object and mutant", async () => {
    const corpus = new RecordedCorpus();
    const records = readRecords();
    const names = [...new Set(records.map(({ crd }) => crd))].sort();
    const chosen = new Set(sample(names, 60));
    const known = new Map<string, Judges>();
    const different: string[] = [];
    const counts = { accepted: 0, refused: 0, refusedByZod: 0 };
    for (const record of records.filter(({ crd }) => chosen.has(crd))) {
      const key = `${record.crd}/${record.version}`;
      let judges = known.get(key);
      if (judges === undefined) {
        judges = judgesOf(await corpus.resource(record.crd), record.version);
        known.set(key, judges);
      }
      const object = asSent((await corpus.request(record)).object);
      const before = JSON.stringify(object);
      const result = judges.schema.safeParse(object);
      expect(JSON.stringify(object)).toBe(before);
      const isGood = judges.is(object);
      if (result.success !== isGood) {
        different.push(
          `${record.id}: ${isGood} ${JSON.stringify(result.error?.issues.slice(0, 3))}`,
        );
      }
      if (result.success) {
        counts.accepted += 1;
        expect(result.data).toEqual(object);
      } else {
        counts.refused += 1;
        if (result.error.issues.some(({ code }) => code !== "custom")) counts.refusedByZod += 1;
      }
    }
    console.log(`${known.size} schemas, ${JSON.stringify(counts)}`);
    expect(different).toEqual([]);
    expect(counts.refusedByZod / counts.refused).toBeGreaterThan(0.5);
  }, 3_600_000);
});

function readRecords(): readonly ObjectRecord[] {
  return ["objects", "mutants"]
    .flatMap((name) => readSharedLines<ObjectRecord>("conformance/apiserver", `${name}.jsonl.gz`))
    .filter(({ skipped }) => skipped === undefined);
}

function judgesOf(resource: Resource, name: string): Judges {
  const version = resource.versions.find((one) => one.name === name);
  if (version === undefined) throw new Error(`${resource.names.plural} has no version ${name}`);
  const files = emitUnit(resource, version, [rulesBackend, validateBackend, zodBackend]);
  const exports = evaluateUnit(files);
  const type = typeNameOfKind(resource.names.kind);
  return {
    schema: exports[`${camelCase(type)}Zod`] as z.ZodType, // written as that
    is: withoutThrowing(exports[`is${type}`] as Judges["is"]), // likewise
  };
}

/** What JSON cannot hold, such as the number that `JSON.parse` makes of 1e999, is no good value. */
function withoutThrowing(is: Judges["is"]): Judges["is"] {
  return (value) => {
    try {
      return is(value);
    } catch (error) {
      if (error instanceof NotJsonError) return false;
      throw error;
    }
  };
}

/**
 * An object as JSON holds it: of `1e400` the parser makes a number that is sent as null, for which
 * `is…` takes it and zod does not.
 */
function asSent(object: unknown): unknown {
  return JSON.parse(JSON.stringify(object));
}
