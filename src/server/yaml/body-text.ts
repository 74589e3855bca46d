import type { BodyText } from "./cursor.js";

/** Go's reader takes so many bytes at once, and finds what is wrong in all of them. */
const blockSize = 512;

/** Characters that no YAML may hold as they are. */
const controls = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\ufffe\uffff]|[\ud800-\udfff]/u;

/**
 * A body as the text that it is: UTF-8, or UTF-16 that a byte order mark announces. The mark is no
 * part of the text.
 */
export function bodyText(body: string | Uint8Array): BodyText {
  if (typeof body !== "string") {
    const [first, second] = body;
    if (first === 0xff && second === 0xfe) return ofUtf16(body, true);
    if (first === 0xfe && second === 0xff) return ofUtf16(body, false);
  }
  const decoded = typeof body === "string" ? body : decodeUtf8(body);
  if (decoded !== undefined && !controls.test(decoded)) {
    return { text: decoded.replace(/^\ufeff/, ""), limit: Infinity, fault: "" };
  }
  return ofUtf8(typeof body === "string" ? new TextEncoder().encode(body) : body);
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text before the block with the fault. */
function ofUtf8(bytes: Uint8Array): BodyText {
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  let at = hasMark ? 3 : 0;
  let blockStart = at;
  let blockEnd = blockSize;
  for (; at < bytes.length;) {
    const step = characterAt(bytes, at);
    // What is incomplete is so only at the end, which is seen when more is wanted.
    if (step === incomplete) blockStart = at;
    if (typeof step === "string") return cut(bytes.slice(hasMark ? 3 : 0, blockStart), step);
    if (at + step > blockEnd) {
      blockStart = at;
      blockEnd = at + blockSize;
    }
    at += step;
    if (at === blockEnd) {
      blockStart = at;
      blockEnd = at + blockSize;
    }
  }
  return cut(bytes.slice(hasMark ? 3 : 0), "");
}

function cut(bytes: Uint8Array, fault: string): BodyText {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  return { text, limit: fault === "" ? Infinity : text.length, fault };
}

const incomplete = "incomplete UTF-8 octet sequence";

/** The length of a character in bytes, or why there is none. */
function characterAt(bytes: Uint8Array, at: number): number | string {
  const first = bytes[at] ?? 0;
  const width = widthOf(first);
  if (width === 0) return "invalid leading UTF-8 octet";
  if (at + width > bytes.length) return incomplete;
  let value = width === 1 ? first : first & (0xff >> (width + 1));
  for (const octet of bytes.slice(at + 1, at + width)) {
    if ((octet & 0xc0) !== 0x80) return "invalid trailing UTF-8 octet";
    value = value * 64 + (octet & 0x3f);
  }
  if (value < (smallest[width] ?? 0)) return "invalid length of a UTF-8 sequence";
  if ((value >= 0xd800 && value <= 0xdfff) || value > 0x10ffff) return "invalid Unicode character";
  return controls.test(String.fromCodePoint(value)) ? "control characters are not allowed" : width;
}

/** Of characters of so many bytes. */
const smallest = [0, 0, 0x80, 0x800, 0x10000];

function widthOf(octet: number): number {
  if (octet < 0x80) return 1;
  if (octet < 0xc0) return 0;
  if (octet < 0xe0) return 2;
  if (octet < 0xf0) return 3;
  return octet < 0xf8 ? 4 : 0;
}

function ofUtf16(bytes: Uint8Array, isLittleEndian: boolean): BodyText {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  let [text, blockStart, blockEnd] = ["", 0, blockSize];
  const until = (fault: string): BodyText => ({
    text: text.slice(0, blockStart),
    limit: blockStart,
    fault,
  });
  for (let at = 2; at < bytes.length;) {
    if (at >= blockEnd) [blockStart, blockEnd] = [text.length, blockEnd + blockSize];
    if (at + 2 > bytes.length) return until("incomplete UTF-16 character");
    const unit = view.getUint16(at, isLittleEndian);
    if (unit >= 0xdc00 && unit <= 0xdfff) return until("unexpected low surrogate area");
    at += 2;
    text += String.fromCharCode(unit);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      if (at + 2 > bytes.length) return until("incomplete UTF-16 surrogate pair");
      const low = view.getUint16(at, isLittleEndian);
      if (low < 0xdc00 || low > 0xdfff) return until("expected low surrogate area");
      at += 2;
      text += String.fromCharCode(low);
    } else if (controls.test(String.fromCharCode(unit))) {
      return until("control characters are not allowed");
    }
  }
  return { text, limit: Infinity, fault: "" };
}
