import { generatedMark } from "../emit/banner.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { Entry, Host } from "./host.js";
import { errorCode } from "./host.js";
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
  if ((await host.kindOf(folder)) === "folder") {
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

/**
 * Carries out a plan: first every new text goes into a temporary file beside its place, then all are renamed, then what
 * is stale goes. A failure before the renaming leaves the old output as it was. Runs that write into one folder at the
 * same time do not share temporary files.
 *
 * @throws UsageError where the folder cannot be written to
 */
export async function writeOutput(plan: OutputPlan, folder: string, host: Host): Promise<void> {
  const temporary: { readonly from: string; readonly to: string }[] = [];
  try {
    await host.makeFolder(folder);
    const made = new Set<string>();
    for (const file of plan.write) {
      const to = `${folder}/${file.path}`;
      const parent = to.slice(0, to.lastIndexOf("/"));
      if (!made.has(parent)) await host.makeFolder(parent);
      made.add(parent);
      const from = temporaryName(to, host);
      temporary.push({ from, to });
      await host.writeFile(from, file.text);
    }
    for (const { from, to } of temporary) await host.rename(from, to);
  } catch (error) {
    for (const { from } of temporary) await host.removeFile(from).catch(ignore);
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(`'${folder}': cannot be written to (${code})`);
  }
  await removeStale([...plan.remove, ...plan.leftovers], folder, host);
}

/** Names the process, so that a later run knows whether the file is still in use. */
function temporaryName(path: string, host: Host): string {
  return `${path}.${host.processId}.crdgen-new`;
}

function isLeftover(path: string, host: Host): boolean {
  const processId = /\.(\d+)\.crdgen-new$/.exec(path)?.[1];
  return processId !== undefined && !host.isRunning(Number(processId));
}

async function removeStale(paths: readonly string[], folder: string, host: Host): Promise<void> {
  const parents = new Set<string>();
  for (const path of paths) {
    await host.removeFile(`${folder}/${path}`);
    for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
      parents.add(path.slice(0, at));
    }
  }
  // Deepest first, so that a folder is empty when its turn comes.
  for (const parent of [...parents].sort((left, right) => right.length - left.length)) {
    await host.removeFolder(`${folder}/${parent}`);
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

function ignore(): void {
  // The first failure is the one that is reported.
}
