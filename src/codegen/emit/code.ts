import { isAnyIdentifier } from "./identifiers.js";
import { binary } from "./nodes/fold.js";
import * as make from "./nodes/make.js";
import type { Case, Expr, Stmt } from "./nodes/nodes.js";
import { printStatements } from "./print/print.js";
import type { Splice } from "./template/holes.js";
import { toExpr, toStatements } from "./template/holes.js";

/** A word as an expression; throws on anything that is not one plain word. */
export function word(name: string): Expr {
  if (!isAnyIdentifier(name)) {
    throw new Error(`invariant: not an identifier: ${JSON.stringify(name)}`);
  }
  return make.nameOf(name);
}

/** Operands joined by an operator. */
export function operatorCode(operands: readonly Expr[], operator: string): Expr {
  const [first, ...others] = operands;
  if (first === undefined) throw new Error(`invariant: no operands of ${operator}`);
  return others.reduce((left, right) => binary(operator, left, right), first);
}

/** Clauses of a switch that share their statements. */
export function sharedClause(labels: readonly Splice[], body: Stmt): readonly Case[] {
  const last = labels.length - 1;
  return labels.map((label, at) =>
    make.caseOf(toExpr(label), at === last ? toStatements(body) : []),
  );
}

/**
 * A text that statements which read the same have in common, for maps of them. What the printer
 * finds of their parts it keeps, so that this costs little of what is printed anyway.
 */
export function statementKey(of: Stmt): string {
  return printStatements([of]);
}

/** No statement. */
export const nothing: Stmt = make.list([]);

export { literal } from "./literal.js";
export type { Imported, ModuleReference } from "./imports.js";
export { isFalse, isNothing, isSame, isTrue, keyOf } from "./nodes/fold.js";
export { Local } from "./nodes/nodes.js";
export { imported, localName } from "./nodes/make.js";
export type { Case, Expr, Property, Stmt, TypeNode } from "./nodes/nodes.js";
export { namesIn } from "./nodes/kinds.js";
export { clause, expr, property, stmt, tsType } from "./template/tags.js";
