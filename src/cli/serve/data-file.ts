import type { PathLike } from "node:fs";
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  ftruncateSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";
import type { ServerSnapshot, StoredChange } from "../../runtime/v1/testing/memory-api-server.js";
import { errorCode } from "../host.js";
import { UsageError } from "../usage-error.js";
import { changeLine, readData, snapshotLines } from "./data-lines.js";
import type { Processes } from "./data-lock.js";
import { DataLock } from "./data-lock.js";

/**
 * The objects of a server in one file: a line for each change, written before the change is
 * answered, so that a crash of the process loses nothing that was answered. When the file is
 * opened, and whenever it has grown to a multiple of its objects, it is written anew with the
 * objects alone, under another name first: at every moment one of the two is whole.
 */
export class DataFile {
  /** What the file held. */
  readonly snapshot: ServerSnapshot | undefined;
  /** What was lost, in words: a last line that was not written whole, and so never answered. */
  readonly warning: string | undefined;
  readonly #path: string;
  readonly #mode: number;
  readonly #lock: DataLock;
  #current: ServerSnapshotSource = () => ({ resourceVersion: 0, objects: {} });
  #writer: Writer | undefined;
  /** The length at which the file is written anew. */
  #longest = 0;

  private constructor(path: string, lock: DataLock) {
    this.#path = path;
    this.#lock = lock;
    const { mode } = statSync(path, { throwIfNoEntry: false }) ?? { mode: ownersOnly };
    this.#mode = mode & 0o777;
    const isThere = statSync(path, { throwIfNoEntry: false }) !== undefined;
    const { snapshot, isTorn } = isThere ? readData(path) : { snapshot: undefined, isTorn: false };
    this.snapshot = snapshot;
    this.warning = isTorn
      ? `${path}: the last line was not written whole, and is left out`
      : undefined;
  }

  /**
   * Reads a data file, which stays as it is until `begin`; nobody else can open it meanwhile.
   *
   * @throws UsageError for a file that is in use, not of this kind, damaged, or that cannot be read
   *   or written
   */
  static open(path: string, processes: Processes): DataFile {
    try {
      const real = realPath(path);
      checkWritable(real);
      const lock = DataLock.take(real, processes);
      try {
        return new DataFile(real, lock);
      } catch (error) {
        lock.release();
        throw error;
      }
    } catch (error) {
      throw faultOfUse(path, error);
    }
  }

  /**
   * Writes the file anew, and keeps all changes from now on. What of it the server does not know is
   * kept too: objects of CRDs that are not served now.
   *
   * @throws UsageError if it cannot be written; the old one stays then
   */
  begin(current: ServerSnapshotSource): void {
    const served = new Set(Object.keys(current().objects));
    const unserved = Object.fromEntries(
      Object.entries(this.snapshot?.objects ?? {}).filter(([name]) => !served.has(name)),
    );
    this.#current = () => {
      const { resourceVersion, objects } = current();
      return { resourceVersion, objects: { ...unserved, ...objects } };
    };
    try {
      this.#rewrite();
    } catch (error) {
      throw faultOfUse(this.#path, error);
    }
  }

  /**
   * Keeps a change that is not made yet. Before `begin` nothing is kept.
   *
   * @throws Error if it cannot be written; the file is as it was then
   */
  append(change: StoredChange): void {
    if (this.#writer === undefined) return;
    if (this.#writer.length > this.#longest) this.#tryRewrite();
    try {
      this.#writer.write(changeLine(change));
    } catch (error) {
      throw new Error(`the data file cannot be written: ${messageOf(error)}`, { cause: error });
    }
  }

  close(): void {
    this.#writer?.close();
    this.#writer = undefined;
    this.#lock.release();
  }

  /** Where there is no room for two files, the old one grows on. */
  #tryRewrite(): void {
    try {
      this.#rewrite();
    } catch {
      this.#longest *= 2;
    }
  }

  #rewrite(): void {
    const writer = writeWhole(`${this.#path}.crdgen-new`, this.#mode, this.#current());
    try {
      renameSync(writer.path, this.#path);
    } catch (error) {
      writer.discard();
      throw error;
    }
    this.#writer?.close();
    this.#writer = writer;
    this.#longest = Math.max(shortestToRewrite, 2 * writer.length);
  }
}

/** What a server holds now. */
export type ServerSnapshotSource = () => ServerSnapshot;

const ownersOnly = 0o600;
const shortestToRewrite = 8 * 1024 * 1024;

/** A link stays one: what it leads to is written. */
function realPath(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (errorCode(error) !== "ENOENT") throw error;
    return join(realpathSync(dirname(path)), basename(path));
  }
}

function checkWritable(path: PathLike): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isFile()) {
    throw new UsageError(stats.isDirectory() ? "it is a folder" : "it is no regular file");
  }
  accessSync(path, constants.R_OK | constants.W_OK);
}

function faultOfUse(path: string, error: unknown): unknown {
  if (error instanceof UsageError && error.message.startsWith("--data: ")) return error;
  if (!(error instanceof UsageError) && errorCode(error) === undefined) return error;
  return new UsageError(`--data: ${path} cannot be used: ${messageOf(error)}`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function writeWhole(path: string, mode: number, snapshot: ServerSnapshot): Writer {
  rmSync(path, { force: true });
  const writer = new Writer(path, mode);
  try {
    for (const bytes of inBlocks(snapshotLines(snapshot))) writer.write(bytes);
    writer.synchronize();
    return writer;
  } catch (error) {
    writer.discard();
    throw error;
  }
}

const blockLength = 1024 * 1024;

function* inBlocks(lines: Iterable<Uint8Array>): Iterable<Uint8Array> {
  let held: Uint8Array[] = [];
  let length = 0;
  for (const line of lines) {
    held.push(line);
    length += line.length;
    if (length < blockLength) continue;
    yield Buffer.concat(held);
    [held, length] = [[], 0];
  }
  yield Buffer.concat(held);
}

/** Appends to a file that was not there before, all or nothing. */
class Writer {
  readonly path: string;
  /** Of what was written whole. */
  length = 0;
  readonly #descriptor: number;
  /** There may be something behind what was written whole. */
  #isTorn = false;

  constructor(path: string, mode: number) {
    this.path = path;
    this.#descriptor = openSync(path, "wx", mode);
  }

  /** The system may write less than it was given, and may say only then why. */
  write(bytes: Uint8Array): void {
    this.#cutTorn();
    this.#isTorn = true;
    try {
      let written = 0;
      while (written < bytes.length) {
        const position = this.length + written;
        written += writeSync(this.#descriptor, bytes, written, bytes.length - written, position);
      }
    } catch (error) {
      this.#tryToCut();
      throw error;
    }
    this.length += bytes.length;
    this.#isTorn = false;
  }

  synchronize(): void {
    fsyncSync(this.#descriptor);
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  discard(): void {
    this.close();
    rmSync(this.path, { force: true });
  }

  #cutTorn(): void {
    if (!this.#isTorn) return;
    ftruncateSync(this.#descriptor, this.length);
    this.#isTorn = false;
  }

  /** If that fails too, the next write has to do it. */
  #tryToCut(): void {
    try {
      this.#cutTorn();
    } catch {
      this.#isTorn = true;
    }
  }
}
