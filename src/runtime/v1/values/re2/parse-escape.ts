import { maxCodePoint } from "./char-set.js";
import { Re2Error } from "./node.js";

/** A character and where its spelling ends. */
export interface EscapedCharacter {
  readonly code: number;
  readonly end: number;
}

const controls: Readonly<Record<string, number>> = {
  a: 0x07,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
  v: 0x0b,
};

const octal = /\\(0[0-7]{0,2}|[1-7][0-7]{1,2})/y;
const hex = /\\x([0-9A-Fa-f]{2})/y;
const bracedHex = /\\x\{([0-9A-Fa-f]+)\}/y;

/**
 * Reads `\n`, `\x41`, `\x{1F600}`, `\012`, `\.` and the like at a position (`parseEscape` of
 * `regexp/syntax`).
 */
export function parseEscape(source: string, start: number): EscapedCharacter | Re2Error {
  const code = source.codePointAt(start + 1);
  if (code === undefined) {
    return new Re2Error("trailing backslash at end of expression", "");
  }
  const character = String.fromCodePoint(code);
  const end = start + 1 + character.length;
  const control = controls[character];
  if (control !== undefined) return { code: control, end };
  if (code < 0x80 && !/[0-9A-Za-z]/.test(character)) return { code, end };
  return (
    numeric(source, start) ?? new Re2Error("invalid escape sequence", badEscape(source, start, end))
  );
}

function numeric(source: string, start: number): EscapedCharacter | undefined {
  for (const [pattern, base] of [
    [octal, 8],
    [hex, 16],
    [bracedHex, 16],
  ] as const) {
    pattern.lastIndex = start;
    const [whole, digits] = pattern.exec(source) ?? [];
    if (whole === undefined || digits === undefined) continue;
    const code = parseInt(digits, base);
    return code <= maxCodePoint ? { code, end: start + whole.length } : undefined;
  }
  return undefined;
}

/** What Go shows of an escape it does not know: as far as it had read. */
function badEscape(source: string, start: number, end: number): string {
  if (source.charAt(start + 1) !== "x") return source.slice(start, end);
  const braced = source.charAt(end) === "{";
  if (!braced) return firstCharacters(source, start, end, 2);
  let code = 0;
  let stop = end + 1;
  while (stop < source.length) {
    const digit = source.charAt(stop);
    stop += firstCharacters(source, stop, stop, 1).length;
    if (!/^[0-9A-Fa-f]$/.test(digit)) break;
    code = code * 16 + parseInt(digit, 16);
    if (code > maxCodePoint) break;
  }
  return source.slice(start, stop);
}

/** The text from `start` to some whole characters after `end`. */
function firstCharacters(source: string, start: number, end: number, count: number): string {
  const following = Array.from(source.slice(end, end + 2 * count)).slice(0, count);
  return source.slice(start, end) + following.join("");
}
