import type { Expr } from "./nodes/nodes.js";

/**
 * Whether an expression begins with a call of a function or method, which has a type of its own.
 */
export function beginsWithCall(of: Expr): boolean {
  switch (of.kind) {
    case "call":
      return !of.isNew && isName(of.callee);
    case "member":
    case "index":
      return beginsWithCall(of.object);
    case "binary":
      return beginsWithCall(of.left);
    case "conditional":
      return beginsWithCall(of.test);
    default:
      return false;
  }
}

/** Whether it is a name, or a member of one. */
function isName(of: Expr): boolean {
  switch (of.kind) {
    case "name":
    case "local":
    case "imported":
      return true;
    case "member":
      return isName(of.object);
    default:
      return false;
  }
}
