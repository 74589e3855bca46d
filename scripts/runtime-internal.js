// Writes src/runtime/v1/internal.ts: all modules of the runtime that need no Node.js. `--check` only compares.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../src/runtime/v1");
const target = join(root, "internal.ts");
/** Entries import modules; no module imports them. */
const entries = new Set(["index.ts", "internal.ts"]);

const modules = readdirSync(root, { recursive: true })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts") && !entries.has(name) && !/^node(\.ts$|\/)/.test(name))
  .map((name) => name.replace(/\.ts$/, ".js"))
  .sort();

const text = `/**
 * Everything that generated code imports, for outputs with \`--runtime import\`. Nobody else should: these names change
 * with any version. What people import is in \`index.ts\`.
 */
${modules.map((name) => `export * from "./${name}";\n`).join("")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("src/runtime/v1/internal.ts is stale: run `node scripts/runtime-internal.js`");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, text);
}
