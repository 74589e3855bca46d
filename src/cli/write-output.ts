import { basename, dirname } from "node:path";
import type { OutputFile } from "../codegen/emit/generated-file.js";
import type { Host } from "./host.js";
import { errorCode } from "./host.js";
import type { OutputPlan } from "./plan-output.js";
import { planOutput } from "./plan-output.js";
import type { IsInterrupted } from "./process/signals.js";
import { isLeftover, temporaryName } from "./temporary-name.js";
import { UsageError } from "./usage-error.js";

/**
 * Carries out a plan. A new folder gets its name when all of its files are written; in one that
 * exists every new text goes into a temporary file beside its place, then all are renamed, then
 * what is stale goes. A failure up to the renaming leaves the old output as it was, and so does an
 * interruption before it; one that comes later waits until all is done. Runs that write into one
 * folder at the same time do not share temporary files; what runs that were killed left behind
 * goes.
 *
 * @throws UsageError where the folder cannot be written to
 */
export async function writeOutput(plan: OutputPlan, folder: string, host: Host): Promise<void> {
  await host.uninterrupted(async (isInterrupted) => {
    await removeLeftoversOf(folder, host).catch(ignore);
    await write(plan, folder, host, isInterrupted);
  });
}

async function write(
  plan: OutputPlan,
  folder: string,
  host: Host,
  isInterrupted: IsInterrupted,
): Promise<void> {
  if (plan.isNew) {
    const isDone = await orRefuse(folder, () => makeWhole(plan.write, folder, host, isInterrupted));
    if (isDone) return;
    await write(await planAgain(plan.write, folder, host), folder, host, isInterrupted);
  } else if (await orRefuse(folder, () => replaceFiles(plan.write, folder, host, isInterrupted))) {
    await removeStale([...plan.remove, ...plan.leftovers], folder, host);
  }
}

/** @throws UsageError in place of what the system says */
export async function orRefuse<T>(folder: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const code = errorCode(error);
    if (code === undefined) throw error;
    throw new UsageError(`'${folder}': cannot be written to (${code})`);
  }
}

