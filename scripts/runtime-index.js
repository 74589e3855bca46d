// Writes src/runtime/v1/index.ts: all modules of the runtime that need no Node.js. `--check` only compares.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "../src/runtime/v1");
const target = join(root, "index.ts");

const modules = readdirSync(root, { recursive: true })
  .map((name) => name.replaceAll("\\", "/"))
  .filter((name) => name.endsWith(".ts") && name !== "index.ts" && !/^node(\.ts$|\/)/.test(name))
  .map((name) => name.replace(/\.ts$/, ".js"))
  .sort();

const text = `/**
 * Everything that generated code imports, for outputs with \`--runtime import\`. A contract with files that are already
 * committed elsewhere: names are added, never changed or removed.
 */
${modules.map((name) => `export * from "./${name}";\n`).join("")}`;

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("src/runtime/v1/index.ts is stale: run `node scripts/runtime-index.js`");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, text);
}
