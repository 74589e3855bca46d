import { join } from "node:path";
import { gzipSync } from "node:zlib";
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
  ["a client and an informer", withInformer, 16_150],
  ["a client, an informer and a controller", withController, 24_600],
])("%s: minified and compressed, no more than so many bytes", async (_, imports, limit) => {
  const contents = Object.entries(imports)
    .map(([entry, names]) => `export { ${names.join(", ")} } from "./${entry}.ts";`)
    .join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: runtime, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const [output] = outputFiles;
  expect(gzipSync(output?.contents ?? "").length).toBeLessThanOrEqual(limit);
  expect(output?.text).not.toContain("node:");
});

it("a client, an informer and a manager: no more than so many bytes, with servers for Node.js", async () => {
  const imports = { ...withInformer, manager: ["Manager"] };
  const contents = Object.entries(imports)
    .map(([entry, names]) => `export { ${names.join(", ")} } from "./${entry}.ts";`)
    .join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: runtime, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    platform: "node",
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThanOrEqual(38_500);
});

it("an API server in memory with one resource: no more than so many bytes, for any engine", async () => {
  const samples = join(import.meta.dirname, "../../../../generated-samples/crontab");
  const contents = [
    'export { memoryApiServer } from "./runtime/v1/testing.ts";',
    'export { cronTab } from "./stable.example.com/v1/crontabs/testing.ts";',
  ].join("\n");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: samples, loader: "ts" },
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  const [output] = outputFiles;
  expect(gzipSync(output?.contents ?? "").length).toBeLessThanOrEqual(96_000);
  expect(output?.text).not.toMatch(/["'`]node:/);
});
