import type { Expr, Stmt, TypeNode } from "../../emit/code.js";
import { stmt, word } from "../../emit/code.js";
import type { GeneratedFile } from "../../emit/generated-file.js";
import { jsDoc } from "../../emit/jsdoc.js";

/** A literal, and the constants that it names. */
interface SchemaConstant {
  readonly value: Expr;
  readonly named: ReadonlySet<string>;
}

/**
 * The constants that hold the shapes of a resource as data, each after those that it names. To make
 * them takes longer than all else of an import, and valid objects need none: they stand in a
 * function, but for those that other functions name.
 */
export class SchemaConstants {
  readonly #constants = new Map<string, SchemaConstant>();
  /** Those of the module. */
  readonly #shared = new Set<string>();
  /** Those that the literal names that is being written. */
  #named = new Set<string>();

  /** Whether the constant was added; one whose literal is still being written was not. */
  has(name: string): boolean {
    return this.#constants.has(name);
  }

  /** Adds a constant; `write` makes its literal, and adds what that names. */
  add(name: string, write: () => Expr): void {
    const outer = this.#named;
    const named = (this.#named = new Set());
    const value = write();
    this.#named = outer;
    this.#constants.set(name, { value, named });
  }

  /** A constant as a part of the literal that is being written. */
  name(name: string): Expr {
    this.#named.add(name);
    return word(name);
  }

  /** A constant as a part of some function. */
  share(name: string): Expr {
    this.#shared.add(name);
    return word(name);
  }

  /** Declares all, and the function `name` that gives the literal of the resource itself. */
  declare(file: GeneratedFile, name: string, type: TypeNode, literal: Expr): void {
    this.#shareNamed();
    const local: Stmt[] = [];
    for (const [constant, { value }] of this.#constants) {
      if (this.#shared.has(constant)) {
        file.add({ kind: "const", name: constant, exported: false, doc: [], type, value });
      } else {
        local.push(stmt`const ${word(constant)}: ${type} = ${value};`);
      }
    }
    file.add({
      kind: "function",
      name,
      exported: false,
      doc: jsDoc({ text: "The schema as data, by which errors are listed." }),
      parameters: [],
      returns: type,
      body: stmt`${local}
      return ${literal};`,
    });
  }

  /** What constants of the module name belongs there, too. */
  #shareNamed(): void {
    for (const [constant, { named }] of [...this.#constants].reverse()) {
      if (this.#shared.has(constant)) named.forEach((name) => this.#shared.add(name));
    }
  }
}
