import type { FieldError } from "../field-error.js";
import { forbiddenError } from "../field-errors.js";
import { quote } from "../go/quote.js";

/** A key that came twice, as the server's warnings and messages have it. */
export function duplicateText(path: string): string {
  return `duplicate field ${quote(path)}`;
}

/** What a strict reader says of a body. */
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
    ...duplicates.map((path) => forbiddenError(path, "duplicate field")),
    ...unknown.map((path) => forbiddenError(path, "unknown field")),
  ];
}
