import type { Code } from "../../emit/code.js";
import { code, join, raw, typeScriptText } from "../../emit/code.js";
import type { Operand } from "./operand.js";

/** Room for an expression: the rest of a line of 100 columns is for indentation and what stands before it. */
const room = 76;

/** Room for a statement, indentation not counted. */
const lineRoom = 92;

/** Whether a statement fits on a line. */
export function fits({ text }: Code): boolean {
  return !text.includes("\n") && typeScriptText(text).length <= lineRoom;
}

/**
 * An expression broken at its operators where it is long: after `&&` and `||`, before `?` and `:`. What is broken stands
 * in parentheses of its own, or inside those that are there already (`block`).
 */
export function breakLines(expression: Code, style: "parentheses" | "block"): Code {
  const broken = brokenText(expression.text);
  if (!broken.includes("\n")) return expression;
  const inner = `\n  ${indented(broken)}`;
  return raw(style === "block" ? `${inner}\n` : `(${inner}\n)`, expression.imports);
}

/** `name = expression;` */
export function assignment(left: Code, expression: Code): Code {
  const before = typeScriptText(left.text).length + " = ;".length;
  const tooLong = before + typeScriptText(expression.text).length > lineRoom;
  const broken = tooLong ? brokenText(expression.text, lineRoom - before) : expression.text;
  if (!broken.includes("\n")) return code`${left} = ${expression};`;
  return join([left, raw(` =\n  ${indented(broken)};`, expression.imports)], "");
}

/** A part of a chain of `&&` or `||`; one of the same operator, or of one that binds closer, needs no parentheses. */
export function beside(part: Operand, operator: "&&" | "||"): Code {
  return part.atomic || (!part.fails && isPart(part.code.text, operator))
    ? part.code
    : code`(${part.code})`;
}

/** The test or a branch of a conditional expression. */
export function arm(part: Operand): Code {
  return part.atomic || (!part.fails && !isChoice(part.code.text))
    ? part.code
    : code`(${part.code})`;
}

/** Whether an expression is better told by statements, for its length. */
export function isLong({ text }: Code): boolean {
  return typeScriptText(text).length > room;
}

/** Neither mixes `&&` with `||`, which readers should not have to rank. */
function isPart(text: string, operator: "&&" | "||"): boolean {
  return !isChoice(text) && split(text, operator === "&&" ? "||" : "&&").length === 1;
}

function brokenText(text: string, width = room): string {
  if (typeScriptText(text).length <= width) return text;
  const choice = choiceOf(text);
  if (choice !== undefined) {
    const [test, yes, no] = choice;
    return `${brokenText(test)}\n  ? ${indented(brokenText(yes), 4)}\n  : ${indented(brokenText(no), isChoice(no) ? 2 : 4)}`;
  }
  for (const operator of ["||", "&&"]) {
    const parts = split(text, operator);
    if (parts.length > 1) return parts.map((part) => brokenText(part)).join(` ${operator}\n`);
  }
  if (text.startsWith("!")) {
    const inner = brokenText(text.slice(1));
    if (inner.startsWith("(\n")) return `!${inner}`;
  }
  if (isInParentheses(text)) {
    const inner = brokenText(text.slice(1, -1));
    if (inner.includes("\n")) return `(\n  ${indented(inner)}\n)`;
  }
  return text;
}

function isChoice(text: string): boolean {
  return choiceOf(text) !== undefined;
}

function indented(text: string, by = 2): string {
  return text.replaceAll("\n", `\n${" ".repeat(by)}`);
}

/** Places of an expression outside of parentheses and strings. */
function* places(text: string): Generator<number> {
  let depth = 0;
  for (let index = 0; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === '"') {
      for (index++; text.charAt(index) !== '"'; index++) if (text.charAt(index) === "\\") index++;
      continue;
    }
    if ("([{".includes(char)) depth++;
    if (")]}".includes(char)) depth--;
    if (depth === 0) yield index;
  }
}

function split(text: string, operator: string): readonly string[] {
  const parts: string[] = [];
  let begin = 0;
  for (const index of places(text)) {
    if (!text.startsWith(` ${operator} `, index)) continue;
    parts.push(text.slice(begin, index));
    begin = index + operator.length + 2;
  }
  return [...parts, text.slice(begin)];
}

/** The parts of `test ? yes : no`. */
function choiceOf(text: string): readonly [string, string, string] | undefined {
  let question: number | undefined;
  let open = 0;
  for (const index of places(text)) {
    if (text.startsWith(" ? ", index)) {
      question ??= index;
      open++;
    } else if (text.startsWith(" : ", index) && question !== undefined && --open === 0) {
      return [text.slice(0, question), text.slice(question + 3, index), text.slice(index + 3)];
    }
  }
  return undefined;
}

function isInParentheses(text: string): boolean {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  for (const index of places(text)) return index === text.length - 1;
  return false;
}
