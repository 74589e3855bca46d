import type { Code } from "./code.js";
import { literal, raw } from "./code.js";

/** A regular expression as a literal; its text comes from untrusted input, but is what the engine itself printed. */
export function regExpLiteral(expression: RegExp): Code {
  // Characters that could end a script or confuse a reader; in a source each may stand as its escape.
  const source = expression.source.replace(/[^ -~]|</g, (unit) => escapeUnit(unit));
  return raw(`/${source}/${expression.flags}`);
}

function escapeUnit(unit: string): string {
  const text = literal(unit).slice(1, -1);
  if (text !== unit) return text;
  return "\\u" + unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, "0");
}
