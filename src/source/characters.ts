/** Character codes that the readers of this folder look for. */
export const tab = 0x09;
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const doubleQuote = 0x22;
export const hash = 0x23;
export const singleQuote = 0x27;
export const comma = 0x2c;
export const dash = 0x2d;
export const colon = 0x3a;
export const greaterThan = 0x3e;
export const question = 0x3f;
export const leftBracket = 0x5b;
export const backslash = 0x5c;
export const rightBracket = 0x5d;
export const leftBrace = 0x7b;
export const verticalBar = 0x7c;
export const rightBrace = 0x7d;
export const byteOrderMark = 0xfeff;

/** A space or a tab. */
export function isBlank(code: number): boolean {
  return code === space || code === tab;
}

/** The end of a line; `read.ts` made line feeds of lone carriage returns and of U+0085, U+2028 and U+2029 before. */
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
