import { readdirSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { runtimeFiles } from "../../../src/emit/runtime-files.js";

const root = join(import.meta.dirname, "../../..");

it("the files of the runtime's texts are those that the build writes", () => {
  const written = readdirSync(join(root, "dist/runtime-files")).map((name) => name.slice(0, -3));
  expect(Object.keys(runtimeFiles).sort()).toEqual(written.sort());
});

it("crdgen as a library can be bundled for browsers, with all that it loads later", async () => {
  const { metafile } = await build({
    entryPoints: [join(root, "src/index.ts")],
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    splitting: true,
    outdir: join(root, "dist"),
    logLevel: "silent",
  });
  const external = Object.values(metafile.outputs)
    .flatMap(({ imports }) => imports)
    .filter((imported) => imported.external === true)
    .map(({ path }) => path);
  expect(external).toEqual([]);
  const bundled = Object.keys(metafile.inputs).filter((path) => path.includes("runtime-files/"));
  expect(bundled).toHaveLength(Object.keys(runtimeFiles).length);
});
