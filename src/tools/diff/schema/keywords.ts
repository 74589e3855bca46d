import type { Schema, ValueValidation } from "../../../crd/ir/schema.js";
import { isOneOf } from "../../../runtime/v1/validation/enum-values.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { supportedFormat } from "../../../runtime/versions/formats.js";
import type { ChangeCode } from "../catalog.js";
import { shorten, shortJson } from "../change.js";
import type { Verdict } from "../containment/proofs.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";
import { effectsOfOtherType, effectsOfRefusal, reportAt } from "./schema-pair.js";

/** A keyword that limits values, or two that belong together. */
interface Constraint {
  readonly code: ChangeCode;
  readonly keywords: readonly (keyof ValueValidation)[];
}

const constraints: readonly Constraint[] = [
  { code: "diff/minimum-changed", keywords: ["minimum", "exclusiveMinimum"] },
  { code: "diff/maximum-changed", keywords: ["maximum", "exclusiveMaximum"] },
  { code: "diff/multiple-of-changed", keywords: ["multipleOf"] },
  { code: "diff/min-length-changed", keywords: ["minLength"] },
  { code: "diff/max-length-changed", keywords: ["maxLength"] },
  { code: "diff/pattern-changed", keywords: ["pattern"] },
  { code: "diff/min-items-changed", keywords: ["minItems"] },
  { code: "diff/max-items-changed", keywords: ["maxItems"] },
  { code: "diff/unique-items-changed", keywords: ["uniqueItems"] },
  { code: "diff/min-properties-changed", keywords: ["minProperties"] },
  { code: "diff/max-properties-changed", keywords: ["maxProperties"] },
  { code: "diff/all-of-changed", keywords: ["allOf"] },
  { code: "diff/any-of-changed", keywords: ["anyOf"] },
  { code: "diff/one-of-changed", keywords: ["oneOf"] },
  { code: "diff/not-changed", keywords: ["not"] },
];

/** Compares the keywords that limit the values of a place, but for enum and required. */
export function diffKeywords(context: SchemaContext, pair: SchemaPair): void {
  const before = pair.old.schema.validation;
  const after = pair.now.validation;
  if (before === after && pair.old.schema.type === pair.now.type) return;
  for (const { code, keywords } of constraints) {
    if (keywords.every((keyword) => isSame(before[keyword], after[keyword]))) continue;
    const demanded = Object.fromEntries(keywords.map((keyword) => [keyword, after[keyword]]));
    const verdict = context.containment.fitsKeywords(pair.old, demanded);
    reportConstraint(context, pair, code, keywords[0] ?? "", verdict, {
      before: textOf(before, keywords),
      after: textOf(after, keywords),
    });
  }
  diffFormat(context, pair);
}

/** Reports a limit that has changed, by what the values of before are to it. */
function reportConstraint(
  context: SchemaContext,
  pair: SchemaPair,
  code: ChangeCode,
  keyword: string,
  verdict: Verdict,
  texts: { readonly before: string | undefined; readonly after: string | undefined },
): void {
  const facts = { ...texts, ...factsOf(context, pair, verdict) };
  reportAt(context, pair, code, [keyword], facts);
}

function factsOf(
  context: SchemaContext,
  pair: SchemaPair,
  verdict: Verdict,
): Pick<Parameters<typeof reportAt>[4], "effects" | "reason" | "example"> {
  switch (verdict.is) {
    case "holds":
      return { effects: ["safe"], reason: "all values that were valid still are" };
    case "unknown":
      return { effects: ["unknown"], reason: `not decided: ${verdict.why}` };
    case "fails": {
      const { example } = verdict;
      const reason = `${shortJson(example)} was valid and is refused now`;
      return { effects: effectsOfRefusal(context, pair), reason, example };
    }
  }
}

/** Junctors are hash-consed: branches that are the same are one object. */
function isSame(before: unknown, after: unknown): boolean {
  if (!Array.isArray(before) || !Array.isArray(after)) return before === after;
  return before.length === after.length && before.every((branch, index) => branch === after[index]);
}

function textOf(
  validation: ValueValidation,
  [keyword, exclusive]: Constraint["keywords"],
): string | undefined {
  const value = keyword && validation[keyword];
  if (value === undefined || value === "" || value === false) return undefined;
  if (Array.isArray(value)) {
    return value.length === 0
      ? undefined
      : `${value.length} branch${value.length === 1 ? "" : "es"}`;
  }
  if (typeof value === "object") return "a schema";
  const isExclusive = exclusive !== undefined && validation[exclusive] === true;
  return `${shorten(String(value))}${isExclusive ? " (exclusive)" : ""}`;
}

/** Only formats that the server enforces can refuse a value. */
function diffFormat(context: SchemaContext, pair: SchemaPair): void {
  const before = pair.old.schema.validation.format;
  const after = pair.now.validation.format;
  if (before === after) return;
  const demanded = demandOfFormat(pair.now, context);
  const verdict = context.containment.fitsKeywords(pair.old, demanded);
  const facts = factsOf(context, pair, verdict);
  reportAt(context, pair, "diff/format-changed", ["format"], {
    before: before === "" ? undefined : before,
    after: after === "" ? undefined : after,
    ...facts,
    effects: verdict.is === "fails" ? effectsOfOtherType(context, pair) : facts.effects,
  });
}

function demandOfFormat(schema: Schema, { containment }: SchemaContext): Partial<ValueValidation> {
  const typeText = schema.intOrString ? "" : schema.type;
  const format = supportedFormat(typeText, schema.validation.format, containment.check.minor);
  if (format === "int32") return { minimum: -(2 ** 31), maximum: 2 ** 31 - 1 };
  if (format === "float") return { minimum: -largestFloat, maximum: largestFloat };
  if (format === "int64" || format === "double") return {};
  return { format };
}

/** The largest number of 32 bits. */
const largestFloat = 3.4028234663852886e38;

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
