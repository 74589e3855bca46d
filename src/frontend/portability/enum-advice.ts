import type { Json } from "../../runtime/v1/json/json.js";
import type { Path, SourceDocument } from "../../source/document.js";
import { resolvePlain } from "../../source/scalars/resolve-scalar.js";
import type { HeldType } from "./held-type.js";
import { canHold, heldValues } from "./held-type.js";

/**
 * What to write in the place of a value of an enum that is of another type than the field: what
 * stands there in quotes, or without them.
 */
export function adviceForValue(
  value: Json,
  type: HeldType,
  document: SourceDocument,
  at: Path,
): string {
  if (typeof value === "string") return withoutQuotes(value, type);
  if (typeof value === "object" || !canHold(type, "")) return otherwise(type);
  const { file, start, end } = document.locate(at).value;
  const written = file.text.slice(start, end);
  const read = String(value);
  return document.format === "json" || written === read
    ? `put \`${written}\` in quotes`
    : `put \`${written}\` in quotes: YAML reads it as \`${read}\``;
}

function withoutQuotes(text: string, type: HeldType): string {
  const plain = resolvePlain(text);
  const isMeant = plain !== undefined && plain !== null && canHold(type, plain);
  return isMeant ? `write \`${text}\` without quotes` : otherwise(type);
}

function otherwise(type: HeldType): string {
  return `remove it, or give the field another type: it holds ${heldValues(type)}`;
}

const longestRule = 120;

/** What takes the values of an enum and null: no rule is asked about null. */
export function ruleInPlaceOf(values: readonly Json[]): string {
  const listed = values.filter((value) => value !== null).map((value) => JSON.stringify(value));
  const list = listed.join(", ").length > longestRule ? "…" : listed.join(", ");
  return `remove \`nullable\`; or, to take null, write the rule \`self in [${list}]\` in the place of the enum`;
}
