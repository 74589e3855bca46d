import { posix } from "node:path";
import { matcher } from "../codegen/pipeline/pattern.js";
import { timed } from "../codegen/pipeline/settings.js";
import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { printableName } from "../crd/diagnostics/render/printable.js";
import { crdName, findCrds } from "../crd/frontend/find-crds.js";
import { decodeSource } from "../crd/source/decode.js";
import { readDocuments } from "../crd/source/read.js";
import type { SourceFile } from "../crd/source/source-file.js";
import { findInputs } from "./find-inputs.js";
import type { Host } from "./host.js";
import type { Input } from "./input.js";
import { readInputs } from "./read-inputs.js";
import { createProgress } from "./terminal/progress.js";
import type { WantedCrds } from "./wanted-crds.js";

/**
 * The texts of what the command line names: all inputs are found at once, and read one by one as
 * they are asked for, while a line on the terminal says how far that is.
 *
 * @param verb what the line says is done, such as `reading CRDs`
 * @param prefer patterns of the files whose variants of a CRD count
 * @param wanted leaves out CRDs of clusters (default: none)
 * @throws UsageError for an argument that leads nowhere
 */
export async function openInputs(
  argumentsGiven: readonly string[],
  verb: string,
  quiet: boolean,
  diagnostics: Diagnostics,
  host: Host,
  prefer: readonly string[] = [],
  wanted?: WantedCrds,
): Promise<AsyncGenerator<SourceFile>> {
  const progress = createProgress(verb, quiet, host);
  const found = await timed("find inputs", async () =>
    preferInputs(await findInputs(argumentsGiven, host, wanted), prefer, quiet, host),
  ).catch((error: unknown) => {
    progress.end();
    throw error;
  });
  return readInputs(found, diagnostics, progress);
}

/** An input, how much it is preferred (less is more), and the CRDs that it holds. */
interface Ranked {
  readonly input: Input;
  readonly rank: number;
  readonly names: readonly string[];
}

/**
 * Settles which variant of a CRD counts where several inputs hold one: the one in the file that
 * the first of the patterns matches. Variants in other files are left out (`Input.leftOut`); of
 * CRDs that no pattern concerns none is. All inputs are read for that, where there are patterns.
 */
export async function preferInputs(
  inputs: readonly Input[],
  patterns: readonly string[],
  quiet: boolean,
  host: Host,
): Promise<readonly Input[]> {
  if (patterns.length === 0) return inputs;
  const matches = patterns.map(pathMatcher);
  for (const [index, isMatch] of matches.entries()) {
    if (quiet || inputs.some(({ path }) => isMatch(path))) continue;
    host.warn(`note: --prefer: no input matches '${printableName(patterns[index] ?? "")}'\n`);
  }
  const ranked: Ranked[] = [];
  const best = new Map<string, number>();
  for (const input of inputs) {
    const found = matches.findIndex((isMatch) => isMatch(input.path));
    const one = await rankInput(input, found === -1 ? patterns.length : found);
    ranked.push(one);
    for (const name of one.names) best.set(name, Math.min(best.get(name) ?? one.rank, one.rank));
  }
  return ranked.map(({ input, rank, names }) => {
    const leftOut = names.filter((name) => (best.get(name) ?? rank) < rank);
    return leftOut.length === 0 ? input : { ...input, leftOut };
  });
}

/**
 * Reads an input only for the names of its CRDs. Faults of its text are told when it is read in
 * earnest.
 */
async function rankInput(input: Input, rank: number): Promise<Ranked> {
  const unheard = new Diagnostics();
  const bytes = await input.read();
  const source = decodeSource(input.path, bytes, unheard);
  const documents = source === undefined ? [] : await readDocuments(source, unheard, "shared");
  const names = findCrds(documents, unheard).crds.map(crdName);
  // Standard input cannot be read twice, and what is far away need not be.
  const kept = input.isLocal ? input : { ...input, read: () => Promise.resolve(bytes) };
  return { input: kept, rank, names: names.filter((name) => name !== "") };
}

/** A pattern of paths; one without a slash is about the names of files, or names a folder. */
function pathMatcher(pattern: string): (path: string) => boolean {
  const whole = posix.normalize(pattern).replace(/(.)\/$/, "$1");
  const isFile = matcher(whole.includes("/") ? whole : `**/${whole}`);
  const isBelow = matcher(`${whole}/**`);
  return (path) => {
    const normal = posix.normalize(path);
    return isFile(normal) || isBelow(normal);
  };
}
