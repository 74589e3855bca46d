import { basename, dirname } from "node:path";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { isGenerated } from "../../codegen/emit/jsdoc.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { readExisting } from "../plan-output.js";
import type { IsInterrupted } from "../process/signals.js";
import { isLeftover, temporaryName } from "../temporary-name.js";
import { UsageError } from "../usage-error.js";
import {
  FileWriter,
  missingFolders,
  orRefuse,
  removeLeftoversOf,
  removeStale,
  renameAll,
} from "../write-output.js";

/** The result of writing a set of files. */
export interface StreamedOutput {
  readonly written: number;
  readonly unchanged: number;
  readonly removed: number;
  /** Files in the way that crdgen did not write; nothing was written then. */
  readonly foreign: readonly string[];
}

const nothing: StreamedOutput = { written: 0, unchanged: 0, removed: 0, foreign: [] };

/**
 * Writes files into a folder as they come, under temporary names, so that they need not be in
 * memory together. They get their names when all are there, as `writeOutput` does it: a failure, an
 * interruption, a foreign file and a no of `isGood` leave the folder as it was. Files of former
 * runs that are no longer among them go.
 *
 * @param isGood asked behind the last file
 * @throws UsageError where the folder is a file, or cannot be written to
 */
export async function streamOutput(
  files: AsyncIterable<OutputFile>,
  folder: string,
  isGood: () => boolean,
  host: Host,
): Promise<StreamedOutput> {
  const there = await host.kindOf(folder);
  if (there === "file") throw new UsageError(`'${folder}': not a folder`);
  return host.uninterrupted(async (isInterrupted) => {
    await removeLeftoversOf(folder, host).catch(() => undefined);
    const write = there === undefined ? writeNew : writeInto;
    return write(files, folder, { isGood, isInterrupted }, host);
  });
}

interface Conditions {
  readonly isGood: () => boolean;
  readonly isInterrupted: IsInterrupted;
}

async function writeNew(
  files: AsyncIterable<OutputFile>,
  folder: string,
  conditions: Conditions,
  host: Host,
): Promise<StreamedOutput> {
  const parent = dirname(folder);
  const beside = `${parent}/${temporaryName(basename(folder), host)}`;
  const missing = await missingFolders(parent, host);
  const writer = new FileWriter(beside, (path) => path, host);
  let isDone = false;
  try {
    await orRefuse(folder, () => host.makeFolder(parent));
    const isWhole = await writeAll(files, conditions, (file) =>
      orRefuse(folder, () => writer.write(file)),
    );
    if (!isWhole) return nothing;
    await orRefuse(folder, () => host.rename(beside, folder));
    isDone = true;
    return { ...nothing, written: writer.paths.length };
  } finally {
    if (!isDone) {
      await host.removeTree(beside).catch(() => undefined);
      for (const path of missing) await host.removeFolder(path).catch(() => undefined);
    }
  }
}

async function writeInto(
  files: AsyncIterable<OutputFile>,
  folder: string,
  conditions: Conditions,
  host: Host,
): Promise<StreamedOutput> {
  const nameOf = (path: string): string => temporaryName(path, host);
  const writer = new FileWriter(folder, nameOf, host);
  const wanted = new Set<string>();
  const foreign: string[] = [];
  // Before there are temporary files of this run: those of others may have the same names.
  const { leftovers } = await findStale(folder, wanted, host);
  let isDone = false;
  try {
    const isWhole = await writeAll(files, conditions, async (file) => {
      wanted.add(file.path);
      const place = await placeOf(file, folder, host);
      if (place === "foreign") foreign.push(file.path);
      else if (place === "to write") await orRefuse(folder, () => writer.write(file));
    });
    if (!isWhole || foreign.length > 0) return { ...nothing, foreign };
    const paths = writer.paths.map((path) => `${folder}/${path}`);
    await orRefuse(folder, () => renameAll(paths, nameOf, host));
    isDone = true;
    const { stale } = await findStale(folder, wanted, host);
    await removeStale([...stale, ...leftovers], folder, host);
    const written = paths.length;
    return { ...nothing, written, unchanged: wanted.size - written, removed: stale.length };
  } finally {
    if (!isDone) await removeStale(writer.paths.map(nameOf), folder, host).catch(() => undefined);
  }
}

