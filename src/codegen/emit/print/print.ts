import type { Expr, Stmt, TypeNode } from "../nodes/nodes.js";
import { StatementWriter } from "./statement-writer.js";
import { statementsWithoutTypes, withoutTypes } from "./without-types.js";

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
