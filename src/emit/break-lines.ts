import type { Code } from "./code.js";
import { join, raw, relaid, typeScriptText } from "./code.js";
import { lateNames } from "./late-names.js";

/** Room for an expression: the rest of a line of 100 columns is for indentation and what stands before it. */
const room = 76;

/** Room for a statement, indentation not counted. */
const lineRoom = 92;

/** Whether a statement fits on a line. */
export function fits({ text }: Code): boolean {
  return !text.includes("\n") && widthOf(text) <= lineRoom;
}

/**
 * An expression broken at its operators where it is long: after `&&` and `||`, before `?` and `:`. What is broken stands
 * in parentheses of its own, or inside those that are there already (`block`).
 */
export function breakLines(expression: Code, style: "parentheses" | "block"): Code {
  const broken = brokenText(expression.text);
  if (!broken.includes("\n")) return expression;
  if (style === "parentheses" && callOf(expression.text) !== undefined) {
    return relaid(expression, broken);
  }
  const inner = `\n  ${indented(broken)}`;
  return relaid(expression, style === "block" ? `${inner}\n` : `(${inner}\n)`);
}

/** `name = expression;` */
export function assignment(left: Code, expression: Code): Code {
  const before = widthOf(left.text) + " = ;".length;
  const tooLong = before + widthOf(expression.text) > lineRoom;
  const broken = tooLong ? brokenText(expression.text, lineRoom - before) : expression.text;
  if (!broken.includes("\n") || callOf(expression.text) !== undefined) {
    return join([left, raw(" = "), relaid(expression, broken), raw(";")], "");
  }
  return join([left, raw(" =\n  "), relaid(expression, indented(broken)), raw(";")], "");
}

/** Whether an expression begins with a call of a function or method, which has a type of its own. */
export function beginsWithCall({ text }: Code): boolean {
  return /^[\p{ID_Continue}$.]+\(/u.test(text);
}

/** Whether an expression is better told by statements, for its length. */
export function isLong({ text }: Code): boolean {
  return widthOf(text) > room;
}

/** Columns of a text whose local variables may have no names yet. */
function widthOf(text: string): number {
  return typeScriptText(text).replace(lateNames, "$1").length;
}

const comparisons = ["===", "!==", "<", "<=", ">", ">="];

function brokenText(text: string, width = room): string {
  if (widthOf(text) <= width) return text;
  const choice = choiceOf(text);
  if (choice !== undefined) {
    const [test, yes, no] = choice;
    return `${brokenText(test)}\n  ? ${indented(brokenText(yes), 4)}\n  : ${indented(brokenText(no), isChoice(no) ? 2 : 4)}`;
  }
  for (const operator of ["||", "&&", "+"]) {
    const parts = split(text, operator);
    if (parts.length > 1) return parts.map((part) => brokenText(part)).join(` ${operator}\n`);
  }
  for (const operator of comparisons) {
    const [left = "", right, third] = split(text, operator);
    if (right === undefined || third !== undefined) continue;
    const broken = brokenText(left);
    if (broken.startsWith("(\n")) return `${broken} ${operator} ${right}`;
  }
  if (text.startsWith("!")) {
    const inner = brokenText(text.slice(1));
    if (inner.startsWith("(\n")) return `!${inner}`;
  }
  const call = callOf(text);
  if (call !== undefined) {
    const [name, args] = call;
    const lines = args.map((arg) => `  ${indented(brokenText(arg, room - 2))},\n`);
    return `${name}(\n${lines.join("")})`;
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

/** The first place from `begin` on, outside of parentheses and strings, where one of the texts stands; -1 if there is none. */
function findOutside(text: string, wanted: readonly string[], begin = 0): number {
  let depth = 0;
  for (let index = begin; index < text.length; index++) {
    const char = text.charAt(index);
    if (char === '"') index = endOfString(text, index);
    else if (opening.includes(char)) depth++;
    else {
      if (closing.includes(char)) depth--;
      if (depth === 0 && wanted.some((each) => text.startsWith(each, index))) return index;
    }
  }
  return -1;
}

const opening = "([{";
const closing = ")]}";

/** Where the string that begins at a place has its closing quote. */
function endOfString(text: string, begin: number): number {
  let index = begin + 1;
  while (index < text.length && text.charAt(index) !== '"') {
    index += text.charAt(index) === "\\" ? 2 : 1;
  }
  return index;
}

function split(text: string, operator: string): readonly string[] {
  return splitAt(text, ` ${operator} `);
}

function splitAt(text: string, separator: string): readonly string[] {
  if (!text.includes(separator)) return [text];
  const wanted = [separator];
  const parts: string[] = [];
  let begin = 0;
  for (let at = findOutside(text, wanted); at !== -1; at = findOutside(text, wanted, begin)) {
    parts.push(text.slice(begin, at));
    begin = at + separator.length;
  }
  return [...parts, text.slice(begin)];
}

const choiceSigns = [" ? ", " : "];

/** The parts of `test ? yes : no`. */
function choiceOf(text: string): readonly [string, string, string] | undefined {
  if (!text.includes(" ? ")) return undefined;
  const question = findOutside(text, [" ? "]);
  if (question === -1) return undefined;
  let open = 1;
  let at = question;
  while (open > 0) {
    at = findOutside(text, choiceSigns, at + 1);
    if (at === -1) return undefined;
    open += text.charAt(at + 1) === "?" ? 1 : -1;
  }
  return [text.slice(0, question), text.slice(question + 3, at), text.slice(at + 3)];
}

/** The name and the arguments of what is a call of a function as a whole. */
function callOf(text: string): readonly [string, readonly string[]] | undefined {
  if (!text.endsWith(")")) return undefined;
  const name = calledName.exec(text)?.[0];
  if (name === undefined || !isInParentheses(text.slice(name.length))) return undefined;
  return [name, splitAt(text.slice(name.length + 1, -1), ", ")];
}

const calledName = /^[\p{ID_Start}_$][\p{ID_Continue}$]*(?=\(.)/u;

function isInParentheses(text: string): boolean {
  if (!text.startsWith("(") || !text.endsWith(")")) return false;
  return findOutside(text, closingSigns) === text.length - 1;
}

const closingSigns = [")"];
