/**
 * How many columns of a terminal a text takes: two for characters of East Asian width W or F and
 * for emoji, none for marks that combine with the character before (Unicode Standard Annex #11).
 */
export function displayWidth(text: string): number {
  if (/^[ -~]*$/.test(text)) return text.length;
  let width = 0;
  for (const character of text)
    width += combining.test(character) ? 0 : wide.test(character) ? 2 : 1;
  return width;
}

const combining = /^[\p{Mn}\p{Me}\u200B-\u200D]$/u;

const wide =
  /^[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\u303E\u3041-\uA4CF\uA960-\uA97C\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6B\uFF01-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]$/u;
