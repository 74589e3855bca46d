/**
 * The length of a text in Unicode code points, as Go counts runes. An unpaired surrogate counts as
 * one, which is what Go's JSON decoder makes of it.
 */
export function codePoints(text: string): number {
  let count = text.length;
  // Engines see at once that a text of Latin letters has none.
  if (!/[\ud800-\udbff]/.test(text)) return count;
  for (let index = 1; index < text.length; index++) {
    const low = text.charCodeAt(index);
    if (low < 0xdc00 || low > 0xdfff) continue;
    const high = text.charCodeAt(index - 1);
    if (high >= 0xd800 && high <= 0xdbff) count--;
  }
  return count;
}

/** A text without those characters at its beginning and its end. */
export function trimmed(text: string, characters: string): string {
  let [start, end] = [0, text.length];
  while (start < end && characters.includes(text.charAt(start))) start++;
  while (end > start && characters.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

/** Go's `strings.TrimSpace`: JavaScript's `trim` also takes U+FEFF, and leaves U+0085. */
export function trimSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isSpace(text.charAt(start))) start++;
  while (end > start && isSpace(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function isSpace(character: string): boolean {
  return character === "\x85" || (character !== "\ufeff" && /\s/.test(character));
}
