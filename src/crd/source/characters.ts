/*
 * Character codes that the readers of this folder look for.
 */

/** A blank that does not indent. */
export const tab = 0x09;
/** Ends a line, alone or behind a carriage return. */
export const lineFeed = 0x0a;
/** Ends a line together with the line feed behind it; lone ones became line feeds (`read.ts`). */
export const carriageReturn = 0x0d;
/** A blank, and the only one that indents. */
export const space = 0x20;
/** Around a text with escapes. */
export const doubleQuote = 0x22;
/** Begins a comment behind a blank, and at the beginning of a line. */
export const hash = 0x23;
/** Around a text without escapes but `''`. */
export const singleQuote = 0x27;
/** Between the parts of a flow list or map. */
export const comma = 0x2c;
/** Begins an item of a block list; three of them a document. */
export const dash = 0x2d;
/** Behind a key. */
export const colon = 0x3a;
/** Begins a folded block scalar. */
export const greaterThan = 0x3e;
/** Begins an explicit key. */
export const question = 0x3f;
/** Begins a flow list. */
export const leftBracket = 0x5b;
/** Begins an escape within double quotes. */
export const backslash = 0x5c;
/** Ends a flow list. */
export const rightBracket = 0x5d;
/** Begins a flow map. */
export const leftBrace = 0x7b;
/** Begins a literal block scalar. */
export const verticalBar = 0x7c;
/** Ends a flow map. */
export const rightBrace = 0x7d;
/** May stand before a document, and is no part of it. */
export const byteOrderMark = 0xfeff;

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/**
 * The end of a line; `read.ts` made line feeds of lone carriage returns and of U+0085, U+2028 and
 * U+2029 before.
 */
export function isBreak(code: number): boolean {
  return code === lineFeed || code === carriageReturn;
}

/** Blank, line break or the end of the text, where `charCodeAt` gives NaN. */
export function isBlankOrEnd(code: number): boolean {
  return isBlank(code) || isBreak(code) || Number.isNaN(code);
}

/** A letter of ASCII. */
export function isLetter(code: number): boolean {
  const lower = code | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

/*
 * Characters that a reader does not see, or that change how others are shown, as parts of character
 * classes (`[${directionMarks}]`). What must be escaped depends on where a text is printed: each
 * printer names its own.
 */

/** DEL and the controls of C1. */
export const laterControls = String.raw`\x7F-\x9F`;

/**
 * Characters that turn the direction of text, so that it is read in another order than it is
 * stored.
 */
export const directionMarks = String.raw`\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069`;

/** Ends of lines and paragraphs that few editors show as such. */
export const lineSeparators = String.raw`\u2028\u2029`;

/** Of no width, or no characters at all. */
export const invisible = String.raw`\u200B-\u200D\u2060-\u2065\u206A-\u206F\uFEFF\uFFF9-\uFFFF`;

/** Characters that every font may show differently, or not at all. */
export const privateUse = String.raw`\uE000-\uF8FF`;

/** How Unicode's charts call a character: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
