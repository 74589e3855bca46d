const valid = /^[A-Za-z0-9+/]$/;
const padding = "=";

/**
 * Why Go's `base64.StdEncoding` refuses a text, by the byte it stumbles over (`encoding/base64`,
 * `decodeQuantum`); undefined for a good one. Padding is demanded, line ends do not count.
 */
export function base64Fault(text: string): string | undefined {
  const at = corruptByte(text);
  return at === undefined ? undefined : `illegal base64 data at input byte ${at}`;
}

function corruptByte(text: string): number | undefined {
  let at = 0;
  for (;;) {
    for (let digit = 0; digit < 4;) {
      if (at >= text.length) return digit === 0 ? undefined : at - digit;
      const character = text.charAt(at++);
      if (character === padding) return afterPadding(text, at, digit);
      if (isLineEnd(character)) continue;
      if (!valid.test(character)) return at - 1;
      digit++;
    }
  }
}

/**
 * The first `=` of a group stands before `at`, behind so many digits: a second one may follow, and
 * nothing more.
 */
function afterPadding(text: string, at: number, digits: number): number | undefined {
  if (digits < 2) return at - 1;
  let next = at;
  if (digits === 2) {
    next = behindLineEnds(text, next);
    if (next === text.length) return text.length;
    if (text.charAt(next) !== padding) return next - 1;
    next++;
  }
  next = behindLineEnds(text, next);
  return next < text.length ? next : undefined;
}

function behindLineEnds(text: string, start: number): number {
  let at = start;
  while (isLineEnd(text.charAt(at))) at++;
  return at;
}

function isLineEnd(character: string): boolean {
  return character === "\n" || character === "\r";
}
