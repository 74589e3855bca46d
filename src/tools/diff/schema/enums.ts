import { isOneOf } from "../../../runtime/v1/validation/enum-values.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { shortJson } from "../short-text.js";
import { reportConstraint } from "./keywords.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { reportAt } from "./schema-pair.js";

/** Compares the enums of a place. */
export function diffEnum(context: SchemaContext, pair: SchemaPair): void {
  const before = pair.old.schema.validation.enum;
  const after = pair.now.validation.enum;
  if (before === after) return;
  if (before.length === 0) diffAdded(context, pair, after);
  else if (after.length === 0) reportRemoved(context, pair, before);
  else diffValues(context, pair, before, after);
}

function diffAdded(context: SchemaContext, pair: SchemaPair, after: readonly Json[]): void {
  if (after.length === 0) return;
  const verdict = context.containment.fitsKeywords(pair.old, { enum: after });
  const texts = { before: undefined, after: valuesText(after) };
  reportConstraint(context, pair, "diff/enum-added", "enum", verdict, texts);
}

function reportRemoved(context: SchemaContext, pair: SchemaPair, before: readonly Json[]): void {
  const hadAll = pair.now.type === "boolean" && before.includes(true) && before.includes(false);
  reportAt(context, pair, "diff/enum-removed", ["enum"], {
    effects: hadAll ? ["safe"] : ["readers"],
    before: valuesText(before),
    reason: hadAll
      ? "the enum had all values of the type"
      : "readers may meet values that were not in the enum",
  });
}

function diffValues(
  context: SchemaContext,
  pair: SchemaPair,
  before: readonly Json[],
  after: readonly Json[],
): void {
  const removed = before.filter((value) => value !== null && !isOneOf(value, after));
  if (removed.length > 0) {
    const verdict = context.containment.fitsKeywords(pair.old, { enum: after });
    const texts = { before: valuesText(removed), after: undefined };
    reportConstraint(context, pair, "diff/enum-value-removed", "enum", verdict, texts);
  }
  const added = after.filter((value) => value !== null && !isOneOf(value, before));
  if (added.length === 0) return;
  const isPossible = added.some((value) => context.containment.check.accepts(pair.now, value));
  reportAt(context, pair, "diff/enum-value-added", ["enum"], {
    effects: isPossible ? ["readers"] : ["safe"],
    after: valuesText(added),
    reason: isPossible
      ? "readers may meet a value that they do not know"
      : "other keywords refuse what was added",
  });
}

function valuesText(values: readonly Json[]): string {
  return values.map((value) => shortJson(value)).join(", ");
}
