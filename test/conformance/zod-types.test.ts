import { existsSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { generate } from "../../src/index.js";
import type { CompileError, Compiler } from "../support/compile.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { sample } from "../support/scope.js";
import { describeShared } from "../support/shared.js";

const root = join(import.meta.dirname, "../..");

/** So many CRDs are compiled at once: the types of all of them do not fit into memory. */
const batchSize = 100;

it("the schemas of the samples compile", async () => {
  const folder = join(root, "generated-samples");
  const samples = readdirSync(folder).filter((name) => existsSync(join(folder, name, "crd.yaml")));
  const sources = samples.map((name) => ({
    path: name,
    text: readFileSync(join(folder, name, "crd.yaml"), "utf8"),
  }));
  const outputs = sources.map((source) => [source]);
  expect(await compile(outputs, "typescript-7")).toEqual([]);
});

describeShared("zod schemas of the corpus", () => {
  it.each<Compiler>(["typescript-7"])(
    "compile by %s",
    async (compiler) => {
      const chosen = sample(readCorpusIndex(), 150);
      const errors: CompileError[] = [];
      for (let first = 0; first < chosen.length; first += batchSize) {
        const batch = readCorpus(chosen.slice(first, first + batchSize));
        errors.push(...(await compile([batch], compiler)));
      }
      expect(errors).toEqual([]);
    },
    3_600_000,
  );
});

type Sources = Parameters<typeof generate>[0]["sources"];

/** Compiles several outputs. */
async function compile(
  outputs: readonly Sources[],
  compiler: Compiler,
): Promise<readonly CompileError[]> {
  // What the schemas import is checked by tests of its own.
  const keepsMarks = true;
  const options = { ...strictest, declaration: true, isolatedDeclarations: true };
  const project = new Project(options, keepsMarks);
  try {
    symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
    for (const [index, sources] of outputs.entries()) {
      const { files } = await generate({
        sources,
        parts: ["zod"],
        versions: "all",
        allowInvalid: true,
      });
      for (const { path, text } of files) project.write(`${index}/${path}`, text);
    }
    return project.check(compiler);
  } finally {
    project.remove();
  }
}
