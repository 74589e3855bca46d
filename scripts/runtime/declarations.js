// Reads src/runtime/v1 as declarations: the text of each, and what it refers to.
import { readdirSync } from "node:fs";
import { basename, join, relative } from "node:path";
import ts from "typescript";
import { entries, isRarelyCopied } from "./targets.js";

/** Lists of exports, not modules. */
const lists = new Set(
  ["index", "internal", "internal-built-in", "library", ...entries].map((name) => `${name}.ts`),
);

/**
 * @typedef {object} Declaration
 * @property {string} name What the declaration is called; no other one of the runtime has the name.
 * @property {string} module Such as `json/copy-json`.
 * @property {Set<string>} values The declarations that its JavaScript refers to.
 * @property {Set<string>} types Those that only its types refer to.
 * @property {Set<string>} atLoad Those of `values` that it refers to while its module is loaded.
 * @property {Set<string>} run Those of `atLoad` that may run then: what is called, and what is
 *   given to a call.
 * @property {boolean} isFunction Functions are there before anything is evaluated.
 * @property {boolean} isValue Types leave nothing in JavaScript.
 * @property {boolean} isExported
 */

/**
 * @typedef {object} Module
 * @property {string} path
 * @property {string} text With the names that the declarations have here.
 * @property {Declaration[]} declarations
 * @property {string[]} imports The modules that it imports.
 */

/**
 * The modules of the runtime. Names that two modules give to declarations of their own are changed:
 * modules share a file when they are copied.
 *
 * @param {string} root @returns {Module[]}
 */
export function readModules(root) {
  const paths = readdirSync(root, { recursive: true })
    .map((path) => path.replaceAll("\\", "/"))
    .filter((path) => path.endsWith(".ts") && !lists.has(path))
    .sort();
  const program = ts.createProgram(
    paths.map((path) => join(root, path)),
    {
      target: ts.ScriptTarget.ES2022,
      lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.asynciterable.d.ts"],
      module: ts.ModuleKind.NodeNext,
      types: ["node"],
      strict: true,
    },
  );
  const checker = program.getTypeChecker();
  const files = paths.map((path) => {
    const file = program.getSourceFile(join(root, path));
    if (file === undefined) throw new Error(`'${path}' was not read`);
    return { file, path: path.replace(/\.ts$/, "") };
  });
  const declared = declaredSymbols(files, checker);
  const names = uniqueNames(declared);
  return files.map(({ file, path }) => readModule(file, path, root, checker, names));
}

/** The names that a statement declares, with overloads as one. @param {ts.Statement} statement */
export function namesOf(statement) {
  if (ts.isVariableStatement(statement)) {
    return statement.declarationList.declarations.map(({ name }) => {
      if (!ts.isIdentifier(name)) throw new Error(`a name is needed: ${statement.getText()}`);
      return name;
    });
  }
  if (isNamed(statement)) return [statement.name];
  throw new Error(`only declarations can be copied: ${statement.getText()}`);
}

/** @param {ts.Statement} statement */
export function isImport(statement) {
  return ts.isImportDeclaration(statement);
}

/** @param {ts.Statement} statement */
function isNamed(statement) {
  return (
    (ts.isFunctionDeclaration(statement) ||
      ts.isClassDeclaration(statement) ||
      ts.isInterfaceDeclaration(statement) ||
      ts.isTypeAliasDeclaration(statement)) &&
    statement.name !== undefined
  );
}

/** By symbol: the module, the name, and whether others may import it. */
function declaredSymbols(files, checker) {
  const declared = new Map();
  for (const { file, path } of files) {
    for (const statement of file.statements) {
      if (isImport(statement)) continue;
      const isExported = hasExport(statement);
      for (const name of namesOf(statement)) {
        declared.set(checker.getSymbolAtLocation(name), {
          module: path,
          name: name.text,
          isExported,
        });
      }
    }
  }
  return declared;
}

