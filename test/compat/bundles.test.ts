import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Metafile } from "esbuild";
import { build } from "esbuild";
import { afterEach, beforeEach, expect, it } from "vitest";
import { generate } from "../../src/index.js";
import { Project } from "../support/compile.js";

const samples = join(import.meta.dirname, "../../generated-samples");
const parts = ["index", "types", "prune", "defaults", "rules", "validate", "admit", "client"];

/**
 * What is left of constants that bundlers cannot tell to be without effects, such as a limit that
 * is a power.
 */
const residue = 1024;

let project: Project;

beforeEach(() => {
  project = new Project();
});

afterEach(() => {
  project.remove();
});

/** Writes the code of a sample; gives the folder of its only resource. */
async function writeSample(name: string): Promise<string> {
  const path = join(samples, name, "crd.yaml");
  const { files } = await generate({ sources: [{ path, text: readFileSync(path, "utf8") }] });
  for (const file of files) project.write(file.path, file.text);
  const [folder] = files.flatMap(
    (file) => /^(?!runtime\/)(.+\/.+\/.+)\/admit\.ts$/.exec(file.path)?.[1] ?? [],
  );
  return join(project.folder, folder ?? "");
}

async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: project.folder },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
    logLevel: "error",
  });
  return outputFiles.map(({ text }) => text).join("");
}

it.each(["crontab", "rules", "either-or", "embedded-resource", "crontab-versions"])(
  "a part of which nothing is used leaves next to nothing in a bundle: %s",
  async (sample) => {
    const folder = await writeSample(sample);
    for (const part of parts) {
      const text = await bundle(`import ${JSON.stringify(join(folder, `${part}.ts`))};`);
      expect(text.length, part).toBeLessThan(residue);
    }
  },
);

it("what is used of an index is bundled without the rest", async () => {
  const folder = await writeSample("crontab");
  const bundled = (part: string): Promise<string> =>
    bundle(`export { matchesCronTabSchema } from ${JSON.stringify(join(folder, `${part}.ts`))};`);
  const text = await bundled("index");
  expect(text.length).toBeLessThan((await bundled("validate")).length + residue);
  expect(text).not.toContain("concurrency Forbid");
  expect(text).not.toContain("no such key");
});

it("compile() takes a browser at most 413 KB, with all that it loads later", async () => {
  const { outputFiles, warnings, metafile } = await build({
    stdin: {
      contents: 'import { compile } from "crdgen"; globalThis.compile = compile;',
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    outdir: project.folder,
    write: false,
    metafile: true,
    logLevel: "silent",
  });
  expect(warnings).toEqual([]);
  const loaded = loadedFrom(metafile, "stdin.js");
  const sizes = outputFiles
    .filter(({ path }) => loaded.has(basename(path)))
    .map(({ contents }) => gzipSync(contents).length);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(413_000);
});

/** The files that one loads, at once or later: a bundler also writes those that nobody loads. */
function loadedFrom({ outputs }: Metafile, name: string): ReadonlySet<string> {
  const byName = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set<string>();
  const pending = [name];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (found.has(next)) continue;
    found.add(next);
    pending.push(...(byName.get(next)?.imports ?? []).map(({ path }) => basename(path)));
  }
  return found;
}
