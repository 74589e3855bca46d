import { expect, it } from "vitest";
import { loadUnitCompiler } from "../../src/codegen/pipeline/compile-unit.js";
import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { makeExample } from "../../src/crd/example/example.js";
import { createCreationJudge } from "../../src/crd/example/judge.js";
import { sizeOf } from "../../src/crd/example/search.js";
import { childSchemas } from "../../src/crd/ir/child-schemas.js";
import type { Schema } from "../../src/crd/ir/schema.js";
import { isObject } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { isWhole, sample } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const seed = Number(process.env["EXAMPLE_SEED"] ?? "0");

/**
 * The share of the fields of spec that full examples have: of the whole corpus, and of a sample, in
 * which one CRD with rules that exclude many fields weighs more.
 */
const leastKept = isWhole ? 0.99 : 0.9;

/** Versions that allow no object, or of which none is found: why. */
const expectedFailures: ReadonlyMap<string, string> = new Map([]);

describeShared("examples of the corpus", () => {
  it("are accepted by admission, minimal and full ones", async () => {
    const chosen = sample(readCorpusIndex(), 40);
    const compile = await loadUnitCompiler(newestMinor);
    const refused: string[] = [];
    const times: (readonly [number, string])[] = [];
    const values = { minimal: 0, full: 0, schemas: 0 };
    const spec = { kept: 0, fields: 0 };
    for (const source of readCorpus(chosen)) {
      const read = await readResources([source], newestMinor, false, new Diagnostics());
      for (const resource of read) {
        for (const version of resource.versions.filter(({ served }) => served)) {
          const judge = createCreationJudge(compile(resource, version));
          const versionName = `${resource.names.plural}.${resource.group}/${version.name}`;
          if (version.schema !== undefined) values.schemas += countNodes(version.schema);
          for (const form of ["minimal", "full"] as const) {
            const options = { full: form === "full", seed, fixed: [] };
            const begin = performance.now();
            const made = makeExample(resource, version, judge, newestMinor, options);
            const name = `${versionName} ${form}`;
            times.push([performance.now() - begin, name]);
            values[form] += sizeOf(made.object);
            if (form === "full") {
              const names = [...(version.schema?.fields.get("spec")?.fields.keys() ?? [])];
              const madeSpec = made.object["spec"] ?? null;
              spec.fields += names.length;
              spec.kept += names.filter((one) => isObject(madeSpec) && one in madeSpec).length;
            }
            const faults = judge.errorsOf(made.object);
            expect(faults.length === 0, name).toBe(made.errors.length === 0);
            if (faults.length > 0) refused.push(name);
          }
        }
      }
    }
    times.sort(([left], [right]) => right - left);
    const slowest = times.slice(0, 5).map(([time, name]) => `${Math.round(time)} ms ${name}`);
    console.log(
      `${times.length} examples, ${refused.length} refused; ${JSON.stringify(values)}; slowest: ${slowest.join(", ")}`,
    );
    const looked = new Set(times.map(([, name]) => name));
    const expected = [...expectedFailures.keys()].filter((name) => looked.has(name));
    expect(refused.sort()).toEqual(expected.sort());
    expect(times.length).toBeGreaterThan(chosen.length);
    // What is missing is what rules exclude.
    console.log(`${spec.kept} of ${spec.fields} fields of spec are in full examples`);
    expect(spec.kept / spec.fields).toBeGreaterThan(leastKept);
  }, 3_600_000);
});

function countNodes(schema: Schema): number {
  return childSchemas(schema).reduce((sum, child) => sum + countNodes(child), 1);
}
