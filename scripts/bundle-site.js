// Bundles what the pages of `crdgen docs` load: a small script for every page, and the editor in
// parts that load when they are needed. Pages work from `file:`, where browsers
// load classic scripts alone, so the parts are modules of SystemJS.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build, transform } from "esbuild";
import { rollup } from "rollup";
import { noticesOf } from "./third-party-notices.js";

const root = join(import.meta.dirname, "..");
const target = join(root, "dist/site");
const common = {
  bundle: true,
  platform: "browser",
  target: "es2022",
  minify: true,
  metafile: true,
  write: false,
  logLevel: "warning",
  legalComments: "none",
};

/** The scripts of every page, classic: what is done before it is painted, and all else. */
async function buildPage(folder) {
  const result = await build({
    ...common,
    entryPoints: {
      first: join(root, "src/tools/site/page/first.ts"),
      page: join(root, "src/tools/site/page/main.ts"),
    },
    outdir: folder,
    format: "iife",
    write: true,
  });
  return result;
}

/** The editor: first as modules with shared parts, then each of them as SystemJS loads it. */
async function buildEditor(folder) {
  const scratch = mkdtempSync(join(root, "dist/.site-"));
  try {
    const result = await build({
      ...common,
      minify: false,
      minifySyntax: true,
      write: true,
      entryPoints: {
        main: join(root, "src/tools/site/editor/main.ts"),
        language: join(root, "src/tools/language/service.ts"),
      },
      outdir: scratch,
      splitting: true,
      format: "esm",
      chunkNames: "[name]-[hash]",
      alias: { "#runtime-files": writeRuntimeContents(scratch) },
    });
    const entries = ["main", "language"].map((name) => join(scratch, `${name}.js`));
    await writeSystemModules(entries, join(folder, "editor"));
    return result;
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

/** The editor shows types alone, which need to know where the runtime has what, not its text. */
function writeRuntimeContents(folder) {
  const contents = JSON.stringify(join(root, "dist/runtime-files/contents.js"));
  const file = join(folder, "runtime-files.js");
  writeFileSync(file, `export const runtimeFiles = { contents: () => import(${contents}) };\n`);
  return file;
}

async function writeSystemModules(entries, folder) {
  const bundle = await rollup({ input: entries, logLevel: "silent" });
  const { output } = await bundle.generate({
    format: "system",
    entryFileNames: "[name].js",
    chunkFileNames: "[name]-[hash].js",
  });
  await bundle.close();
  mkdirSync(folder);
  for (const { fileName, code } of output) {
    const { code: small } = await transform(code, { minify: true, target: "es2022" });
    writeFileSync(join(folder, fileName), small);
  }
  copyFileSync(join(root, "node_modules/systemjs/dist/s.min.js"), join(folder, "loader.js"));
}

/** The one style sheet, without the comments and the indentation of its source. */
async function writeStyle(folder) {
  const text = readFileSync(join(root, "src/tools/site/style/site.css"), "utf8");
  const { code } = await transform(text, { loader: "css", minify: true });
  // esbuild leaves the values of custom properties as they are.
  const small = code.replace(/(--[\w-]+): ([^;}]*)/g, (_, name, value) => {
    return `${name}:${value.replaceAll(", ", ",")}`;
  });
  writeFileSync(join(folder, "site.css"), small);
}

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const results = [await buildPage(target), await buildEditor(target)];
const inputs = new Set(results.flatMap(({ metafile }) => Object.keys(metafile.inputs)));
inputs.add("node_modules/systemjs/dist/s.min.js");
await writeStyle(target);
writeFileSync(join(target, "licenses.txt"), noticesOf(root, inputs));
