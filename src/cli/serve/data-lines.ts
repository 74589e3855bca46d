import * as zlib from "node:zlib";
import type { ServerSnapshot, StoredChange } from "../../runtime/v1/testing/memory-api-server.js";

/*
 * A data file has a first line that says what it is and in which format, and then lines of
 *
 *   SUM PREVIOUS NUMBER JSON
 *
 * NUMBER counts them, PREVIOUS is the sum of the line before, and SUM is that of all that is behind
 * it. So a line stands for all before it: none can be changed, removed, doubled or moved unseen.
 * Lines of format 2 had only `SUM JSON`; a file of that format may go on with newer lines.
 */

/** The format that is written. */
export const format = 3;

/** The first line of a file of a format, without its end. */
export function headingOf(ofFormat: number): string {
  return JSON.stringify({ crdgen: "serve", format: ofFormat });
}

/** The first line of every new file, with its end. */
export const headingLine: Uint8Array = Buffer.from(`${headingOf(format)}\n`);

/** How far the lines of a file have come. */
export interface Place {
  /** Of the last line; 0 for the heading. */
  readonly number: number;
  /** Of the last line. */
  readonly sum: string;
}

/** Behind the heading of a format. */
export function behindHeading(ofFormat: number): Place {
  return { number: 0, sum: checksum(Buffer.from(headingOf(ofFormat))) };
}

/** The process that writes a file. */
export interface Owner {
  /** Made at random for each start of a server. */
  readonly id: string;
  readonly pid: number;
  readonly host: string;
  /** When the process began, where the system tells: ids are given again. */
  readonly started?: string | undefined;
  /** Where the process id means this process: the boot of a machine, and a namespace of ids. */
  readonly space?: string | undefined;
  /** Which file it is, so that a copy is nobody's. */
  readonly device: number;
  readonly inode: number;
}

/** What a line says. */
export type Content =
  | StoredChange
  /** How far the resource versions have come. */
  | { readonly resourceVersion: number }
  /** From here on, this process writes the file, and no other. */
  | { readonly owner: Owner }
  /** Nobody writes the file now. */
  | { readonly released: true }
  /** The objects are in another file since, which took over this one's name. */
  | { readonly moved: string };

/** A line that was made. */
export interface MadeLine {
  /** With its end. */
  readonly bytes: Uint8Array;
  /** Where the file is then. */
  readonly place: Place;
}

/** The line that follows a place; its JSON has `padding` blanks behind it. */
export function lineAfter({ number, sum }: Place, content: Content, padding = 0): MadeLine {
  const json = JSON.stringify(content);
  const bytes = Buffer.from(
    `${" ".repeat(sumLength)} ${sum} ${number + 1} ${json}${" ".repeat(padding)}\n`,
  );
  const ownSum = checksum(bytes.subarray(sumLength + 1, -1));
  bytes.write(ownSum, "latin1");
  return { bytes, place: { number: number + 1, sum: ownSum } };
}

/** All that a snapshot holds. */
export function* contentsOf({ resourceVersion, objects }: ServerSnapshot): Iterable<Content> {
  yield { resourceVersion };
  for (const [resource, entries] of Object.entries(objects)) {
    for (const [key, text] of entries) yield { resource, key, resourceVersion, text };
  }
}

const sumLength = 8;

/** A line that is whole by itself. */
export interface ParsedLine extends Place {
  /** The sum of the line that it was written behind. */
  readonly previous: string;
  readonly content: Content;
}

/** Undefined for what is no line, or changed. */
export function parseLine(bytes: Uint8Array): ParsedLine | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longestHead));
  const [all, sum = "", previous = "", number = ""] = lineHead.exec(head.toString("latin1")) ?? [];
  if (all === undefined || checksum(bytes.subarray(sumLength + 1)) !== sum) return undefined;
  const content = parseContent(bytes.subarray(all.length));
  return content && { sum, previous, number: Number(number), content };
}

/** A line of format 2, which has neither a number nor the sum of the one before. */
export function parseOldLine(bytes: Uint8Array): Pick<ParsedLine, "sum" | "content"> | undefined {
  const json = bytes.subarray(sumLength + 1);
  const sum = Buffer.from(bytes.subarray(0, sumLength + 1)).toString("latin1");
  if (sum !== `${checksum(json)} `) return undefined;
  const content = parseContent(json);
  return content && { sum: sum.trimEnd(), content };
}

const lineHead = /^([\da-f]{8}) ([\da-f]{8}) (\d{1,15}) (?=\{)/;
/** Of `lineHead`, and the brace behind it. */
const longestHead = 2 * (sumLength + 1) + 17;

function parseContent(json: Uint8Array): Content | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(json).toString("utf8"));
    return isContent(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isContent(value: unknown): value is Content {
  if (typeof value !== "object" || value === null) return false;
  if ("owner" in value) return isOwner(value.owner);
  if ("released" in value) return value.released === true;
  if ("moved" in value) return typeof value.moved === "string";
  const { resource, key, resourceVersion, text } = value as Partial<StoredChange>; // any object
  const isPlace = typeof resource === "string" && typeof key === "string";
  const isNone = resource === undefined && key === undefined && text === undefined;
  const isObject = text === undefined || typeof text === "string";
  return (isNone || isPlace) && isObject && Number.isSafeInteger(resourceVersion);
}

function isOwner(value: unknown): value is Owner {
  if (typeof value !== "object" || value === null) return false;
  const { id, pid, host, started = "", space = "", device, inode } = value as Partial<Owner>; // any object
  return (
    [id, host, started, space].every((text) => typeof text === "string") &&
    [pid, device, inode].every((number) => typeof number === "number")
  );
}

/**
 * CRC-32 of bytes, as in gzip and PNG (ISO 3309), in eight hexadecimal digits: what tells a damaged
 * line from a whole one.
 */
export function checksum(bytes: Uint8Array): string {
  // Node has one of its own only since 20.15.
  const crc = "crc32" in zlib ? zlib.crc32(bytes) : slowCrc32(bytes);
  return crc.toString(16).padStart(8, "0");
}

/** The same in JavaScript. */
export function slowCrc32(bytes: Uint8Array): number {
  let crc = 0xff_ff_ff_ff;
  for (const byte of bytes) crc = (crc >>> 8) ^ (table[(crc ^ byte) & 0xff] ?? 0);
  return (crc ^ 0xff_ff_ff_ff) >>> 0;
}

const table = Uint32Array.from({ length: 256 }, (_, index) => {
  let crc = index;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xed_b8_83_20 : crc >>> 1;
  return crc;
});
