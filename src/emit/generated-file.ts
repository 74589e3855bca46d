import type { Code, Imported, ModuleReference } from "./code.js";
import { empty, javaScriptText, raw, typeScriptText } from "./code.js";
import type { ImportExtension } from "./imports.js";
import { printImports, printNames, specifierOf } from "./imports.js";

/** A parameter of a generated function. */
export interface Parameter {
  readonly name: string;
  readonly type: Code;
  /** Prints `name?: type`. */
  readonly optional?: boolean;
}

/** A top-level declaration. `doc` is a whole comment made by `jsDoc`, or `empty`. */
export type Declaration =
  | {
      readonly kind: "function";
      readonly name: string;
      readonly exported: boolean;
      readonly doc: Code;
      readonly parameters: readonly Parameter[];
      readonly returns: Code;
      /** Statements, not indented. */
      readonly body: Code;
    }
  | {
      readonly kind: "const";
      readonly name: string;
      readonly exported: boolean;
      readonly doc: Code;
      /** Required where exported, since every export has an explicit type. */
      readonly type: Code | undefined;
      readonly value: Code;
    }
  /** Interfaces and aliases, whole: they stand in `.ts` and `.d.ts` only. `name` is what it exports. */
  | { readonly kind: "type"; readonly text: Code; readonly name?: string }
  /** Exports of another module: all of them, all under one name, or some; types stand in `.ts` and `.d.ts` only. */
  | {
      readonly kind: "reexport";
      readonly from: ModuleReference;
      readonly names: "*" | { readonly namespace: string } | readonly string[];
      readonly typeOnly: boolean;
    }
  /** Anything else that exports one value: `text` for `.ts` and `.js`, `declaration` for `.d.ts`. */
  | {
      readonly kind: "other";
      readonly name: string;
      readonly text: Code;
      readonly declaration: Code;
    };

/** A function or constant of the file's own. */
export type PrivateDeclaration = Extract<Declaration, { kind: "function" | "const" }> & {
  readonly exported: false;
};

/** A name that a file exports itself. */
export interface ExportedName {
  readonly name: string;
  readonly typeOnly: boolean;
}

/** `ts`: one `.ts` file; `js`: a `.js` file with its `.d.ts`. */
export type EmitTarget = "ts" | "js";

export interface PrintOptions {
  readonly target: EmitTarget;
  readonly importExtension: ImportExtension;
  /** First lines of the file, with their line ends. */
  readonly banner: string;
}

/** A file of the output: its path from the output folder, with `/`, and its text. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
}

/** A file without its imports, for evaluation in memory. */
export interface Script {
  readonly imports: readonly Imported[];
  /** JavaScript declarations without `export`. */
  readonly body: string;
  readonly exports: readonly string[];
}

/** Gathers the declarations of one module and prints them once. */
export class GeneratedFile {
  /** Path in the output without extension. */
  readonly path: string;
  readonly #declarations: Declaration[] = [];
  /** Those that are written only where something names them, by their names. */
  readonly #private = new Map<string, Declaration>();

  constructor(path: string) {
    this.path = path;
  }

  add(...declarations: readonly Declaration[]): void {
    this.#declarations.push(...declarations);
  }

  /** Adds a declaration that is written only if another one that is written names it; gives its name. */
  addPrivate(declaration: PrivateDeclaration): Code {
    const { name } = declaration;
    this.#declarations.push(declaration);
    this.#private.set(name, declaration);
    return raw(name, [{ name, local: name, from: fileReference(this.path), typeOnly: false }]);
  }

  get isEmpty(): boolean {
    return this.#declarations.length === 0;
  }

  print(options: PrintOptions): readonly OutputFile[] {
    if (options.target === "ts") return [this.#print(".ts", options)];
    return [this.#print(".js", options), this.#print(".d.ts", options)];
  }

  /** Everything that the file imports. */
  get imports(): readonly Imported[] {
    const found = new Set<Imported>();
    for (const declaration of this.#written()) collectImports(declaration, ".ts", found);
    return this.#fromElsewhere(found);
  }

  /** What the file exports, apart from what it passes on. */
  get exports(): readonly ExportedName[] {
    return this.#declarations.flatMap(exportsOf);
  }

  script(): Script {
    const declarations = this.#written().filter(
      ({ kind }) => kind !== "type" && kind !== "reexport",
    );
    const imports = new Set<Imported>();
    for (const declaration of declarations) collectImports(declaration, ".js", imports);
    return {
      imports: this.#fromElsewhere(imports),
      body: declarations.map((declaration) => printDeclaration(declaration, ".js", "")).join("\n"),
      exports: declarations.flatMap((declaration) =>
        "exported" in declaration && declaration.exported ? [declaration.name] : [],
      ),
    };
  }

  #print(extension: Extension, options: PrintOptions): OutputFile {
    const imports = new Set<Imported>();
    const texts: string[] = [];
    const reexports: string[] = [];
    for (const declaration of this.#written()) {
      if (declaration.kind === "reexport") {
        if (extension === ".js" && declaration.typeOnly) continue;
        const specifier = specifierOf(this.path, declaration.from, options.importExtension);
        reexports.push(printReexport(declaration, specifier));
        continue;
      }
      const text = printDeclaration(declaration, extension, "export ");
      if (text === "") continue;
      texts.push(text);
      collectImports(declaration, extension, imports);
    }
    const head = printImports(this.path, this.#fromElsewhere(imports), {
      extension: options.importExtension,
      javaScript: extension === ".js",
    });
    if (reexports.length > 0) texts.unshift(reexports.join(""));
    const body = texts.length === 0 ? "export {};\n" : texts.join("\n");
    return {
      path: this.path + extension,
      text: `${options.banner}\n${head === "" ? "" : head + "\n"}${body}`,
    };
  }

