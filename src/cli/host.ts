import type { Dirent, Stats } from "node:fs";
import {
  closeSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { longestText } from "../crd/source/decode.js";
import type { Environment } from "../runtime/v1/node/proxy-environment.js";
import { isRunning } from "./config/import-module.js";
import type { Fetched } from "./fetch-url.js";
import { fitLines } from "./process/fit.js";
import type { IsInterrupted } from "./process/signals.js";
import { breathe, uninterrupted } from "./process/signals.js";
import { StatusLine } from "./process/status-line.js";
import { readBeginning } from "./read-beginning.js";
import type { GitAnswer } from "./run-git.js";

/**
 * The parts of the outside world that a command needs. Commands touch it through here alone, so
 * that tests can replace it.
 */
export interface Host {
  /**
   * Of what may never end, such as a pipe or a device, a little more than the longest text at most.
   */
  readFile(path: string): Promise<Uint8Array>;
  /** `undefined` where there is nothing. */
  kindOf(path: string): Promise<"file" | "folder" | undefined>;
  /** `undefined` where there is no file, or none that can be read again and again. */
  factsOfFile(path: string): Promise<FileFacts | undefined>;
  /** Entries of a folder, sorted by code unit. */
  list(path: string): Promise<readonly Entry[]>;
  /**
   * Standard input; of what is longer than `longest` bytes only the beginning, which is longer than
   * that too.
   */
  readInput(longest: number): Promise<Uint8Array>;
  /**
   * Of a body longer than `longest` bytes only the beginning, which is longer than that too: it may
   * never end.
   */
  fetch(url: string, longest: number): Promise<Fetched>;
  makeFolder(path: string): Promise<void>;
  writeFile(path: string, content: string | Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  removeFile(path: string): Promise<void>;
  /** Removes a folder if it is empty; nothing happens if there is none. */
  removeFolder(path: string): Promise<void>;
  /** Removes a folder with all that is in it; nothing happens if there is none. */
  removeTree(path: string): Promise<void>;
  /**
   * Does work that must not end half-way: a signal that comes in the meantime ends the process
   * behind it.
   */
  uninterrupted<T>(work: (isInterrupted: IsInterrupted) => Promise<T>): Promise<T>;
  /** Standard output. */
  print(text: string): void;
  /**
   * Standard error. What is wider than a terminal is broken between words, but for data, which has
   * lines of any length.
   */
  warn(text: string, isData?: boolean): void;
  /**
   * Shows a line on the terminal of standard error in place of the one before, until the next text
   * is printed; undefined takes it away. A path behind it is cut to what fits.
   */
  showStatus(text: string | undefined, path?: string): void;
  /** False where such a line would disturb: on what is no terminal, and in CI. */
  readonly showsStatus: boolean;
  readonly processId: number;
  /** Tells whether there is a process with this id, whoever it belongs to. */
  isRunning(processId: number): boolean;
  /**
   * Runs git in the working folder; of an answer longer than `longest` bytes only a failure is
   * left.
   */
  runGit(args: readonly string[], longest: number): Promise<GitAnswer>;
  /** The URL of a file of this machine, for links in terminals; undefined where there is none. */
  linkTo(path: string): string | undefined;
  readonly errorIsTerminal: boolean;
  readonly outputIsTerminal: boolean;
  /** Tells whether a stream was sent into a file. */
  isFile(stream: "output" | "error"): boolean;
  /** How wide the terminal is that standard output goes to; `undefined` where it is none. */
  readonly outputColumns: number | undefined;
  /** The same of standard error. */
  readonly errorColumns: number | undefined;
  /** How many lines the terminal has that standard error or else standard output goes to. */
  readonly terminalRows: number | undefined;
  readonly environment: Environment;
}

/** The facts that the system knows about a file. */
export interface FileFacts {
  readonly bytes: number;
  /** The time of its last change, in milliseconds since 1970. */
  readonly changed: number;
  /** Another text for each state of it: its size, its times, and which file of the disk it is. */
  readonly state: string;
}

/** An entry of a folder, under one name. */
export interface Entry {
  readonly name: string;
  /**
   * Links to files are files, as are those that lead who knows where; links to folders can lead in
   * a circle. Nothing to read or to look into are links that lead nowhere, such as Emacs keeps
   * beside a file that is being edited, pipes and devices.
   */
  readonly kind: "file" | "folder" | "linked folder" | "other";
}

/**
 * The host of a real process.
 *
 * @param quiet shows no line of what goes on; default false
 */
export function processHost(quiet = false): Host {
  const { env: environment, stderr, stdout } = process;
  const showsStatus = !quiet && takesStatus(stderr.isTTY, environment);
  const line = new StatusLine(stderr);
  return {
    readFile: (path) => atOnce(() => readWhole(path)),
    kindOf: (path) =>
      atOnce(() => {
        try {
          return statSync(path).isDirectory() ? "folder" : "file";
        } catch (error) {
          if (errorCode(error) === "ENOENT" || errorCode(error) === "ENOTDIR") return undefined;
          throw error;
        }
      }),
    factsOfFile: (path) =>
      atOnce(() => {
        const stats = statSync(path, { throwIfNoEntry: false });
        return stats?.isFile() === true ? factsOf(stats) : undefined;
      }),
    async list(path) {
      const entries = await atOnce(() => readdirSync(path, { withFileTypes: true }));
      const found: Entry[] = [];
      for (const entry of entries) {
        found.push({ name: entry.name, kind: kindOfEntry(entry, path) });
      }
      return found.sort((left, right) => (left.name < right.name ? -1 : 1));
    },
    readInput: (longest) => line.hold(() => readStandardInput(longest)),
    // Loaded only here: most runs need no connection.
    fetch: async (url, longest) =>
      (await import("./fetch-url.js")).fetchUrl(url, longest, process.env),
    makeFolder: (path) =>
      atOnce(() => {
        makeFolders(path);
      }),
    writeFile: (path, content) =>
      atOnce(() => {
        writeFileSync(path, content);
      }),
    rename: (from, to) =>
      atOnce(() => {
        renameSync(from, to);
      }),
    removeFile: (path) =>
      atOnce(() => {
        rmSync(path, { force: true });
      }),
    removeFolder: (path) =>
      atOnce(() => {
        try {
          rmdirSync(path);
        } catch (error) {
          if (!reasonsToKeep.has(errorCode(error) ?? "")) throw error;
        }
      }),
    removeTree: (path) =>
      atOnce(() => {
        rmSync(path, { recursive: true, force: true });
      }),
    uninterrupted: (work) => uninterrupted((isInterrupted) => work(telling(isInterrupted))),
    print(text) {
      line.clear();
      process.stdout.write(text);
    },
    warn(text, isData = false) {
      line.clear();
      process.stderr.write(isData ? text : fitLines(text, columnsOf(process.stderr)));
    },
    showStatus(text, path) {
      if (text === undefined) line.clear();
      else if (showsStatus) line.show(text, path);
    },
    showsStatus,
    processId: process.pid,
    isRunning,
    // Loaded only here: most runs ask for no revision.
    runGit: async (args, longest) => (await import("./run-git.js")).runGit(args, longest),
    linkTo: (path) => linkTo(path, environment),
    errorIsTerminal: stderr.isTTY,
    outputIsTerminal: stdout.isTTY,
    isFile: (stream) => fstatSync(stream === "output" ? 1 : 2).isFile(),
    // Terminals change their size.
    get outputColumns() {
      return columnsOf(stdout);
    },
    get errorColumns() {
      return columnsOf(stderr);
    },
    get terminalRows() {
      const { rows } = stderr.isTTY ? stderr : stdout;
      return rows > 0 ? rows : undefined;
    },
    environment,
  };
}

/** Logs of CI are read later, and keep every state of such a line. */
function takesStatus(isTerminal: boolean, { TERM: terminal, CI: ci = "" }: Environment): boolean {
  return isTerminal && terminal !== "dumb" && (ci === "" || ci === "false");
}

/** A person who types has to know how to end it. */
async function readStandardInput(longest: number): Promise<Uint8Array> {
  const { stdin, stderr } = process;
  if (stdin.isTTY) stderr.write("reading standard input; Ctrl-D ends it\n");
  return readBeginning(stdin as AsyncIterable<Buffer>, longest); // no encoding is set
}

/** Says that work is undone, where it is. */
function telling(isInterrupted: IsInterrupted): IsInterrupted {
  return async () => {
    const undoes = await isInterrupted();
    if (undoes) process.stderr.write("interrupted: undoing what was written\n");
    return undoes;
  };
}

/** Terminals that do not tell their size say 0. */
function columnsOf({ isTTY, columns }: NodeJS.WriteStream): number | undefined {
  return isTTY && columns > 0 ? columns : undefined;
}

/** `ctime` changes too where a program gives a file that it has changed its old time. */
function factsOf({ size, mtimeMs, ctimeMs, ino }: Stats): FileFacts {
  return { bytes: size, changed: mtimeMs, state: `${size} ${mtimeMs} ${ctimeMs} ${ino}` };
}

/**
 * A terminal that shows another machine has to know of which one the file is; others know no name
 * better than their own.
 */
function linkTo(path: string, environment: Environment): string | undefined {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const url = pathToFileURL(path);
  if (environment["SSH_CONNECTION"] !== undefined) url.hostname = hostname();
  return url.href;
}

function readWhole(path: string): Uint8Array {
  const file = openSync(path, "r");
  try {
    const stats = fstatSync(file);
    // The system makes up some files when they are read, and gives their size as 0.
    return stats.isFile() && stats.size > 0 ? readSized(file, stats.size) : readStream(file);
  } finally {
    closeSync(file);
  }
}

/** Not `readFileSync`, which asks for the size once more. */
function readSized(file: number, size: number): Uint8Array {
  const content = Buffer.allocUnsafeSlow(size);
  let length = 0;
  while (length < size) {
    const read = readSync(file, content, length, size - length, null);
    if (read === 0) break;
    length += read;
  }
  return content.subarray(0, length);
}

const chunkLength = 2 ** 16;

function readStream(file: number): Uint8Array {
  const chunks: Buffer[] = [];
  for (let length = 0; length <= longestText;) {
    const chunk = Buffer.allocUnsafe(chunkLength);
    const read = readSync(file, chunk);
    if (read === 0) break;
    chunks.push(chunk.subarray(0, read));
    length += read;
  }
  return Buffer.concat(chunks);
}

/**
 * Not `recursive` of `mkdir`, which Node never ends where a folder that exists takes no new ones,
 * as in `/proc`.
 */
function makeFolders(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolders(parent);
  try {
    mkdirSync(path);
  } catch (error) {
    // Another run may have made it in the meantime.
    if (errorCode(error) !== "EEXIST" || !isFolder(path)) throw error;
  }
}

function kindOfEntry(entry: Dirent, folder: string): Entry["kind"] {
  if (entry.isDirectory()) return "folder";
  if (entry.isFile()) return "file";
  return entry.isSymbolicLink() ? kindOfLink(`${folder}/${entry.name}`) : "other";
}

function kindOfLink(link: string): Entry["kind"] {
  try {
    const target = statSync(link, { throwIfNoEntry: false });
    if (target === undefined) return "other";
    return target.isDirectory() ? "linked folder" : "file";
  } catch {
    return "file"; // in a circle, or through what may not be looked into
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/**
 * Why a folder that should go stays: it has entries, it has gone already, or it is a link to one.
 */
const reasonsToKeep: ReadonlySet<string> = new Set(["ENOTEMPTY", "EEXIST", "ENOENT", "ENOTDIR"]);

/**
 * Does work that blocks as if it did not: a command waits for each file anyway, and the way through
 * the pool of threads costs more than most of its files. Signals are looked for in between.
 */
async function atOnce<T>(work: () => T): Promise<T> {
  await breathe();
  return work();
}

/** The `code` of a system error, such as `ENOENT`; `undefined` for any other error. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}
