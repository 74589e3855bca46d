/**
 * A field selector: all entries must hold. Values compare as text with the field's value; a field
 * that is absent counts as `""`. `F` are the fields that the resource makes selectable.
 */
export type FieldSelector<F extends string = string> = {
  readonly [Field in F]?:
    FieldValue | { readonly not: FieldValue | readonly FieldValue[] } | undefined;
};

/** Selectable fields are strings, integers or booleans; the server compares their text. */
export type FieldValue = string | number | boolean;

/**
 * A label selector: all entries must hold. A text asks for equality, a list for one of its members;
 * objects that lack the label satisfy `not` and `notIn`.
 */
export interface LabelSelector {
  readonly [label: string]: LabelRequirement | undefined;
}

/** A requirement on one label. */
export type LabelRequirement =
  | string
  | readonly string[]
  | { readonly not: string }
  | { readonly notIn: readonly string[] }
  | { readonly exists: boolean };

/**
 * The text of a field selector, terms in the order of the object. Throws a TypeError on a field
 * name that the syntax cannot express (it has escapes for values alone; apimachinery
 * `fields/selector.go`), and on what is no wish.
 */
export function fieldSelectorText(selector: string | FieldSelector): string {
  if (typeof selector === "string") return selector;
  return Object.entries(selector).flatMap(fieldTerms).join(",");
}

/**
 * The text of a label selector, terms in the order of the object. Throws a TypeError on a label or
 * value that no object can have: their syntax has no escapes, so a stray comma would become another
 * term; and on lists without members, which the server would read as lists of the empty value
 * (apimachinery `labels/selector.go`).
 */
export function labelSelectorText(selector: string | LabelSelector): string {
  if (typeof selector === "string") return selector;
  return Object.entries(selector).flatMap(labelTerm).join(",");
}

function fieldTerms([field, wanted]: [string, FieldSelector[string]]): string[] {
  if (wanted === undefined) return [];
  if (/[,=!\\]/.test(field)) throw new TypeError(`a field selector cannot name ${quote(field)}`);
  if (!hasMember(wanted, "not")) return [`${field}=${fieldValueText(field, wanted)}`];
  const excluded = isValueList(wanted.not) ? wanted.not : [wanted.not];
  return excluded.map((value) => `${field}!=${fieldValueText(field, value)}`);
}

function fieldValueText(field: string, value: unknown): string {
  if (typeof value === "string") return value.replace(/[\\,=]/g, "\\$&");
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  throw new TypeError(`a field selector cannot ask ${quote(field)} for ${quote(value)}`);
}

function labelTerm([label, wanted]: [string, LabelSelector[string]]): string[] {
  if (wanted === undefined) return [];
  if (!/^[\w./-]+$/.test(label)) throw new TypeError(`${quote(label)} is not a label`);
  if (typeof wanted === "string") return [`${label}=${checkLabelValue(wanted)}`];
  if (isValueList(wanted)) return [`${label} in ${labelValues(wanted)}`];
  if (hasMember(wanted, "not")) return [`${label}!=${checkLabelValue(wanted.not)}`];
  if (hasMember(wanted, "notIn")) return [`${label} notin ${labelValues(wanted.notIn)}`];
  if (hasMember(wanted, "exists")) return [wanted.exists ? label : `!${label}`];
  throw new TypeError(`a label selector cannot ask ${quote(label)} for ${quote(wanted)}`);
}

/** Tells whether a wish is an object of this form; callers without types send others. */
function hasMember<Wish, Name extends string>(
  wanted: Wish,
  name: Name,
): wanted is Extract<Wish, { readonly [Key in Name]: unknown }> {
  return typeof wanted === "object" && wanted !== null && Object.hasOwn(wanted, name);
}

function isValueList<Wish>(wanted: Wish): wanted is Extract<Wish, readonly unknown[]> {
  return Array.isArray(wanted);
}

function labelValues(values: readonly string[]): string {
  if (values.length === 0) throw new TypeError("a list of label values needs a member");
  return `(${values.map(checkLabelValue).join(",")})`;
}

function checkLabelValue(value: unknown): string {
  if (typeof value === "string" && /^[\w.-]*$/.test(value)) return value;
  throw new TypeError(`${quote(value)} is not the value of a label`);
}

function quote(value: unknown): string {
  return JSON.stringify(value ?? null);
}