/**
 * The name that each symbol gets: its own, or one with the module's name before it where another
 * module has the name too and does export it, or has one of its own: `pattern` of
 * `formats/rgb-color` becomes `rgbColorPattern`. Modules that few outputs have give way to all
 * others.
 */
function uniqueNames(declared) {
  const bearers = new Map();
  for (const [symbol, { name }] of declared)
    bearers.set(name, [...(bearers.get(name) ?? []), symbol]);
  const names = new Map();
  for (const [symbol, { module, name, isExported }] of declared) {
    const gives = isRarelyCopied(module);
    const isAlone = (bearers.get(name) ?? []).every(
      (other) => other === symbol || (!gives && isRarelyCopied(declared.get(other).module)),
    );
    if (
      isExported &&
      !isAlone &&
      bearers.get(name).some((other) => other !== symbol && declared.get(other).isExported)
    )
      throw new Error(`'${name}' is exported by '${module}' and by another module`);
    names.set(symbol, isAlone || isExported ? name : prefixed(module, name));
  }
  const all = [...names.values()];
  const twice = all.find((name, index) => all.indexOf(name) !== index);
  if (twice !== undefined) throw new Error(`two declarations of the runtime would be '${twice}'`);
  return names;
}

function prefixed(module, name) {
  const words = basename(module).split("-");
  const [first = "", ...rest] = name.startsWith(name[0].toUpperCase())
    ? words.map(capital)
    : [words[0], ...words.slice(1).map(capital)];
  return first + rest.join("") + capital(name);
}

function capital(word) {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

/** @returns {Module} */
function readModule(file, path, root, checker, names) {
  const edits = [];
  const globals = new Set();
  const declarations = new Map();
  for (const statement of file.statements) {
    if (isImport(statement)) continue;
    for (const id of namesOf(statement)) {
      const name = names.get(checker.getSymbolAtLocation(id));
      const declaration = declarations.get(name) ?? newDeclaration(name, path);
      declarations.set(name, declaration);
      addStatement(declaration, statement);
    }
  }
  for (const statement of file.statements) {
    if (isImport(statement)) continue;
    const [id] = namesOf(statement);
    const declaration = declarations.get(names.get(checker.getSymbolAtLocation(id)));
    eachIdentifier(statement, (identifier, place) => {
      const symbol = symbolOf(identifier, checker);
      const name = names.get(symbol);
      if (name === undefined) {
        if (symbol !== undefined && symbol === globalNamed(identifier.text, checker))
          globals.add(identifier.text);
        return;
      }
      if (name !== identifier.text) edits.push(renaming(identifier, name));
      if (name === declaration.name) return;
      (place.isType ? declaration.types : declaration.values).add(name);
      if (place.isAtLoad && !place.isType) {
        declaration.atLoad.add(name);
        if (place.isCall) declaration.run.add(name);
      }
    });
    // Several names of one statement stand and fall together.
    for (const other of namesOf(statement).slice(1))
      declaration.values.add(names.get(checker.getSymbolAtLocation(other)));
  }
  const all = new Set(names.values());
  const hidden = [...globals].find((name) => all.has(name));
  if (hidden !== undefined)
    throw new Error(`'${path}' uses a global '${hidden}', and a module declares one`);
  const imports = file.statements.filter(isImport).map(({ moduleSpecifier }) => {
    if (!moduleSpecifier.text.startsWith("."))
      throw new Error(`'${path}' imports '${moduleSpecifier.text}'`);
    return relative(root, join(root, path, "..", moduleSpecifier.text))
      .replaceAll("\\", "/")
      .replace(/\.js$/, "");
  });
  const text = apply(file.text, edits);
  for (const { name } of edits) {
    if (new RegExp(`\\b${name}\\b`).test(file.text))
      throw new Error(`'${path}' has a '${name}' already`);
  }
  return { path, text, declarations: [...declarations.values()], imports };
}

function globalNamed(name, checker) {
  const any = ts.SymbolFlags.Value | ts.SymbolFlags.Type | ts.SymbolFlags.Namespace;
  return checker.resolveName(name, undefined, any, false);
}

function newDeclaration(name, module) {
  const sets = { values: new Set(), types: new Set(), atLoad: new Set(), run: new Set() };
  return { name, module, ...sets, isFunction: true, isValue: false, isExported: false };
}

function addStatement(declaration, statement) {
  const isType = ts.isInterfaceDeclaration(statement) || ts.isTypeAliasDeclaration(statement);
  if (!isType) declaration.isValue = true;
  if (!isType && !ts.isFunctionDeclaration(statement)) declaration.isFunction = false;
  if (hasExport(statement)) declaration.isExported = true;
}

export function hasExport(statement) {
  const modifiers = ts.canHaveModifiers(statement) ? (ts.getModifiers(statement) ?? []) : [];
  return modifiers.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword);
}

