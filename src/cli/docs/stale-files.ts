import { isGenerated } from "../../codegen/emit/banner.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { readExisting } from "../plan-output.js";
import { isLeftover } from "../temporary-name.js";

/** Where `crdgen docs` has its files: those of a site, and those of Markdown. */
const ownPath =
  /^(?:index|editor)\.html$|^README\.md$|^refused\/\d+\.(?:html|md)$|^[^/]+\.[^/]+\/[^/]+\/[^/]+\.html$|^[^/]+\.[^/]+\/[a-z0-9][^/]*\.md$|^(?:assets|data)\/.+/;

/** What a folder holds of former runs. */
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
export async function findStale(
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
