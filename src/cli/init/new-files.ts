import { posix } from "node:path";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { configNames } from "../config/find.js";
import type { Host } from "../host.js";
import { UsageError } from "../usage-error.js";
import { writeOutput } from "../write-output.js";

/**
 * Makes sure that files can be written without anything being overwritten, not even a link that
 * leads nowhere. Any configuration would be in the way of another.
 *
 * @throws UsageError that names all that is in the way
 */
export async function refuseExisting(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<void> {
  const existing = new Set<string>();
  const above = await fileAbove(folder, host);
  if (above !== undefined) {
    throw new UsageError(
      `nothing was written, since '${printableName(above)}' is a file, not a folder; name another folder`,
    );
  }
  for (const path of await existingConfigs(folder, host)) existing.add(path);
  for (const { path } of files) {
    const found = await inTheWay(folder, path, host);
    if (found !== undefined) existing.add(found);
  }
  if (existing.size === 0) return;
  const names = [...existing].map(printableName).join(", ");
  const it = existing.size === 1 ? "it" : "them";
  throw new UsageError(
    `nothing was written, since there is already: ${names}; move ${it} away, or name another folder`,
  );
}

/** Writes files that `refuseExisting` let pass: all of them or none. */
export async function writeNew(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<void> {
  const isNew = (await host.kindOf(folder)) === undefined;
  const plan = { write: files, remove: [], foreign: [], unchanged: 0, isNew, leftovers: [] };
  await writeOutput(plan, folder, host);
}

/** A file where a folder, or one above it, would have to be. */
async function fileAbove(folder: string, host: Host): Promise<string | undefined> {
  for (let at = folder; ; at = posix.dirname(at)) {
    const kind = await host.kindOf(at);
    if (kind === "file") return at;
    if (kind === "folder" || at === posix.dirname(at)) return undefined;
  }
}

/** What is at a path below a folder, or where a folder of that path would have to be. */
async function inTheWay(folder: string, path: string, host: Host): Promise<string | undefined> {
  const target = posix.join(folder, path);
  // Names may differ in upper and lower case from those that a folder lists.
  if ((await host.kindOf(target)) !== undefined) return target;
  const names = path.split("/");
  let at = folder;
  for (const [index, name] of names.entries()) {
    if ((await host.kindOf(at)) !== "folder") return undefined;
    const entry = (await host.list(at)).find((one) => one.name === name);
    if (entry === undefined) return undefined;
    at = posix.join(at, name);
    const isFolder = entry.kind === "folder" || entry.kind === "linked folder";
    if (!isFolder || index === names.length - 1) return at;
  }
  return undefined;
}

async function existingConfigs(folder: string, host: Host): Promise<readonly string[]> {
  const found = (await host.kindOf(folder)) === "folder" ? await host.list(folder) : [];
  const names = found.map(({ name }) => name).filter((name) => configNames.includes(name));
  return names.map((name) => posix.join(folder, name));
}
