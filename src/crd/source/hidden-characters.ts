/*
 * Characters that a reader does not see, or that change how others are shown, as parts of character
 * classes (`[${directionMarks}]`). What must be escaped depends on where a text is printed: each
 * printer names its own.
 */

/** DEL and the controls of C1. */
export const laterControls = String.raw`\x7F-\x9F`;

/** What turns the direction of text, so that it is read in another order than it is stored. */
export const directionMarks = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;

/** Ends of lines and paragraphs that few editors show as such. */
export const lineSeparators = String.raw`\u2028\u2029`;

/** Of no width, or no characters at all. */
export const invisible = String.raw`\u200B-\u200D\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFF`;

/** What every font may show otherwise, or not at all. */
export const privateUse = String.raw`\uE000-\uF8FF`;

/** How Unicode's charts call a character: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
