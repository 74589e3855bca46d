import { isAbsolute, posix, relative, resolve } from "node:path";
import { maskUrls } from "../facts/mask-secrets.js";
import type { Host } from "../host.js";

/** The CRDs of a project. */
export interface ConfiguredInputs {
  /** As its configuration names them, from the folder of the project. */
  readonly inputs: readonly string[];
  /** As the command line names them, or as they were found, from the working folder. */
  readonly given: readonly string[];
  /** Leave out CRDs that the API server refuses. */
  readonly skipInvalid: boolean;
}

/**
 * An input of the command line as seen from a folder. URLs and clusters are the same from
 * everywhere, and so are revisions of git, but for paths in them that begin with a dot.
 */
export async function inputFrom(folder: string, input: string, host: Host): Promise<string> {
  if (isElsewhere(input)) return input;
  const [, revision, path = ""] = /^([^:]{2,}):(.*)$/s.exec(input) ?? [];
  if (revision !== undefined && (await host.kindOf(input)) === undefined) {
    if (!/^\.\.?(?:\/|$)/.test(path)) return input;
    const seen = pathFrom(folder, path);
    return `${revision}:${seen.startsWith(".") ? seen : `./${seen}`}`;
  }
  return pathFrom(folder, input);
}

function isElsewhere(input: string): boolean {
  return /^https?:\/\//i.test(input) || /^cluster(?::|$)/.test(input);
}

function pathFrom(folder: string, path: string): string {
  return relative(resolve(folder), resolve(path)).replaceAll("\\", "/") || ".";
}

/**
 * Where a text was read, for everybody to see: as the inputs name it, without secrets of URLs,
 * without the name of a cluster, and of absolute paths only what lies below the input.
 *
 * @param path what the source is called
 * @param inputs those of the command line
 */
export function publicPlace(path: string, inputs: readonly string[]): string {
  if (/^https?:\/\//i.test(path)) return maskUrls(path);
  if (/^cluster(?::|\/|$)/.test(path)) return "a cluster";
  if (!isAbsolute(path)) return posix.normalize(path.replaceAll("\\", "/"));
  const input = inputs.find((one) => path === one || path.startsWith(`${withoutSlash(one)}/`));
  if (input === undefined) return posix.basename(path);
  const top = withoutSlash(input);
  return posix.basename(top) + path.slice(top.length);
}

function withoutSlash(path: string): string {
  return path.replace(/(.)\/+$/, "$1");
}
