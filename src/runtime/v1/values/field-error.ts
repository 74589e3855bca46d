/** The kinds of field errors, by their names on the wire. */
export type FieldErrorReason =
  | "FieldValueNotFound"
  | "FieldValueRequired"
  | "FieldValueDuplicate"
  | "FieldValueInvalid"
  | "FieldValueTypeInvalid"
  | "FieldValueNotSupported"
  | "FieldValueForbidden"
  | "FieldValueTooLong"
  | "FieldValueTooShort"
  | "FieldValueTooMany"
  | "FieldValueTooFew"
  | "InternalError";

/**
 * One fault of an object: equal to one entry of `status.details.causes` in the API server's answer.
 */
export interface FieldError {
  readonly reason: FieldErrorReason;
  /** Path of the field, as `spec.env[0].name`; `<nil>` where the server knows none. */
  readonly field: string;
  /** The fault without the field: `Invalid value: "x": must be …`. */
  readonly message: string;
}

/** The text of one error as it stands in the message of a Status: `<field>: <message>`. */
export function fieldErrorText(error: FieldError): string {
  return `${error.field}: ${error.message}`;
}

/**
 * The most that the API server can copy while it joins texts, one after the other, in the time it
 * has.
 */
const mostCopied = 3e10;
/** The longest text that is kept in memory. */
const mostText = 2 ** 24;

/**
 * Errors of equal text only once; undefined if there are more than the API server comes to an end
 * with.
 */
export function distinctErrors(errors: readonly FieldError[]): readonly FieldError[] | undefined {
  const byText = new Map<string, FieldError>();
  let length = 0;
  let copied = 0;
  for (const error of errors) {
    const text = fieldErrorText(error);
    if (byText.has(text)) continue;
    byText.set(text, error);
    length += text.length;
    copied += length;
    if (length > mostText || copied > mostCopied) return undefined;
  }
  return [...byText.values()];
}
