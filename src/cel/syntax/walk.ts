import type { Expr } from "./ast.js";

/**
 * The nodes below a node, in the order in which they are written; of an expansion, in the order of
 * evaluation.
 */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case "literal":
    case "ident":
      return [];
    case "select":
      return [expr.operand];
    case "call":
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case "list":
      return expr.elements;
    case "map":
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case "struct":
      return expr.fields.map(({ value }) => value);
    case "comprehension":
      return [expr.iterRange, expr.accuInit, expr.loopCondition, expr.loopStep, expr.result];
  }
}

/** Visit a node and all below it; `enclosing` are the nodes around, innermost last. */
export function walk(
  expr: Expr,
  visit: (expr: Expr, enclosing: readonly Expr[]) => void,
  enclosing: Expr[] = [],
): void {
  visit(expr, enclosing);
  enclosing.push(expr);
  for (const child of childrenOf(expr)) walk(child, visit, enclosing);
  enclosing.pop();
}

/**
 * A node and all below it, in no order worth relying on; for expressions that are too deep for
 * calls, too.
 */
export function* nodesOf(expr: Expr): Generator<Expr> {
  const pending = [expr];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    yield next;
    pending.push(...childrenOf(next));
  }
}
