import type { Expr, Stmt, TypeNode } from "../../../emit/code.js";
import { findLocal, Local, localName, localOf, stmt } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import type { Node } from "../../../emit/nodes/nodes.js";
import { visit } from "../../../emit/nodes/visit.js";

/**
 * The body of one generated function while it is being written, with its local variables for
 * intermediate results. These get their names at the end, in the order in which the text has them:
 * some are made for a form of the code that is given up. What is assigned inside of expressions is
 * declared at the top.
 */
export class FunctionCode {
  readonly #opening: Stmt[] = [];
  readonly #temporaries: { readonly local: Local; readonly type: TypeNode }[] = [];
  readonly #taken: Set<string>;
  #count = 0;
  /** Whether most of it runs once per element, so that it has to be fast before it may be short. */
  readonly isLoop: boolean;

  constructor(taken: readonly string[], isLoop = false) {
    this.#taken = new Set([...globals, ...taken]);
    this.isLoop = isLoop;
  }

  /** Adds a statement to those that the body begins with. */
  open(statement: Stmt): void {
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
  local(base: string): Expr {
    return localName(new Local(base, ++this.#count));
  }

  /** A variable for an intermediate result, of an expression or of statements. */
  temporary(base: string, type: TypeNode): Expr {
    const made = this.local(base);
    this.#temporaries.push({ local: localOf(made), type });
    return made;
  }

  /** Makes one variable of two. */
  rename(from: Expr, to: Expr): void {
    findLocal(from)?.becomes(to.kind === "name" ? new Local(to.text, 0, to.text) : localOf(to));
  }

  /**
   * The declarations of the variables, the statements that open the body, and then those given.
   * Constants that nothing reads are left out: those that read them were decided by other operands.
   * What a loop declares and nobody reads begins with an underscore.
   */
  body(statements: readonly Stmt[]): Stmt {
    const whole = stmt`${this.#opening}\n${statements}`;
    leaveOutUnread(whole);
    this.#takeNames(whole);
    for (const [local, count] of localsIn(whole)) {
      if (local.name !== undefined) continue;
      local.settleName(this.name(count === 1 ? `_${local.base}` : local.base));
    }
    return stmt`${this.#declarations(assignedWithin(whole))}\n${whole}`;
  }

  /** Of those variables that an expression assigns to; several may have become one. */
  #declarations(assigned: ReadonlySet<Local>): readonly Stmt[] {
    const types = new Map<Local, TypeNode>();
    for (const { local, type } of this.#temporaries) {
      const { settled } = local;
      if (assigned.has(settled) && !types.has(settled)) types.set(settled, type);
    }
    return [...types].map(([local, type]) => make.variable("let", localName(local), type));
  }

  /** What code names beside its local variables is no name for one of these. */
  #takeNames(whole: Stmt): void {
    visit(whole, (node) => {
      if (node.kind === "name") this.#taken.add(node.text);
      else if (node.kind === "imported") this.#taken.add(node.use.local);
      else if (node.kind === "reference") this.#taken.add(node.name);
    });
  }
}

/** The variables to which something assigns that is no statement of its own. */
function assignedWithin(whole: Stmt): ReadonlySet<Local> {
  const assigned = new Set<Local>();
  const statements = new Set<Node>();
  visit(whole, (node) => {
    if (node.kind === "expression") statements.add(node.of);
    if (node.kind !== "assign" || statements.has(node)) return;
    const local = findLocal(node.left);
    if (local !== undefined) assigned.add(local.settled);
  });
  return assigned;
}

/** Leaves out the constants that nothing reads; without one, another may be read no more. */
function leaveOutUnread(whole: Stmt): void {
  for (let found = true; found;) {
    found = false;
    const locals = localsIn(whole);
    visit(whole, (node) => {
      const constant = node.kind === "variable" && node.spare ? findLocal(node.pattern) : undefined;
      if (constant === undefined || locals.get(constant.settled) !== 1) return;
      constant.leaveOut();
      found = true;
    });
  }
}

/** The local variables of a function in the order of its text, and how often each is named. */
function localsIn(whole: Stmt): ReadonlyMap<Local, number> {
  const counts = new Map<Local, number>();
  visit(whole, (node) => {
    if (node.kind !== "local") return;
    const local = node.local.settled;
    counts.set(local, (counts.get(local) ?? 0) + 1);
  });
  return counts;
}

/** What generated code takes of JavaScript, which no variable may hide. */
const globals = ["Array", "Infinity", "NaN", "Number", "Object", "Set", "String", "Uint8Array"];
