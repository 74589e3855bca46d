import type { CelIssue } from "../issue.js";
import type { Call, Constant, Expr } from "../syntax/ast.js";
import type { CelType } from "../type.js";

/** The result of checking an expression. All maps are by node id. */
export interface CheckedExpression {
  /** The text as given. */
  readonly text: string;
  readonly ast: Expr;
  /** The type of every node that has a value; type variables that stayed open are `dyn`. */
  readonly types: ReadonlyMap<number, CelType>;
  /**
   * The declarations that identifiers, qualified names and calls refer to. A select node in here is
   * a qualified name, not a selection.
   */
  readonly references: ReadonlyMap<number, Reference>;
  /** Values of qualified names that are constants (`google.protobuf.NullValue.NULL_VALUE`). */
  readonly constants: ReadonlyMap<number, Constant>;
}

/** A declaration that a name or a call refers to (cel-go `common/ast/ast.go`, ReferenceInfo). */
export type Reference =
  | {
      readonly kind: "variable";
      /**
       * Fully qualified; also the names of types (`int`, `net.IP`). A leading dot: the global one,
       * past a local one.
       */
      readonly name: string;
    }
  | {
      readonly kind: "function";
      /**
       * Fully qualified: `format.dns1123Label` for a namespaced call, whose target then is no
       * operand.
       */
      readonly name: string;
      /** Overload ids that fit; exactly one unless an operand is `dyn`. */
      readonly overloads: readonly string[];
    };

/**
 * The function that a call is of, fully qualified; as it is written where the checker does not know
 * it.
 */
export function functionName({ references }: CheckedExpression, expr: Call): string {
  const reference = references.get(expr.id);
  return reference?.kind === "function" ? reference.name : expr.function;
}

/** The function that is called, and its arguments. */
interface CalledFunction {
  /** Fully qualified; as it is written where the checker does not know it. */
  readonly name: string;
  /** Ids of the overloads that fit; none where the checker does not know the function. */
  readonly overloads: readonly string[];
  /** The one of them, `""` where there are several or none. */
  readonly overload: string;
  /** The receiver is the first, unless it is a part of the name (`format.dns1123Label()`). */
  readonly operands: readonly Expr[];
}

/** The function that a call is of, with its operands. */
export function calledFunction({ references }: CheckedExpression, expr: Call): CalledFunction {
  const reference = references.get(expr.id);
  const known = reference?.kind === "function" ? reference : undefined;
  const { name, overloads } = known ?? { name: expr.function, overloads: [] };
  const [overload = "", second] = overloads;
  const isNamespaced = name !== expr.function;
  const operands =
    expr.target === undefined || isNamespaced ? expr.args : [expr.target, ...expr.args];
  return { name, overloads, overload: second === undefined ? overload : "", operands };
}

/** An expression that cannot be parsed or does not check. */
export interface CelIssues {
  readonly text: string;
  /** Sorted by position; at least one. */
  readonly issues: readonly CelIssue[];
  /** How many more there are; only the first hundred are kept. */
  readonly omitted: number;
}

/** Tells whether checking failed. */
export function isCelIssues(result: CheckedExpression | CelIssues): result is CelIssues {
  return "issues" in result;
}

/** Local variables by name, innermost first. */
export class Scopes<Value> {
  readonly #scopes: Map<string, Value>[] = [];

  /** Outside of all scopes: only global names are known. */
  get isEmpty(): boolean {
    return this.#scopes.length === 0;
  }

  /** Open a scope without variables; `leave` closes it. */
  enter(): void {
    this.#scopes.push(new Map());
  }

  /** Forget the variables of the innermost scope. */
  leave(): void {
    this.#scopes.pop();
  }

  /** Declare a variable in the innermost scope. */
  declare(name: string, value: Value): void {
    this.#scopes.at(-1)?.set(name, value);
  }

  /** The innermost variable of that name; `undefined` where no scope has one. */
  find(name: string): Value | undefined {
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const value = this.#scopes[index]?.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }
}
