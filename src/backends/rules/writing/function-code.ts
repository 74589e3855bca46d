import type { Code } from "../../../emit/code.js";
import { code, join, using, variableName } from "../../../emit/code.js";
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
    this.#taken = new Set([...globals, ...taken]);
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
    const whole = join([...this.#opening, ...statements], "\n");
    const { text, leftOut } = withoutUnread(this.settled(whole.text));
    const uses = [...whole.usesWithout((mark) => leftOut.has(this.settled(mark)))];
    const assigned = new Set<string>();
    for (const use of uses) {
      if ("assigned" in use) assigned.add(this.settled(use.assigned));
      else this.#taken.add("local" in use ? use.local : use.variable);
    }
    const unread = unreadIn(text);
    const names = new Map<string, string>();
    const named = text.replace(lateNames, (mark, base: string) => {
      const name = names.get(mark) ?? this.name(unread.has(mark) ? `_${base}` : base);
      names.set(mark, name);
      return name;
    });
    const declarations = this.#temporaries
      .filter(({ mark }) => assigned.has(mark))
      .map(({ mark, type }) => code`let ${variableName(names.get(mark) ?? "")}${type};`);
    const rest = uses.filter((use) => !("assigned" in use));
    return join([...declarations, using(named, rest)], "\n");
  }
}

/** What generated code takes of JavaScript, which no variable may hide. */
const globals = ["Array", "Infinity", "NaN", "Number", "Object", "Set", "String", "Uint8Array"];
