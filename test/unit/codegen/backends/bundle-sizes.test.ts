import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { gzipSync } from "node:zlib";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { generate } from "../../../../src/index.js";

const path = join(import.meta.dirname, "../../../../generated-samples/crontab/crd.yaml");
const folder = "stable.example.com/v1/crontabs";

async function outputOf(emit: "ts" | "js"): Promise<ReadonlyMap<string, string>> {
  const sources = [{ path, text: readFileSync(path, "utf8") }];
  const { files } = await generate({ sources, emit });
  return new Map(files.map((file) => [file.path, file.text]));
}

/** Bundlers find the files of an output without any disk. */
function inMemory(files: ReadonlyMap<string, string>): Plugin {
  return {
    name: "in-memory",
    setup(bundler) {
      bundler.onResolve({ filter: /^\./ }, ({ path: to, importer }) => {
        const from = importer === "<stdin>" ? folder : posix.dirname(importer);
        return { path: posix.join(from, to), namespace: "output" };
      });
      bundler.onLoad({ filter: /./, namespace: "output" }, ({ path: of }) => {
        return { contents: files.get(of) ?? "" };
      });
    },
  };
}

// Kilobytes, minified and compressed: with rules and a scale, and with all that both reach.
it.each([
  ["isCronTab", "validate", 18.6],
  ["validateCronTab", "validate", 25.9],
  ["admitCronTab", "admit", 34.6],
  ["CronTabClient", "client", 8.7],
])("a bundle of %s is small", async (name, file, limit) => {
  const { outputFiles } = await build({
    stdin: { contents: `export { ${name} } from "./${file}.js";`, resolveDir: "/" },
    plugins: [inMemory(await outputOf("js"))],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const size = gzipSync(outputFiles[0]?.contents ?? "").length / 1024;
  expect(size).toBeLessThanOrEqual(limit);
  expect(size).toBeGreaterThan(limit - 2);
});

it("an output with all parts is small, with its copy of the runtime", async () => {
  const texts = [...(await outputOf("ts")).values()];
  const size = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) / 1024;
  expect(size).toBeLessThanOrEqual(521);
  expect(size).toBeGreaterThan(500);
});
