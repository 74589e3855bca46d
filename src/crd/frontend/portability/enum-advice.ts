import { stringifyJson } from "../../../runtime/v1/go/stringify-json.js";
import type { Json } from "../../../runtime/v1/json/json.js";
import type { Path, SourceDocument } from "../../source/document.js";
import { resolvePlain } from "../../source/scalars/resolve-scalar.js";
import type { HeldType } from "./held-type.js";
import { canHold } from "./held-type.js";

/**
 * How to write a value of an enum that is of another type than the field: in quotes, or without
 * them. Undefined where neither makes it one of the type.
 */
export function meantSpelling(
  value: Json,
  type: HeldType,
  document: SourceDocument,
  at: Path,
): string | undefined {
  if (typeof value === "string") return withoutQuotes(value, type);
  if (typeof value === "object" || !canHold(type, "")) return undefined;
  const { file, start, end } = document.locate(at).value;
  const written = file.text.slice(start, end);
  const read = String(value);
  return document.format === "json" || written === read
    ? `put \`${written}\` in quotes`
    : `put \`${written}\` in quotes: YAML reads it as \`${read}\``;
}

function withoutQuotes(text: string, type: HeldType): string | undefined {
  const plain = resolvePlain(text);
  const isMeant = plain !== undefined && plain !== null && canHold(type, plain);
  return isMeant ? `write \`${text}\` without quotes` : undefined;
}

const longestRule = 120;

/** What takes the values of an enum and null: no rule is asked about null. */
export function ruleInPlaceOf(values: readonly Json[]): string {
  const listed = values.filter((value) => value !== null).map((value) => stringifyJson(value));
  const list = listed.join(", ").length > longestRule ? "…" : listed.join(", ");
  return `remove \`nullable\`; or, to take null, write the rule \`self in [${list}]\` in the place of the enum`;
}
