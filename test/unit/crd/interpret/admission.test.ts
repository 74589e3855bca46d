import { expect, it } from "vitest";
import { loadUnitCompiler } from "../../../../src/codegen/pipeline/compile-unit.js";
import { readResources } from "../../../../src/codegen/pipeline/read-source.js";
import { Diagnostics, isError } from "../../../../src/crd/diagnostics/diagnostics.js";
import { makeExample } from "../../../../src/crd/example/example.js";
import { createCreationJudge } from "../../../../src/crd/example/judge.js";
import { interpretVersion } from "../../../../src/crd/interpret/admission.js";
import { InterpretedRules } from "../../../../src/crd/interpret/rules.js";
import { copyJson } from "../../../../src/crd/ir/apply-defaults.js";
import type { Resource } from "../../../../src/crd/ir/resource.js";
import type { KubernetesMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../../../src/runtime/v1/values/kubernetes-version.js";
import { readCorpus, readCorpusIndex } from "../../../support/corpus.js";
import { sample } from "../../../support/scope.js";
import { describeShared } from "../../../support/shared.js";

async function readSample(minor: KubernetesMinor): Promise<readonly Resource[]> {
  const diagnostics = new Diagnostics();
  const sources = readCorpus(sample(readCorpusIndex(), 47));
  const resources = await readResources(sources, minor, false, diagnostics);
  expect(diagnostics.list.filter(isError).length).toBeLessThan(sources.length);
  return resources;
}

describeShared("versions that are interpreted", () => {
  it.each([newestMinor, 28] as const)(
    "decide as those that are compiled, on 1.%i",
    async (minor) => {
      const compile = await loadUnitCompiler(minor);
      let [judged, refused] = [0, 0];
      for (const resource of await readSample(minor)) {
        const rules = new InterpretedRules(minor);
        for (const version of resource.versions) {
          const compiled = createCreationJudge(compile(resource, version));
          const interpreted = createCreationJudge(
            interpretVersion(resource, version, rules, minor),
          );
          const both: typeof compiled = {
            errorsOf(object) {
              const errors = compiled.errorsOf(object);
              expect(interpreted.errorsOf(object)).toEqual(errors);
              judged++;
              if (errors.length > 0) refused++;
              return errors;
            },
            fill(object) {
              const copy = copyJson(object);
              interpreted.fill(copy as typeof object); // a copy of one
              compiled.fill(object);
              expect(copy).toEqual(object);
            },
          };
          for (const full of [false, true]) {
            makeExample(resource, version, both, minor, { full, seed: 0, fixed: [] });
          }
        }
      }
      expect(judged).toBeGreaterThan(60);
      expect(refused).toBeGreaterThan(0);
    },
    3_600_000,
  );
});
