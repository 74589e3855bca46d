import type { Code } from "../../emit/code.js";
import { code, join, raw, word } from "../../emit/code.js";
import type { Operand } from "./operand.js";

/**
 * The body of one generated function while it is being written, with its local variables for intermediate results. These
 * get their names at the end, in the order in which the text has them: some are made for a form of the code that is given
 * up. What is assigned inside of expressions is declared at the top.
 */
export class FunctionCode {
  readonly #temporaries: { readonly mark: string; readonly type: Code }[] = [];
  readonly #same = new Map<string, string>();
  readonly #taken: Set<string>;
  #count = 0;
  /** Whether most of it runs once per element, so that it has to be fast before it may be short. */
  readonly isLoop: boolean;

  constructor(taken: readonly string[], isLoop = false) {
    this.#taken = new Set(taken);
    this.isLoop = isLoop;
  }

  /** A name that no other variable of the function has. */
  name(base: string): string {
    let name = base;
    for (let count = 2; this.#taken.has(name); count++) name = `${base}${count}`;
    this.#taken.add(name);
    return name;
  }

  /** A variable that a statement declares. */
  local(base: string): Code {
    return raw(`\uE010${base}\uE011${++this.#count}\uE012`);
  }

  /** A variable for an intermediate result, of an expression or of statements. */
  temporary(base: string, type: Code): Code {
    const made = this.local(base);
    this.#temporaries.push({ mark: made.text, type });
    return made;
  }

  /** Makes one variable of two. */
  rename(from: Code, to: Code): void {
    const [one, other] = [this.settled(from.text), this.settled(to.text)];
    if (one !== other) this.#same.set(one, other);
  }

  /** A text as it is after all that was renamed so far. */
  settled(text: string): string {
    return text.replace(marks, (mark) => {
      let name = mark;
      for (let next = this.#same.get(name); next !== undefined; next = this.#same.get(name)) {
        name = next;
      }
      return name;
    });
  }

  /** The declarations of the variables, and then the statements. */
  body(statements: readonly Code[]): Code {
    const { text, imports } = join(statements, "\n");
    const settled = this.settled(text);
    const names = new Map<string, string>();
    for (const name of namesIn(settled)) this.#taken.add(name);
    const named = settled.replace(marks, (mark, base: string) => {
      const name = names.get(mark) ?? this.name(base);
      names.set(mark, name);
      return name;
    });
    const used = this.#temporaries.filter(({ mark }) => settled.includes(`(${mark} = `));
    const declarations = used.map(
      ({ mark, type }) => code`let ${word(names.get(mark) ?? "")}${type};`,
    );
    return join([...declarations, raw(named, imports)], "\n");
  }
}

/** The names that a text uses, those of properties excepted: of imports and of the file's constants and functions. */
function namesIn(text: string): readonly string[] {
  const bare = text.replace(marks, " ").replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return bare.match(/(?<![\w$.])[A-Za-z_$][\w$]*/g) ?? [];
}

// Private-use characters: no literal of generated code has them.
const marks = /\uE010([^\uE011]*)\uE011\d+\uE012/g;

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
