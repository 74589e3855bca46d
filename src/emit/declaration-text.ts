import type { Code } from "./code.js";
import type { ClassDeclaration, Declaration, Extension, Signature } from "./declaration.js";
import { printNames } from "./imports.js";
import { expressionLayout } from "./layout/expression-layout.js";
import type { Layout } from "./layout/layout.js";
import { group, hardLine, ifBroken, indent, line, lineWidth, printLayout, separated, softLine } from "./layout/layout.js"; // prettier-ignore
import { printStatements } from "./layout/print-statements.js";
import { blockLayout, variableLayout } from "./layout/statement-layout.js";
import { typeArgumentsLayout, typeLayout } from "./layout/type-layout.js";
import type { Language } from "./tree/parse.js";
import { parseExpression, parseStatements, parseType } from "./tree/parse.js";

/**
 * A declaration with its comment and line end; `""` where it has no place in such a file, and for
 * what is passed on.
 */
export function declarationText(
  declaration: Declaration,
  extension: Extension,
  exportWord: string,
): string {
  switch (declaration.kind) {
    case "reexport":
      return "";
    case "type":
      return extension === ".js" ? "" : `${declaration.text.text}\n`;
    case "class":
      return documented(declaration.doc, [classText(declaration, extension, exportWord)]);
    case "const":
    case "function": {
      if (extension === ".d.ts" && !declaration.exported) return "";
      const prefix =
        (declaration.exported ? exportWord : "") + (extension === ".d.ts" ? "declare " : "");
      const texts =
        declaration.kind === "const"
          ? [constText(declaration, extension, prefix)]
          : functionTexts(declaration, extension, prefix);
      return documented(declaration.doc, texts);
    }
  }
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

function documented(doc: Code, texts: readonly string[]): string {
  const comment = doc.text === "" ? "" : `${doc.text}\n`;
  return `${comment}${texts.map((text) => `${text}\n`).join("")}`;
}

function languageOf(extension: Extension): Language {
  return extension === ".js" ? "js" : "ts";
}

function print(layout: Layout): string {
  return printLayout(layout, 0, 0, lineWidth);
}

function constText(
  declaration: Extract<Declaration, { kind: "const" }>,
  extension: Extension,
  prefix: string,
): string {
  const { name, type, value } = declaration;
  const statement = {
    kind: "variable",
    word: "const",
    pattern: { kind: "name", text: name },
    type: type === undefined || extension === ".js" ? undefined : parseType(type.tokens),
    value: extension === ".d.ts" ? undefined : parseExpression(value.tokens, languageOf(extension)),
  } as const;
  return print([variableLayout(statement, prefix), ";"]);
}

/** A function, after the ways to call it if there are several. */
function functionTexts(
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: Extension,
  prefix: string,
): readonly string[] {
  const { name, overloads = [] } = declaration;
  const head = `${prefix}function ${name}`;
  const ways = extension === ".js" ? [] : overloads;
  const signatures = ways.map((way) => print([signatureLayout(head, way, extension), ";"]));
  if (extension !== ".d.ts") return [...signatures, bodyText(head, declaration, extension)];
  return signatures.length > 0
    ? signatures
    : [print([signatureLayout(head, declaration, extension), ";"])];
}

function bodyText(
  head: string,
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: ".ts" | ".js",
): string {
  const statements = parseStatements(declaration.body.tokens, languageOf(extension));
  const tail = statements.length === 0 ? " {}" : " {";
  const signature = print([signatureLayout(head, declaration, extension), tail]);
  if (statements.length === 0) return signature;
  return `${signature}\n${printStatements(statements, 2)}\n}`;
}

function signatureLayout(head: string, signature: Signature, extension: Extension): Layout {
  const { parameters, returns } = signature;
  if (extension === ".js") return group(head, parametersLayout(parameters.map(({ name }) => name)));
  const typed = parameters.map(({ name, type, optional }) => [
    optional === true ? `${name}?: ` : `${name}: `,
    typeLayout(parseType(type.tokens)),
  ]);
  return group(head, parametersLayout(typed), ": ", typeLayout(parseType(returns.tokens)));
}

function parametersLayout(parameters: readonly Layout[]): Layout {
  if (parameters.length === 0) return "()";
  return ["(", indent(softLine, separated(parameters, ",", line)), ifBroken(","), softLine, ")"];
}

function classText(
  declaration: ClassDeclaration,
  extension: Extension,
  exportWord: string,
): string {
  const { name, extends: base, fields, parameters, body } = declaration;
  const isTyped = extension !== ".js";
  const types = isTyped ? base.types.map((type) => parseType(type.tokens)) : [];
  const head = [
    `${exportWord}${extension === ".d.ts" ? "declare " : ""}class ${name} extends ${base.name.text}`,
    typeArgumentsLayout(types),
  ];
  const shown = isTyped ? fields : [];
  const fieldLayouts = shown.map(({ name: field, doc, type }) => [
    ...doc.text.split("\n").flatMap((text) => (text === "" ? [] : [text, hardLine])),
    `readonly ${field}: `,
    typeLayout(parseType(type.tokens)),
    ";",
    hardLine,
  ]);
  const signature = group(
    "constructor",
    parametersLayout(parameters.map((parameter) => classParameter(parameter, extension))),
  );
  const language = languageOf(extension);
  const made =
    extension === ".d.ts"
      ? [signature, ";"]
      : [signature, " ", blockLayout({ kind: "block", body: parseStatements(body.tokens, language) })]; // prettier-ignore
  const gap = fieldLayouts.length > 0 ? [hardLine] : [];
  return print([head, " {", indent(hardLine, fieldLayouts, gap, made), hardLine, "}"]);
}

function classParameter(
  { name, type, initial }: ClassDeclaration["parameters"][number],
  extension: Extension,
): Layout {
  const annotation = extension === ".js" ? "" : [": ", typeLayout(parseType(type.tokens))];
  if (extension === ".d.ts") return [name, initial === undefined ? "" : "?", annotation];
  if (initial === undefined) return [name, annotation];
  const value = parseExpression(initial.tokens, languageOf(extension));
  return [name, annotation, " = ", expressionLayout(value, "value", blockLayout)];
}
