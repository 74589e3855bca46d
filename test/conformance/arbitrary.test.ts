import fc from "fast-check";
import { expect, it } from "vitest";
import { arbitraryBackend } from "../../src/codegen/backends/arbitrary/backend.js";
import { createNames } from "../../src/codegen/backends/names.js";
import type { ModuleExports } from "../../src/codegen/emit/evaluate.js";
import { evaluateFiles } from "../../src/codegen/emit/evaluate.js";
import type { UnitFiles } from "../../src/codegen/pipeline/emit-context.js";
import { createEmitContext } from "../../src/codegen/pipeline/emit-context.js";
import { readResources } from "../../src/codegen/pipeline/read-source.js";
import { Diagnostics } from "../../src/crd/diagnostics/diagnostics.js";
import { sizeOf } from "../../src/crd/example/search.js";
import type { Resource, Version } from "../../src/crd/ir/resource.js";
import { StoredRules } from "../../src/crd/rules/ruled-nodes.js";
import type { Admission } from "../../src/runtime/v1/admission/admission.js";
import * as runtime from "../../src/runtime/v1/internal.js";
import { acceptedObject } from "../../src/runtime/v1/testing/arbitrary/accepted-object.js";
import type { Json } from "../../src/runtime/v1/values/json/json.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { isWhole, sample } from "../support/scope.js";
import { describeShared } from "../support/shared.js";
import { writeBackends } from "../support/write-backends.js";

/** So many objects are made of each version. */
const runs = Number(process.env["ARBITRARY_RUNS"] ?? "50");

/** Versions without an arbitrary: why. */
const expectedWithout: ReadonlyMap<string, string> = new Map([]);

/** Of all objects, so many are accepted as they were made at first; a sample may be unlucky. */
const expectedAtFirstTry = isWhole ? 0.7 : 0.4;

interface Tally {
  made: number;
  refusedAtFirst: number;
  size: number;
  time: number;
  readonly without: string[];
  readonly rare: string[];
}

/** What is generated for a version, run in memory; undefined where no object was found. */
interface Generated {
  readonly arbitrary: (() => fc.Arbitrary<Json>) | undefined;
  readonly example: (seed?: number) => Json;
  readonly admit: (object: unknown) => Admission;
}

describeShared("arbitraries of the corpus", () => {
  it("make objects that admission accepts, most of them at first try", async () => {
    const chosen = sample(readCorpusIndex(), 300);
    const tally: Tally = { made: 0, refusedAtFirst: 0, size: 0, time: 0, without: [], rare: [] };
    let tried = 0;
    for (const source of readCorpus(chosen)) {
      const resources = await readResources([source], newestMinor, false, new Diagnostics());
      for (const resource of resources) {
        for (const version of resource.versions.filter(({ served }) => served)) {
          tried++;
          tryVersion(resource, version, tally);
        }
      }
    }
    const { made, refusedAtFirst, size, time, without, rare } = tally;
    const atFirst = 1 - refusedAtFirst / made;
    console.log(
      `${made} objects, ${((size / made) | 0).toString()} values each; at first try ${atFirst.toFixed(4)}; ${((time / made) * 1000).toFixed(0)} µs each`,
    );
    if (process.env["ARBITRARY_LIST"] !== undefined) console.log([...without, ...rare].join("\n"));
    expect(
      without.map((line) => line.split(":")[0]).filter((name) => !expectedWithout.has(name ?? "")),
    ).toEqual([]);
    expect(atFirst).toBeGreaterThan(expectedAtFirstTry);
    expect(made).toBeGreaterThanOrEqual(runs * tried);
  }, 3_600_000);
});

function tryVersion(resource: Resource, version: Version, tally: Tally): void {
  const name = `${resource.names.plural}.${resource.group}/${version.name}`;
  const refused = new Map<string, number>();
  const diagnostics = new Diagnostics();
  const begin = performance.now();
  const { arbitrary, example, admit } = generate(resource, version, diagnostics, (reason) => {
    refused.set(reason, (refused.get(reason) ?? 0) + 1);
  });
  const generated = performance.now() - begin;
  if (arbitrary === undefined) {
    tally.without.push(`${name}: ${diagnostics.list.map(({ message }) => message).join("; ")}`);
    return;
  }
  const start = performance.now();
  const objects = fc.sample(arbitrary(), { seed: 1, numRuns: runs });
  const time = performance.now() - start;
  const count = [...refused.values()].reduce((sum, one) => sum + one, 0);
  tally.time += time;
  tally.made += objects.length;
  tally.refusedAtFirst += count;
  for (const object of objects) {
    tally.size += sizeOf(object);
    const answer = admit(object);
    expect(answer.allowed, `${name}: ${JSON.stringify(object)}`).toBe(true);
  }
  if (count > runs / 4 || time / runs > 10 || generated > 3000) {
    const reasons = [...refused].map(([reason, times]) => `${times}× ${reason}`);
    tally.rare.push(
      `${name}: ${count} of ${runs}, ${(time / runs).toFixed(1)} ms each, generated in ${generated.toFixed(0)} ms\n  ${reasons.sort().slice(-4).join("\n  ")}`,
    );
  }
  expect(admit(example()).allowed, name).toBe(true);
  expect(example(2), name).toEqual(example(2));
}

function generate(
  resource: Resource,
  version: Version,
  diagnostics: Diagnostics,
  refused: (reason: string) => void,
): Generated {
  const names = createNames(resource, version, new Diagnostics());
  const unit = {
    resource,
    version,
    names,
    parts: new Set([...writeBackends, arbitraryBackend].map(({ name }) => name)),
    rules: new StoredRules(newestMinor),
    kubernetes: newestMinor,
  };
  const files: UnitFiles = new Map();
  const from = { kind: "package", specifier: "crdgen/runtime" } as const;
  const context = createEmitContext(unit, files, [], diagnostics, () => from);
  for (const backend of [...writeBackends, arbitraryBackend]) {
    backend.generate(unit, undefined, context);
  }
  const counted: typeof acceptedObject = (made, known, admit, options) => {
    const answer = admit(made);
    if (!answer.allowed) refused(answer.status.message?.slice(0, 300) ?? "");
    return acceptedObject(made, known, admit, options);
  };
  const modules: Readonly<Record<string, ModuleExports>> = {
    "fast-check": { ...fc },
    "crdgen/runtime": { ...runtime, acceptedObject: counted },
  };
  const evaluated = evaluateFiles(
    [...files.values()].filter((file) => !file.isEmpty),
    (imported) =>
      imported.from.kind === "package" ? (modules[imported.from.specifier] ?? {}) : {},
  );
  const all = new Map([...evaluated.values()].flatMap(Object.entries<unknown>));
  return {
    arbitrary: all.get(`${names.value}Arbitrary`) as Generated["arbitrary"],
    example: all.get(`${names.value}Example`) as Generated["example"],
    admit: all.get(`admit${names.type}`) as Generated["admit"],
  };
}
