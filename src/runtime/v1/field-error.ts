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
