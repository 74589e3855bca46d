import { isIdentifier, quote } from "../identifiers.js";
import type { Imported } from "../imports.js";
import { literal } from "../literal.js";
import { isExpr, isProperty, isStmt, isTypeNode } from "../nodes/kinds.js";
import * as make from "../nodes/make.js";
import type { Case, Expr, Member, Node, Parameter, Property, Stmt, TypeNode } from "../nodes/nodes.js"; // prettier-ignore
import { isChain, Local } from "../nodes/nodes.js";

/**
 * The values that may fill a hole: a node of the kind that is asked for, several where several may
 * stand, and where an expression or a type may stand a value, which becomes its literal.
 */
export type Splice =
  Node | readonly Splice[] | Local | Imported | string | number | bigint | boolean | null | undefined; // prettier-ignore

/** Turns the value of a hole into an expression; strings and numbers are literals. */
export function toExpr(splice: Splice): Expr {
  if (isNode(splice)) return isExpr(splice) ? splice : refuse("an expression", splice);
  if (isList(splice)) return refuse("an expression", splice);
  switch (typeof splice) {
    case "string":
      return make.literal("string", literal(splice));
    case "number":
    case "bigint":
      return numberExpr(splice);
    case "object":
      if (splice === null) return make.nameOf("null");
      return splice instanceof Local ? make.localName(splice) : make.imported(splice);
    default:
      return make.nameOf(String(splice));
  }
}

/** A number; what is negative is a sign before it. */
function numberExpr(value: number | bigint): Expr {
  const isNegative = value < 0 || Object.is(value, -0);
  const suffix = typeof value === "bigint" ? "n" : "";
  const text = `${isNegative ? -value : value}${suffix}`;
  const number = /^[IN]/.test(text) ? make.nameOf(text) : make.literal("number", text);
  return isNegative ? make.unary("-", number) : number;
}

/** As the object of a member or call: an optional chain of another template ends there. */
export function toObject(splice: Splice): Expr {
  const of = toExpr(splice);
  return isChain(of) ? make.closed(of) : of;
}

/** As one of the items of a list: one, several, or none. */
export function toItems(splice: Splice): readonly Expr[] {
  if (isList(splice)) return splice.map(toExpr);
  return [toExpr(splice)];
}

/** As a type; strings and numbers are literal types, names and imports are references. */
export function toType(splice: Splice): TypeNode {
  if (typeof splice === "string") return make.typeWord(quote(splice));
  if (isNode(splice)) {
    if (isTypeNode(splice)) return splice;
    if (splice.kind === "name") return make.reference(splice.text);
    if (splice.kind === "imported") return typeImport(splice.use);
    return refuse("a type", splice);
  }
  if (isList(splice)) return refuse("a type", splice);
  if (typeof splice !== "object" || splice === null) return make.typeWord(String(splice));
  return splice instanceof Local ? refuse("a type", splice) : typeImport(splice);
}

/** As the type of a variable or parameter, which may have none. */
export function toAnnotation(splice: Splice): TypeNode | undefined {
  return splice === undefined ? undefined : toType(splice);
}

function typeImport(use: Imported): TypeNode {
  return make.reference(use.local, [], use);
}

/** As types behind each other. */
export function toTypes(splice: Splice): readonly TypeNode[] {
  return isList(splice) ? splice.map(toType) : [toType(splice)];
}

/** As statements: one, several, or none. */
export function toStatements(splice: Splice): readonly Stmt[] {
  if (splice === undefined) return [];
  if (isList(splice)) return splice.flatMap(toStatements);
  if (!isNode(splice) || !isStmt(splice)) return refuse("a statement", splice);
  return splice.kind === "list" ? splice.body : [splice];
}

/** As parameters; expressions are their names or patterns. */
export function toParameters(splice: Splice): readonly Parameter[] {
  if (isList(splice)) return splice.flatMap(toParameters);
  if (isNode(splice) && splice.kind === "parameter") return [splice];
  return [make.parameter(toExpr(splice))];
}

/** As members of an object literal; names and imports are members without a value. */
export function toProperties(splice: Splice): readonly Property[] {
  if (splice === undefined) return [];
  if (isList(splice)) return splice.flatMap(toProperties);
  if (isNode(splice) && isProperty(splice)) return [splice];
  return [make.shorthand(toExpr(splice))];
}

/** As clauses of a switch. */
export function toCases(splice: Splice): readonly Case[] {
  if (splice === undefined) return [];
  if (isList(splice)) return splice.flatMap(toCases);
  return isNode(splice) && splice.kind === "case" ? [splice] : refuse("a clause", splice);
}

/** As fields of a type. */
export function toMembers(splice: Splice): readonly Member[] {
  if (splice === undefined) return [];
  if (isList(splice)) return splice.flatMap(toMembers);
  return isNode(splice) && splice.kind === "field" ? [splice] : refuse("a field", splice);
}

/** As a key or name; a text that is no identifier is a key in quotes. */
export function toName(splice: Splice): string {
  if (typeof splice === "string") return isIdentifier(splice) ? splice : quote(splice);
  const of = toExpr(splice);
  if (of.kind === "imported") return of.use.local;
  return of.kind === "name" ? of.text : refuse("a name", splice);
}

function isNode(splice: Splice): splice is Node {
  return typeof splice === "object" && splice !== null && "kind" in splice;
}

// Array.isArray does not narrow readonly arrays.
function isList(splice: Splice): splice is readonly Splice[] {
  return Array.isArray(splice);
}

function refuse(wanted: string, splice: Splice): never {
  const found = isNode(splice) ? `the node ${splice.kind}` : typeof splice;
  throw new Error(`invariant: ${wanted} is asked for, and ${found} stands in the hole`);
}
