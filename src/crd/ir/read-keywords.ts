import type { Json } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject, toDouble } from "../../runtime/v1/values/json/json.js";
import type { DeclaredType, Rule, Schema } from "./schema.js";

/*
 * Keywords of a raw schema as the structural schema has them. A value of the wrong JSON type counts
 * as absent; the front end has reported it.
 */

/** The type, `""` for none and for what is no type. */
export function declaredType(raw: Json | undefined): DeclaredType {
  switch (raw) {
    case "object":
    case "array":
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return raw;
    default:
      return "";
  }
}

/** `x-kubernetes-list-type`, atomic for none and for what is none. */
export function listType(raw: Json | undefined): Schema["listType"] {
  return raw === "set" || raw === "map" ? raw : "atomic";
}

/** A text, `""` for none. */
export function text(raw: Json | undefined): string {
  return typeof raw === "string" ? raw : "";
}

/** A number of any class as a double. */
export function double(raw: Json | undefined): number | undefined {
  if (typeof raw === "number" || typeof raw === "bigint" || raw instanceof Float64) {
    return toDouble(raw);
  }
  return undefined;
}

/** The texts of a list, empty for none; null is the empty text, as Go decodes it. */
export function strings(raw: Json | undefined): readonly string[] {
  return Array.isArray(raw) ? raw.map(text) : noStrings;
}

/** `x-kubernetes-validations`, empty for none. */
export function readRules(raw: Json | undefined): readonly Rule[] {
  if (!Array.isArray(raw)) return noRules;
  return raw.filter(isObject).map((rule) => ({
    rule: text(rule["rule"]),
    message: text(rule["message"]),
    messageExpression: text(rule["messageExpression"]),
    reason: typeof rule["reason"] === "string" ? rule["reason"] : undefined,
    fieldPath: text(rule["fieldPath"]),
    optionalOldSelf:
      typeof rule["optionalOldSelf"] === "boolean" ? rule["optionalOldSelf"] : undefined,
  }));
}

const noStrings: readonly string[] = [];
const noRules: readonly Rule[] = [];
