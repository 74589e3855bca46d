/*
 * Go's tables are those of Unicode 15.0; engines know newer ones. These are the characters that
 * have come since, as ranges in the order of their code points. Each says how far it is from the
 * end of the one before, and behind a dash how much longer it is than one character, to the base of
 * 36.
 */
// prettier-ignore
const assignedSince =
  "1ov 8 qt 3k 2r7-e 3-b 2r-1 1c 7e-1 tz o6-2 1gt va-3 dh-1 a na4-4 3 2 6-2 l gk2-f ce-1 1j-6 " +
  "1ki-1f nh-p rr-11 4-s 9-1 8j-5 9-8 y-2 w4-9 2 3 2-11 2-9 2 3 2-3 2-9 2-1 9-1 ku-j vx-7 2h-x " +
  "f-9 c7-17 5-9 a9 45i-32y 5qe-1l 2dj-1l 87-o 3-o 7z-4 4qq-7 zk a-l 2q-36 c9a-70 4-c3 7-m g-g " +
  "4io-16 5 5d-u 2-l 9-1 34p 4f-3 8o-9 5-1 f-8 ak-3 1e-1 4-1 1b 8 2 5 f 3 a-1 5 64-10 b 10zk-5 " +
  "4mb-b 5s3-h9 aj7-3bd";

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
 * Whether Go's `strconv.IsPrint` and `unicode.IsPrint` call a character (one code point) printable:
 * letters, marks, numbers, punctuation, symbols and the ASCII space, by the tables of Go 1.26.
 */
export function isPrintable(character: string): boolean {
  printable ??= printablePattern();
  return printable.test(character);
}
