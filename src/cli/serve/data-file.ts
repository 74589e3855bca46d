import {
  accessSync,
  constants,
  readdirSync,
  realpathSync,
  rmSync,
  statfsSync,
  statSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ServerSnapshot, StoredChange } from "../../runtime/v1/testing/memory-api-server.js";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";
import type { Contender } from "./data-owner.js";
import { heartbeat } from "./data-owner.js";
import type { Content, ReadData } from "./data-reader.js";
import { contentsOf, format } from "./data-reader.js";
import type { TakenFile } from "./owned-file.js";
import { NotWritten, OwnedFile } from "./owned-file.js";

/**
 * The objects of a server in one file: a line for each change, written before the change is
 * answered, so that a crash of the process loses nothing that was answered. Whenever it has grown
 * to a multiple of its objects, it is written anew with the objects alone, under another name
 * first: at every moment one of the two is whole. Where there is no room for that, it goes on.
 */
export class DataFile {
  /** The contents of the file. */
  readonly snapshot: ServerSnapshot | undefined;
  /** The parts that were passed over, in words. */
  readonly warning: string | undefined;
  readonly #contender: Contender;
  readonly #file: OwnedFile;
  readonly #beats: NodeJS.Timeout;
  readonly #isOld: boolean;
  #current: ServerSnapshotSource | undefined;
  /** The changes that were made before the file could be written. */
  #waiting: Content[] = [];
  /** The length at which the file is written anew. */
  #longest = 0;
  /** The length at which it is looked how much room is left. */
  #nextLook = 0;
  /** When the next one is to make room, after one that could not, in ms. */
  #nextAttempt = 0;
  /** The last fault that was reported. */
  #fault: string | undefined;

