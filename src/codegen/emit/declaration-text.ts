import type { ClassDeclaration, Declaration, Extension, Signature } from "./declaration.js";
import { printNames } from "./imports.js";
import type { DocComment } from "./jsdoc.js";
import { docText } from "./jsdoc.js";
import * as make from "./nodes/make.js";
import type { Block, Parameter, Stmt } from "./nodes/nodes.js";
import { printStatements } from "./print/print.js";

/**
 * A declaration with its comment and line end; `""` where it has no place in such a file, and for
 * what is passed on.
 */
export function declarationText(
  declaration: Declaration,
  extension: Extension,
  exportWord: string,
): string {
  if (declaration.kind === "reexport") return "";
  const statements = statementsOf(declaration, extension, exportWord);
  return statements.length === 0 ? "" : textOf(declaration.doc, statements, extension);
}

function textOf(doc: DocComment, statements: readonly Stmt[], extension: Extension): string {
  const language = extension === ".js" ? "js" : "ts";
  return docText(doc) + printStatements(statements, { language });
}

/** Exports of another module, which the file names by `specifier`, with the line end. */
export function reexportText(
  { names, typeOnly }: Extract<Declaration, { kind: "reexport" }>,
  specifier: string,
): string {
  const keyword = typeOnly ? "export type" : "export";
  if (names === "*") return `${keyword} * from ${JSON.stringify(specifier)};\n`;
  if ("namespace" in names) {
    return `${keyword} * as ${names.namespace} from ${JSON.stringify(specifier)};\n`;
  }
  return printNames(keyword, names, specifier);
}

function statementsOf(
  declaration: Exclude<Declaration, { kind: "reexport" }>,
  extension: Extension,
  exportWord: string,
): readonly Stmt[] {
  switch (declaration.kind) {
    case "type":
      return extension === ".js" ? [] : [declaration.of];
    case "class":
      return [classStatement(declaration, extension, exportWord)];
    case "const":
    case "function": {
      if (extension === ".d.ts" && declaration.exported === false) return [];
      const exported = declaration.exported === false ? "" : exportWord;
      const prefix = exported + (extension === ".d.ts" ? "declare " : "");
      return declaration.kind === "const"
        ? [constStatement(declaration, extension, prefix)]
        : functionStatements(declaration, extension, prefix);
    }
  }
}

function constStatement(
  { name, type, value }: Extract<Declaration, { kind: "const" }>,
  extension: Extension,
  prefix: string,
): Stmt {
  const shown = extension === ".d.ts" ? undefined : value;
  return make.variable("const", make.nameOf(name), type, shown, prefix);
}

/** A function, after the ways to call it if there are several. */
function functionStatements(
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: Extension,
  prefix: string,
): readonly Stmt[] {
  const { overloads = [], body } = declaration;
  const signature = (of: Signature, inner?: Block): Stmt =>
    make.functionOf(declaration.name, of.parameters.map(parameterOf), of.returns, inner, prefix);
  if (extension === ".js") return [signature(declaration, blockOf(body))];
  const ways = overloads.map((way) => signature(way));
  if (extension === ".ts") return [...ways, signature(declaration, blockOf(body))];
  return ways.length > 0 ? ways : [signature(declaration)];
}

function blockOf(body: Stmt): Block {
  if (body.kind === "block") return body;
  return make.block(body.kind === "list" ? body.body : [body]);
}

function parameterOf({ name, type, optional }: Signature["parameters"][number]): Parameter {
  return make.parameter(make.nameOf(name), type, optional);
}

function classStatement(
  { name, extends: base, fields, parameters, body }: ClassDeclaration,
  extension: Extension,
  exportWord: string,
): Stmt {
  const isDeclared = extension === ".d.ts";
  return make.classOf(
    name,
    make.reference(base.name.local, base.types, base.name),
    fields.map((field) => make.field(`readonly ${field.name}`, field.type, field.doc)),
    parameters.map(({ name: parameter, type, initial }) =>
      isDeclared
        ? make.parameter(make.nameOf(parameter), type, initial !== undefined)
        : make.parameter(make.nameOf(parameter), type, false, initial),
    ),
    isDeclared ? undefined : blockOf(body),
    exportWord + (isDeclared ? "declare " : ""),
  );
}
