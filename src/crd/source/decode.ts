import type { SourceReporter } from "./faults/syntax-fault.js";
import { mebibytes } from "./faults/syntax-fault.js";
import type { SourceFile } from "./source-file.js";

/**
 * A text from bytes; where they are not UTF-8, `fault` says at which offset of the text and why.
 */
export interface DecodedText {
  readonly text: string;
  readonly fault: { readonly offset: number; readonly reason: string } | undefined;
}

/**
 * The longest string that JavaScript engines agree on, in UTF-16 units; files of more bytes are not
 * read.
 */
export const longestText = 2 ** 29 - 24;

/**
 * Decode UTF-8; a byte order mark is dropped. Bytes that are none become U+FFFD in `text`, so that
 * a code frame can be shown. UTF-16 is a fault too, as it is for kubectl, which splits documents
 * before it decodes them.
 */
export function decodeUtf8(bytes: Uint8Array): DecodedText {
  const utf16 = utf16Order(bytes);
  if (utf16 !== undefined) {
    const text = new TextDecoder(utf16).decode(bytes);
    return { text, fault: { offset: 0, reason: `the text is ${utf16.toUpperCase()}` } };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), fault: undefined };
  } catch {
    const at = firstInvalid(bytes);
    const byte = (bytes[at] ?? 0).toString(16).padStart(2, "0").toUpperCase();
    const before = new TextDecoder("utf-8").decode(bytes.subarray(0, at));
    return {
      text: new TextDecoder("utf-8").decode(bytes),
      fault: { offset: before.length, reason: `byte 0x${byte} does not begin a character` },
    };
  }
}

/** A file from its bytes; `undefined`, with a diagnostic, if they are no UTF-8 text. */
export function decodeSource(
  path: string,
  bytes: Uint8Array,
  reporter: SourceReporter,
): SourceFile | undefined {
  if (bytes.length > longestText) {
    const file = { path, text: "" };
    const values = { size: mebibytes(bytes.length), limit: mebibytes(longestText) };
    reporter.report("source/too-large", { file, start: 0, end: 0 }, values);
    return undefined;
  }
  const { text, fault } = decodeUtf8(bytes);
  const file = { path, text };
  if (fault === undefined) return file;
  const span = { file, start: fault.offset, end: fault.offset + 1 };
  reporter.report(
    "source/not-utf8",
    span,
    { reason: fault.reason },
    { help: "save the file as UTF-8" },
  );
  return undefined;
}

function utf16Order(bytes: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  return undefined;
}

/** Offset of the first byte that is not part of a well-formed sequence (RFC 3629, section 4). */
function firstInvalid(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    if (length === 0) return at;
    at += length;
  }
  return at;
}

function sequenceLength(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return 1;
  const length = first < 0xc2 ? 0 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : first < 0xf5 ? 4 : 0;
  const second = bytes[at + 1] ?? 0;
  if (first === 0xe0 && second < 0xa0) return 0;
  if (first === 0xed && second > 0x9f) return 0;
  if (first === 0xf0 && second < 0x90) return 0;
  if (first === 0xf4 && second > 0x8f) return 0;
  for (let index = 1; index < length; index++) {
    if (((bytes[at + index] ?? 0) & 0xc0) !== 0x80) return 0;
  }
  return length;
}
