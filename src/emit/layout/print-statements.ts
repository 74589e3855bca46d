import type { Statement } from "../tree/nodes.js";
import { lineWidth, printLayout } from "./layout.js";
import { statementLayout } from "./statement-layout.js";

/** Statements that are indented by some columns, each on lines of its own, without a line end behind the last one. */
export function printStatements(statements: readonly Statement[], depth: number): string {
  const indentation = " ".repeat(depth);
  const lines: string[] = [];
  for (const [index, statement] of statements.entries()) {
    if (statement.blank === true && index > 0) lines.push("");
    lines.push(indentation + printLayout(statementLayout(statement), depth, depth, lineWidth));
  }
  return lines.join("\n");
}
