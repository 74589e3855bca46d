import { javaScriptText, typeScriptText } from "./code.js";
import type { Declaration, Extension, Signature } from "./declaration.js";
import { printNames } from "./imports.js";

const lineWidth = 100;

/** A declaration with its comment and line end; `""` where it has no place in such a file, and for what is passed on. */
export function declarationText(
  declaration: Declaration,
  extension: Extension,
  exportWord: string,
): string {
  switch (declaration.kind) {
    case "reexport":
      return "";
    case "type":
      return extension === ".js" ? "" : typeScriptText(declaration.text.text) + "\n";
    case "other": {
      const { text } = extension === ".d.ts" ? declaration.declaration : declaration.text;
      return text === ""
        ? ""
        : `${extension === ".js" ? javaScriptText(text) : typeScriptText(text)}\n`;
    }
    case "const":
    case "function": {
      if (extension === ".d.ts" && !declaration.exported) return "";
      const doc = declaration.doc.text === "" ? "" : declaration.doc.text + "\n";
      const prefix =
        (declaration.exported ? exportWord : "") + (extension === ".d.ts" ? "declare " : "");
      const texts =
        declaration.kind === "const"
          ? [printConst(declaration, extension)]
          : printFunction(declaration, extension);
      return `${doc}${texts.map((text) => `${prefix}${text}\n`).join("")}`;
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

function printConst(
  declaration: Extract<Declaration, { kind: "const" }>,
  extension: Extension,
): string {
  const annotation =
    declaration.type === undefined || extension === ".js"
      ? ""
      : `: ${typeScriptText(declaration.type.text)}`;
  const head = `const ${declaration.name}${annotation}`;
  if (extension === ".d.ts") return `${head};`;
  const value =
    extension === ".js"
      ? javaScriptText(declaration.value.text)
      : typeScriptText(declaration.value.text);
  // A value that begins with a line break did not fit behind the name.
  if (value.startsWith("\n")) return `${head} =${value};`;
  const line = `${head} = ${value};`;
  const width = line.length + (declaration.exported ? "export ".length : 0);
  const tooLong = width > lineWidth && !/^[{[]|\n/.test(value);
  return tooLong ? `${head} =\n  ${value};` : line;
}

/** A function, after the ways to call it if there are several. */
function printFunction(
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: Extension,
): readonly string[] {
  const { name, overloads = [] } = declaration;
  const signatures = overloads.map((overload) => `${printSignature(name, overload, extension)};`);
  if (extension === ".js") return [printBody(declaration, extension)];
  if (extension === ".ts") return [...signatures, printBody(declaration, extension)];
  return signatures.length > 0 ? signatures : [`${printSignature(name, declaration, extension)};`];
}

function printBody(
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: ".ts" | ".js",
): string {
  const signature = printSignature(declaration.name, declaration, extension);
  const { text } = declaration.body;
  const body = extension === ".js" ? javaScriptText(text) : typeScriptText(text);
  if (body === "") return `${signature} {}`;
  const indented = body.replaceAll("\n", "\n  ");
  const lines = indented.includes("\n  \n") ? indented.replace(/^ +$/gm, "") : indented;
  return `${signature} {\n  ${lines}\n}`;
}

function printSignature(
  name: string,
  { parameters, returns }: Signature,
  extension: Extension,
): string {
  if (extension === ".js") {
    return `function ${name}(${parameters.map((parameter) => parameter.name).join(", ")})`;
  }
  const typed = parameters.map(
    (parameter) =>
      `${parameter.name}${parameter.optional === true ? "?" : ""}: ${typeScriptText(parameter.type.text)}`,
  );
  const result = typeScriptText(returns.text);
  const line = `function ${name}(${typed.join(", ")}): ${result}`;
  if (line.length + "export  {".length <= lineWidth) return line;
  return `function ${name}(\n${typed.map((parameter) => `  ${parameter},\n`).join("")}): ${result}`;
}
