import type { Code } from "../../../emit/code.js";
import { code } from "../../../emit/code.js";
import type { Target } from "./target.js";

/** One way or the other. */
export function branch(
  test: Code,
  then: readonly Code[],
  rest: readonly Code[],
  target: Target,
): readonly Code[] {
  if (target.ends) return [ifCode(test, then), ...rest];
  if (rest.length === 0) return [ifCode(test, then)];
  return [code`if (${test}) { ${then} } else { ${rest} }`];
}

/** Statements under a condition. */
export function ifCode(test: Code, then: readonly Code[]): Code {
  return code`if (${test}) { ${then} }`;
}

/** The end of a round of a loop. */
export const next = code`continue;`;

/** Statements in braces. */
export function block(head: Code, statements: readonly Code[]): Code {
  return code`${head} { ${statements} }`;
}
