import type { FieldError } from "../values/field-error.js";
import { forbiddenError } from "../values/field-errors.js";
import { quote } from "../values/go/quote.js";
import { codePoints } from "../values/strings.js";

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

const maxTotal = 4096;
const maxWhileTruncating = 256;

/**
 * Warnings as they reach a client (apiserver `endpoints/filters/warning.go`): each once, none with
 * control characters. Once all together are longer than 4096 characters, each is cut to 256, and
 * those that come behind the limit are dropped.
 */
export function sentWarnings(texts: readonly string[]): string[] {
  const recorded = new Set<string>();
  let sent: string[] = [];
  let written = 0;
  let truncates = false;
  const send = (text: string): void => {
    const length = codePoints(text);
    const isLong = truncates && length > maxWhileTruncating;
    const kept = isLong ? Array.from(text).slice(0, maxWhileTruncating).join("") : text;
    if (/\p{Cc}/u.test(kept)) return;
    written += isLong ? maxWhileTruncating : length;
    sent.push(kept);
  };
  for (const text of texts) {
    if (text === "" || recorded.has(text)) continue;
    if (truncates && written >= maxTotal) break;
    recorded.add(text);
    if (truncates || written + codePoints(text) <= maxTotal) {
      send(text);
      continue;
    }
    truncates = true;
    written = 0;
    sent = [];
    recorded.forEach(send);
  }
  return sent;
}
