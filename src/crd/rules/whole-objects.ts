import type { CheckedExpression } from "../../cel/check/checked.js";
import { functionName } from "../../cel/check/checked.js";
import type { Expr } from "../../cel/syntax/ast.js";
import { childrenOf, nodesOf } from "../../cel/syntax/walk.js";
import type { CelType } from "../../cel/type.js";

/**
 * Whether an object is used in other ways than by its fields, so that all of them matter: compared,
 * or as dyn.
 */
export function usesWholeObjects(checked: CheckedExpression): boolean {
  for (const expr of nodesOf(checked.ast)) {
    if (passesOn(checked, expr)) continue;
    if (childrenOf(expr).some(({ id }) => holdsObjects(checked.types.get(id)))) return true;
  }
  return false;
}

/**
 * Whether an expression only looks into its operands, or gives them on: then its own parent tells.
 */
function passesOn(checked: CheckedExpression, expr: Expr): boolean {
  if (expr.kind !== "call") return expr.kind !== "map" && expr.kind !== "struct";
  const [first] = expr.args;
  // Macros add to what they make; lists of data are added up by the keys of their elements.
  if (expr.function === "_+_") return first?.kind === "ident" && first.name.startsWith("@");
  return passing.has(functionName(checked, expr));
}

const passing: ReadonlySet<string> = new Set([
  "_[_]", "_[?_]", "_?._", "_?_:_", "size", "optional.of", "or", "orValue", "value", "hasValue", "first", "last",
]); // prettier-ignore

function holdsObjects(type: CelType | undefined): boolean {
  switch (type?.kind) {
    case undefined:
      return false;
    case "object":
      return true;
    case "list":
      return holdsObjects(type.element);
    case "map":
      return holdsObjects(type.value);
    case "opaque":
      return type.parameters.some(holdsObjects);
    default:
      return false;
  }
}
