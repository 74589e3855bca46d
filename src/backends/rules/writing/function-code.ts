import type { Code } from "../../../emit/code.js";
import { code, findLocal, join, Local, localName, localOf } from "../../../emit/code.js";

/**
 * The body of one generated function while it is being written, with its local variables for
 * intermediate results. These get their names at the end, in the order in which the text has them:
 * some are made for a form of the code that is given up. What is assigned inside of expressions is
 * declared at the top.
 */
export class FunctionCode {
  readonly #opening: Code[] = [];
  readonly #temporaries: { readonly local: Local; readonly type: Code }[] = [];
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
    return localName(new Local(base, ++this.#count));
  }

  /** A variable for an intermediate result, of an expression or of statements. */
  temporary(base: string, type: Code): Code {
    const made = this.local(base);
    this.#temporaries.push({ local: localOf(made), type });
    return made;
  }

  /** Makes one variable of two. */
  rename(from: Code, to: Code): void {
    findLocal(from)?.becomes(findLocal(to) ?? new Local(to.text, 0, to.text));
  }

  /**
   * The declarations of the variables, the statements that open the body, and then those given.
   * Constants that nothing reads are left out: those that read them were decided by other operands.
   * What a loop declares and nobody reads begins with an underscore.
   */
  body(statements: readonly Code[]): Code {
    const whole = join([...this.#opening, ...statements], "\n");
    leaveOutUnread(whole);
    const locals = localsIn(whole);
    const assigned = new Set<Local>();
    whole.visitUses((use) => {
      if ("assigned" in use) assigned.add(use.assigned.settled);
      else if ("from" in use) this.#taken.add(use.local);
      else if ("variable" in use) this.#taken.add(use.variable);
    });
    for (const [local, count] of locals) {
      if (local.name !== undefined) continue;
      local.settleName(this.name(count === 1 ? `_${local.base}` : local.base));
    }
    const declarations = this.#temporaries
      .filter(({ local }) => assigned.has(local.settled))
      .map(({ local, type }) => code`let ${localName(local)}${type};`);
    return join([...declarations, whole], "\n");
  }
}

/** Leaves out the constants that nothing reads; without one, another may be read no more. */
function leaveOutUnread(whole: Code): void {
  for (let found = true; found;) {
    found = false;
    const locals = localsIn(whole);
    whole.visitConstants((constant) => {
      if (locals.get(constant.settled) !== 1) return;
      constant.leaveOut();
      found = true;
    });
  }
}

/** The local variables of a function in the order of its text, and how often each is named. */
function localsIn(whole: Code): ReadonlyMap<Local, number> {
  const counts = new Map<Local, number>();
  whole.visitUses((use) => {
    if (!("base" in use)) return;
    const local = use.settled;
    counts.set(local, (counts.get(local) ?? 0) + 1);
  });
  return counts;
}

/** What generated code takes of JavaScript, which no variable may hide. */
const globals = ["Array", "Infinity", "NaN", "Number", "Object", "Set", "String", "Uint8Array"];
