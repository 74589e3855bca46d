import type { Entry, Host } from "./host.js";
import { errorCode } from "./host.js";
import { processOf } from "./temporary-name.js";

/** Other JSON files at the top of an output, such as a package.json, are somebody's own. */
export const topJson = "custom-resources.schema.json";

/** The files that `planOutput` looks at in a folder, relative to it; none where there is none. */
export async function filesOfOutput(folder: string, host: Host): Promise<readonly string[]> {
  const paths: string[] = [];
  await visitEntries(folder, "", host, {
    visit({ name, kind }) {
      if (kind === "file" && isSource(name)) paths.push(name);
      return Promise.resolve();
    },
    passBy: () => undefined,
  });
  return paths;
}

/** What a walk through a folder comes to; all paths are relative. */
export interface Visitor {
  visit(entry: Entry): Promise<void>;
  /**
   * A folder, with a slash behind it or empty, whose entries are not visited: a link, or one that
   * cannot be listed.
   */
  passBy(folder: string): void;
}

/**
 * Walks through what stands below a folder where crdgen may have files, but for what tools keep
 * there.
 */
export async function visitEntries(
  folder: string,
  prefix: string,
  host: Host,
  visitor: Visitor,
): Promise<void> {
  for (const { name, kind } of await listIfPossible(folder, prefix, host, visitor)) {
    if (kind !== "file" && isToolFolder(name)) continue;
    await visitor.visit({ name: prefix + name, kind });
    const inner = `${prefix}${name}/`;
    if (kind === "linked folder") visitor.passBy(inner);
    if (kind === "folder" && hasOwnPaths(inner)) {
      await visitEntries(`${folder}/${name}`, inner, host, visitor);
    }
  }
}

/** A folder may have gone in the meantime, or be somebody else's who lets nobody look into it. */
async function listIfPossible(
  folder: string,
  prefix: string,
  host: Host,
  visitor: Visitor,
): Promise<readonly Entry[]> {
  try {
    return await host.list(folder);
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    visitor.passBy(prefix);
    return [];
  }
}

/** Whether crdgen gives files paths that begin so. */
function hasOwnPaths(folder: string): boolean {
  return folder.split("/").length <= 4 || folder.startsWith("runtime/v1/");
}

/** Whether `visitEntries` comes by a path, if there is such a file. */
export function isVisited(path: string, passedBy: readonly string[]): boolean {
  if (passedBy.some((folder) => path.startsWith(folder))) return false;
  const steps = path.split("/");
  return isSource(path) && !steps.slice(0, -1).some(isToolFolder);
}

/** Code may be anywhere; JSON files are in the folders of versions, but for one. */
export function isSource(path: string): boolean {
  return path === topJson || /\.(?:ts|js)$|^(?:[^/]+\/){2}[^/]+\.json$/.test(path);
}

/**
 * Folders that are no business of this run; so are those that other runs have not given their name
 * yet.
 */
function isToolFolder(name: string): boolean {
  return name === "node_modules" || name.startsWith(".") || processOf(name) !== undefined;
}
