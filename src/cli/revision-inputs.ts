import { posix } from "node:path";
import { isPattern, matcher } from "../codegen/pipeline/pattern.js";
import { nearest } from "../crd/diagnostics/wording.js";
import { longestText } from "../crd/source/decode.js";
import type { FilePlace } from "../crd/source/source-file.js";
import type { Host } from "./host.js";
import type { Input } from "./input.js";
import { didYouMean, UsageError } from "./usage-error.js";

/** A file as a revision has it. */
interface Blob {
  readonly id: string;
  readonly path: string;
}

/**
 * The files of a revision of git: `HEAD~3:config/crd`, as `git show` takes it. The path is one from
 * the root of the repository, or from the working folder if it begins with `./`; it may be a file,
 * a folder or a pattern, and empty for all. Links and submodules are left out.
 *
 * @throws UsageError if there is no git, no repository, no such revision, or nothing at the path
 */
export async function revisionInputs(
  argument: string,
  revision: string,
  path: string,
  host: Host,
): Promise<readonly Input[]> {
  const git = new Git(argument, host);
  const prefix = await git.text(["rev-parse", "--show-prefix"], () => ({
    reason: "the working folder is not in a repository of git",
    help: "name a file or a folder, or run crdgen in the repository",
  }));
  const tree = await findTree(git, revision, path);
  const wanted = wantedPath(path, prefix.trim());
  const blobs = await listBlobs(git, tree);
  const isWanted = filterOf(wanted);
  const found = blobs.filter((blob) => isWanted(blob.path));
  if (found.length === 0) {
    const { reason, help } = whyNothing(revision, wanted, blobs, prefix);
    throw new UsageError(`'${argument}': ${reason}`, { help });
  }
  const charts = chartsAmong(blobs);
  return found.map((blob) => ({
    isLocal: false,
    path: `${revision}:${blob.path}`,
    // One that is named itself is never taken for something else.
    ...(blob.path !== wanted && { place: placeOf(blob.path, charts) }),
    read: () => git.bytes(["cat-file", "blob", blob.id]),
  }));
}

/** The folders of Helm charts. */
function chartsAmong(blobs: readonly Blob[]): readonly string[] {
  return blobs
    .filter(({ path }) => posix.basename(path) === "Chart.yaml")
    .map(({ path }) => posix.dirname(path));
}

function placeOf(path: string, charts: readonly string[]): FilePlace {
  const chart = charts.find((folder) => path.startsWith(folder === "." ? "" : `${folder}/`));
  const inPatches = posix.basename(posix.dirname(path)) === "patches";
  if (chart === undefined) return { inPatches };
  const below = posix.relative(chart, path);
  return { inPatches, chart: below.startsWith("templates/") ? "templates" : "elsewhere" };
}

/** The meaning of a failure of git, and advice on it. */
interface Fault {
  readonly reason: string;
  readonly help: string | undefined;
}

class Git {
  readonly #argument: string;
  readonly #host: Host;

  constructor(argument: string, host: Host) {
    this.#argument = argument;
    this.#host = host;
  }

  async text(args: readonly string[], fault?: () => Fault): Promise<string> {
    return new TextDecoder().decode(await this.bytes(args, fault));
  }

  async bytes(args: readonly string[], fault?: () => Fault): Promise<Uint8Array> {
    const { code, out, error } = await this.#host.runGit(args, longestAnswer);
    if (code === 0) return out;
    if (code === undefined) {
      throw new UsageError(
        `'${this.#argument}': no such file or folder, and git, which reads revisions, is not installed`,
      );
    }
    const { reason, help } = fault?.() ?? { reason: `git failed: ${error}`, help: undefined };
    throw new UsageError(`'${this.#argument}': ${reason}`, { help });
  }

  /** The answer, or `undefined` where git has none. */
  async try(args: readonly string[]): Promise<string | undefined> {
    const { code, out } = await this.#host.runGit(args, longestAnswer);
    return code === 0 ? new TextDecoder().decode(out) : undefined;
  }
}

/** A list of all files of a large repository is longer than a text may be. */
const longestAnswer = Math.max(longestText, 256 * 2 ** 20);

async function findTree(git: Git, revision: string, path: string): Promise<string> {
  const args = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{tree}`];
  const tree = await git.try(args);
  if (tree !== undefined) return tree.trim();
  const help = await helpForRevision(git, revision, path);
  return git.text(args, () => ({
    reason: `no such file or folder, and git knows no revision '${revision}'`,
    help,
  }));
}

async function helpForRevision(git: Git, revision: string, path: string): Promise<string> {
  const isShallow = (await git.try(["rev-parse", "--is-shallow-repository"]))?.trim() === "true";
  if (isShallow) {
    return "the repository has only its last commits: fetch the others with `git fetch --unshallow`";
  }
  const names = await git.try(["for-each-ref", "--format=%(refname:short)"]);
  const similar = nearest(revision, [...(names ?? "").split("\n"), "cluster"]);
  const meant = similar === "cluster" ? `cluster:${path}` : similar;
  return didYouMean(meant) ?? "`git log` lists the revisions";
}

function wantedPath(path: string, prefix: string): string {
  const isRelative = path === "." || path.startsWith("./") || path.startsWith("../");
  const whole = posix.normalize(isRelative ? posix.join(prefix, path) : path);
  return whole.replace(/^\.?\/?$|\/+$/g, "");
}

async function listBlobs(git: Git, tree: string): Promise<readonly Blob[]> {
  const text = await git.text(["ls-tree", "-r", "-z", "--full-tree", tree]);
  return text.split("\0").flatMap((entry) => {
    // Mode, type, id; links and submodules have other modes.
    const match = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(entry);
    return match === null ? [] : [{ id: match[1] ?? "", path: match[2] ?? "" }];
  });
}

/** As for files: one that is named is taken, a folder stands for what can be YAML or JSON. */
function filterOf(wanted: string): (path: string) => boolean {
  if (isPattern(wanted)) return matcher(wanted);
  const folder = wanted === "" ? "" : `${wanted}/`;
  return (path) => path === wanted || (path.startsWith(folder) && /\.(?:ya?ml|json)$/i.test(path));
}

function whyNothing(
  revision: string,
  wanted: string,
  blobs: readonly Blob[],
  prefix: string,
): Fault {
  if (isPattern(wanted)) return { reason: `nothing in '${revision}' matches`, help: undefined };
  const isBelowPrefix = blobs.some(({ path }) => path.startsWith(`${prefix.trim()}${wanted}`));
  if (prefix.trim() !== "" && isBelowPrefix) {
    const help = `paths begin at the root of the repository: write '${revision}:./${wanted}'`;
    return { reason: `no such path in '${revision}'`, help };
  }
  if (blobs.some(({ path }) => path.startsWith(`${wanted}/`))) {
    const reason = `the folder holds no .yaml, .yml or .json file in '${revision}'`;
    return { reason, help: undefined };
  }
  const names = new Set(blobs.flatMap(({ path }) => [path, posix.dirname(path)]));
  const similar = nearest(wanted, names);
  return { reason: `no such path in '${revision}'`, help: didYouMean(similar) };
}
