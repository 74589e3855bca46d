// Turns src/runtime/v1 into data for the emitter: dist/runtime-files holds an index of exports and imports, and one
// module per runtime module with its source as TypeScript, JavaScript and declarations.
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, posix, relative } from "node:path";
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

rmSync(target, { recursive: true, force: true });
const index = { exports: {}, imports: {} };
const files = readdirSync(sources, { recursive: true })
  .filter((name) => name.endsWith(".ts") && name !== "index.ts")
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
  const { outputText: js } = ts.transpileModule(text, { compilerOptions: options, fileName: path });
  const { outputText: dts } = ts.transpileDeclaration(text, {
    compilerOptions: options,
    fileName: path,
  });
  const output = join(target, `${module}.js`);
  mkdirSync(dirname(output), { recursive: true });
  const lines = Object.entries({ ts: text, js, dts }).map(
    ([form, value]) => `export const ${form} = ${JSON.stringify(value)};\n`,
  );
  writeFileSync(output, lines.join(""));
}
writeFileSync(join(target, "index.js"), `export const index = ${JSON.stringify(index)};\n`);
