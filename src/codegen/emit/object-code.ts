import { isIdentifier } from "./identifiers.js";
import { literal } from "./literal.js";
import * as make from "./nodes/make.js";
import type { Expr, Property } from "./nodes/nodes.js";

/** A member of an object literal. The key is untrusted text. */
export interface Member {
  readonly key: string;
  readonly value: Expr;
}

/** An object literal. */
export function objectCode(members: readonly Member[]): Expr {
  return make.objectOf(members.map(memberCode));
}

/** A list literal. */
export function listCode(items: readonly Expr[]): Expr {
  return make.array(items);
}

/** A member of an object literal; one that is called as its value has its name alone. */
export function memberCode({ key, value }: Member): Property {
  if (wordOf(value) === key && isIdentifier(key)) return make.shorthand(value);
  return make.property(keyText(key), value);
}

/** The word that an expression is, if it is one. */
export function wordOf(value: Expr): string | undefined {
  return value.kind === "name"
    ? value.text
    : value.kind === "imported"
      ? value.use.local
      : undefined;
}

/** As a plain key `__proto__` would set the prototype. */
function keyText(key: string): string {
  if (key === "__proto__") return '["__proto__"]';
  return isIdentifier(key) ? key : literal(key);
}
