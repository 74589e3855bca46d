import { breakLines, fits } from "../../../emit/break-lines.js";
import type { Code } from "../../../emit/code.js";
import { code, join, relaid } from "../../../emit/code.js";
import type { Target } from "./target.js";

/** One way or the other. */
export function branch(
  test: Code,
  then: readonly Code[],
  rest: readonly Code[],
  target: Target,
): readonly Code[] {
  const head = code`if (${breakLines(test, "block")})`;
  const yes = oneLine(head, then);
  if (target.ends) return [yes ?? block(head, then), ...rest];
  if (rest.length === 0) return [yes ?? block(head, then)];
  const [only] = rest;
  if (rest.length === 1 && only?.text.startsWith("if (") === true) {
    return [join([block(head, then), code`else`, only], " ")];
  }
  const no = oneLine(code`else`, rest);
  if (yes !== undefined && no !== undefined) return [yes, no];
  return [join([block(head, then), block(code`else`, rest)], " ")];
}

/** Statements under a condition. */
export function ifCode(test: Code, then: readonly Code[]): Code {
  const head = code`if (${breakLines(test, "block")})`;
  return oneLine(head, then) ?? block(head, then);
}

/** A statement behind its condition, if there is one only and it is short. */
function oneLine(head: Code, statements: readonly Code[]): Code | undefined {
  const [only] = statements;
  if (statements.length !== 1 || only === undefined) return undefined;
  if (/^(?:if|const|let)\b/.test(only.text)) return undefined;
  const line = code`${head} ${only}`;
  return fits(line) ? line : undefined;
}

/** The end of a round of a loop. */
export const next = code`continue;`;

/** Statements in braces. */
export function block(head: Code, statements: readonly Code[]): Code {
  return code`${head} {
  ${join(statements, "\n")}
}`;
}

/** For loops: the same statements, without a `continue` at their end, which the end of the round says as well. */
export function lastOfRound(statements: readonly Code[]): readonly Code[] {
  const last = statements.at(-1);
  if (last === undefined) return statements;
  const before = statements.slice(0, -1);
  if (last.text === "continue;") return lastOfRound(before);
  const text = last.text.replace(/(?<!\{)\n *continue;(?=(?:\n *\})+$)/, "");
  return text === last.text ? statements : lastOfRound([...before, relaid(last, text)]);
}
