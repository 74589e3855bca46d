import { readSync } from "node:fs";
import * as zlib from "node:zlib";
import type { ServerSnapshot, StoredChange } from "../../runtime/v1/testing/memory-api-server.js";
import { UsageError } from "../usage-error.js";

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
function headingOf(ofFormat: number): string {
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

/** The contents of a line. */
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
interface ParsedLine extends Place {
  /** The sum of the line that it was written behind. */
  readonly previous: string;
  readonly content: Content;
}

/** Undefined for what is no line, or changed. */
function parseLine(bytes: Uint8Array): ParsedLine | undefined {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, longestHead));
  const [all, sum = "", previous = "", number = ""] = lineHead.exec(head.toString("latin1")) ?? [];
  if (all === undefined || checksum(bytes.subarray(sumLength + 1)) !== sum) return undefined;
  const content = parseContent(bytes.subarray(all.length));
  return content && { sum, previous, number: Number(number), content };
}

/** A line of format 2, which has neither a number nor the sum of the one before. */
function parseOldLine(bytes: Uint8Array): Pick<ParsedLine, "sum" | "content"> | undefined {
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

/** A fault of a line of a data file. */
export interface DataFault {
  /** From 1 on. */
  readonly line: number;
  /** Where the line begins: all before that is whole. */
  readonly offset: number;
  readonly reason: string;
}

/** The contents of a data file. */
export interface ReadData {
  /** Undefined where nothing was ever written. */
  readonly snapshot: ServerSnapshot | undefined;
  /** Who wrote it last, and did not say that it had ended. */
  readonly owner: Owner | undefined;
  /** The file that has the objects now, and the name of this one. */
  readonly moved: string | undefined;
  /** The last line was not written whole, and so its change was never answered. */
  readonly isTorn: boolean;
  /** The file ends in the middle of a line. */
  readonly lacksEnd: boolean;
  /** Of the heading; undefined for a file without one. */
  readonly format: number | undefined;
  /** Where the next line goes on. */
  readonly place: Place;
  /** The length of the file. */
  readonly length: number;
  /** Where the last lines begin of which none but owners are told, and what they go on from. */
  readonly owners: { readonly offset: number; readonly place: Place };
  /** How many lines were passed over, as their process had lost the file before. */
  readonly late: number;
  readonly lines: number;
}

/**
 * Reads a data file.
 *
 * @param file an open file
 * @param report what hears of faults; the rest of the file is read then as far as that is possible.
 *   Without it, the first one is thrown.
 * @throws UsageError for a file that is not of this kind, or damaged, with the place; and the error
 *   of the system for one that cannot be read
 */
export function readData(
  file: number,
  path: string,
  report: (fault: DataFault) => void = (fault) => {
    throw damaged(path, fault);
  },
): ReadData {
  const reader = new DataReader(path, report);
  for (const { bytes, isWhole } of fileLines(file)) reader.read(bytes, isWhole);
  return reader.result();
}

function damaged(path: string, { line, offset, reason }: DataFault): UsageError {
  const advice = `restore it from a copy, or keep what is before that: head -c ${offset}`;
  const place = `line ${line} (byte ${offset})`;
  return new UsageError(`--data: ${path} is damaged at ${place}: ${reason}; ${advice}`);
}

/** A line that is not as it should be, unless the next one says why. */
interface Pending extends DataFault {
  /** It may be what a process wrote that began an empty file too late. */
  readonly isHarmless: boolean;
}

class DataReader {
  readonly #path: string;
  readonly #report: (fault: DataFault) => void;
  readonly #resources = new Map<string, Map<string, string>>();
  #newest: number | undefined;
  #owner: Owner | undefined;
  #moved: string | undefined;
  #format: number | undefined;
  /** Lines of this format alone were read until now. */
  #isOld = false;
  #place = behindHeading(format);
  #owners = { offset: 0, place: this.#place };
  /**
   * The lines that owners took over from: the sums, and the numbers of the lines that came first.
   */
  readonly #takenOver = new Map<string, number>();
  readonly #ownerIds = new Set<string>();
  #pending: Pending | undefined;
  /** After a fault, the next line may go on from anywhere. */
  #isLost = false;
  #isTorn = false;
  #lacksEnd = false;
  #line = 0;
  #offset = 0;
  #late = 0;

  constructor(path: string, report: (fault: DataFault) => void) {
    this.#path = path;
    this.#report = report;
  }

  read(bytes: Uint8Array, isWhole: boolean): void {
    this.#line++;
    this.#lacksEnd = !isWhole;
    if (this.#format === undefined) this.#readHeading(bytes, isWhole);
    else this.#readLine(bytes, isWhole);
    this.#offset += bytes.length + (isWhole ? 1 : 0);
  }

  result(): ReadData {
    this.#settlePending();
    const objects = [...this.#resources].map(([name, kept]) => [name, [...kept]] as const);
    return {
      snapshot:
        this.#newest === undefined
          ? undefined
          : { resourceVersion: this.#newest, objects: Object.fromEntries(objects) },
      owner: this.#owner,
      moved: this.#moved,
      isTorn: this.#isTorn,
      lacksEnd: this.#lacksEnd,
      format: this.#format,
      place: this.#place,
      length: this.#offset,
      owners: this.#owners,
      late: this.#late,
      lines: this.#line,
    };
  }

  /** One that was not written whole may have another behind it. */
  #readHeading(bytes: Uint8Array, isWhole: boolean): void {
    const text = Buffer.from(bytes.subarray(0, longestHeading)).toString("utf8");
    const [, number] = /^\{"crdgen":"serve","format":(\d+)\}$/.exec(text) ?? [];
    if (number === String(format) || number === String(oldFormat)) {
      this.#format = Number(number);
      this.#isOld = this.#format === oldFormat;
      this.#place = behindHeading(this.#format);
      this.#owners = { offset: this.#offset + bytes.length + 1, place: this.#place };
      return;
    }
    const isBegun = headingOf(format).startsWith(text) || headingOf(oldFormat).startsWith(text);
    if (isBegun && (text !== "" || !isWhole)) {
      this.#isTorn = !isWhole;
      return;
    }
    throw new UsageError(`--data: ${this.#path} ${faultOfHeading(number)}`);
  }

  #readLine(bytes: Uint8Array, isWhole: boolean): void {
    const line = parseLine(bytes) ?? this.#parseOld(bytes);
    if (line === undefined) this.#readRest(bytes, isWhole);
    else if (this.#follows(line)) this.#take(line, bytes.length);
    else this.#passOver(line);
  }

  #parseOld(bytes: Uint8Array): ParsedLine | undefined {
    const line = this.#isOld ? parseOldLine(bytes) : undefined;
    const { number, sum } = this.#place;
    return line && { ...line, previous: sum, number: number + 1 };
  }

  #follows({ previous, number }: ParsedLine): boolean {
    return previous === this.#place.sum && number === this.#place.number + 1;
  }

  /** Reads bytes that are no line. */
  #readRest(bytes: Uint8Array, isWhole: boolean): void {
    if (!isWhole) {
      this.#isTorn = true;
      return;
    }
    this.#settlePending();
    const isHarmless =
      bytes.length === 0 || Buffer.from(bytes).toString("latin1") === headingOf(format);
    const reason = isHarmless ? "it is out of place" : "it does not match its checksum";
    this.#pending = { ...this.#fault(reason), isHarmless };
  }

  #take(line: ParsedLine, length: number): void {
    const { content, number, sum } = line;
    const isOwners = "owner" in content || "released" in content;
    // The next owner ends the line that the one before could not write whole.
    if (!("owner" in content)) this.#settlePending();
    this.#pending = undefined;
    if ("owner" in content) {
      this.#takenOver.set(this.#place.sum, number);
      this.#ownerIds.add(content.owner.id);
      this.#isOld = false;
    }
    this.#place = { number, sum };
    if (!isOwners) this.#owners = { offset: this.#offset + length + 1, place: this.#place };
    this.#isLost = false;
    this.#apply(content);
  }

  #apply(content: Content): void {
    if ("owner" in content) this.#owner = content.owner;
    else if ("released" in content) this.#owner = undefined;
    else if ("moved" in content) this.#moved = content.moved;
    else this.#newest = Math.max(this.#newest ?? 0, content.resourceVersion);
    if (!("resource" in content)) return;
    const { resource, key, text } = content;
    let objects = this.#resources.get(resource);
    if (objects === undefined) this.#resources.set(resource, (objects = new Map<string, string>()));
    if (text === undefined) objects.delete(key);
    else objects.set(key, text);
  }

  /** A whole line that does not follow the one before. */
  #passOver(line: ParsedLine): void {
    const isVoid = this.#isVoid(line);
    if (isVoid && this.#pending?.isHarmless === true) this.#pending = undefined;
    this.#settlePending();
    if (isVoid) return;
    if (this.#takenOver.get(line.previous) === line.number && !("owner" in line.content)) {
      this.#late++;
      return;
    }
    if (!this.#isLost || line.number !== this.#place.number + 1) {
      this.#report(this.#fault(this.#reasonOf(line)));
    }
    if (line.number > this.#place.number) this.#take(line, 0);
  }

  /** Of several that want to own the file, the first one does; they read it again, and see. */
  #isVoid({ content, number }: ParsedLine): boolean {
    if (!("owner" in content) || number > this.#place.number) return false;
    const { id } = content.owner;
    return !this.#ownerIds.has(id) && this.#ownerIds.add(id).size > 0;
  }

  #reasonOf({ number, sum }: ParsedLine): string {
    const expected = this.#place.number + 1;
    if (number > expected) {
      const missing = number - expected;
      return missing === 1 ? "a line is missing before it" : `${missing} lines are missing before it`; // prettier-ignore
    }
    if (sum === this.#place.sum) return "it is there twice";
    if (number < expected) return `it is line ${number} again, or the lines are out of order`;
    return "it was written behind another line than the one before it";
  }

  #settlePending(): void {
    if (this.#pending === undefined) return;
    const { isHarmless, ...fault } = this.#pending;
    this.#pending = undefined;
    this.#report(fault);
    if (isHarmless) return;
    this.#isLost = true;
    this.#place = { ...this.#place, number: this.#place.number + 1 };
  }

  #fault(reason: string): DataFault {
    return { line: this.#line, offset: this.#offset, reason };
  }
}