  /** The declarations without those of the file's own that nothing names. */
  #written(): readonly Declaration[] {
    if (this.#private.size === 0) return this.#declarations;
    const unnamed = new Set(this.#private.values());
    const pending = this.#declarations.filter((declaration) => !unnamed.has(declaration));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const names = new Set<Imported>();
      collectImports(next, ".ts", names);
      for (const { from, name } of names) {
        const named = this.#isOwn(from) ? this.#private.get(name) : undefined;
        if (named !== undefined && unnamed.delete(named)) pending.push(named);
      }
    }
    return this.#declarations.filter((declaration) => !unnamed.has(declaration));
  }

  #fromElsewhere(names: Iterable<Imported>): readonly Imported[] {
    return [...names].filter(({ from }) => !this.#isOwn(from));
  }

  #isOwn(from: ModuleReference): boolean {
    return from.kind === "file" && from.path === this.path;
  }
}

/** A reference to a file of the output. */
export function fileReference(path: string): ModuleReference {
  return { kind: "file", path };
}

type Extension = ".ts" | ".js" | ".d.ts";

const lineWidth = 100;

function collectImports(declaration: Declaration, extension: Extension, into: Set<Imported>): void {
  for (const piece of piecesOf(declaration, extension)) piece.collectImports(into);
}

function piecesOf(declaration: Declaration, extension: Extension): readonly Code[] {
  switch (declaration.kind) {
    case "function": {
      if (extension === ".d.ts" && !declaration.exported) return [];
      const signature = [declaration.returns, ...declaration.parameters.map(({ type }) => type)];
      if (extension === ".d.ts") return signature;
      return extension === ".ts" ? [...signature, declaration.body] : [declaration.body];
    }
    case "const": {
      if (extension === ".d.ts" && !declaration.exported) return [];
      const type = declaration.type ?? empty;
      if (extension === ".d.ts") return [type];
      return extension === ".ts" ? [type, declaration.value] : [declaration.value];
    }
    case "type":
      return extension === ".js" ? [] : [declaration.text];
    case "reexport":
      return [];
    case "other":
      return [extension === ".d.ts" ? declaration.declaration : declaration.text];
  }
}

function printDeclaration(
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
      const text =
        declaration.kind === "const"
          ? printConst(declaration, extension)
          : printFunction(declaration, extension);
      return `${doc}${prefix}${text}\n`;
    }
  }
}

function printReexport(
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

function exportsOf(declaration: Declaration): readonly ExportedName[] {
  switch (declaration.kind) {
    case "const":
    case "function":
      return declaration.exported ? [{ name: declaration.name, typeOnly: false }] : [];
    case "type":
      return declaration.name === undefined ? [] : [{ name: declaration.name, typeOnly: true }];
    case "other":
      return [{ name: declaration.name, typeOnly: false }];
    case "reexport":
      return [];
  }
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

function printFunction(
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: Extension,
): string {
  const signature = printSignature(declaration, extension);
  if (extension === ".d.ts") return `${signature};`;
  const { text } = declaration.body;
  const body = extension === ".js" ? javaScriptText(text) : typeScriptText(text);
  if (body === "") return `${signature} {}`;
  const indented = body.replaceAll("\n", "\n  ");
  const lines = indented.includes("\n  \n") ? indented.replace(/^ +$/gm, "") : indented;
  return `${signature} {\n  ${lines}\n}`;
}

function printSignature(
  declaration: Extract<Declaration, { kind: "function" }>,
  extension: Extension,
): string {
  if (extension === ".js") {
    return `function ${declaration.name}(${declaration.parameters.map(({ name }) => name).join(", ")})`;
  }
  const parameters = declaration.parameters.map(
    ({ name, type, optional }) =>
      `${name}${optional === true ? "?" : ""}: ${typeScriptText(type.text)}`,
  );
  const returns = typeScriptText(declaration.returns.text);
  const line = `function ${declaration.name}(${parameters.join(", ")}): ${returns}`;
  if (line.length + "export  {".length <= lineWidth) return line;
  return `function ${declaration.name}(\n${parameters.map((parameter) => `  ${parameter},\n`).join("")}): ${returns}`;
}
