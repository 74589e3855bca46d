import { declarationText, reexportText } from "./declaration-text.js";
import type { Declaration, ExportedName, Extension, PrivateDeclaration } from "./declaration.js";
import { exportsOf, importsIn } from "./declaration.js";
import type { Imported, ImportExtension, ModuleReference } from "./imports.js";
import { printImports, specifierOf } from "./imports.js";
import * as make from "./nodes/make.js";
import type { Expr } from "./nodes/nodes.js";

/** A declaration of a module. What its files need of it is made once for each of them. */
class FileDeclaration {
  readonly kind: Declaration["kind"];
  readonly exports: readonly ExportedName[];
  readonly #texts: Partial<Record<Extension, string>> = {};
  readonly #imports: Partial<Record<Extension, ReadonlySet<Imported>>> = {};
  #tree: Declaration | undefined;

  constructor(declaration: Declaration) {
    this.kind = declaration.kind;
    this.exports = exportsOf(declaration);
    this.#tree = declaration;
  }

  /** All of it; throws once it is complete. */
  get tree(): Declaration {
    if (this.#tree === undefined) throw new Error("invariant: a declaration is text already");
    return this.#tree;
  }

  /** `""` where it has no place in such a file, and for what is passed on. */
  text(extension: Extension): string {
    return (this.#texts[extension] ??= declarationText(this.tree, extension, "export "));
  }

  /** Returns its imports in such a file, or names of its own module. */
  imports(extension: Extension): ReadonlySet<Imported> {
    return (this.#imports[extension] ??= importsIn(this.tree, extension));
  }

  /** Prints it for some files, and lets go of the tree, which takes more memory than the text. */
  complete(extensions: readonly Extension[]): void {
    for (const extension of extensions) {
      this.text(extension);
      this.imports(extension);
    }
    if (this.kind !== "reexport") this.#tree = undefined;
  }
}

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
  /** How it can be printed. */
  readonly targets: readonly EmitTarget[];
  /** Of the target, where it is known from the beginning. */
  readonly #extensions: readonly Extension[] | undefined;
  readonly #declarations: FileDeclaration[] = [];
  /** Those that are written only where something names them, by their names. */
  readonly #private = new Map<string, FileDeclaration>();
  /** The declarations as they are written so far; printing asks for it more than once. */
  #written: readonly FileDeclaration[] | undefined;

  /** With a target, declarations become text as they are added: it takes less memory than trees. */
  constructor(path: string, target?: EmitTarget) {
    this.path = path;
    this.targets = target === undefined ? ["ts", "js"] : [target];
    this.#extensions = target && extensionsOf(target);
  }

  /** Adds declarations behind those that are there; they are written in this order. */
  add(...declarations: readonly Declaration[]): void {
    for (const declaration of declarations) this.#add(declaration);
  }

  /**
   * Adds a declaration that is written only if another one that is written names it; gives its
   * name.
   */
  addPrivate(declaration: PrivateDeclaration): Expr {
    const { name } = declaration;
    this.#private.set(name, this.#add(declaration));
    return make.imported({ name, local: name, from: fileReference(this.path), typeOnly: false });
  }

  #add(declaration: Declaration): FileDeclaration {
    const added = new FileDeclaration(declaration);
    if (this.#extensions !== undefined) added.complete(this.#extensions);
    this.#declarations.push(added);
    this.#written = undefined;
    return added;
  }

  /**
   * Tells whether nothing was added; what is added may still be left unwritten, see `addPrivate`.
   */
  get isEmpty(): boolean {
    return this.#declarations.length === 0;
  }

  /** The module's text: one file, or for `js` two. */
  print(options: PrintOptions): readonly OutputFile[] {
    return extensionsOf(options.target).map((extension) => this.#print(extension, options));
  }

  /** Everything that the file imports. */
  get imports(): readonly Imported[] {
    const extensions = this.#extensions ?? onlyTypeScript;
    return this.#fromElsewhere(
      this.#findWritten().flatMap((one) => extensions.map((extension) => one.imports(extension))),
    );
  }

  /** The names that the file exports, apart from those that it passes on. */
  get exports(): readonly ExportedName[] {
    return this.#declarations.flatMap(({ exports }) => exports);
  }

  /**
   * The module's JavaScript; types, and what it passes on of other modules, have no place in it.
   */
  script(): Script {
    const declarations = this.#findWritten()
      .map(({ tree }) => tree)
      .filter(({ kind }) => kind !== "type" && kind !== "reexport");
    return {
      imports: this.#fromElsewhere(
        declarations.map((declaration) => importsIn(declaration, ".js")),
      ),
      body: declarations.map((declaration) => declarationText(declaration, ".js", "")).join("\n"),
      exports: declarations.flatMap((declaration) =>
        "exported" in declaration && declaration.exported !== false ? [declaration.name] : [],
      ),
    };
  }

  #print(extension: Extension, options: PrintOptions): OutputFile {
    const written = this.#findWritten();
    const printed = written.filter((one) => one.text(extension) !== "");
    const texts = printed.map((one) => one.text(extension));
    const imports = this.#fromElsewhere(printed.map((one) => one.imports(extension)));
    const head = printImports(this.path, imports, {
      extension: options.importExtension,
      javaScript: extension === ".js",
    });
    const reexports = written.filter(({ kind }) => kind === "reexport");
    if (reexports.length > 0) {
      texts.unshift(reexports.map(({ tree }) => this.#reexport(tree, extension, options)).join(""));
    }
    const body = texts.length === 0 ? "export {};\n" : texts.join("\n");
    return {
      path: this.path + extension,
      text: `${options.banner}\n${head === "" ? "" : head + "\n"}${body}`,
    };
  }

  #reexport(declaration: Declaration, extension: Extension, options: PrintOptions): string {
    if (declaration.kind !== "reexport") return "";
    if (extension === ".js" && declaration.typeOnly) return "";
    const specifier = specifierOf(this.path, declaration.from, options.importExtension);
    return reexportText(declaration, specifier);
  }

  /** The declarations without those of the file's own that nothing names. */
  #findWritten(): readonly FileDeclaration[] {
    if (this.#private.size === 0) return this.#declarations;
    this.#written ??= this.#withoutUnnamed();
    return this.#written;
  }

  #withoutUnnamed(): readonly FileDeclaration[] {
    const [code = ".ts"] = this.#extensions ?? onlyTypeScript;
    const unnamed = new Set(this.#private.values());
    const pending = this.#declarations.filter((declaration) => !unnamed.has(declaration));
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      for (const { from, name } of next.imports(code)) {
        const named = this.#isOwn(from) ? this.#private.get(name) : undefined;
        if (named !== undefined && unnamed.delete(named)) pending.push(named);
      }
    }
    return this.#declarations.filter((declaration) => !unnamed.has(declaration));
  }

  /** Each once of what declarations import, without what stands in this file. */
  #fromElsewhere(imports: readonly ReadonlySet<Imported>[]): readonly Imported[] {
    const found = new Set<Imported>();
    for (const names of imports) for (const name of names) found.add(name);
    return [...found].filter(({ from }) => !this.#isOwn(from));
  }

  #isOwn(from: ModuleReference): boolean {
    return from.kind === "file" && from.path === this.path;
  }
}

/** The files of a module; the one with its code is the first. */
function extensionsOf(target: EmitTarget): readonly Extension[] {
  return target === "ts" ? onlyTypeScript : withDeclarations;
}

const onlyTypeScript = [".ts"] as const;
const withDeclarations = [".js", ".d.ts"] as const;

/** A reference to a file of the output. */
export function fileReference(path: string): ModuleReference {
  return { kind: "file", path };
}
