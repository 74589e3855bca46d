import { expect, it } from "vitest";
import type { Example } from "../../src/example/example.js";
import { makeExample } from "../../src/example/example.js";
import { Diagnostics } from "../../src/diagnostics/diagnostics.js";
import { loadUnitCompiler } from "../../src/pipeline/compile-unit.js";
import { readResources } from "../../src/pipeline/read-resources.js";
import { newestMinor } from "../../src/versions/kubernetes-version.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { describeShared } from "../support/shared.js";

const step = Number(process.env["EXAMPLE_STEP"] ?? "20");
const offset = Number(process.env["EXAMPLE_OFFSET"] ?? "0");

describeShared("examples of the corpus", () => {
  it("are accepted", async () => {
    const chosen = readCorpusIndex().filter((_, index) => index % step === offset);
    const compile = await loadUnitCompiler(newestMinor);
    const failed: string[] = [];
    const slow: [number, string][] = [];
    let count = 0;
    for (const source of readCorpus(chosen)) {
      const resources = await readResources([source], newestMinor, false, new Diagnostics());
      for (const resource of resources) {
        for (const version of resource.versions.filter(({ served }) => served)) {
          const compiled = compile(resource, version);
          const judge = {
            errorsOf: (object: object) => {
              const answer = compiled.admit(object, { fieldValidation: "Strict" });
              return answer.allowed
                ? []
                : answer.errors.length > 0
                  ? answer.errors
                  : [
                      {
                        reason: "InternalError" as const,
                        field: "",
                        message: answer.status.message ?? "",
                      },
                    ];
            },
            fill: (object: object) => {
              compiled.prune(object);
              compiled.default(object);
            },
          };
          for (const full of [false, true]) {
            const name = `${resource.names.plural}.${resource.group}/${version.name} ${full ? "full" : "minimal"}`;
            const begin = performance.now();
            let made: Example | undefined;
            try {
              made = makeExample(resource, version, judge, newestMinor, {
                full,
                seed: 0,
                fixed: [],
              });
            } catch (error) {
              failed.push(`${name}: THROWN ${String((error as Error).stack?.slice(0, 400))}`);
              continue;
            }
            slow.push([performance.now() - begin, name]);
            count += 1;
            if (made.errors.length > 0) {
              failed.push(
                `${name}: ${made.errors.length} ${JSON.stringify(made.errors[0])?.slice(0, 300)}`,
              );
            }
          }
        }
      }
    }
    slow.sort((left, right) => right[0] - left[0]);
    console.log(
      `${count} examples, ${failed.length} failed\n${failed.join("\n")}\n${slow
        .slice(0, 8)
        .map(([ms, name]) => `${Math.round(ms)} ms ${name}`)
        .join("\n")}`,
    );
    expect(failed).toEqual([]);
  }, 3_600_000);
});