  private constructor({ file, read }: TakenFile, contender: Contender) {
    this.#file = file;
    this.#contender = contender;
    this.snapshot = read.snapshot;
    this.warning = warningOf(file.path, read);
    this.#isOld = read.format !== undefined && read.format !== format;
    this.#beats = setInterval(() => {
      this.#sayIfNew(file.beat());
    }, heartbeat);
    this.#beats.unref();
  }

  /**
   * Reads a data file, and makes this process its owner. Until `begin`, the file says no more than
   * that.
   *
   * @throws UsageError for a file that is in use, not of this kind, damaged, or that cannot be read
   *   or written
   */
  static async open(path: string, contender: Contender): Promise<DataFile> {
    try {
      const real = realPath(path);
      checkWritable(real);
      checkOlderLock(real);
      return new DataFile(await OwnedFile.take(real, contender), contender);
    } catch (error) {
      throw faultOfUse(path, error);
    }
  }

  /**
   * Keeps all changes from now on, and those that the server has made since it read the file. What
   * of the file the server does not know is kept too: objects of CRDs that are not served now.
   *
   * @throws UsageError if there was nothing before, and nothing can be written; what was there
   *   needs no room to begin with
   */
  begin(current: ServerSnapshotSource): void {
    const objects: ServerSnapshot["objects"] = this.snapshot?.objects ?? {};
    const now = current();
    const unserved = Object.entries(objects).filter(([name]) => now.objects[name] === undefined);
    const whole = (): ServerSnapshot => {
      const { resourceVersion, objects: served } = current();
      return { resourceVersion, objects: { ...Object.fromEntries(unserved), ...served } };
    };
    const { resourceVersion } = now;
    const first = this.snapshot === undefined ? [{ resourceVersion }] : [];
    this.#current = whole;
    this.#waiting = [...first, ...changesBetween(objects, now)];
    removeLeftovers(this.#file.path);
    this.#longest = Math.max(shortestToRewrite, 2 * lengthOf(whole()));
    if (this.#isOld || this.#file.length > this.#longest) this.#tryRewrite(whole);
    try {
      this.#writeWaiting();
    } catch (error) {
      if (this.snapshot === undefined) throw faultOfUse(this.#file.path, error);
    }
  }

  /**
   * Keeps a change that is not made yet. Before `begin` nothing is kept.
   *
   * @throws Error if it cannot be written; the file is as it was then
   */
  append(change: StoredChange): void {
    if (this.#current === undefined) return;
    const isLong = this.#file.length > this.#longest;
    if (isLong || this.#isGettingTight(this.#current)) this.#tryRewrite(this.#current);
    try {
      this.#write(change, this.#current);
    } catch (error) {
      const words = messageOf(error);
      if (error instanceof NotWritten) this.#sayIfNew(words);
      throw new Error(`the data file cannot be written: ${words}`, { cause: error });
    }
    this.#fault = undefined;
  }

  /** Soon there will be no room to write the file anew, though much of it counts no more. */
  #isGettingTight(current: ServerSnapshotSource): boolean {
    const { length } = this.#file;
    if (length < this.#nextLook) return false;
    this.#nextLook = length + lengthBetweenLooks;
    const { bavail, bsize } = statfsSync(dirname(this.#file.path));
    const left = bavail * bsize;
    // It has no more objects than that.
    if (left > length + 2 * lengthBetweenLooks) return false;
    const needed = lengthOf(current());
    return left < 1.1 * needed + 2 * lengthBetweenLooks && length > 1.25 * needed;
  }

  /** On a full disk, what counts no more makes room, if there is enough of it. */
  #write(change: StoredChange, current: ServerSnapshotSource): void {
    try {
      this.#writeWaiting();
      this.#file.write(change);
    } catch (error) {
      if (error instanceof NotWritten || performance.now() < this.#nextAttempt) throw error;
      const isWorthIt = this.#file.length > 1.25 * lengthOf(current());
      if (!isWorthIt || !this.#tryRewrite(current)) {
        this.#nextAttempt = performance.now() + timeBetweenAttempts;
        throw error;
      }
      this.#file.write(change);
    }
  }

  #writeWaiting(): void {
    for (let first; (first = this.#waiting[0]) !== undefined; this.#waiting.shift()) {
      this.#file.write(first);
    }
  }

  close(): void {
    clearInterval(this.#beats);
    this.#current = undefined;
    this.#file.release();
  }

  /** Where there is no room for two files, the old one grows on. */
  #tryRewrite(current: ServerSnapshotSource): boolean {
    try {
      this.#file.replace(contentsOf(current()));
      this.#waiting = [];
      this.#longest = Math.max(shortestToRewrite, 2 * this.#file.length);
      this.#nextLook = this.#file.length + lengthBetweenLooks;
      return true;
    } catch {
      this.#longest = Math.max(this.#longest, this.#file.length) * 2;
      return false;
    }
  }

  /** Who looks at the server, and not at the answers, is told once. */
  #sayIfNew(fault: string | undefined): void {
    if (fault !== undefined && fault !== this.#fault) this.#contender.warn(`--data: ${fault}\n`);
    this.#fault = fault;
  }
}

/** Returns the present contents of a server. */
export type ServerSnapshotSource = () => ServerSnapshot;

const shortestToRewrite = 8 * 1024 * 1024;
const timeBetweenAttempts = 1000;
const lengthBetweenLooks = 32 * 1024;

function warningOf(path: string, { isTorn, late }: ReadData): string | undefined {
  if (isTorn) return `${path}: the last line was not written whole, and is left out`;
  if (late === 0) return undefined;
  const lines = late === 1 ? "a line is" : `${late} lines are`;
  return `${path}: ${lines} left out that a process wrote after another one had taken the file over`;
}

/** Finds the changes to write, so that a file with these objects has those of now. */
function* changesBetween(
  before: ServerSnapshot["objects"],
  { resourceVersion, objects }: ServerSnapshot,
): Iterable<Content> {
  for (const [resource, entries] of Object.entries(objects)) {
    const old = new Map(before[resource]);
    for (const [key, text] of entries) {
      if (old.get(key) !== text) yield { resource, key, resourceVersion, text };
      old.delete(key);
    }
    for (const key of old.keys()) yield { resource, key, resourceVersion, text: undefined };
  }
}

/** About as long as a file with these objects alone. */
function lengthOf({ objects }: ServerSnapshot): number {
  const texts = Object.values(objects).flat();
  return texts.reduce((length, [key, text]) => length + key.length + 1.2 * text.length + 100, 0);
}

/** A link stays one: what it leads to is written. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return join(realpathSync(dirname(path)), basename(path));
  }
}

function checkWritable(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) {
    throw new UsageError(stats.isDirectory() ? "it is a folder" : "it is no regular file");
  }
  accessSync(path, constants.R_OK | constants.W_OK);
}

/** Servers that write format 2 keep others away by a file beside it. */
function checkOlderLock(path: string): void {
  if (statSync(`${path}.lock`, { throwIfNoEntry: false }) === undefined) return;
  throw new UsageError(
    `an older version of crdgen may have it; end that one, or remove ${path}.lock if none runs`,
  );
}

/** Removes the files of a process that was killed while it wrote the file anew. */
function removeLeftovers(path: string): void {
  for (const name of readdirSync(dirname(path))) {
    const isOurs =
      name.startsWith(basename(path)) && leftover.test(name.slice(basename(path).length));
    if (isOurs) rmSync(join(dirname(path), name), { force: true });
  }
}

/** Format 2 knew one name. */
const leftover = /^\.crdgen-new(-[\da-f]{16})?$/;

function faultOfUse(path: string, error: unknown): unknown {
  if (error instanceof UsageError && error.message.startsWith("--data: ")) return error;
  if (!(error instanceof UsageError) && errorCode(error) === undefined) return error;
  return new UsageError(`--data: ${path} cannot be used: ${messageOf(error)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
