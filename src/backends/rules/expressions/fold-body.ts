import type { Comprehension } from "../../../cel/syntax/ast.js";
import type { Fold } from "../../../cel/syntax/fold.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { gatherBody, transformBody } from "./gather.js";
import type { FoldBody, Loop } from "./loop.js";
import { existsOneBody, quantifierBody } from "./quantifier.js";

/** The statements for each kind of comprehension. */
export function foldBody(
  writer: ExpressionWriter,
  fold: Fold,
  loop: Loop,
  expr: Comprehension,
): FoldBody {
  const inner = writer.within(writer.body, loop.scope);
  switch (fold.kind) {
    case "all":
    case "exists":
      return quantifierBody(inner, loop, fold.predicate, fold.kind === "all");
    case "existsOne":
      return existsOneBody(inner, loop, fold.predicate);
    case "map":
      return gatherBody(inner, loop, fold.predicate, fold.element, expr);
    case "transform":
      return transformBody(inner, loop, fold.predicate, fold.entry);
  }
}