/** For a folder that was made after it was planned for: what is in it now may not be crdgen's. */
async function planAgain(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<OutputPlan> {
  const plan = await planOutput(files, folder, host);
  const [foreign] = plan.foreign;
  if (foreign === undefined) return plan;
  throw new UsageError(`'${folder}/${foreign}': was not written by crdgen`);
}

/** False, with nothing left behind, where another run has made the folder in the meantime. */
async function makeWhole(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
  isInterrupted: IsInterrupted,
): Promise<boolean> {
  const parent = dirname(folder);
  const beside = `${parent}/${temporaryName(basename(folder), host)}`;
  const missing = await missingFolders(parent, host);
  const undo = async (): Promise<void> => {
    await host.removeTree(beside).catch(ignore);
    for (const path of missing) await host.removeFolder(path).catch(ignore);
  };
  try {
    await host.makeFolder(parent);
    if ((await host.kindOf(folder)) !== undefined) return false;
    const writer = new FileWriter(beside, (path) => path, host);
    for (const file of files) await writer.write(file);
    if (await isInterrupted()) await undo();
    else await host.rename(beside, folder);
    return true;
  } catch (error) {
    await undo();
    if ((await host.kindOf(folder)) === undefined) throw error;
    return false;
  }
}

/** A folder and those above it as far as they do not exist, the deepest first. */
export async function missingFolders(folder: string, host: Host): Promise<readonly string[]> {
  const missing: string[] = [];
  for (let at = folder; (await host.kindOf(at)) === undefined; at = dirname(at)) {
    missing.push(at);
    if (at === dirname(at)) break;
  }
  return missing;
}

/** Removes what runs that were killed left beside a folder. */
export async function removeLeftoversOf(folder: string, host: Host): Promise<void> {
  const parent = dirname(folder);
  for (const { name, kind } of await host.list(parent)) {
    const isOurs = kind === "folder" && name.startsWith(`${basename(folder)}.`);
    if (isOurs && isLeftover(name, host)) await host.removeTree(`${parent}/${name}`);
  }
}

/** Writes files into a folder one by one, and makes the folders that they need. */
export class FileWriter {
  /** The files that were written, relative to the folder, by the names that they are to have. */
  readonly paths: string[] = [];
  readonly #folder: string;
  readonly #nameOf: (path: string) => string;
  readonly #host: Host;
  readonly #made = new Set<string>();

  constructor(folder: string, nameOf: (path: string) => string, host: Host) {
    this.#folder = folder;
    this.#nameOf = nameOf;
    this.#host = host;
  }

  async write({ path, text }: OutputFile): Promise<void> {
    const place = `${this.#folder}/${path}`;
    const parent = dirname(place);
    if (!this.#made.has(parent)) await this.#host.makeFolder(parent);
    this.#made.add(parent);
    this.paths.push(path);
    await this.#host.writeFile(this.#nameOf(place), text);
  }
}

/** False, with nothing left behind, where the run is interrupted before the renaming. */
async function replaceFiles(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
  isInterrupted: IsInterrupted,
): Promise<boolean> {
  const nameOf = (path: string): string => temporaryName(path, host);
  const paths = files.map((file) => `${folder}/${file.path}`);
  const undo = async (): Promise<void> => {
    for (const path of paths) await host.removeFile(nameOf(path)).catch(ignore);
    const temporary = files.map((file) => nameOf(file.path));
    await removeStale(temporary, folder, host).catch(ignore);
  };
  try {
    await host.makeFolder(folder);
    const writer = new FileWriter(folder, nameOf, host);
    for (const file of files) await writer.write(file);
    const goesOn = !(await isInterrupted());
    if (goesOn) await renameAll(paths, nameOf, host);
    else await undo();
    return goesOn;
  } catch (error) {
    await undo();
    throw error;
  }
}

/**
 * Gives all files their names or, where one of them is refused, such as for a file that Windows
 * sees in use, none.
 */
export async function renameAll(
  paths: readonly string[],
  nameOf: (path: string) => string,
  host: Host,
): Promise<void> {
  const replaced = new Map<string, Uint8Array | undefined>();
  try {
    for (const path of paths) {
      const old = await readIfThere(path, host);
      await host.rename(nameOf(path), path);
      replaced.set(path, old);
    }
  } catch (error) {
    for (const [path, old] of replaced) {
      await putBack(path, old, nameOf(path), host).catch(ignore);
    }
    throw error;
  }
}

async function readIfThere(path: string, host: Host): Promise<Uint8Array | undefined> {
  try {
    return await host.readFile(path);
  } catch (error) {
    if (errorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

async function putBack(
  path: string,
  old: Uint8Array | undefined,
  temporary: string,
  host: Host,
): Promise<void> {
  if (old === undefined) {
    await host.removeFile(path);
  } else {
    await host.writeFile(temporary, old);
    await host.rename(temporary, path);
  }
}

/**
 * Removes files, and folders that are empty then. Each folder goes right behind the last of its
 * files: no later run would know that it is no longer wanted, should this one be killed in between.
 */
export async function removeStale(
  paths: readonly string[],
  folder: string,
  host: Host,
): Promise<void> {
  const filesLeft = new Map<string, number>();
  for (const parent of paths.flatMap(foldersOf)) {
    filesLeft.set(parent, (filesLeft.get(parent) ?? 0) + 1);
  }
  for (const path of paths) {
    await host.removeFile(`${folder}/${path}`);
    for (const parent of foldersOf(path)) {
      const left = (filesLeft.get(parent) ?? 0) - 1;
      filesLeft.set(parent, left);
      if (left === 0) await host.removeFolder(`${folder}/${parent}`);
    }
  }
}

/** The folders of a relative path, the deepest first. */
function foldersOf(path: string): readonly string[] {
  const folders: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1)) {
    folders.push(path.slice(0, at));
  }
  return folders;
}

function ignore(): void {
  // Of a failure its first cause is told, and what only tidies up may fail.
}
