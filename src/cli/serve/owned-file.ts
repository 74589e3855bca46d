import type { Stats } from "node:fs";
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  futimesSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";
import type { Contender } from "./data-owner.js";
import { isOwned, nameOfOwner, ownerOf } from "./data-owner.js";
import type { Content, MadeLine, Place, ReadData } from "./data-reader.js";
import { behindHeading, format, headingLine, lineAfter, readData } from "./data-reader.js";

/** A data file that this process owns, and what it held. */
export interface TakenFile {
  readonly file: OwnedFile;
  readonly read: ReadData;
}

/** Why nothing can be written. */
export class NotWritten extends Error {
  override readonly name = "NotWritten";
}

/**
 * A data file that this process alone writes. Who wants to own a file appends a line that says so,
 * which the system never mixes with that of another, and reads the file again: the first line
 * counts. Before each write the owner looks whether the file is still the one that it left, so that
 * it stops once another process took over, or somebody removed, replaced or changed the file.
 */
export class OwnedFile {
  readonly path: string;
  readonly #contender: Contender;
  /** Of the owner's last line that says so. */
  #id = "";
  #handles: Handles;
  #facts: Stats;
  #place: Place;
  /** Of all that was written whole. */
  #length: number;
  /** Where it begins that nothing but owners is told. */
  #owners: ReadData["owners"];
  /** Nothing is written any more. */
  #stopped: string | undefined;
  #wasWritten = true;

  private constructor(path: string, handles: Handles, read: ReadData, contender: Contender) {
    this.path = path;
    this.#contender = contender;
    this.#handles = handles;
    this.#facts = fstatSync(handles.file);
    this.#place = read.place;
    this.#length = read.length;
    this.#owners = read.owners;
  }

