import { declarationText, reexportText } from "./declaration-text.js";
import type { Declaration, ExportedName, Extension, PrivateDeclaration } from "./declaration.js";
import { exportsOf, importsIn } from "./declaration.js";
import type { Imported, ModuleReference } from "./imported.js";
import type { ImportExtension } from "./imports.js";
import { printImports, specifierOf } from "./imports.js";
import * as make from "./nodes/make.js";
import type { Expr } from "./nodes/nodes.js";

/** `ts`: one `.ts` file; `js`: a `.js` file with its `.d.ts`. */
export type EmitTarget = "ts" | "js";

/** How the files of an output are printed. */
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
  /** What is written of the declarations so far; printing asks for it more than once. */
  #written: readonly Declaration[] | undefined;
  /** What declarations import in each of the files, as far as that was asked for. */
  readonly #imports = new Map<Extension, Map<Declaration, ReadonlySet<Imported>>>();

  constructor(path: string) {
    this.path = path;
  }

  /** Adds declarations behind those that are there; they are written in this order. */
  add(...declarations: readonly Declaration[]): void {
    this.#declarations.push(...declarations);
    this.#written = undefined;
  }

  /**
   * Adds a declaration that is written only if another one that is written names it; gives its
   * name.
   */
  addPrivate(declaration: PrivateDeclaration): Expr {
    const { name } = declaration;
    this.add(declaration);
    this.#private.set(name, declaration);
    return make.imported({ name, local: name, from: fileReference(this.path), typeOnly: false });
  }

  /** Whether nothing was added; what is added may still be left unwritten, see `addPrivate`. */
  get isEmpty(): boolean {
    return this.#declarations.length === 0;
  }

  /** The module's text: one file, or for `js` two. */
  print(options: PrintOptions): readonly OutputFile[] {
    if (options.target === "ts") return [this.#print(".ts", options)];
    return [this.#print(".js", options), this.#print(".d.ts", options)];
  }

  /** Everything that the file imports. */
  get imports(): readonly Imported[] {
    return this.#importsOf(this.#findWritten(), ".ts");
  }

  /** What the file exports, apart from what it passes on. */
  get exports(): readonly ExportedName[] {
    return this.#declarations.flatMap(exportsOf);
  }

  /**
   * The module's JavaScript; types, and what it passes on of other modules, have no place in it.
   */
  script(): Script {
    const declarations = this.#findWritten().filter(
      ({ kind }) => kind !== "type" && kind !== "reexport",
    );
    return {
      imports: this.#importsOf(declarations, ".js"),
      body: declarations.map((declaration) => declarationText(declaration, ".js", "")).join("\n"),
      exports: declarations.flatMap((declaration) =>
        "exported" in declaration && declaration.exported !== false ? [declaration.name] : [],
      ),
    };
  }

  #print(extension: Extension, options: PrintOptions): OutputFile {
    const printed: Declaration[] = [];
    const texts: string[] = [];
    const reexports: string[] = [];
    for (const declaration of this.#findWritten()) {
      if (declaration.kind === "reexport") {
        if (extension === ".js" && declaration.typeOnly) continue;
        const specifier = specifierOf(this.path, declaration.from, options.importExtension);
        reexports.push(reexportText(declaration, specifier));
        continue;
      }
      const text = declarationText(declaration, extension, "export ");
      if (text === "") continue;
      texts.push(text);
      printed.push(declaration);
    }
    const head = printImports(this.path, this.#importsOf(printed, extension), {
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
  #findWritten(): readonly Declaration[] {
    if (this.#private.size === 0) return this.#declarations;
    this.#written ??= this.#withoutUnnamed();
    return this.#written;
  }

  #withoutUnnamed(): readonly Declaration[] {
    const unnamed = new Set(this.#private.values());
    const pending = this.#declarations.filter((declaration) => !unnamed.has(declaration));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const { from, name } of this.#namedBy(next, ".ts")) {
        const named = this.#isOwn(from) ? this.#private.get(name) : undefined;
        if (named !== undefined && unnamed.delete(named)) pending.push(named);
      }
    }
    return this.#declarations.filter((declaration) => !unnamed.has(declaration));
  }

  /** What declarations import from elsewhere in one of the files. */
  #importsOf(declarations: readonly Declaration[], extension: Extension): readonly Imported[] {
    const found = new Set<Imported>();
    for (const declaration of declarations) {
      for (const name of this.#namedBy(declaration, extension)) found.add(name);
    }
    return [...found].filter(({ from }) => !this.#isOwn(from));
  }

  /** What a declaration imports, or names of this file; found once. */
  #namedBy(declaration: Declaration, extension: Extension): ReadonlySet<Imported> {
    let known = this.#imports.get(extension);
    if (known === undefined) {
      known = new Map<Declaration, ReadonlySet<Imported>>();
      this.#imports.set(extension, known);
    }
    let names = known.get(declaration);
    if (names === undefined) known.set(declaration, (names = importsIn(declaration, extension)));
    return names;
  }

  #isOwn(from: ModuleReference): boolean {
    return from.kind === "file" && from.path === this.path;
  }
}

/** A reference to a file of the output. */
export function fileReference(path: string): ModuleReference {
  return { kind: "file", path };
}
