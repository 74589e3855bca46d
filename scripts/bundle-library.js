// Makes what people import: a few files in place of one per module, and their declarations. The
// runtime stays as the compiler wrote it: bundlers leave out modules that a program does not use,
// and of one big module they leave out little.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import { dts } from "rollup-plugin-dts";
import { entries as runtimeEntries } from "./runtime/targets.js";

const modules = join(import.meta.dirname, "../build");
const target = join(import.meta.dirname, "../dist");
const library = ["index", "index-backend", "index-cel"];
const entries = [
  ...library,
  ...["index", "internal", "library", ...runtimeEntries].map((name) => `runtime/v1/${name}`),
];
const external = ["yaml", "zod"];

for (const entry of readdirSync(join(modules, "runtime/v1"), { recursive: true })) {
  if (!entry.endsWith(".js")) continue;
  // Comments stand in the declarations, and in the package crdgen-runtime.
  const text = readFileSync(join(modules, "runtime/v1", entry), "utf8");
  const { code } = await transform(text, {
    minifyWhitespace: true,
    minifySyntax: true,
    target: "es2022",
  });
  const path = join(target, "runtime/v1", entry);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, code);
}

/**
 * The classes of the runtime are there once, whether a program has them from the runtime or from
 * the library.
 */
const sharedRuntime = {
  name: "shared-runtime",
  setup({ onResolve }) {
    onResolve({ filter: /\/runtime\/v1\// }, ({ path, resolveDir, kind }) => {
      if (kind === "entry-point") return undefined;
      const module = relative(modules, join(resolveDir, path)).replaceAll("\\", "/");
      return { path: `./${module}`, external: true };
    });
  },
};

await build({
  entryPoints: library.map((name) => join(modules, `${name}.js`)),
  outdir: target,
  // All lie in one folder, so that the runtime has one path.
  chunkNames: "[name]-[hash]",
  bundle: true,
  splitting: true,
  format: "esm",
  // The library runs in browsers too.
  platform: "neutral",
  target: "es2022",
  // Names stay, so that stack traces can be read.
  minifyWhitespace: true,
  minifySyntax: true,
  external: [...external, "#runtime-files"],
  plugins: [sharedRuntime],
  logLevel: "warning",
});

// Chunks that are imported for their order alone: no module has side effects, and bundlers warn
// about such imports.
for (const name of readdirSync(target).filter((file) => file.endsWith(".js"))) {
  const text = readFileSync(join(target, name), "utf8");
  const lean = text.replace(/import"\.\/chunk-[^"]+";/g, "");
  if (lean !== text) writeFileSync(join(target, name), lean);
}

/**
 * The compiler's names of the runtime are the names that two of its entries export: they are read
 * from there, since no bundler can make an object of a module's types.
 */
const namesOfRuntime = {
  name: "names-of-runtime",
  resolveId(id, importer = "") {
    const [path] = /v1\/(?:internal|library)\.js$/.exec(id) ?? [];
    if (path === undefined || importer.includes("/runtime/v1/")) return null;
    return { id: `./runtime/${path}`, external: true };
  },
};

// TypeScript reads one file per entry instead of hundreds.
const declarations = await rollup({
  input: Object.fromEntries(entries.map((name) => [name, join(modules, `${name}.d.ts`)])),
  external: (id) => external.includes(id) || id.startsWith("node:"),
  plugins: [namesOfRuntime, dts()],
  makeAbsoluteExternalsRelative: false,
  onwarn({ message }) {
    // Types that the entries use and do not export are no names of the public surface.
    if (!message.includes("with no public re-export")) throw new Error(message);
  },
});
await declarations.write({
  dir: target,
  format: "es",
  entryFileNames: "[name].d.ts",
  chunkFileNames: "[name]-[hash].d.ts",
});
await declarations.close();
