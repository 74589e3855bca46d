import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { OutputFile, Platform } from "esbuild";
import { build } from "esbuild";
import { expect, it } from "vitest";

const runtime = join(import.meta.dirname, "../../../../src/runtime/v1");

/** One resource with get, list, watch, status and scale, over `fetch`. */
const client = {
  index: ["defineResource", "fetchTransport", "ResourceClient", "scaleClientOf", "statusClientOf"],
};
const withInformer = { ...client, informer: ["Informer"] };
const withController = { ...withInformer, controller: ["Controller"] };

it.each<[string, Readonly<Record<string, readonly string[]>>, number]>([
  ["a client", client, 10_000],
  ["a client and an informer", withInformer, 16_550],
  ["a client, an informer and a controller", withController, 24_850],
])("%s: minified and compressed, no more than so many bytes", async (_, imports, limit) => {
  const output = await bundle(entriesOf(imports), runtime);
  expect(gzipSync(output.contents).length).toBeLessThanOrEqual(limit);
  expect(output.text).not.toContain("node:");
});

it("a client, an informer and a manager: no more than so many bytes, with servers for Node.js", async () => {
  const imports = { ...withInformer, manager: ["Manager"] };
  const output = await bundle(entriesOf(imports), runtime, "node");
  expect(gzipSync(output.contents).length).toBeLessThanOrEqual(38_600);
});

it("an API server in memory with one resource: no more than so many bytes, for any engine", async () => {
  const samples = join(import.meta.dirname, "../../../../generated-samples/crontab");
  const contents = [
    'export { memoryApiServer } from "./runtime/v1/testing.ts";',
    'export { cronTab } from "./stable.example.com/v1/crontabs/testing.ts";',
  ].join("\n");
  const output = await bundle(contents, samples);
  expect(gzipSync(output.contents).length).toBeLessThanOrEqual(96_000);
  expect(output.text).not.toMatch(/["'`]node:/);
});

/** Code that exports these names of these entries. */
function entriesOf(imports: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(imports)
    .map(([entry, names]) => `export { ${names.join(", ")} } from "./${entry}.ts";`)
    .join("\n");
}

/** Code of a folder with what it imports, minified. */
async function bundle(
  contents: string,
  resolveDir: string,
  platform: Platform = "browser",
): Promise<OutputFile> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform,
    write: false,
  });
  const [output] = outputFiles;
  if (output === undefined) throw new Error("esbuild has written nothing");
  return output;
}
