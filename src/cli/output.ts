import { generatedMark } from "../emit/banner.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { Entry, Host } from "./host.js";
import { errorCode } from "./host.js";
import { isLeftover } from "./temporary-name.js";
import { UsageError } from "./usage-error.js";

/** What writing a set of files into a folder changes. Paths are relative to the folder, with `/`. */
export interface OutputPlan {
  /** Files that are new or differ. */
  readonly write: readonly OutputFile[];
  /** Files of a former run that are no longer produced. */
  readonly remove: readonly string[];
  /** What crdgen did not write and what stands where it would write: files, and folders with the name of a file. */
  readonly foreign: readonly string[];
  readonly unchanged: number;
  /** There was nothing at the folder's place. */
  readonly isNew: boolean;
  /** Temporary files of runs that were killed. */
  readonly leftovers: readonly string[];
}

/** Compares files with a folder. Only files that bear crdgen's mark in their first line are ever replaced or removed. */
export async function planOutput(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<OutputPlan> {
  const before = new Before(new Map(files.map((file) => [file.path, file.text])));
  const leftovers: string[] = [];
  const there = await host.kindOf(folder);
  if (there === "folder") {
    await visitEntries(folder, "", host, async ({ name: path, kind }) => {
      if (kind === "folder") before.noteFolder(path);
      else if (isSource(path)) before.note(path, await readExisting(`${folder}/${path}`, host));
      else if (isLeftover(path, host)) leftovers.push(path);
    });
    for (const { path } of files) {
      if (!isVisited(path)) before.note(path, await readExisting(`${folder}/${path}`, host));
    }
  }
  const { unchanged, foreign, stale } = before;
  return {
    write: files.filter(({ path }) => !unchanged.has(path) && !foreign.has(path)),
    remove: stale,
    foreign: files.map(({ path }) => path).filter((path) => foreign.has(path)),
    unchanged: unchanged.size,
    isNew: there === undefined,
    leftovers,
  };
}

/** What stands in the folder, each file looked at once; its text is not kept. */
class Before {
  readonly unchanged = new Set<string>();
  /** What is in the way and not crdgen's. */
  readonly foreign = new Set<string>();
  readonly stale: string[] = [];
  readonly #wanted: ReadonlyMap<string, string>;

  constructor(wanted: ReadonlyMap<string, string>) {
    this.#wanted = wanted;
  }

  note(path: string, text: string | undefined): void {
    if (text === undefined) return;
    const wanted = this.#wanted.get(path);
    if (wanted === text) this.unchanged.add(path);
    else if (wanted === undefined) {
      if (isGenerated(text)) this.stale.push(path);
    } else if (!isGenerated(text)) this.foreign.add(path);
  }

  noteFolder(path: string): void {
    if (this.#wanted.has(path)) this.foreign.add(path);
  }
}

/** Calls `visit` for all files and folders below a folder, but for what tools keep there; names are relative paths. */
async function visitEntries(
  folder: string,
  prefix: string,
  host: Host,
  visit: (entry: Entry) => Promise<void>,
): Promise<void> {
  for (const { name, kind } of await host.list(folder)) {
    if (kind === "folder" && isToolFolder(name)) continue;
    await visit({ name: prefix + name, kind });
    if (kind === "folder") {
      await visitEntries(`${folder}/${name}`, `${prefix}${name}/`, host, visit);
    }
  }
}

/** Whether `visitEntries` comes by a path, if there is such a file. */
function isVisited(path: string): boolean {
  const steps = path.split("/");
  return isSource(steps.pop() ?? "") && !steps.some(isToolFolder);
}

function isSource(name: string): boolean {
  return /\.(?:ts|js)$/.test(name);
}

function isToolFolder(name: string): boolean {
  return name === "node_modules" || name.startsWith(".");
}

async function readExisting(path: string, host: Host): Promise<string | undefined> {
  try {
    return Buffer.from(await host.readFile(path)).toString("utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code === undefined) throw error;
    throw new UsageError(`'${path}': cannot be read (${code})`);
  }
}

function isGenerated(text: string): boolean {
  return text.startsWith(generatedMark);
}
