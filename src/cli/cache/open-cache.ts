import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import type { Settings } from "../../codegen/pipeline/settings.js";
import { version } from "../../codegen/pipeline/settings.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { SourceCache } from "./source-cache.js";

/** What the user says of the cache. */
export interface CacheOptions {
  /** The folder to keep it in; default: `.cache/crdgen` in the nearest `node_modules`. */
  readonly cacheDir?: string | undefined;
}

/**
 * Opens the cache of a run whose outputs have these settings.
 *
 * @param start the folder from which on `node_modules` is looked for, upwards
 * @returns `undefined` where there is no place for a cache, or where it is not known which build of
 *   crdgen runs
 */
export async function openCache(
  { cacheDir }: CacheOptions,
  settings: readonly Settings[],
  start: string,
  host: Host,
): Promise<SourceCache | undefined> {
  const folder = cacheDir ?? (await folderAbove(resolve(start), host));
  const build = await buildIdentity(host);
  if (folder === undefined || build === undefined) return undefined;
  return new SourceCache(folder, identityOf(settings, build), host);
}

/** Stands for all that the result depends on beside the source. */
export function identityOf(settings: readonly Settings[], build: string): string {
  return JSON.stringify([version, build, process.version, settings]);
}

async function folderAbove(start: string, host: Host): Promise<string | undefined> {
  for (let at = start; ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if ((await host.kindOf(modules)) === "folder") return join(modules, ".cache/crdgen");
    if (at === dirname(at)) return undefined;
  }
}

/**
 * A hash of the program's own files, so that another build under the same version finds nothing.
 * The only package that takes part, `yaml`, is covered by its `package.json`.
 */
async function buildIdentity(host: Host): Promise<string | undefined> {
  const own = import.meta.dirname;
  // Beside the bundled command line lie the files of the runtime. Sources that run unbundled have
  // no such place.
  if (basename(own) !== "cli") return undefined;
  const hash = createHash("sha256");
  try {
    for (const folder of [own, join(own, "../runtime-files")]) {
      for (const { name, kind } of await host.list(folder)) {
        if (kind !== "file") continue;
        hash.update(`${name}\n`).update(await host.readFile(join(folder, name)));
      }
    }
    hash.update(await host.readFile(createRequire(import.meta.url).resolve("yaml/package.json")));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  return hash.digest("hex");
}
