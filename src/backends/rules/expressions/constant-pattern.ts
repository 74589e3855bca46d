import type { Expr } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { translateRe2 } from "../../../emit/regexp.js";
import { matcherCode } from "../../matcher-code.js";
import type { ExpressionWriter } from "../writing/writer.js";

/**
 * The pattern of `matches` as a constant of the file; undefined for what is no constant, or no
 * pattern.
 */
export function constantMatcher(writer: ExpressionWriter, expr: Expr): Code | undefined {
  return constantPattern(writer, expr, "anywhere");
}

/**
 * The pattern of `find` as a constant of the file; undefined unless JavaScript reads it as it
 * stands, and so finds the same part of a text.
 */
export function constantSearch(writer: ExpressionWriter, expr: Expr): Code | undefined {
  return constantPattern(writer, expr, "same part");
}

function constantPattern(
  writer: ExpressionWriter,
  expr: Expr,
  matches: "anywhere" | "same part",
): Code | undefined {
  if (expr.kind !== "literal" || expr.value.type !== "string") return undefined;
  const source = expr.value.value;
  const translated = translateRe2(source);
  if (translated.kind === "error") return undefined;
  const isAsWritten = translated.kind === "literal" && translated.asWritten;
  if (matches === "same part" && !isAsWritten) return undefined;
  return writer.file.constant(`pattern ${source}`, "pattern", () =>
    matcherCode(source, translated, (name) => writer.runtime(name)),
  );
}
