import { closeSync, openSync, readSync } from "node:fs";
import type { ServerSnapshot, StoredChange } from "../../runtime/v1/testing/memory-api-server.js";
import { UsageError } from "../usage-error.js";
import { checksum } from "./checksum.js";

/*
 * A data file has a first line that says what it is, and then a line for each change: a checksum, a
 * space, and JSON. A line without an object says only how far the resource versions have come.
 */

const format = 2;
const heading = JSON.stringify({ crdgen: "serve", format });

/** The first line of every file, with its end. */
export const headingLine: Uint8Array = Buffer.from(`${heading}\n`);

/** A line of a data file, with its end. */
export function changeLine(change: StoredChange): Uint8Array {
  return lineOf(JSON.stringify(change));
}

/** All lines of a data file that holds a snapshot and nothing else. */
export function* snapshotLines({ resourceVersion, objects }: ServerSnapshot): Iterable<Uint8Array> {
  yield headingLine;
  yield lineOf(JSON.stringify({ resourceVersion }));
  for (const [resource, entries] of Object.entries(objects)) {
    for (const [key, text] of entries) yield changeLine({ resource, key, resourceVersion, text });
  }
}

function lineOf(json: string): Uint8Array {
  const bytes = Buffer.from(`         ${json}\n`);
  bytes.write(checksum(bytes.subarray(sumLength + 1, -1)));
  return bytes;
}

const sumLength = 8;

/** What a file held. */
export interface ReadData {
  /** Undefined for an empty file. */
  readonly snapshot: ServerSnapshot | undefined;
  /** The last line was not written whole, and so its change was never answered. */
  readonly isTorn: boolean;
}

/**
 * Reads a data file.
 *
 * @throws UsageError for a file that is not of this kind, or damaged, with the place; and the error
 *   of the system for one that cannot be read
 */
export function readData(path: string): ReadData {
  const reader = new DataReader(path);
  for (const { bytes, isWhole } of linesOf(path)) {
    if (!reader.read(bytes, isWhole)) return { snapshot: reader.snapshot(), isTorn: true };
  }
  return { snapshot: reader.snapshot(), isTorn: false };
}

class DataReader {
  readonly #path: string;
  readonly #resources = new Map<string, Map<string, string>>();
  #newest = 0;
  #line = 0;
  #offset = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** False for a last line that was not written whole. */
  read(bytes: Uint8Array, isWhole: boolean): boolean {
    this.#line++;
    const isRead = this.#line === 1 ? this.#readHeading(bytes, isWhole) : this.#readChange(bytes);
    if (!isRead && isWhole) throw this.#damaged();
    this.#offset += bytes.length + 1;
    return isRead;
  }

  snapshot(): ServerSnapshot | undefined {
    if (this.#line === 0 || (this.#line === 1 && this.#newest === 0)) return undefined;
    const objects = [...this.#resources].map(([name, kept]) => [name, [...kept]] as const);
    return { resourceVersion: this.#newest, objects: Object.fromEntries(objects) };
  }

  #readHeading(bytes: Uint8Array, isWhole: boolean): boolean {
    const text = Buffer.from(bytes).toString("utf8", 0, longestHeading);
    if (text === heading) return true;
    if (!isWhole && heading.startsWith(text)) return false;
    const [, other] = /^\{"crdgen":"serve","format":(\d+)\}$/.exec(text) ?? [];
    const advice = "name another one, or one that does not exist yet";
    throw new UsageError(
      other === undefined
        ? `--data: ${this.#path} is not a data file of crdgen serve; ${advice}`
        : `--data: ${this.#path} was written by another version of crdgen, in format ${other}; ${advice}`,
    );
  }

  #readChange(bytes: Uint8Array): boolean {
    const change = parseLine(bytes);
    if (change === undefined) return false;
    const { resource, key, resourceVersion, text } = change;
    this.#newest = Math.max(this.#newest, resourceVersion);
    if (resource === undefined || key === undefined) return true;
    let objects = this.#resources.get(resource);
    if (objects === undefined) this.#resources.set(resource, (objects = new Map<string, string>()));
    if (text === undefined) objects.delete(key);
    else objects.set(key, text);
    return true;
  }

  #damaged(): UsageError {
    const place = `line ${this.#line} (byte ${this.#offset})`;
    const advice = `restore it from a copy, or keep what is before that: head -c ${this.#offset}`;
    return new UsageError(`--data: ${this.#path} is damaged at ${place}; ${advice}`);
  }
}

const longestHeading = 200;

type Line = Pick<StoredChange, "resourceVersion"> & Partial<Omit<StoredChange, "resourceVersion">>;

function parseLine(bytes: Uint8Array): Line | undefined {
  const json = bytes.subarray(sumLength + 1);
  const sum = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, sumLength + 1));
  if (sum.toString("latin1") !== `${checksum(json)} `) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(json).toString("utf8"));
    return isLine(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function isLine(value: unknown): value is Line {
  if (typeof value !== "object" || value === null) return false;
  const { resource, key, resourceVersion, text } = value as Partial<StoredChange>; // any object
  const isPlace = typeof resource === "string" && typeof key === "string";
  const isNone = resource === undefined && key === undefined && text === undefined;
  const isObject = text === undefined || typeof text === "string";
  return (isNone || isPlace) && isObject && Number.isSafeInteger(resourceVersion);
}

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

/** In chunks: a file may be longer than a text can be. */
function* linesOf(path: string): Iterable<FileLine> {
  const file = openSync(path, "r");
  try {
    let rest: Uint8Array = new Uint8Array(0);
    for (;;) {
      const chunk = Buffer.allocUnsafeSlow(chunkLength);
      const length = readSync(file, chunk, 0, chunkLength, null);
      if (length === 0) break;
      const bytes = Buffer.concat([rest, chunk.subarray(0, length)]);
      let begin = 0;
      for (let end; (end = bytes.indexOf(lineEnd, begin)) >= 0; begin = end + 1) {
        yield { bytes: bytes.subarray(begin, end), isWhole: true };
      }
      rest = bytes.subarray(begin);
      if (rest.length > longestLine) yield { bytes: rest, isWhole: true };
    }
    if (rest.length > 0) yield { bytes: rest, isWhole: false };
  } finally {
    closeSync(file);
  }
}
