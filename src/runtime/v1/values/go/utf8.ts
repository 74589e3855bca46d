/**
 * Order of two strings by their UTF-8 bytes, as Go sorts: that is by code point, where JavaScript
 * compares UTF-16 units. Negative, zero or positive, for `Array.prototype.sort`.
 */
export function compareUtf8(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return rank(x) - rank(y);
  }
  return a.length - b.length;
}

/**
 * Surrogates stand for code points above all of the basic plane, so U+E000 to U+FFFF go below them.
 */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit >= 0xe000 ? unit - 0x800 : unit + 0x2000;
}

/**
 * Length of a string in bytes of UTF-8, Go's `len`. An unpaired surrogate counts 3, as the U+FFFD
 * that Go reads for it.
 */
export function utf8Length(text: string): number {
  let length = text.length;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) continue;
    length += unit < 0x800 ? 1 : 2;
    if (isPair(text, i)) i++;
  }
  return length;
}

/** A pair has two units and four bytes: the first unit's two extra bytes are all. */
function isPair(text: string, i: number): boolean {
  const first = text.charCodeAt(i) & 0xfc00;
  return first === 0xd800 && (text.charCodeAt(i + 1) & 0xfc00) === 0xdc00;
}
