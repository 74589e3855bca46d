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

/**
 * Tells whether a string is printable ASCII without quotes and backslashes, which needs no escape.
 */
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

/*
 * Go's tables are those of Unicode 15.0; engines know newer ones. These are the characters that
 * have come since, as ranges in the order of their code points, with those between them that none
 * has yet. Each says how far it is from the end of the one before, and behind a dash how much
 * longer it is than one character, to the base of 36.
 */
// prettier-ignore
const assignedSince =
  "1ov 8 qt 3k 2r7-s 2r-1 1c 7e-1 tz o6-2 1gt va-3 dh-b na4-4 3 2 6-n gk2-f ce-1 1j-6 1ki-1f nh-p " +
  "rr-27 8j-1m w4-2q ku-j vx-49 c7-1l a9 45i-32y 5qe-1l 2dj-1l 87-1f 7z-4 4qq-7 zk a-6h c9a-kw " +
  "4io-8f 34p 4f-3 8o-12 ak-3 1e-6 1b 8-7 f-3 a-6 64-10 b 10zk-5 4mb-b 5s3-h9 aj7-3bd";

// Made on first use: it takes longer than all else that an import of the runtime does, and few
// texts need it.
let printable: RegExp | undefined;

function printablePattern(): RegExp {
  let end = 0;
  const ranges = assignedSince.split(" ").map((range) => {
    const [gap = 0, length = 0] = range.split("-").map((digits) => parseInt(digits, 36));
    const start = end + gap;
    end = start + length;
    return `\\u{${start.toString(16)}}-\\u{${end.toString(16)}}`;
  });
  return new RegExp(`^(?![${ranges.join("")}])[\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]$`, "u");
}

/**
 * Tells whether Go's `strconv.IsPrint` and `unicode.IsPrint` call a character (one code point)
 * printable: letters, marks, numbers, punctuation, symbols and the ASCII space, by the tables of Go
 * 1.26.
 */
export function isPrintable(character: string): boolean {
  printable ??= printablePattern();
  return printable.test(character);
}

/**
 * A text in lower case as Go's `strings.ToLower` makes it: every character by itself. So `İ`
 * becomes a plain `i`, where JavaScript adds a dot above, and `Σ` a `σ` also at the end of a word.
 */
export function lowerCase(text: string): string {
  return text.replaceAll("İ", "i").replaceAll("Σ", "σ").toLowerCase();
}
