// Writes what src/runtime/contract.ts names: src/runtime/v1/internal.ts has all of it, and
// src/pipeline/judging/runtime.ts what judging objects needs of it. `--check` only compares.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { format } from "prettier";
import ts from "typescript";

const src = join(import.meta.dirname, "../src");
const root = join(src, "runtime");

const { runtimeContract, runtimeLibrary } = await contract();
const contracted = Object.entries(runtimeContract).map(([module, names]) => [
  module,
  Object.keys(names),
]);
const library = Object.entries(runtimeLibrary);

/** What clients, tables, arbitraries and server-side apply are made of. */
const notForJudging = /^(?:apply|arbitrary|client|table|testing)\//;

await write(
  "runtime/v1/internal.ts",
  `/**
 * What generated code imports, for outputs with \`--runtime import\`: the names of
 * \`runtime/contract.ts\`. What people import is in \`index.ts\`.
 */
// --- The contract ---
${exportsOf(contracted, ".")}
// --- What tables of the compiler name ---
${exportsOf(library, ".")}`,
);
await write(
  "pipeline/judging/runtime.ts",
  `/**
 * What code imports that judges objects, as \`runtime/v1/internal.ts\` without the parts for
 * clients, tables, arbitraries and server-side apply.
 */
${exportsOf([...contracted, ...library].filter(isForJudging).map(valuesAlone), "../../runtime/v1")}`,
);

/** @param {[string, readonly string[]]} module */
function isForJudging([module]) {
  return !notForJudging.test(module);
}

/** Code in memory has no types. */
function valuesAlone([module, names]) {
  return [module, names.filter((name) => !name.startsWith("type "))];
}

async function write(file, text) {
  const target = join(src, file);
  const formatted = await format(text, { parser: "typescript", printWidth: 100 });
  if (!process.argv.includes("--check")) writeFileSync(target, formatted);
  else if (readFileSync(target, "utf8") !== formatted) {
    console.error(`src/${file} is stale: run \`node scripts/runtime-internal.js\``);
    process.exitCode = 1;
  }
}

/** The module is TypeScript without imports, and is needed before anything is built. */
async function contract() {
  const source = readFileSync(join(root, "contract.ts"), "utf8");
  const { outputText } = ts.transpileModule(source, {
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  return import(`data:text/javascript,${encodeURIComponent(outputText)}`);
}

/** @param {[string, readonly string[]][]} modules in a folder */
function exportsOf(modules, folder) {
  return modules.map(([module, names]) => exportOf(`${folder}/${module}`, names)).join("");
}

/** Of classes, the values are the types too. */
function exportOf(module, names) {
  const types = names.filter((name) => name.startsWith("type "));
  const values = names.filter((name) => !name.startsWith("type "));
  const line = (keyword, of) =>
    of.length === 0
      ? ""
      : `${keyword} { ${of.map((name) => name.replace(/^\w+ /, "")).join(", ")} } from "${module}.js";\n`;
  return line("export", values) + line("export type", types);
}
