import type { Code } from "./code.js";
import { code, join, literal, raw, relaid } from "./code.js";
import { isIdentifier } from "./identifiers.js";

/** A member of an object literal. The key is untrusted text. */
export interface Member {
  readonly key: string;
  readonly value: Code;
}

const lineWidth = 90;

/** Around what is nested so deeply nothing is laid out any more: indentation would be most of the text. */
const deepIndentation = `\n${"  ".repeat(40)}`;

/** Operands most often stand in `if (…) return false;` below a case of a switch. */
const operatorWidth = 73;

/**
 * An object literal: on one line where that is short, else a line for each member. `before` is how many characters stand
 * before it on its line.
 */
export function objectCode(members: readonly Member[], before = 0): Code {
  return layOut("{", members.map(memberCode), "}", " ", before);
}

/** A list literal: on one line where that is short, else a line for each item. */
export function listCode(items: readonly Code[]): Code {
  return layOut("[", items, "]", "");
}

/** Operands joined by an operator: on one line where that is short, else each on its own. One stands alone. */
export function operatorCode(operands: readonly Code[], operator: "||" | "&&" | "+"): Code {
  const [only] = operands;
  if (operands.length === 1 && only !== undefined) return withoutParentheses(only);
  const flat = join(operands, ` ${operator} `);
  if (isShort(flat, operatorWidth)) return flat;
  return join(operands, ` ${operator}\n`);
}

/** Without the parentheses around the whole, if there are some. */
function withoutParentheses(condition: Code): Code {
  const { text } = condition;
  if (!text.startsWith("(") || !text.endsWith(")")) return condition;
  let depth = 0;
  // Parentheses within strings and regular expressions are none.
  const outside = text.slice(0, -1).replace(/"(?:[^"\\]|\\.)*"/g, "");
  if (outside.includes("/")) return condition;
  for (const character of outside) {
    depth += character === "(" ? 1 : character === ")" ? -1 : 0;
    if (depth === 0) return condition;
  }
  return relaid(condition, text.slice(1, -1));
}

function layOut(
  open: string,
  parts: readonly Code[],
  close: string,
  padding: string,
  before = 0,
): Code {
  if (parts.length === 0) return raw(open + close);
  const flat = join(parts, ", ");
  // The semicolon and both braces with their spaces take five.
  if (isShort(flat, Math.min(lineWidth, 95 - before)) || flat.text.includes(deepIndentation))
    return code`${raw(open + padding)}${flat}${raw(padding + close)}`;
  return code`${raw(open)}
  ${join(parts, ",\n")},
${raw(close)}`;
}

function isShort({ text }: Code, width: number): boolean {
  return text.length <= width && !text.includes("\n");
}

function memberCode({ key, value }: Member): Code {
  if (value.text === key && isIdentifier(key)) return value;
  return code`${raw(keyText(key))}: ${value}`;
}

/** As a plain key `__proto__` would set the prototype. */
function keyText(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isIdentifier(key) ? key : literal(key);
}
