import type { Code } from "./code.js";
import type { Expression } from "./tree/nodes.js";
import { parseExpression } from "./tree/parse.js";

/**
 * Whether an expression begins with a call of a function or method, which has a type of its own.
 */
export function beginsWithCall(expression: Code): boolean {
  return isCallFirst(parseExpression(expression.earlyTokens, "js"));
}

function isCallFirst(of: Expression): boolean {
  switch (of.kind) {
    case "call":
      return !of.isNew && isName(of.callee);
    case "member":
    case "index":
      return isCallFirst(of.object);
    case "binary":
      return isCallFirst(of.left);
    case "conditional":
      return isCallFirst(of.test);
    default:
      return false;
  }
}

function isName(of: Expression): boolean {
  return of.kind === "name" || (of.kind === "member" && isName(of.object));
}
