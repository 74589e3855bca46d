import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { translateRe2 } from "../../../patterns/translate.js";
import { matcherCode } from "../../matcher-code.js";
import type { ExpressionWriter } from "../writing/writer.js";

/**
 * The pattern of `matches` as a constant of the file; undefined for what is no constant, or no
 * pattern.
 */
export function constantMatcher(writer: ExpressionWriter, node: CelExpr): Expr | undefined {
  return constantPattern(writer, node, "anywhere");
}

/**
 * The pattern of `find` as a constant of the file; undefined unless JavaScript reads it as it
 * stands, and so finds the same part of a text.
 */
export function constantSearch(writer: ExpressionWriter, node: CelExpr): Expr | undefined {
  return constantPattern(writer, node, "same part");
}

function constantPattern(
  writer: ExpressionWriter,
  node: CelExpr,
  matches: "anywhere" | "same part",
): Expr | undefined {
  if (node.kind !== "literal" || node.value.type !== "string") return undefined;
  const source = node.value.value;
  const translated = translateRe2(source);
  if (translated.kind === "error") return undefined;
  const isAsWritten = translated.kind === "literal" && translated.asWritten;
  if (matches === "same part" && !isAsWritten) return undefined;
  return writer.file.constant(`pattern ${source}`, "pattern", () =>
    matcherCode(source, translated, (name) => writer.runtime(name)),
  );
}
