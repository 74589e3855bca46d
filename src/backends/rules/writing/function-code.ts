import type { Code } from "../../../emit/code.js";
import { code, join, raw, word } from "../../../emit/code.js";
import { lateName, lateNames, unreadIn, withoutUnread } from "../../../emit/late-names.js";

/**
 * The body of one generated function while it is being written, with its local variables for intermediate results. These
 * get their names at the end, in the order in which the text has them: some are made for a form of the code that is given
 * up. What is assigned inside of expressions is declared at the top.
 */
export class FunctionCode {
  readonly #opening: Code[] = [];
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

  /** Adds a statement to those that the body begins with. */
  open(statement: Code): void {
    this.#opening.push(statement);
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
    return lateName(base, ++this.#count);
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
    return text.replace(lateNames, (mark) => {
      let name = mark;
      for (let next = this.#same.get(name); next !== undefined; next = this.#same.get(name)) {
        name = next;
      }
      return name;
    });
  }

  /**
   * The declarations of the variables, the statements that open the body, and then those given. Constants that nothing reads are left out: those that read
   * them were decided by other operands. What a loop declares and nobody reads begins with an underscore.
   */
  body(statements: readonly Code[]): Code {
    const { text, imports } = join([...this.#opening, ...statements], "\n");
    const settled = withoutUnread(this.settled(text));
    const used = namesIn(settled);
    for (const name of used) this.#taken.add(name);
    const unread = unreadIn(settled);
    const names = new Map<string, string>();
    const named = settled.replace(lateNames, (mark, base: string) => {
      const name = names.get(mark) ?? this.name(unread.has(mark) ? `_${base}` : base);
      names.set(mark, name);
      return name;
    });
    const assigned = this.#temporaries.filter(({ mark }) => settled.includes(`(${mark} = `));
    const declarations = assigned.map(
      ({ mark, type }) => code`let ${word(names.get(mark) ?? "")}${type};`,
    );
    const needed = imports.filter(({ local }) => used.has(local));
    return join([...declarations, raw(named, needed)], "\n");
  }
}

/** The names that code uses, those of properties excepted: of imports and of the file's constants and functions. */
export function namesIn(text: string): ReadonlySet<string> {
  const bare = text.replace(lateNames, " ").replace(/"(?:[^"\\]|\\.)*"/g, '""');
  return new Set(bare.match(/(?<![\w$]|(?<!\.\.)\.)[A-Za-z_$][\w$]*/g));
}
