import { basename, dirname, join, posix, relative, resolve, sep } from "node:path";
import {
  assertedFiles,
  crdPatches,
  isCrdPatch,
  kustomizationRoles,
} from "../codegen/pipeline/manifests/kustomization-roles.js";
import { isPattern, matcher } from "../codegen/pipeline/pattern.js";
import { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import { nearest, reasonOf } from "../crd/diagnostics/wording.js";
import { decodeSource, longestText } from "../crd/source/decode.js";
import { readDocuments } from "../crd/source/read.js";
import type { FilePlace, KustomizeRole } from "../crd/source/source-file.js";
import type { Json } from "../runtime/v1/values/json/json.js";
import { maskUrls, noteInputs } from "./facts/run-facts.js";
import type { Entry, Host } from "./host.js";
import { errorCode } from "./host.js";
import type { Input } from "./input.js";
import { isUrl } from "./input.js";
import { whileWaiting } from "./terminal/progress.js";
import { didYouMean, UsageError } from "./usage-error.js";
import type { WantedCrds } from "./wanted-crds.js";

/**
 * Finds what the command line names: files, folders (recursively, `.yaml`, `.yml` and `.json`),
 * patterns, `-`, URLs, `cluster[:context]`, and revisions of git (`HEAD~3:config/crd`). Inputs keep
 * the order of the arguments; below a folder they are sorted. What is named twice is there once.
 * Nothing is read yet but kustomizations, which say what the files around them are, and those CRDs
 * of clusters that are wanted.
 *
 * @param wanted leaves out CRDs of clusters (default: none)
 * @param withPacked finds `.json.gz` below folders too: OpenAPI documents are kept so
 * @throws UsageError for an argument that leads nowhere
 */
export async function findInputs(
  argumentsGiven: readonly string[],
  host: Host,
  wanted?: WantedCrds,
  withPacked = false,
): Promise<readonly Input[]> {
  const below = withPacked ? packedToo : documentsBelow;
  const found = new Map<string, Input>();
  const missing: MissingInputError[] = [];
  for (const argument of argumentsGiven) {
    const inputs = await findInput(argument, wanted, below, host).catch((error: unknown) => {
      if (!(error instanceof MissingInputError)) throw error;
      missing.push(error);
      return [];
    });
    noteInputs(maskUrls(argument), inputs.length);
    for (const input of inputs) {
      const identity = isUrl(input.path) ? input.path : resolve(input.path);
      // What is named itself, and lies in a folder that is named too, keeps its turn and counts as
      // named.
      if (!found.has(identity) || input.place === undefined) found.set(identity, input);
    }
  }
  throwMissing(missing);
  return [...found.values()];
}

/**
 * Makes sure that files and folders are there which are read one after the other, so that all that
 * are missing are told at once. What else there is to say of them is said when they are read.
 *
 * @throws UsageError for those that are missing
 */
export async function checkInputs(argumentsGiven: readonly string[], host: Host): Promise<void> {
  const missing: MissingInputError[] = [];
  for (const argument of argumentsGiven) {
    const isElsewhere = argument === "-" || argument.includes(":") || /^cluster$/.test(argument);
    if (isElsewhere || isPattern(argument)) continue;
    const path = withoutSlashes(argument);
    if ((await host.kindOf(path)) === undefined) missing.push(await missingInput(argument, host));
  }
  throwMissing(missing);
}

/** An argument that leads nowhere. */
class MissingInputError extends UsageError {
  readonly argument: string;
  readonly reason: string;
  /** What may be meant. */
  readonly similar: string | undefined;

  constructor(argument: string, reason: string, similar?: string) {
    super(`'${argument}': ${reason}`, { help: didYouMean(similar) });
    [this.argument, this.reason, this.similar] = [argument, reason, similar];
  }
}

/** Tells of all of them together. */
function throwMissing(missing: readonly MissingInputError[]): void {
  const [first, second] = missing;
  if (first === undefined) return;
  if (second === undefined) throw first;
  const reasons = [...new Set(missing.map(({ reason }) => reason))];
  const texts = reasons.map((reason) => {
    const names = missing.filter((one) => one.reason === reason).map(({ argument }) => argument);
    return `${[...new Set(names)].map((name) => `'${name}'`).join(", ")}: ${reason}`;
  });
  const similar = [...new Set(missing.flatMap((one) => one.similar ?? []))];
  const help = similar.length === 0 ? undefined : didYouMean(similar.join("', '"));
  throw new UsageError(texts.join("; "), { help });
}

/**
 * Makes sure that standard input is not read for two purposes.
 *
 * @throws UsageError where standard input is among several of the lists
 */
export function checkStandardInput(...argumentsGiven: readonly (readonly string[])[]): void {
  if (argumentsGiven.filter((list) => list.includes("-")).length > 1) {
    throw new UsageError("standard input (-) can be read only once");
  }
}

async function findInput(
  argument: string,
  wanted: WantedCrds | undefined,
  below: Search,
  host: Host,
): Promise<readonly Input[]> {
  if (argument === "-") return [standardInput(host)];
  if (isUrl(argument)) return [remoteFile(argument, host)];
  const cluster = /^cluster(?::(.*))?$/s.exec(argument);
  if (cluster !== null) return inputsOfCluster(argument, cluster[1], wanted, host);
  const path = withoutSlashes(argument);
  const kind = await host.kindOf(path);
  if (kind === "file") return [localFile(path, host)];
  if (kind === "folder") return filesBelow(path, host, below, await factsAround(path, host));
  const [, revision, inRevision = ""] = /^([^:]+):(.*)$/s.exec(argument) ?? [];
  if (revision !== undefined && !(await isInFolder(path, host))) {
    const { revisionInputs } = await import("./revision-inputs.js");
    return revisionInputs(argument, revision, inRevision, host);
  }
  if (isPattern(path)) return matchPattern(path, host);
  throw await missingInput(argument, host);
}

function withoutSlashes(argument: string): string {
  return argument.replace(/(.)\/+$/, "$1");
}

async function missingInput(argument: string, host: Host): Promise<MissingInputError> {
  const similar = await neighbour(withoutSlashes(argument), host);
  return new MissingInputError(argument, "no such file or folder", similar);
}

/** A branch of git that is called so can be named as `refs/heads/cluster`. */
async function inputsOfCluster(
  argument: string,
  context: string | undefined,
  wanted: WantedCrds | undefined,
  host: Host,
): Promise<readonly Input[]> {
  if (context === "") {
    throw new UsageError(
      `'${argument}': name a context of the kubeconfig behind the colon, or write 'cluster' for the current one`,
    );
  }
  // Loaded only here: most runs need neither a connection nor what reads a kubeconfig.
  const { clusterInputs } = await import("./cluster-inputs.js");
  return clusterInputs(argument, context, wanted, host);
}

/** Tells whether a pattern begins with a folder that exists: its colon is then part of a name. */
async function isInFolder(path: string, host: Host): Promise<boolean> {
  if (!isPattern(path)) return false;
  const base = folderOfPattern(posix.normalize(path));
  return base !== "." && (await host.kindOf(base)) === "folder";
}

/** What stands where a path was to lead, or what else can be named, if it is called nearly so. */
async function neighbour(path: string, host: Host): Promise<string | undefined> {
  const folder = posix.dirname(path);
  if ((await host.kindOf(folder)) !== "folder") return undefined;
  const entries = await host.list(folder).catch(() => []); // a hint is no reason to fail
  const names = entries.filter(({ kind }) => kind !== "other").map(({ name }) => name);
  const similar = nearest(posix.basename(path), names);
  if (similar !== undefined) return posix.join(folder, similar);
  return nearest(path, ["cluster"]);
}

/** The files and folders that a walk through folders looks for. */
interface Search {
  readonly isWanted: (path: string) => boolean;
  readonly entersFolder: (path: string) => boolean;
  /** Links to folders are folders like others. */
  readonly followsLinks: boolean;
}

/** A folder stands for the files in it that can be YAML or JSON. */
const documentsBelow: Search = {
  isWanted: (path) => /\.(?:ya?ml|json)$/i.test(path),
  entersFolder: () => true,
  followsLinks: false,
};

const packedToo: Search = {
  ...documentsBelow,
  isWanted: (path) => /\.(?:ya?ml|json(?:\.gz)?)$/i.test(path),
};

async function matchPattern(argument: string, host: Host): Promise<readonly Input[]> {
  const pattern = posix.normalize(argument);
  const segments = pattern.split("/");
  const base = folderOfPattern(pattern);
  const found =
    (await host.kindOf(base)) === "folder"
      ? await filesBelow(
          base,
          host,
          searchFor(pattern, segments.length),
          await factsAround(base, host),
        )
      : [];
  if (found.length === 0) throw new MissingInputError(argument, "nothing matches");
  return found;
}

/** The folder below which all lies that matches. */
function folderOfPattern(pattern: string): string {
  const segments = pattern.split("/");
  const fixed = segments.slice(0, segments.findIndex(isPattern));
  return fixed.length === 0 ? "." : fixed.join("/") || "/";
}

/**
 * The files and folders of this machine in which inputs appear, change and go; none for standard
 * input, URLs and clusters.
 */
export async function placesOfInputs(
  argumentsGiven: readonly string[],
  host: Host,
): Promise<readonly string[]> {
  const places: string[] = [];
  for (const argument of argumentsGiven) {
    if (argument === "-" || isUrl(argument) || /^cluster(?::|$)/.test(argument)) continue;
    const isThere = (await host.kindOf(argument)) !== undefined;
    places.push(isThere ? argument : folderOfPattern(posix.normalize(argument)));
  }
  return places;
}

/**
 * Without `**` nothing below the last segment can match, so that even links in a circle come to an
 * end.
 */
function searchFor(pattern: string, depth: number): Search {
  const isWanted = matcher(pattern);
  if (pattern.includes("**")) return { isWanted, entersFolder: () => true, followsLinks: false };
  const entersFolder = (path: string): boolean => path.split("/").length < depth;
  return { isWanted, entersFolder, followsLinks: true };
}

async function filesBelow(
  folder: string,
  host: Host,
  search: Search,
  around: FolderFacts,
): Promise<Input[]> {
  const found: Input[] = [];
  const entries = await host.list(folder);
  const facts = await factsOf(folder, entries, around, host);
  for (const { name, kind } of entries) {
    const path = folder === "." ? name : `${folder === "/" ? "" : folder}/${name}`;
    if (kind === "file") {
      if (search.isWanted(path))
        found.push({ ...localFile(path, host), place: placeOf(path, facts) });
    } else if (kind !== "other" && isEntered(path, name, kind, search)) {
      for (const file of await filesBelow(path, host, search, facts)) found.push(file);
    }
  }
  return found;
}

function isEntered(
  path: string,
  name: string,
  kind: "folder" | "linked folder",
  search: Search,
): boolean {
  if (name === "node_modules" || name === ".git") return false;
  return (kind === "folder" || search.followsLinks) && search.entersFolder(path);
}

function localFile(path: string, host: Host): Input {
  return {
    isLocal: true,
    path,
    async read() {
      try {
        return await host.readFile(path);
      } catch (error) {
        const code = errorCode(error);
        if (code === undefined) throw error;
        throw new UsageError(`'${path}': cannot be read (${code})`);
      }
    },
  };
}

function standardInput(host: Host): Input {
  return {
    isLocal: false,
    path: "<stdin>",
    async read() {
      try {
        return await host.readInput(longestText);
      } catch (error) {
        const code = errorCode(error);
        if (code === undefined) throw error;
        throw new UsageError(`standard input cannot be read (${code})`);
      }
    },
  };
}

function remoteFile(url: string, host: Host): Input {
  return {
    isLocal: false,
    path: url,
    async read() {
      const fetched = whileWaiting(maskUrls(url), 60, host, () => host.fetch(url, longestText));
      const answer = await fetched.catch((error: unknown) => {
        const reason = error instanceof Error ? (error.cause ?? error) : error;
        throw new UsageError(`'${url}': cannot be fetched (${reasonOf(reason)})`);
      });
      if (answer.status !== 200)
        throw new UsageError(`'${url}': the server answered ${answer.status}`);
      return answer.body;
    },
  };
}

/**
 * The facts about a folder that is walked through, from the files in it and in the folders around
 * it.
 */
interface FolderFacts {
  /**
   * The files that the nearest chainsaw test compares with the cluster, as absolute paths;
   * undefined where there is no test.
   */
  readonly chainsaw: ReadonlySet<string> | undefined;
  /** The folder of the Helm chart that it is part of, as an absolute path. */
  readonly chart: string | undefined;
  /** The roles of files in kustomizations, by absolute paths. */
  readonly roles: ReadonlyMap<string, KustomizeRole>;
  /** The kustomizations that patch CRDs, by the absolute paths of their resources. */
  readonly patching: ReadonlyMap<string, string>;
}

const nothing: FolderFacts = {
  chainsaw: undefined,
  chart: undefined,
  roles: new Map(),
  patching: new Map(),
};

/** The names that kustomize looks for, in its order. */
const kustomizations = ["kustomization.yaml", "kustomization.yml", "Kustomization"];

const chainsawTests = ["chainsaw-test.yaml", "chainsaw-test.yml"];

/**
 * Finds the facts that a folder gets from the folders around it: those that its path goes through,
 * and those between it and the working folder. A kustomization may only name files below its
 * folder, so that nothing else can.
 */
async function factsAround(folder: string, host: Host): Promise<FolderFacts> {
  let facts = nothing;
  for (const outer of foldersAround(resolve(folder))) {
    const names = ["Chart.yaml", ...chainsawTests, ...kustomizations];
    const kinds = await Promise.all(names.map((name) => host.kindOf(join(outer, name))));
    const entries = names
      .filter((_, index) => kinds[index] === "file")
      .map((name): Entry => ({ name, kind: "file" }));
    facts = await factsOf(shownPath(outer), entries, facts, host);
  }
  return facts;
}

/** As the command line would name a folder. */
function shownPath(folder: string): string {
  const path = relative(resolve("."), folder);
  return path.startsWith("..") ? folder : path || ".";
}

/**
 * From the outermost on: within the working folder, or from the root where the folder lies outside
 * of it.
 */
function foldersAround(folder: string): readonly string[] {
  const isInside = `${folder}${sep}`.startsWith(`${resolve(".")}${sep}`);
  const outermost = isInside ? resolve(".") : resolve("/");
  const found: string[] = [];
  for (let at = folder; at !== outermost && at !== dirname(at);) {
    at = dirname(at);
    found.unshift(at);
  }
  return found;
}

/** Finds the facts about a folder with these entries, beside those from the folders around it. */
async function factsOf(
  folder: string,
  entries: readonly Entry[],
  around: FolderFacts,
  host: Host,
): Promise<FolderFacts> {
  const files = new Set(entries.filter(({ kind }) => kind === "file").map(({ name }) => name));
  const chart = files.has("Chart.yaml") ? resolve(folder) : around.chart;
  const test = chainsawTests.find((name) => files.has(name));
  const chainsaw = test === undefined ? around.chainsaw : await readTest(folder, test, host);
  const kustomization = kustomizations.find((name) => files.has(name));
  if (kustomization === undefined) return { ...around, chart, chainsaw };
  return { ...(await withKustomization(folder, kustomization, around, host)), chart, chainsaw };
}

async function withKustomization(
  folder: string,
  name: string,
  around: FolderFacts,
  host: Host,
): Promise<FolderFacts> {
  const path = join(folder, name);
  const value = await readFirst(path, host);
  const roles = new Map(around.roles);
  const patching = new Map(around.patching);
  const isPatching = await patchesCrds(folder, value, host);
  for (const [named, role] of kustomizationRoles(value)) {
    const file = resolve(folder, named);
    if (roles.get(file) !== "resource") roles.set(file, role);
    if (role === "resource" && isPatching) patching.set(file, path);
  }
  return { ...around, roles, patching };
}

async function patchesCrds(folder: string, value: Json, host: Host): Promise<boolean> {
  const { isSure, paths } = crdPatches(value);
  if (isSure) return true;
  const texts = await Promise.all(paths.map((path) => readText(join(folder, path), host)));
  return texts.some(isCrdPatch);
}

async function readTest(folder: string, name: string, host: Host): Promise<ReadonlySet<string>> {
  const asserted = assertedFiles(await readFirst(join(folder, name), host));
  return new Set([...asserted].map((path) => resolve(folder, path)));
}

/** Nothing of a file that cannot be read: whoever judges it will say so. */
async function readFirst(path: string, host: Host): Promise<Json> {
  const text = await readText(path, host);
  const [document] = await readDocuments({ path, text }, new Diagnostics());
  return document?.value ?? null;
}

async function readText(path: string, host: Host): Promise<string> {
  const bytes = await host.readFile(path).catch(() => new Uint8Array());
  return decodeSource(path, bytes, new Diagnostics())?.text ?? "";
}

/** Returns the facts about a file in a folder with these facts. */
function placeOf(path: string, facts: FolderFacts): FilePlace {
  const file = resolve(path);
  const { chainsaw } = facts;
  return {
    kustomize: facts.roles.get(file),
    patchedBy: facts.patching.get(file),
    inPatches: basename(dirname(file)) === "patches",
    chainsaw: chainsaw && (chainsaw.has(file) ? "asserted" : "near"),
    chart: placeInChart(facts.chart, file),
  };
}

function placeInChart(chart: string | undefined, file: string): FilePlace["chart"] {
  if (chart === undefined) return undefined;
  return relative(chart, file).split(sep)[0] === "templates" ? "templates" : "elsewhere";
}
