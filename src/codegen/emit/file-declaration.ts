import { declarationText } from "./declaration-text.js";
import type { Declaration, ExportedName, Extension } from "./declaration.js";
import { exportsOf, importsIn } from "./declaration.js";
import type { Imported } from "./imported.js";

/** A declaration of a module. What its files need of it is made once for each of them. */
export class FileDeclaration {
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

  /** What it imports in such a file, or names of its own module. */
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
