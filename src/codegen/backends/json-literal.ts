import type { RuntimeValue } from "../../runtime/contract.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../runtime/v1/values/json/json.js";
import type { Expr, Imported } from "../emit/code.js";
import { expr } from "../emit/code.js";
import { regExpLiteral } from "../emit/literal.js";
import { listCode, objectCode } from "../emit/object-code.js";
import type { TranslatedRe2 } from "../patterns/translate.js";

/** A JSON value as an expression that makes a new one; `runtime` imports from the runtime. */
export function jsonLiteral(value: Json, runtime: (name: RuntimeValue) => Imported): Expr {
  if (value instanceof Float64) return expr`new ${runtime("Float64")}(${value.value})`;
  if (Array.isArray(value)) return listCode(value.map((item) => jsonLiteral(item, runtime)));
  if (!isObject(value)) return expr`${value}`;
  return objectCode(
    Object.entries(value).map(([key, member]) => ({ key, value: jsonLiteral(member, runtime) })),
  );
}

/**
 * Writes code that tests whether a text matches a pattern: a regular expression, or a matcher of
 * the runtime for what JavaScript has none for; `runtime` imports that.
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
