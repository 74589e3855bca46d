import type { RuntimeValue } from "../../runtime/contract.js";
import type { Expr, Imported } from "../emit/code.js";
import { expr } from "../emit/code.js";
import { regExpLiteral } from "../emit/regexp-literal.js";
import type { TranslatedRe2 } from "../patterns/translate.js";

/**
 * What tells whether a text matches a pattern: a regular expression, or a matcher of the runtime
 * for what JavaScript has none for; `runtime` imports that.
 */
export function matcherCode(
  source: string,
  translated: Exclude<TranslatedRe2, { readonly kind: "error" }>,
  runtime: (name: RuntimeValue) => Expr | Imported,
): Expr {
  return translated.kind === "literal"
    ? regExpLiteral(new RegExp(translated.pattern, translated.flags))
    : expr`/* @__PURE__ */ ${runtime("re2Matcher")}(${source})`;
}
