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
