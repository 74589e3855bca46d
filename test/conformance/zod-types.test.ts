import { readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import type { Compiler } from "../support/compile.js";
import { Project, strictest } from "../support/compile.js";
import { readCorpus, readCorpusIndex } from "../support/corpus.js";
import { describeShared } from "../support/shared.js";

/** One of so many CRDs is looked at; 1 takes all. */
const step = Number(process.env["ZOD_STEP"] ?? "150");

const root = join(import.meta.dirname, "../..");

let project: Project;

beforeEach(() => {
  // What the schemas import is checked by tests of its own.
  const keepsMarks = true;
  const options = { ...strictest, declaration: true, isolatedDeclarations: true };
  project = new Project(options, keepsMarks);
  symlinkSync(join(root, "node_modules"), join(project.folder, "node_modules"));
});

afterEach(() => {
  project.remove();
});

it("the schemas of the samples compile", async () => {
  const folder = join(root, "generated-samples");
  const sources = readdirSync(folder).map((sample) => ({
    path: sample,
    text: readFileSync(join(folder, sample, "crd.yaml"), "utf8"),
  }));
  for (const source of sources) await write([source], source.path);
  expect(project.check("typescript-7")).toEqual([]);
});

describeShared("zod schemas of the corpus", () => {
  it.each<Compiler>(["typescript-7"])(
    "compile by %s",
    async (compiler) => {
      const chosen = readCorpusIndex().filter((_, index) => index % step === 0);
      await write(readCorpus(chosen), "corpus");
      expect(project.check(compiler)).toEqual([]);
    },
    3_600_000,
  );
});

async function write(
  sources: Parameters<typeof generate>[0]["sources"],
  folder: string,
): Promise<void> {
  const { files } = await generate({
    sources,
    parts: ["zod"],
    versions: "all",
    allowInvalid: true,
  });
  for (const { path, text } of files) project.write(`${folder}/${path}`, text);
}
