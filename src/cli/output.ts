import { generatedMark } from "../emit/banner.js";
import type { OutputFile } from "../emit/generated-file.js";
import type { Host } from "./host.js";
import { errorCode } from "./host.js";
import { UsageError } from "./usage-error.js";

/** What writing a set of files into a folder changes. Paths are relative to the folder, with `/`. */
export interface OutputPlan {
  /** Files that are new or differ. */
  readonly write: readonly OutputFile[];
  /** Files of a former run that are no longer produced. */
  readonly remove: readonly string[];
  /** Files that crdgen did not write and that stand where it would write. */
  readonly foreign: readonly string[];
  readonly unchanged: number;
}

/** Compares files with a folder. Only files that bear crdgen's mark in their first line are ever replaced or removed. */
export async function planOutput(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<OutputPlan> {
  const wanted = new Map(files.map((file) => [file.path, file.text]));
  const before = new Before(wanted);
  if ((await host.kindOf(folder)) === "folder") {
    await visitSources(folder, "", host, async (path) => {
      before.note(path, await readExisting(`${folder}/${path}`, host));
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
  };
}

/** What stands in the folder, each file looked at once; its text is not kept. */
class Before {
  readonly unchanged = new Set<string>();
  /** Files in the way that crdgen did not write. */
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
}

/**
 * Carries out a plan: first every new text goes into a temporary file beside its place, then all are renamed, then what
 * is stale goes. A failure before the renaming leaves the old output as it was.
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
      const from = `${to}.crdgen-new`;
      temporary.push({ from, to });
      await host.writeFile(from, file.text);
    }
  } catch (error) {
    for (const { from } of temporary) await host.removeFile(from).catch(ignore);
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(`'${folder}': cannot be written to (${code})`);
  }
  for (const { from, to } of temporary) await host.rename(from, to);
  await removeStale(plan.remove, folder, host);
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

/** Calls `visit` for all sources below a folder, but for what tools keep there; paths are relative. */
async function visitSources(
  folder: string,
  prefix: string,
  host: Host,
  visit: (path: string) => Promise<void>,
): Promise<void> {
  for (const { name, kind } of await host.list(folder)) {
    if (kind === "file" && isSource(name)) await visit(prefix + name);
    if (kind === "file" || isToolFolder(name)) continue;
    await visitSources(`${folder}/${name}`, `${prefix}${name}/`, host, visit);
  }
}

/** Whether `visitSources` comes by a path, if there is such a file. */
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
