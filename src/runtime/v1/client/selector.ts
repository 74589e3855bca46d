/**
 * A field selector: all entries must hold. Values compare as text with the field's value; a field that is absent
 * counts as `""`. `F` are the fields that the resource makes selectable.
 */
export type FieldSelector<F extends string = string> = {
  readonly [Field in F]?:
    FieldValue | { readonly not: FieldValue | readonly FieldValue[] } | undefined;
};

/** Selectable fields are strings, integers or booleans; the server compares their text. */
export type FieldValue = string | number | boolean;

/**
 * A label selector: all entries must hold. A text asks for equality, a list for one of its members; objects that lack
 * the label satisfy `not` and `notIn`.
 */
export interface LabelSelector {
  readonly [label: string]: LabelRequirement | undefined;
}

/** What is asked of one label. */
export type LabelRequirement =
  | string
  | readonly string[]
  | { readonly not: string }
  | { readonly notIn: readonly string[] }
  | { readonly exists: boolean };

/**
 * The text of a field selector, terms in the order of the object. Throws a TypeError on a field name that the syntax
 * cannot express (it has escapes for values alone; apimachinery `fields/selector.go`).
 */
export function fieldSelectorText(selector: string | FieldSelector): string {
  if (typeof selector === "string") return selector;
  return Object.entries(selector).flatMap(fieldTerms).join(",");
}

/**
 * The text of a label selector, terms in the order of the object. Throws a TypeError on a label or value that no
 * object can have: their syntax has no escapes, so a stray comma would become another term
 * (apimachinery `labels/selector.go`).
 */
export function labelSelectorText(selector: string | LabelSelector): string {
  if (typeof selector === "string") return selector;
  return Object.entries(selector).flatMap(labelTerm).join(",");
}

function fieldTerms([field, wanted]: [string, FieldSelector[string]]): string[] {
  if (wanted === undefined) return [];
  if (/[,=!\\]/.test(field)) throw new TypeError(`a field selector cannot name ${quote(field)}`);
  if (typeof wanted !== "object") return [`${field}=${escapeFieldValue(wanted)}`];
  const excluded = Array.isArray(wanted.not) ? wanted.not : [wanted.not];
  return excluded.map((value: FieldValue) => `${field}!=${escapeFieldValue(value)}`);
}

function escapeFieldValue(value: FieldValue): string {
  return String(value).replace(/[\\,=]/g, "\\$&");
}

function labelTerm([label, wanted]: [string, LabelSelector[string]]): string[] {
  if (wanted === undefined) return [];
  if (!/^[\w./-]+$/.test(label)) throw new TypeError(`${quote(label)} is not a label`);
  if (typeof wanted === "string") return [`${label}=${checkLabelValue(wanted)}`];
  if (isList(wanted)) return [`${label} in (${wanted.map(checkLabelValue).join(",")})`];
  if ("not" in wanted) return [`${label}!=${checkLabelValue(wanted.not)}`];
  if ("notIn" in wanted) return [`${label} notin (${wanted.notIn.map(checkLabelValue).join(",")})`];
  return [wanted.exists ? label : `!${label}`];
}

function isList(wanted: LabelRequirement): wanted is readonly string[] {
  return Array.isArray(wanted);
}

function checkLabelValue(value: string): string {
  if (/^[\w.-]*$/.test(value)) return value;
  throw new TypeError(`${quote(value)} is not the value of a label`);
}

function quote(text: string): string {
  return JSON.stringify(text);
}
