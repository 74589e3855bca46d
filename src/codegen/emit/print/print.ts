import type { Parts } from "../nodes/kinds.js";
import { isList, partNames, partsOf } from "../nodes/kinds.js";
import type { Expr, Node, Stmt, TypeNode } from "../nodes/nodes.js";
import { has, isChain } from "../nodes/nodes.js";
import { StatementWriter } from "./statement-writer.js";

/** How nodes become text. */
export interface PrintOptions {
  /** Of lines, where that is possible; 80 is prettier's default. */
  readonly width?: number;
  /** The columns before each line. */
  readonly depth?: number;
  /** In `js` all types are left out. */
  readonly language?: "ts" | "js";
}

/** Statements, each on lines of its own with their line ends. */
export function printStatements(all: readonly Stmt[], options: PrintOptions = {}): string {
  const writer = writerFor(options);
  writer.all(options.language === "js" ? statementsWithoutTypes(all) : all);
  return writer.written;
}

/** An expression that begins a line; the indentation before it is not written. */
export function printExpression(of: Expr, options: PrintOptions = {}): string {
  const writer = writerFor(options);
  writer.expression(options.language === "js" ? withoutTypes(of) : of, "value", 0);
  return writer.written;
}

/** A type that begins a line; the indentation before it is not written. */
export function printType(of: TypeNode, options: PrintOptions = {}): string {
  const writer = writerFor(options);
  writer.type(of, 0);
  return writer.written;
}

function writerFor({ width = 80, depth = 0 }: PrintOptions): StatementWriter {
  return new StatementWriter(width, depth);
}

/*
 * What stands in JavaScript of what is written in TypeScript. Parts without types stay the nodes
 * that they are, with what is known of them.
 */

/** Statements without their types; those that are nothing but types are left out. */
function statementsWithoutTypes(all: readonly Stmt[]): readonly Stmt[] {
  return all.some(hasTypes) ? all.filter(isCode).map(withoutTypes) : all;
}

/** A node without its types. */
function withoutTypes<N extends Node>(of: N): N {
  return hasTypes(of) ? (typeless(of) as N) : of; // expressions stay some, others their kind
}

function hasTypes(of: Node): boolean {
  return (of.flags & has.types) !== 0;
}

function isCode(of: Node): boolean {
  // A function without a body is one of the ways to call another one.
  return of.kind !== "interface" && of.kind !== "alias" && (of.kind !== "function" || of.body !== undefined); // prettier-ignore
}

function typeless(of: Node): Node {
  if (!isCode(of)) return of;
  if (of.kind === "as" || of.kind === "certain") return withoutTypes(of.of);
  const parts = partsOf(of);
  const changed: Record<string, unknown> = { flags: of.flags & ~has.types, flat: undefined };
  for (const name of partNames.get(of.kind) ?? []) changed[name] = partWithoutTypes(name, parts[name]); // prettier-ignore
  if (of.kind === "parameter") changed["optional"] = false;
  return { ...of, ...changed };
}

function partWithoutTypes(name: string, part: Parts): Parts {
  switch (name) {
    case "type":
    case "returns":
      return undefined;
    case "types":
    case "fields":
      return [];
    case "extends":
      return part && baseWithoutTypes(part as TypeNode); // interfaces, with lists, are left out
    case "object":
    case "callee":
      return objectWithoutTypes(part as Expr); // by the types of members, indexes and calls
    default:
      if (part === undefined) return undefined;
      return isList(part) ? part.filter(isCode).map(withoutTypes) : withoutTypes(part);
  }
}

function baseWithoutTypes(of: TypeNode): TypeNode {
  return of.kind === "reference" ? { ...of, flat: undefined, args: [] } : of;
}

/**
 * Removes the types from an expression that is called or read: a chain ended at the parentheses of
 * a type.
 */
function objectWithoutTypes(of: Expr): Expr {
  const object = withoutTypes(of);
  const isClosed = of.kind === "as" && isChain(object);
  return isClosed ? { kind: "closed", flags: object.flags, flat: undefined, of: object } : object;
}
