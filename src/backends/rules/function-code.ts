import type { Code } from "../../emit/code.js";
import { code, join, raw, word } from "../../emit/code.js";
import type { Operand } from "./operand.js";

/**
 * The body of one generated function while it is being written: its local variables for intermediate results. These
 * are declared at its top, since they are assigned inside expressions.
 */
export class FunctionCode {
  readonly #temporaries: { readonly name: string; readonly type: Code }[] = [];
  readonly #taken: Set<string>;

  constructor(taken: readonly string[]) {
    this.#taken = new Set(taken);
  }

  /** A name that no other variable of the function has. */
  name(base: string): string {
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}${count}`;
    this.#taken.add(name);
    return name;
  }

  /** A variable for an intermediate result. */
  temporary(base: string, type: Code): Code {
    const name = this.name(base);
    this.#temporaries.push({ name, type });
    return word(name);
  }

  /** The declarations of the variables, and then the statements. */
  body(statements: readonly Code[]): Code {
    // Some were made for a form of the code that was given up.
    const { text } = join(statements, "\n");
    const used = this.#temporaries.filter(({ name }) => text.includes(`(${name} = `));
    const declarations = used.map(({ name, type }) => code`let ${word(name)}${type};`);
    return join([...declarations, ...statements], "\n");
  }
}

/** An operand that any operator may stand beside. */
export function parenthesized(operand: Operand): Code {
  return operand.atomic ? operand.code : code`(${operand.code})`;
}

/** A line comment for every line of a text. */
export function lineComment(text: string): Code {
  const lines = text.split(/\r\n|[\n\r\u2028\u2029]/);
  return raw(
    lines
      .map((line) => `// ${line.replace(/[\u007f-\u009f\ue000-\uf8ff]/g, "?")}`.trimEnd())
      .join("\n"),
  );
}
