// Turns src/runtime/v1 into data for the emitter, dist/runtime-files: an index of what stands in
// which file of a copied runtime, and for each of these files and each form (TypeScript,
// JavaScript, declarations) the texts of its declarations.
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { readModules } from "./runtime/declarations.js";
import { inOrder } from "./runtime/order.js";
import { entries, placeOf, targets } from "./runtime/targets.js";
import { textsOfAll } from "./runtime/texts-of-all.js";

const root = join(import.meta.dirname, "..");
const sources = join(root, "src/runtime/v1");
const folder = join(root, "dist/runtime-files");
const forms = ["ts", "js", "d.ts"];

const modules = inOrder(readModules(sources));
const declarations = new Map(
  modules.flatMap((module) =>
    module.declarations.map((declaration) => [declaration.name, declaration]),
  ),
);
const texts = await textsOfAll(modules);

mkdirSync(folder, { recursive: true });
const stale = new Set(readdirSync(folder));
write("contents", {
  files: targets.map(({ name, sections }) => ({
    name,
    sections: sections.map(({ about }) => about),
  })),
  ...exportedNames(),
  publicNames: publicNamesOf("index.ts"),
  entries: Object.fromEntries(entries.map((name) => [name, publicNamesOf(`${name}.ts`)])),
});
for (const { name } of targets) {
  const comments = new Map();
  for (const form of forms) write(`${name}.${form}`, entriesOf(name, form, comments));
  write(`${name}.comments`, [...comments.keys()]);
}
writeEntries([
  "contents",
  ...targets.flatMap(({ name }) => [...forms, "comments"].map((form) => `${name}.${form}`)),
]);
for (const name of stale) rmSync(join(folder, name), { force: true });

/** Whatever one module exports to others, by name: the file that it stands in. */
function exportedNames() {
  const imported = new Set(
    ["internal.ts", "internal-built-in.ts", "library.ts"]
      .flatMap(publicNamesOf)
      .flatMap(({ names }) => names),
  );
  const exported = [...declarations.values()].filter(({ isExported }) => isExported);
  const filesOf = (all) =>
    Object.fromEntries(all.map(({ name, module }) => [name, placeOf(module).target]));
  return {
    contract: filesOf(exported.filter(({ name }) => imported.has(name))),
    others: filesOf(exported.filter(({ name }) => !imported.has(name))),
  };
}

/** The texts of a file, in the order in which they are printed, with what each refers to. */
function entriesOf(target, form, comments) {
  return modules
    .filter(({ path }) => placeOf(path).target === target)
    .map((module) => ({
      module: module.path,
      section: placeOf(module.path).section,
      declarations: texts.get(module)[form].map((text) => entryOf(text, form, comments)),
    }));
}

/**
 * A declaration as the emitter reads it; empty lists are left out. All forms share the comments
 * before declarations, which are a third of their texts.
 */
function entryOf({ names, text, exported, uses }, form, comments) {
  const { values, types } = referencesOf(names, form, uses);
  const [comment] = /^(?:\/\*\*[^]*?\*\/\n+)+/.exec(text) ?? [];
  if (comment !== undefined && !comments.has(comment)) comments.set(comment, comments.size);
  const behind = (whole) => (whole.startsWith(comment) ? whole.slice(comment.length) : whole);
  return {
    names,
    ...(comment !== undefined && { comment: comments.get(comment) }),
    text: behind(text),
    ...(values.length > 0 && { values }),
    ...(types.length > 0 && { types }),
    // Prettier's only difference is nearly always the word.
    ...(exported !== undefined && exported !== withExport(text) && { exported: behind(exported) }),
  };
}

/** The comments of a declaration stand before its `export`. */
function withExport(text) {
  return text.replace(/^((?:\/\*[^]*?\*\/\s*|\/\/[^\n]*\n\s*)*)/, "$1export ");
}

/**
 * Names of declarations of which a form needs the values, and those of which it needs only the
 * types.
 */
function referencesOf(names, form, uses) {
  const own = names.map((name) => declarations.get(name));
  if (own.includes(undefined))
    throw new Error(`there is no declaration of '${names.join("', '")}'`);
  const values = new Set(own.flatMap((declaration) => [...declaration.values]));
  const types = new Set(own.flatMap((declaration) => [...declaration.types]));
  const others = (all) => all.filter((name) => !names.includes(name)).sort();
  if (form === "js") return { values: others([...values]), types: [] };
  if (form === "ts") {
    return {
      values: others([...values]),
      types: others([...types].filter((name) => !values.has(name))),
    };
  }
  const known = new Set([...values, ...types]);
  return { values: [], types: others(uses.filter((name) => known.has(name))) };
}

/** What an entry exports, in its order: only lists of names. @param {string} entry */
function publicNamesOf(entry) {
  const text = readFileSync(join(sources, entry), "utf8");
  return ts
    .createSourceFile(entry, text, ts.ScriptTarget.ES2022, true)
    .statements.flatMap((statement) => {
      if (ts.isExportDeclaration(statement) && !statement.exportClause) return [];
      if (
        !ts.isExportDeclaration(statement) ||
        !statement.exportClause ||
        !statement.moduleSpecifier
      )
        throw new Error(`${entry} may hold nothing but lists of exports`);
      const module = statement.moduleSpecifier.text.replace(/^\.\/|\.js$/g, "");
      const names = statement.exportClause.elements.map(({ name }) => name.text);
      for (const name of names) {
        if (declarations.get(name)?.module !== module)
          throw new Error(`'${module}' has no '${name}'`);
      }
      return { module, typeOnly: statement.isTypeOnly, names };
    });
}

/**
 * What leads to the files by their names, for Node.js and for browsers: see
 * `src/codegen/pipeline/built-files.d.ts`. Every specifier is spelled out, so that bundlers find
 * the files.
 */
function writeEntries(names) {
  const record = (value) =>
    `export const runtimeFiles = {\n${names.map((name, index) => `  "${name}": ${value(name, index)},\n`).join("")}};\n`;
  writeText(
    "on-demand",
    record((name) => `() => import("./${name}.js")`),
  );
  const imports = names.map((name, index) => `import * as file${index} from "./${name}.js";\n`);
  writeText("all-at-once", imports.join("") + record((_, index) => `async () => file${index}`));
}

/** @param {string} name @param {unknown} data */
function write(name, data) {
  writeText(name, `export const data = ${literalOf(data)};\n`);
}

/** @param {string} name @param {string} text */
function writeText(name, text) {
  // In one step, since others may be reading.
  const scratch = join(folder, `${name}.${process.pid}`);
  writeFileSync(scratch, text);
  renameSync(scratch, join(folder, `${name}.js`));
  stale.delete(`${name}.js`);
}

/**
 * Texts of several lines stand in template literals, which need a third less room than what JSON
 * makes of them. @param {unknown} data
 */
function literalOf(data) {
  if (Array.isArray(data)) return `[${data.map(literalOf).join(",")}]`;
  if (typeof data === "object" && data !== null) {
    const members = Object.entries(data).map(
      ([key, value]) => `${/^\w+$/.test(key) ? key : JSON.stringify(key)}:${literalOf(value)}`,
    );
    return `{${members.join(",")}}`;
  }
  if (typeof data !== "string" || !data.includes("\n")) return JSON.stringify(data);
  return `\`${data.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\``;
}
