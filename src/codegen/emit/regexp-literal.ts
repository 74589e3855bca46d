import { literal } from "./literal.js";
import * as make from "./nodes/make.js";
import type { Expr } from "./nodes/nodes.js";

/**
 * A regular expression as a literal; its text comes from untrusted input, but is what the engine
 * itself printed.
 */
export function regExpLiteral(expression: RegExp): Expr {
  // What does not print may stand as its escape. A slash is escaped already, so that nothing can
  // end a script.
  const source = expression.source.replace(/[^ -~]/g, (unit) => escapeUnit(unit));
  return make.literal("regexp", `/${source}/${expression.flags}`);
}

function escapeUnit(unit: string): string {
  const text = literal(unit).slice(1, -1);
  if (text !== unit) return text;
  return "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