/** False where the run is interrupted, or the files turn out to be not good. */
async function writeAll(
  files: AsyncIterable<OutputFile>,
  { isGood, isInterrupted }: Conditions,
  write: (file: OutputFile) => Promise<void>,
): Promise<boolean> {
  for await (const file of files) {
    if (await isInterrupted()) return false;
    await write(file);
  }
  return isGood() && !(await isInterrupted());
}

async function placeOf(
  { path, text }: OutputFile,
  folder: string,
  host: Host,
): Promise<"foreign" | "to write" | "unchanged"> {
  const place = `${folder}/${path}`;
  if ((await host.kindOf(place)) === "folder") return "foreign";
  const there = await readExisting(place, host, true);
  if (there === text) return "unchanged";
  return there === undefined || isGenerated(there) ? "to write" : "foreign";
}

/** Where `crdgen docs` has its files: those of a site, and those of Markdown. */
const ownPath =
  /^(?:index|editor)\.html$|^README\.md$|^refused\/\d+\.(?:html|md)$|^[^/]+\.[^/]+\/[^/]+\/[^/]+\.html$|^[^/]+\.[^/]+\/[a-z0-9][^/]*\.md$|^(?:assets|data)\/.+/;

/** The files of former runs in a folder. */
interface FormerFiles {
  /** Files that are not wanted any more. */
  readonly stale: readonly string[];
  /** Temporary files of runs that were killed. */
  readonly leftovers: readonly string[];
}

/**
 * Files in the places that crdgen gives its own, with its mark, that are not wanted. A folder that
 * is an output of its own is left alone, and so is what cannot be read.
 */
async function findStale(
  folder: string,
  wanted: ReadonlySet<string>,
  host: Host,
): Promise<FormerFiles> {
  const stale: string[] = [];
  const leftovers: string[] = [];
  const visit = async (prefix: string): Promise<void> => {
    const entries = await listIfPossible(folder + prefix, host);
    const names = entries.filter(({ kind }) => kind === "file").map(({ name }) => name);
    if (prefix !== "/" && (await isOutput(folder + prefix, names, host))) return;
    for (const { name, kind } of entries) {
      const path = (prefix + name).slice(1);
      if (kind === "folder" && mayHaveOwn(path)) await visit(`${prefix}${name}/`);
      if (kind !== "file") continue;
      if (isLeftover(path, host)) leftovers.push(path);
      else if (
        ownPath.test(path) &&
        !wanted.has(path) &&
        (await isOwn(folder + prefix + name, host))
      )
        stale.push(path);
    }
  };
  await visit("/");
  return { stale, leftovers };
}

async function listIfPossible(
  folder: string,
  host: Host,
): Promise<Awaited<ReturnType<Host["list"]>>> {
  try {
    return await host.list(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return [];
  }
}

async function isOutput(folder: string, names: readonly string[], host: Host): Promise<boolean> {
  const [first] = ["index.html", "README.md"].filter((name) => names.includes(name));
  return first !== undefined && isOwn(folder + first, host);
}

async function isOwn(path: string, host: Host): Promise<boolean> {
  return isGenerated((await readExisting(path, host, false)) ?? "");
}

function mayHaveOwn(path: string): boolean {
  if (path.split("/").some((part) => part === "node_modules" || part.startsWith("."))) return false;
  const [first = ""] = path.split("/");
  const isDeep = first === "assets" || first === "data";
  return isDeep || path === "refused" || (first.includes(".") && path.split("/").length <= 2);
}
