import type { FieldError } from "../values/field-error.js";
import { forbiddenError } from "../values/field-errors.js";
import { quote } from "../values/go/quote.js";

/** The fault of a key that came twice. */
export const duplicateField = "duplicate field";

/** The fault of a field that its type does not have. */
export const unknownField = "unknown field";

/** A fault as the server's warnings and messages have it. */
export function strictText({ field, message }: FieldError): string {
  return `${message.slice(message.indexOf(": ") + 2)} ${quote(field)}`;
}

/** A key that came twice, as the server's warnings and messages have it. */
export function duplicateText(path: string): string {
  return `${duplicateField} ${quote(path)}`;
}

/** Returns the error of a strict reader with all its faults. */
export function strictFault(items: readonly string[]): string {
  return `strict decoding error: ${items.join(", ")}`;
}

/**
 * The fields for which a strict reader refuses a body, one by one. The server's answer has them in
 * its message alone: there are no causes of a body that was not decoded.
 */
export function strictErrors(
  duplicates: readonly string[],
  unknown: readonly string[],
): readonly FieldError[] {
  return [
    ...duplicates.map((path) => forbiddenError(path, duplicateField)),
    ...unknown.map((path) => forbiddenError(path, unknownField)),
  ];
}
