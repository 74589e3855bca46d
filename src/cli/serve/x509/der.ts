/*
 * Values in DER (X.690), as far as certificates have them: each is its tag, its length and its
 * content.
 */

/** A value with any tag. */
export function tagged(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.of(tag, ...lengthOf(content.length)), content]);
}

/** The bytes of a length: one below 128, or their number and then themselves. */
function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 | bytes.length, ...bytes];
}

/** SEQUENCE. */
export function sequence(...members: readonly Uint8Array[]): Buffer {
  return tagged(0x30, ...members);
}

/** SET with one member. */
export function setOf(member: Uint8Array): Buffer {
  return tagged(0x31, member);
}

/** INTEGER that is not negative, of its bytes. */
export function unsigned(bytes: Uint8Array): Buffer {
  const isNegative = ((bytes[0] ?? 0) & 0x80) !== 0;
  return tagged(0x02, ...(isNegative ? [Buffer.of(0)] : []), bytes);
}

/** BOOLEAN that is true: one that is false is left out. */
export const yes: Buffer = /* @__PURE__ */ tagged(0x01, /* @__PURE__ */ Buffer.of(0xff));

/** BIT STRING; `unused` counts the bits at its end that mean nothing. */
export function bitString(bytes: Uint8Array, unused = 0): Buffer {
  return tagged(0x03, Buffer.of(unused), bytes);
}

/** OCTET STRING. */
export function octetString(bytes: Uint8Array): Buffer {
  return tagged(0x04, bytes);
}

/** UTF8String. */
export function text(value: string): Buffer {
  return tagged(0x0c, Buffer.from(value));
}

/** OBJECT IDENTIFIER, written with dots. */
export function identifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return tagged(0x06, Buffer.of(first * 40 + second, ...rest.flatMap(inSevens)));
}

/** Seven bits each, all but the last with a mark. */
function inSevens(number: number): readonly number[] {
  const bytes = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    bytes.unshift(0x80 | (rest % 128));
  }
  return bytes;
}

/** A time in seconds; from 2050 on it has four digits for the year (RFC 5280, 4.1.2.5). */
export function time(value: Date): Buffer {
  const digits = `${value.toISOString().replace(/\D/g, "").slice(0, 14)}Z`;
  const isEarly = value.getUTCFullYear() < 2050;
  return isEarly ? tagged(0x17, Buffer.from(digits.slice(2))) : tagged(0x18, Buffer.from(digits));
}