/** Calls `visit` with each identifier that can name a declaration, and where it stands. */
function eachIdentifier(statement, visit) {
  const walk = (node, place) => {
    if (ts.isIdentifier(node)) {
      if (!isMemberName(node)) visit(node, place);
      return;
    }
    ts.forEachChild(node, (child) => walk(child, inside(node, child, place)));
  };
  walk(statement, { isType: false, isAtLoad: true, isCall: false });
}

function isMemberName(node) {
  const { parent } = node;
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node;
  if (ts.isQualifiedName(parent)) return parent.right === node;
  return (
    (ts.isPropertyAssignment(parent) ||
      ts.isPropertySignature(parent) ||
      ts.isPropertyDeclaration(parent) ||
      ts.isMethodDeclaration(parent) ||
      ts.isMethodSignature(parent) ||
      ts.isAccessor(parent)) &&
    parent.name === node
  );
}

function inside(node, child, place) {
  if (place.isType) return place;
  if (ts.isExpressionWithTypeArguments(node)) {
    const isExtended =
      ts.isHeritageClause(node.parent) &&
      node.parent.token === ts.SyntaxKind.ExtendsKeyword &&
      ts.isClassLike(node.parent.parent);
    return { ...place, isType: !isExtended || child !== node.expression };
  }
  const isType =
    (ts.isTypeNode(child) && !ts.isExpressionWithTypeArguments(child)) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node) ||
    ts.isTypeParameterDeclaration(child);
  if (isType) return { ...place, isType };
  if (ts.isCallExpression(node) || ts.isNewExpression(node)) return { ...place, isCall: true };
  const isLater =
    ts.isFunctionLike(node) ||
    (ts.isPropertyDeclaration(node) && child === node.initializer && !isStatic(node));
  return isLater ? { ...place, isAtLoad: false } : place;
}

function isStatic(node) {
  return ts.getModifiers(node)?.some(({ kind }) => kind === ts.SyntaxKind.StaticKeyword) ?? false;
}

function symbolOf(identifier, checker) {
  const { parent } = identifier;
  const symbol = ts.isShorthandPropertyAssignment(parent)
    ? checker.getShorthandAssignmentValueSymbol(parent)
    : checker.getSymbolAtLocation(identifier);
  if (symbol === undefined) return undefined;
  return symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
}

/** @returns {{ start: number, end: number, text: string, name: string }} */
function renaming(identifier, name) {
  const isShorthand = ts.isShorthandPropertyAssignment(identifier.parent);
  const text = isShorthand ? `${identifier.text}: ${name}` : name;
  return { start: identifier.getStart(), end: identifier.end, text, name };
}

function apply(text, edits) {
  let result = text;
  for (const { start, end, text: replacement } of [...edits].sort(
    (left, right) => right.start - left.start,
  )) {
    result = result.slice(0, start) + replacement + result.slice(end);
  }
  return result;
}
