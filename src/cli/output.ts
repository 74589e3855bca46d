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
  const existing = await generatedFilesBelow(folder, host);
  const wanted = new Set(files.map((file) => file.path));
  const write: OutputFile[] = [];
  const foreign: string[] = [];
  for (const file of files) {
    const before = await readExisting(`${folder}/${file.path}`, host);
    if (before === file.text) continue;
    if (before !== undefined && !isGenerated(before)) foreign.push(file.path);
    else write.push(file);
  }
  return {
    write,
    remove: existing.filter((path) => !wanted.has(path)),
    foreign,
    unchanged: files.length - write.length - foreign.length,
  };
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

async function generatedFilesBelow(folder: string, host: Host, prefix = ""): Promise<string[]> {
  if ((await host.kindOf(folder)) !== "folder") return [];
  const found: string[] = [];
  for (const entry of await host.list(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.kind === "folder") {
      if (entry.name === "node_modules" || entry.name.startsWith(".")) continue;
      found.push(...(await generatedFilesBelow(path, host, `${prefix}${entry.name}/`)));
    } else if (/\.(?:ts|js)$/.test(entry.name)) {
      const text = await readExisting(path, host);
      if (text !== undefined && isGenerated(text)) found.push(prefix + entry.name);
    }
  }
  return found;
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
