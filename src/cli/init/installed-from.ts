import { dirname, join, relative, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isPublished, version } from "../../codegen/pipeline/settings.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { Host } from "../host.js";

/** The repository, as npm installs from it; a fork changes it with all other addresses. */
export const repositoryAddress = "git+https://github.com/crdgen/crdgen.git";

/** Seen from `dist/cli`, where the bundle lies. */
const ownFolder = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Where the running crdgen was installed from, as the `package.json` of a folder names it: a
 * tarball, a folder, a git address or a version. A project that has crdgen says so in its own
 * `package.json`, whichever package manager wrote it; a checkout of the repository is named as a
 * folder. What nobody names, such as a global installation, comes from the registry, or from the
 * repository as long as the registry has none.
 *
 * @param folder whose `package.json` it is for, from the working folder
 * @param own the folder of the running package, free of links
 */
export async function installedFrom(
  folder: string,
  host: Host,
  own: string = ownFolder,
): Promise<string> {
  if (!/[/\\]node_modules[/\\]/.test(own)) return `file:${pathFrom(folder, own)}`;
  for (const place of [...foldersAbove(resolve(".")), ...foldersAbove(dirname(own))]) {
    const named = await namedIn(place, host);
    if (named !== undefined) return seenFrom(folder, named, place);
  }
  return isPublished ? `^${version}` : repositoryAddress;
}

/** The same as an argument of `npm install`. */
export function installArgument(source: string): string {
  return /^(?:[\^~]?\d|latest$|\*$)/.test(source) ? `crdgen@${source}` : source;
}

function foldersAbove(folder: string): readonly string[] {
  const parent = dirname(folder);
  return parent === folder ? [folder] : [folder, ...foldersAbove(parent)];
}

/** What a `package.json` says of crdgen; `undefined` for what has a meaning in its place alone. */
async function namedIn(folder: string, host: Host): Promise<string | undefined> {
  const manifest = await readManifest(join(folder, "package.json"), host);
  for (const kind of ["devDependencies", "dependencies", "optionalDependencies"]) {
    const packages = isObject(manifest) ? manifest[kind] : undefined;
    const named = isObject(packages) ? packages["crdgen"] : undefined;
    if (typeof named === "string" && !/^(?:workspace|catalog):/.test(named)) return named;
  }
  return undefined;
}

async function readManifest(path: string, host: Host): Promise<Json | undefined> {
  try {
    const text = new TextDecoder().decode(await host.readFile(path));
    return JSON.parse(text) as Json; // what JSON.parse returns
  } catch {
    // Its own tool says what is wrong with it.
    return undefined;
  }
}

/** Paths are relative to the folder of their `package.json`; all else is the same everywhere. */
function seenFrom(folder: string, named: string, place: string): string {
  const [, protocol = "file:", path] =
    /^(file:|link:|portal:)(.*)$/s.exec(named) ?? /^()(\.{0,2}\/.*)$/s.exec(named) ?? [];
  if (path === undefined) return named;
  return (protocol || "file:") + pathFrom(folder, resolve(place, path));
}

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), path).replaceAll("\\", "/") || ".";
}