const oldFormat = 2;
const longestHeading = 200;

function faultOfHeading(number: string | undefined): string {
  if (number === undefined) {
    return "is not a data file of crdgen serve; name another one, or one that does not exist yet";
  }
  return Number(number) > format
    ? `was written by a newer version of crdgen, in format ${number}; use that one`
    : `was written by another version of crdgen, in format ${number}; name another one, or one that does not exist yet`;
}

/** A line of a file. */
interface FileLine {
  /** Without the end of the line. */
  readonly bytes: Uint8Array;
  /** It has an end. */
  readonly isWhole: boolean;
}

const chunkLength = 1024 * 1024;
const lineEnd = 0x0a;
/** No line of ours is so long: objects have 3 MB, and JSON writes a byte as six at most. */
const longestLine = 36 * 1024 * 1024;

/**
 * The lines of an open file, from its beginning. It is read in chunks: a file may be longer than a
 * text can be.
 */
function* fileLines(file: number): Iterable<FileLine> {
  let rest: Uint8Array = new Uint8Array(0);
  for (let position = 0; ;) {
    const chunk = Buffer.allocUnsafeSlow(chunkLength);
    const length = readSync(file, chunk, 0, chunkLength, position);
    if (length === 0) break;
    position += length;
    const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
    let begin = 0;
    for (let end; (end = bytes.indexOf(lineEnd, begin)) >= 0; begin = end + 1) {
      yield { bytes: bytes.subarray(begin, end), isWhole: true };
    }
    rest = bytes.subarray(begin);
    if (rest.length > longestLine) yield { bytes: rest, isWhole: true };
  }
  if (rest.length > 0) yield { bytes: rest, isWhole: false };
}
