import { isPrintable } from "./printable.js";

/**
 * A string as Go prints it with `%q` (`strconv.Quote`). An unpaired surrogate is U+FFFD, which is
 * what Go's JSON decoder makes of it.
 */
export function quote(text: string): string {
  if (isPlainAscii(text)) return `"${text}"`;
  let quoted = '"';
  for (const character of text) quoted += quoteCharacter(character);
  return quoted + '"';
}

/** Whether a string is printable ASCII without quotes and backslashes, which needs no escape. */
export function isPlainAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index);
    if (code < 32 || code > 126 || code === 34 || code === 92) return false;
  }
  return true;
}

function quoteCharacter(character: string): string {
  const named = '\u0007\b\f\n\r\t\v\\"'.indexOf(character);
  if (named >= 0) return `\\${'abfnrtv\\"'.charAt(named)}`;
  const code = character.codePointAt(0) ?? 0;
  if (code >= 0xd800 && code <= 0xdfff) return "\ufffd";
  if (isPrintable(character)) return character;
  const hex = code.toString(16);
  if (code < 0x80) return `\\x${hex.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
