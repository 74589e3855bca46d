import { isRequiredAlone } from "../../../crd/ir/required-alone.js";
import type { NestedValidation, ValueValidation } from "../../../crd/ir/schema.js";

/** Choices between fields are spelled out; other junctors are named. */
export function junctorFacts({ allOf, anyOf, oneOf, not }: ValueValidation): readonly string[] {
  const count = allOf.length + anyOf.length + oneOf.length;
  if (count === 0 && not === undefined) return [];
  const facts: string[] = [];
  const further: string[] = [];
  for (const [name, words, branches] of [
    ["allOf", "all of", allOf],
    ["anyOf", "at least one of", anyOf],
    ["oneOf", "exactly one of", oneOf],
  ] as const) {
    const fields = demandedFields(branches);
    if (fields.length === 0) {
      if (branches.length > 0 && !isIntOrString(branches)) further.push(name);
      continue;
    }
    const isAll =
      branches.every(saysNoMore) || (name === "oneOf" && areExclusive(branches, fields));
    // Of branches that say more, one may fit though the fields of several are there.
    const text = isAll || name !== "oneOf" ? words : "at least one of";
    facts.push(`${text} ${fields.map(inlineCode).join(", ")}`);
    if (!isAll) further.push(name);
  }
  if (not !== undefined) further.push("not");
  if (further.length > 0) facts.push(`further constraints: ${further.join(", ")}`);
  return facts;
}

/**
 * The fields of branches that each demand one field, in their order; empty if one of them does not.
 */
function demandedFields(branches: readonly NestedValidation[]): readonly string[] {
  const fields: string[] = [];
  for (const { validation } of branches) {
    const [field, second] = validation.required;
    if (field === undefined || second !== undefined) return [];
    fields.push(field);
  }
  return fields;
}

/** An older CRD may repeat the type, which the fields alone tell as well. */
function saysNoMore(branch: NestedValidation): boolean {
  return isRequiredAlone({ ...branch, type: "" });
}

/** Whether each branch forbids the fields of all others. */
function areExclusive(branches: readonly NestedValidation[], fields: readonly string[]): boolean {
  return branches.every(({ validation: { not } }, index) => {
    const forbidden = not === undefined ? [] : forbiddenFields(not);
    return fields.every((field, other) => other === index || forbidden.includes(field));
  });
}

/** What a `not` forbids to be there: a field, or each of several. */
function forbiddenFields(not: NestedValidation): readonly string[] {
  const { anyOf } = not.validation;
  if (anyOf.length === 0) return saysNoMore(not) ? demandedFields([not]) : [];
  const isChoice = saysNoMore({ ...not, validation: { ...not.validation, anyOf: [] } });
  const isPlain = isChoice && not.validation.required.length === 0 && anyOf.every(saysNoMore);
  return isPlain ? demandedFields(anyOf) : [];
}

function isIntOrString(branches: readonly NestedValidation[]): boolean {
  return branches.every(({ type }) => type === "integer" || type === "string");
}

/** A text of the CRD between backticks. */
export function inlineCode(text: string): string {
  return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
