// Turns src/runtime/v1 into data for the emitter: dist/runtime-files holds an index of exports and imports, and the
// modules' sources as TypeScript, as JavaScript and as declarations.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join, posix, relative } from "node:path";
import ts from "typescript";

const root = join(import.meta.dirname, "..");
const sources = join(root, "src/runtime/v1");
const target = join(root, "dist/runtime-files");

const options = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.ESNext,
  verbatimModuleSyntax: true,
  isolatedDeclarations: true,
  declaration: true,
};

/** @param {ts.SourceFile} file */
function exportsOf(file) {
  return file.statements.flatMap((statement) => {
    const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
    if (!modifiers.some((modifier) => modifier.kind === ts.SyntaxKind.ExportKeyword)) return [];
    if (ts.isVariableStatement(statement)) {
      return statement.declarationList.declarations.map((declaration) =>
        declaration.name.getText(file),
      );
    }
    return "name" in statement && statement.name ? [statement.name.text] : [];
  });
}

/** @param {ts.SourceFile} file @param {string} module */
function importsOf(file, module) {
  const specifiers = file.statements.flatMap((statement) =>
    (ts.isImportDeclaration(statement) || ts.isExportDeclaration(statement)) &&
    statement.moduleSpecifier
      ? [statement.moduleSpecifier.text]
      : [],
  );
  return specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => posix.join(posix.dirname(module), specifier).replace(/\.js$/, ""));
}

/** What the index has of each module, in its order: only lists of names. @param {ts.SourceFile} file */
function publicNamesOf(file) {
  return file.statements.map((statement) => {
    if (!ts.isExportDeclaration(statement) || !statement.exportClause || !statement.moduleSpecifier)
      throw new Error("index.ts may hold nothing but lists of exports");
    const module = statement.moduleSpecifier.text.replace(/^\.\/|\.js$/g, "");
    const names = statement.exportClause.elements.map(({ name }) => name.text);
    return { module, typeOnly: statement.isTypeOnly, names };
  });
}

mkdirSync(target, { recursive: true });
const index = { exports: {}, imports: {}, groups: {}, publicNames: [] };
const stale = new Set(readdirSync(target));
/** By form and module. */
const texts = { ts: {}, js: {}, "d.ts": {} };
const files = readdirSync(sources, { recursive: true })
  .filter((name) => name.endsWith(".ts") && name !== "index.ts" && name !== "internal.ts")
  .sort();
for (const name of files) {
  const path = join(sources, name);
  const text = readFileSync(path, "utf8");
  const module = relative(sources, path).replaceAll("\\", "/").replace(/\.ts$/, "");
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.ES2022, true);
  index.imports[module] = [...new Set(importsOf(file, module))].sort();
  for (const symbol of exportsOf(file)) {
    if (index.exports[symbol] !== undefined) {
      throw new Error(`'${symbol}' is exported by '${index.exports[symbol]}' and by '${module}'`);
    }
    index.exports[symbol] = module;
  }
  const transpiled = { compilerOptions: options, fileName: path };
  texts.ts[module] = text;
  texts.js[module] = ts.transpileModule(text, transpiled).outputText;
  texts["d.ts"][module] = ts.transpileDeclaration(text, transpiled).outputText;
}
const entry = readFileSync(join(sources, "index.ts"), "utf8");
index.publicNames = publicNamesOf(
  ts.createSourceFile("index.ts", entry, ts.ScriptTarget.ES2022, true),
);
for (const { module, names } of index.publicNames) {
  for (const name of names) {
    if (index.exports[name] !== module) throw new Error(`'${module}' has no '${name}'`);
  }
}
// One file per form and group: a run needs one form of some twenty modules, and finding a file costs more than reading it.
const modules = Object.keys(index.imports);
const clients = modules.filter((module) => module.startsWith("client/"));
const basic = reachableFrom([...clients, "kubernetes", "variants", "node"]);
// Whoever validates or admits objects needs some of each.
const core = new Set(["admission", "json", "quick", "rules", "validation"]);
for (const module of modules) {
  const [folder] = module.split("/");
  const group = module === folder || core.has(folder) ? "core" : folder;
  index.groups[module] = basic.has(module) ? "basic" : group;
}
write("index", index);
for (const [form, ofModules] of Object.entries(texts)) {
  for (const group of new Set(Object.values(index.groups))) {
    const members = Object.entries(ofModules).filter(([module]) => index.groups[module] === group);
    write(`${group}.${form}`, Object.fromEntries(members));
  }
}

for (const name of stale) rmSync(join(target, name), { force: true });

/** The modules that types and clients can need. @param {string[]} roots */
function reachableFrom(roots) {
  const found = new Set(roots);
  for (const module of found) for (const imported of index.imports[module]) found.add(imported);
  return found;
}

/** @param {string} name @param {unknown} data */
function write(name, data) {
  // Parsing JSON is faster than parsing an object literal.
  const literal = JSON.stringify(JSON.stringify(data));
  // In one step, since others may be reading.
  const scratch = join(target, `${name}.${process.pid}`);
  writeFileSync(scratch, `export const data = JSON.parse(${literal});\n`);
  renameSync(scratch, join(target, `${name}.js`));
  stale.delete(`${name}.js`);
}
