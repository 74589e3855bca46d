import type { Code } from "./code.js";
import { code, join, literal, raw } from "./code.js";
import { isIdentifier } from "./identifiers.js";

/** A member of an object literal. The key is untrusted text. */
export interface Member {
  readonly key: string;
  readonly value: Code;
}

const lineWidth = 90;

/** An object literal: on one line where that is short, else a line for each member. */
export function objectCode(members: readonly Member[]): Code {
  return layOut("{", members.map(memberCode), "}", " ");
}

/** An object literal that begins with the members of another object. */
export function extendedObjectCode(base: Code, members: readonly Member[]): Code {
  return layOut("{", [code`...${base}`, ...members.map(memberCode)], "}", " ");
}

/** A list literal: on one line where that is short, else a line for each item. */
export function listCode(items: readonly Code[]): Code {
  return layOut("[", items, "]", "");
}

/** Conditions joined by an operator: on one line where that is short, else each on its own. */
export function operatorCode(operands: readonly Code[], operator: "||" | "&&"): Code {
  const flat = join(operands, ` ${operator} `);
  if (isShort(flat)) return flat;
  return join(operands, ` ${operator}\n`);
}

function layOut(open: string, parts: readonly Code[], close: string, padding: string): Code {
  if (parts.length === 0) return raw(open + close);
  const flat = join(parts, ", ");
  if (isShort(flat)) return code`${raw(open + padding)}${flat}${raw(padding + close)}`;
  return code`${raw(open)}
  ${join(parts, ",\n")},
${raw(close)}`;
}

function isShort({ text }: Code): boolean {
  return text.length <= lineWidth && !text.includes("\n");
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
