import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Metafile } from "esbuild";
import { build } from "esbuild";
import { expect, it } from "vitest";

const root = join(import.meta.dirname, "../../../..");
const folder = join(root, "dist/runtime-files");
const entries = ["all-at-once", "on-demand"];

it.each(entries)(
  "the files of the runtime's texts are those that the build writes: %s",
  async (entry) => {
    const url = pathToFileURL(join(folder, `${entry}.js`)).href;
    const { runtimeFiles } = (await import(url)) as {
      readonly runtimeFiles: Readonly<Record<string, () => Promise<{ readonly data: unknown }>>>;
    }; // written by the build
    expect(Object.keys(runtimeFiles).sort()).toEqual(written().sort());
    const loaded = await Promise.all(Object.values(runtimeFiles).map((load) => load()));
    expect(loaded.filter(({ data }) => typeof data !== "object")).toEqual([]);
  },
);

it("crdgen as a library can be bundled for browsers, with all that it loads later", async () => {
  const metafile = await bundle('export * from "./src/index.js";');
  expect(externalOf(metafile)).toEqual([]);
  expect(textsOf(metafile)).toHaveLength(written().length);
});

it("a browser that compiles gets none of the texts that are for generating", async () => {
  const metafile = await bundle('export { compile } from "./src/index.js";');
  expect(externalOf(metafile)).toEqual([]);
  expect(textsOf(metafile)).toEqual([]);
});

function written(): string[] {
  const names = readdirSync(folder).map((name) => name.slice(0, -3));
  return names.filter((name) => !entries.includes(name));
}

async function bundle(contents: string): Promise<Metafile> {
  const { metafile } = await build({
    stdin: { contents, resolveDir: root },
    bundle: true,
    write: false,
    metafile: true,
    platform: "browser",
    format: "esm",
    splitting: true,
    outdir: join(root, "dist"),
    logLevel: "silent",
  });
  return metafile;
}

function externalOf({ outputs }: Metafile): readonly string[] {
  return Object.values(outputs)
    .flatMap(({ imports }) => imports)
    .filter((imported) => imported.external === true)
    .map(({ path }) => path);
}

/** The texts that a program gets, whether at once or later. */
function textsOf({ outputs }: Metafile): readonly string[] {
  const inputs = Object.values(outputs).flatMap((output) =>
    Object.entries(output.inputs)
      .filter(([, { bytesInOutput }]) => bytesInOutput > 0)
      .map(([path]) => path),
  );
  return inputs.filter((path) => /runtime-files\/(?!all-at-once|on-demand)/.test(path));
}
