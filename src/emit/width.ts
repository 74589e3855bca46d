import type { Expr } from "./nodes/nodes.js";
import { printExpression } from "./print/print.js";

/** How many columns an expression takes on one line; of what is far too wide perhaps fewer. */
export function widthOf(of: Expr): number {
  // Some expressions stand on several lines however wide these may be.
  return printExpression(of, { width: 10_000 }).replaceAll(/\n */g, "").length;
}
