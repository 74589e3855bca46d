import type { Code } from "../../../emit/code.js";
import { code } from "../../../emit/code.js";
import type { Operand } from "./operand.js";

/** An operand that any operator may stand beside. */
export function parenthesized(part: Operand): Code {
  return part.operator === undefined ? part.code : code`(${part.code})`;
}

/**
 * A part of a chain of `&&` or `||`; one of the same operator, or of one that binds closer, needs
 * no parentheses. The two are never mixed: readers should not have to rank them.
 */
export function beside(part: Operand, operator: "&&" | "||"): Code {
  const isMixed = part.operator === (operator === "&&" ? "||" : "&&");
  return part.fails || isMixed || part.operator === "?:" ? parenthesized(part) : part.code;
}

/** The left operand of a plain operator; a sum that goes on needs no parentheses. */
export function beforeOperator(part: Operand, sign: string): Code {
  return sign === "+" && part.operator === "+" ? part.code : parenthesized(part);
}

/** The test or a branch of a conditional expression. */
export function arm(part: Operand): Code {
  return part.fails || part.operator === "?:" ? parenthesized(part) : part.code;
}