  /**
   * Reads a file, and makes this process its owner.
   *
   * @param path of a file that may not be there yet
   * @throws UsageError if another process has it, or if it cannot be read as a data file; and the
   *   error of the system
   */
  static async take(path: string, contender: Contender): Promise<TakenFile> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const handles = openHandles(path);
      const taken = await takeOpen(path, handles, contender).catch((error: unknown) => {
        handles.close();
        if (handles.isNew && isEmpty(path)) rmSync(path, { force: true });
        throw error;
      });
      if (taken !== undefined) return taken;
      handles.close();
    }
    throw inUse(path, "processes that begin and end");
  }

  /** @returns undefined if another process was first, or the file is not the one of this name */
  static claim(
    path: string,
    handles: Handles,
    read: ReadData,
    contender: Contender,
  ): OwnedFile | undefined {
    const owned = new OwnedFile(path, handles, read, contender);
    const before = [read.lacksEnd ? [lineEnd] : [], read.format === undefined ? headingLine : []];
    if (!owned.#claim(Buffer.concat(before.map((bytes) => Buffer.from(bytes))))) return undefined;
    return owned.#makeReserve() ? owned : undefined;
  }

  get length(): number {
    return this.#length;
  }

  /**
   * Writes a line, all or nothing.
   *
   * @throws NotWritten with what happened to the file; or the error of the system
   */
  write(content: Content): void {
    this.check();
    const isRemoval = "resource" in content && content.text === undefined;
    const line = lineAfter(this.#place, content);
    const left = reserveAt(this.#length);
    try {
      this.#append(this.#padded(content, line));
    } catch (error) {
      // What makes room may use some of the reserve.
      if (!isRemoval || left - line.bytes.length < leastReserve) throw error;
      this.#append(line);
    }
    this.#owners = { offset: this.#length, place: this.#place };
  }

  /**
   * Writes other contents into a new file that takes over the name, at once.
   *
   * @throws NotWritten, or the error of the system; the file stays then
   */
  replace(contents: Iterable<Content>): void {
    this.check();
    const path = `${this.path}.crdgen-new-${this.#id}`;
    const handles = createHandles(path, this.#facts.mode & 0o777);
    try {
      const written = writeAll(handles, contents, this.#contender, () => {
        this.beat();
      });
      this.check();
      renameSync(path, this.path);
      this.#goOnWith(handles, written);
    } catch (error) {
      handles.close();
      rmSync(path, { force: true });
      throw error;
    }
  }

  /**
   * Shows others that the owner is there; to be called once a second.
   *
   * @returns what keeps the file from being written
   */
  beat(): string | undefined {
    try {
      this.check();
      const now = new Date();
      if (!this.#wasWritten) futimesSync(this.#handles.file, now, now);
      this.#wasWritten = false;
      return undefined;
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
  }

  /** @throws NotWritten if this process does not own the file, or it is not at its path */
  check(): void {
    if (this.#stopped !== undefined) throw new NotWritten(this.#stopped);
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (now?.ino === this.#facts.ino && now.dev === this.#facts.dev) {
      if (now.size !== this.#length) this.#findOut(now.size);
      return;
    }
    const happened =
      now === undefined
        ? `${this.path} was deleted or renamed`
        : `another file took the place of ${this.path}`;
    throw new NotWritten(`${happened} while the server runs: ${onlyReads}`);
  }

  /** Lets others have it. One that nothing was written to is as it was before. */
  release(): void {
    try {
      this.check();
      if (this.#length !== this.#claimEnd) this.#append(lineAfter(this.#place, { released: true }));
      else if (this.#handles.isNew) rmSync(this.path);
      else ftruncateSync(this.#handles.file, this.#before);
    } catch {
      // Others find out that the process has ended.
    }
    this.#handles.close();
    this.#stopped = "the server has ended";
  }

  /** The length before this process wrote anything, and behind the line by which it owns it. */
  #before = 0;
  #claimEnd = 0;

  #claim(before: Uint8Array): boolean {
    const owner = ownerOf(this.#facts, this.#contender);
    const { bytes, place } = lineAfter(this.#place, { owner });
    const all = Buffer.concat([before, bytes]);
    this.#before = this.#length;
    this.#appendBytes(all);
    const now = statSync(this.path, { throwIfNoEntry: false });
    if (now?.ino !== this.#facts.ino || now.dev !== this.#facts.dev) return false;
    if (!bytesAt(this.#handles.file, this.#length, all.length).equals(all)) return false;
    this.#length += all.length;
    this.#claimEnd = this.#length;
    [this.#place, this.#id] = [place, owner.id];
    return true;
  }

  /**
   * Sees to it that the next owner can say so on a full disk, and that something can be deleted.
   * Where there is no more room, this takes that of owners before.
   */
  #makeReserve(): boolean {
    if (reserveAt(this.#length) >= leastReserve + deletion) return true;
    try {
      const note = { resourceVersion: 0 };
      this.#append(this.#padded(note, lineAfter(this.#place, note)));
      this.#claimEnd = this.#length;
      return true;
    } catch {
      if (this.#owners.offset >= this.#before) return true;
      ftruncateSync(this.#handles.file, this.#owners.offset);
      [this.#length, this.#place] = [this.#owners.offset, this.#owners.place];
      return this.#claim(new Uint8Array(0));
    }
  }

  /** Leaves enough of the last block free. */
  #padded(content: Content, line: MadeLine): MadeLine {
    const padding = paddingFor(this.#length + line.bytes.length);
    return padding === 0 ? line : lineAfter(this.#place, content, padding);
  }

  #append({ bytes, place }: MadeLine): void {
    this.#appendBytes(bytes);
    this.#length += bytes.length;
    this.#place = place;
    this.#wasWritten = true;
  }

  /** The system may write less than it was given, and may say only then why. */
  #appendBytes(bytes: Uint8Array): void {
    let written = 0;
    try {
      while (written < bytes.length) {
        written += writeSync(this.#handles.end, bytes, written, bytes.length - written);
      }
    } catch (error) {
      this.#cut(written);
      throw error;
    }
  }

  /** Takes away what was not written whole. */
  #cut(written: number): void {
    if (written === 0) return;
    const { file } = this.#handles;
    try {
      if (fstatSync(file).size === this.#length + written) ftruncateSync(file, this.#length);
    } catch {
      // The next write sees that the file has another length, and says so.
    }
  }

  /** The file has another length than it should have. */
  #findOut(size: number): void {
    const stop = (happened: string): never => {
      this.#stopped = `${happened} while the server runs: ${onlyReads} until it is started again`;
      throw new NotWritten(this.#stopped);
    };
    if (size < this.#length) stop(`${this.path} was cut by another program`);
    const read = tryToRead(this.#handles.file, this.path);
    if (read === undefined || read.lacksEnd) return stop(`${this.path} was changed by another program`); // prettier-ignore
    if (read.place.sum !== this.#place.sum) {
      const by = read.owner === undefined ? "another process" : nameOfOwner(read.owner);
      stop(`${this.path} was taken over by ${by}`);
    }
    // Only lines that do not count: others wanted to own it, or had lost it.
    this.#length = read.length;
  }

  #goOnWith(handles: Handles, written: Written): void {
    const old = this.#handles;
    try {
      // Other names of it lead there still.
      if (fstatSync(old.file).nlink > 0) this.#append(lineAfter(this.#place, { moved: this.path }));
    } catch {
      // It names an owner that writes it no more.
    }
    old.close();
    this.#handles = handles;
    this.#facts = fstatSync(handles.file);
    [this.#length, this.#place, this.#id] = [written.length, written.place, written.id];
    this.#owners = { offset: this.#length, place: this.#place };
  }
}

const attempts = 20;
const lineEnd = 0x0a;
const onlyReads = "nothing can be written, reads go on";

/**
 * Room that is taken already: file systems give it in blocks. Lines leave so much of the last block
 * free that some owners can say so there, even if the disk is full.
 */
const blockLength = 4096;
const reserve = 1024;
/** Of two owners. */
const leastReserve = 448;
/** Of most objects. */
const deletion = 300;

function reserveAt(length: number): number {
  return (blockLength - (length % blockLength)) % blockLength;
}

/**
 * Returns the padding that makes a file that would end here reach into a new block, if too little
 * of this one is left.
 */
function paddingFor(length: number): number {
  const left = reserveAt(length);
  return left >= reserve ? 0 : left + 1;
}

/** A file that is open in two ways. */
interface Handles {
  /** To read, and to cut. */
  readonly file: number;
  /** All that is written goes to the end, wherever that is by then. */
  readonly end: number;
  /** It was not there before. */
  readonly isNew: boolean;
  close(): void;
}

const ownersOnly = 0o600;

function openHandles(path: string): Handles {
  try {
    return handlesOf(openSync(path, "r+"), path, false);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
  }
  try {
    return createHandles(path, ownersOnly);
  } catch (error) {
    if (errorCode(error) !== "EEXIST") throw error;
    return handlesOf(openSync(path, "r+"), path, false);
  }
}

function createHandles(path: string, mode: number): Handles {
  return handlesOf(openSync(path, "wx+", mode), path, true);
}

/** If the name leads to another file by then, the owner of this one sees it. */
function handlesOf(file: number, path: string, isNew: boolean): Handles {
  try {
    const end = openSync(path, "a");
    const close = (): void => {
      closeSync(file);
      closeSync(end);
    };
    if (fstatSync(end).ino === fstatSync(file).ino) return { file, end, isNew, close };
    closeSync(end);
    throw new UsageError("it is being replaced just now");
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

async function takeOpen(
  path: string,
  handles: Handles,
  contender: Contender,
): Promise<TakenFile | undefined> {
  const facts = fstatSync(handles.file);
  const read = readData(handles.file, path);
  if (read.moved !== undefined) throw wasMoved(path, read.moved);
  const { owner } = read;
  if (owner !== undefined && (await isOwned(path, facts, owner, contender))) {
    throw inUse(path, nameOfOwner(owner));
  }
  const file = OwnedFile.claim(path, handles, read, contender);
  return file && { file, read };
}

function inUse(path: string, by: string): UsageError {
  const advice = "end that one, or name another file";
  return new UsageError(`--data: ${path} is in use by ${by}; ${advice}`);
}

function wasMoved(path: string, to: string): UsageError {
  const advice = `the objects are in ${to} since`;
  return new UsageError(
    `--data: ${path} is an older state of a file with several names; ${advice}`,
  );
}

function isEmpty(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.size === 0;
}

function tryToRead(file: number, path: string): ReadData | undefined {
  try {
    return readData(file, path);
  } catch {
    return undefined;
  }
}

function bytesAt(file: number, position: number, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, position));
}

/** The result of writing a new file. */
interface Written {
  readonly length: number;
  readonly place: Place;
  readonly id: string;
}

const largestWrite = 1024 * 1024;

/** Writes a whole file, to the disk; `tick` is called with each megabyte. */
function writeAll(
  handles: Handles,
  contents: Iterable<Content>,
  contender: Contender,
  tick: () => void,
): Written {
  const owner = ownerOf(fstatSync(handles.file), contender);
  let place = behindHeading(format);
  let length = 0;
  let [held, size]: [Uint8Array[], number] = [[headingLine], headingLine.length];
  const flush = (): void => {
    const bytes = Buffer.concat(held);
    for (let written = 0; written < size;) {
      written += writeSync(handles.end, bytes, written, size - written);
    }
    length += size;
    [held, size] = [[], 0];
    tick();
  };
  const add = (content: Content, padding = 0): void => {
    const line = lineAfter(place, content, padding);
    place = line.place;
    held.push(line.bytes);
    size += line.bytes.length;
    if (size >= largestWrite) flush();
  };
  add({ owner });
  for (const content of contents) add(content);
  const note = { resourceVersion: 0 };
  const noteLength = lineAfter(place, note).bytes.length;
  const padding = paddingFor(length + size + noteLength);
  if (padding > 0) add(note, padding);
  flush();
  fsyncSync(handles.end);
  return { length, place, id: owner.id };
}
