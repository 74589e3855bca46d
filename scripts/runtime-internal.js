// Writes src/runtime/v1/internal.ts: what src/runtime/contract.ts names. `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import ts from "typescript";

const root = join(import.meta.dirname, "../src/runtime");
const target = join(root, "v1/internal.ts");

const { runtimeContract, runtimeLibrary } = await contract();
const text = await format(
  `/**
 * What generated code imports, for outputs with \`--runtime import\`: the names of
 * \`runtime/contract.ts\`. What people import is in \`index.ts\`.
 */
// --- The contract ---
${exportsOf(Object.entries(runtimeContract).map(([module, names]) => [module, Object.keys(names)]))}
// --- What tables of the compiler name ---
${exportsOf(Object.entries(runtimeLibrary))}`,
  { parser: "typescript", printWidth: 100 },
);

if (process.argv.includes("--check")) {
  if (readFileSync(target, "utf8") !== text) {
    console.error("src/runtime/v1/internal.ts is stale: run `node scripts/runtime-internal.js`");
    process.exitCode = 1;
  }
} else {
  writeFileSync(target, text);
}

/** The module is TypeScript without imports, and is needed before anything is built. */
async function contract() {
  const source = readFileSync(join(root, "contract.ts"), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

/** @param {[string, readonly string[]][]} modules */
function exportsOf(modules) {
  return modules.map(([module, names]) => exportOf(module, names)).join("");
}

/** Of classes, the values are the types too. */
function exportOf(module, names) {
  const types = names.filter((name) => name.startsWith("type "));
  const values = names.filter((name) => !name.startsWith("type "));
  const line = (keyword, of) =>
    of.length === 0
      ? ""
      : `${keyword} { ${of.map((name) => name.replace(/^\w+ /, "")).join(", ")} } from "./${module}.js";\n`;
  return line("export", values) + line("export type", types);
}
