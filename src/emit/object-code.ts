import type { Code } from "./code.js";
import { code, join, literal, raw } from "./code.js";
import { isIdentifier } from "./identifiers.js";

/** A member of an object literal. The key is untrusted text. */
export interface Member {
  readonly key: string;
  readonly value: Code;
}

/** An object literal. */
export function objectCode(members: readonly Member[]): Code {
  return code`{${join(members.map(memberCode), ",")}}`;
}

/** A list literal. */
export function listCode(items: readonly Code[]): Code {
  return code`[${join(items, ", ")}]`;
}

/** Operands joined by an operator. */
export function operatorCode(operands: readonly Code[], operator: "||" | "&&" | "+"): Code {
  return join(operands, ` ${operator} `);
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
