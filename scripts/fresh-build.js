// Builds anew if a source is newer than what the last build wrote: `node scripts/fresh-build.js`.
// With `runtime`, the runtime as data alone.
import { execSync } from "node:child_process";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");

const builds = {
  whole: {
    script: "build",
    sources: ["src", "scripts", "packages/runtime/package.json", "package.json", "tsconfig.json"],
    // The last of each: runtime as data, JSON Schemas, library, package of the runtime,
    // command line, site.
    products: [
      "dist/runtime-files/contents.js",
      "dist/output.schema.json",
      "dist/index.js",
      "packages/runtime/dist/v1/index.js",
      "dist/cli/main.js",
      "dist/site/licenses.txt",
    ],
  },
  runtime: {
    script: "build:runtime",
    sources: ["src/runtime", "scripts/embed-runtime.js", "scripts/runtime"],
    products: ["dist/runtime-files/contents.js"],
  },
};

const { script, sources, products } = builds[process.argv[2] ?? "whole"];
const oldest = Math.min(...products.map(modified));
if (Math.max(...sources.map(newest)) > oldest) {
  console.log(`what is built is older than the sources; npm run ${script}`);
  execSync(`npm run --silent ${script}`, { cwd: root, stdio: "inherit" });
}

/** The time of the last change of a file or folder, with all that is in it. */
function newest(path) {
  const full = join(root, path);
  if (!statSync(full).isDirectory()) return modified(path);
  const files = readdirSync(full, { recursive: true, encoding: "utf8" });
  return Math.max(modified(path), ...files.map((file) => modified(join(path, file))));
}

/** Minus infinity where there is no such file. */
function modified(path) {
  return statSync(join(root, path), { throwIfNoEntry: false })?.mtimeMs ?? -Infinity;
}
