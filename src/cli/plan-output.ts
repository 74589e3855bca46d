import type { OutputFile } from "../codegen/emit/generated-file.js";
import { isGenerated, outputSubject } from "../codegen/emit/jsdoc.js";
import { partNames } from "../codegen/pipeline/settings.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";
import type { Entry, Host } from "./host.js";
import { errorCode } from "./host.js";
import type { CommonOptions } from "./report/options.js";
import { printDiagnostics } from "./report/print-diagnostics.js";
import { printNothing } from "./report/summary.js";
import { isLeftover, processOf } from "./temporary-name.js";
import type { ExitCode } from "./usage-error.js";
import { exitCode, UsageError } from "./usage-error.js";

/**
 * The changes that writing a set of files makes in a folder. Paths are relative to the folder, with
 * `/`.
 */
export interface OutputPlan {
  /** Files that are new or differ. */
  readonly write: readonly OutputFile[];
  /** Files of a former run that are no longer produced. */
  readonly remove: readonly string[];
  /**
   * Paths that crdgen would write and that others have taken: files, and what else has the name of
   * a file.
   */
  readonly foreign: readonly string[];
  readonly unchanged: number;
  /** There was nothing at the folder's place. */
  readonly isNew: boolean;
  /** Temporary files of runs that were killed. */
  readonly leftovers: readonly string[];
}

/**
 * Compares files with a folder. Only files that bear crdgen's mark in their first line are ever
 * replaced or removed. Of these, files of another output within the folder are not removed, nor
 * what has another place or name than crdgen gives its files, such as a copy that somebody works
 * on.
 *
 * @throws UsageError where the folder is a file, or what stands in the way cannot be read
 */
export async function planOutput(
  files: readonly OutputFile[],
  folder: string,
  host: Host,
): Promise<OutputPlan> {
  const existing = new ExistingFiles(new Map(files.map((file) => [file.path, file.text])));
  const leftovers: string[] = [];
  const passedBy: string[] = [];
  const there = await host.kindOf(folder);
  if (there === "file") throw new UsageError(`'${folder}': not a folder`);
  if (there === "folder") {
    const read = (path: string): Promise<string | undefined> =>
      readExisting(`${folder}/${path}`, host, existing.isWanted(path));
    await visitEntries(folder, "", host, {
      async visit({ name: path, kind }) {
        if (kind !== "file") existing.noteOther(path);
        else if (isSource(path)) existing.note(path, await read(path));
        else if (isLeftover(path, host)) leftovers.push(path);
      },
      passBy: (path) => passedBy.push(path),
    });
    for (const { path } of files) {
      if (!isVisited(path, passedBy)) existing.note(path, await read(path));
    }
  }
  const { unchanged, foreign } = existing;
  return {
    write: files.filter(({ path }) => !unchanged.has(path) && !foreign.has(path)),
    remove: existing.stale(),
    foreign: files.map(({ path }) => path).filter((path) => foreign.has(path)),
    unchanged: unchanged.size,
    isNew: there === undefined,
    leftovers,
  };
}

const ending = /(?:\.d)?\.[tj]s$/;

/**
 * Where crdgen's own files are, and their names: index files, the runtime, and the built-in parts
 * of a resource.
 */
const ownPath = new RegExp(
  `^(?:index|[^/]+/[^/]+/index|runtime/v1/.+|(?:[^/]+/){3}(?:index|${partNames.join("|")}))${ending.source}$|^(?:[^/]+/){2}[^/]+\\.json$`,
);

/** The index of a version of a resource. It names the files of third parties' back ends too. */
const resourceIndex = /^(?:[^/]+\/){3}index\.[tj]s$/;

/** The files in the folder, each looked at once; their texts are not kept. */
class ExistingFiles {
  readonly unchanged = new Set<string>();
  /** The paths in the way that are not crdgen's. */
  readonly foreign = new Set<string>();
  /** Folders, each with a slash behind it, that are outputs of their own. */
  readonly #outputs: string[] = [];
  readonly #unwanted: string[] = [];
  /** Files, without their endings, that the index of their resource passes on. */
  readonly #indexed = new Set<string>();
  readonly #wanted: ReadonlyMap<string, string>;

  constructor(wanted: ReadonlyMap<string, string>) {
    this.#wanted = wanted;
  }

  isWanted(path: string): boolean {
    return this.#wanted.has(path);
  }

  /** Files of a former run that are no longer produced. */
  stale(): readonly string[] {
    return this.#unwanted.filter(
      (path) =>
        (ownPath.test(path) || path === topJson || this.#indexed.has(path.replace(ending, ""))) &&
        !this.#outputs.some((folder) => path.startsWith(folder)),
    );
  }

  note(path: string, text: string | undefined): void {
    if (text === undefined) return;
    if (resourceIndex.test(path)) this.#noteIndex(path, text);
    const wanted = this.#wanted.get(path);
    if (wanted === text) this.unchanged.add(path);
    else if (wanted === undefined) {
      if (isGenerated(text)) this.#unwanted.push(path);
      if (isIndexOfOutput(path, text)) this.#outputs.push(path.slice(0, path.lastIndexOf("/") + 1));
    } else if (!isGenerated(text)) this.foreign.add(path);
  }

  #noteIndex(path: string, text: string): void {
    if (!isGenerated(text)) return;
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    for (const [, name = ""] of text.matchAll(/ from "\.\/([a-z0-9-]+)/g)) {
      this.#indexed.add(folder + name);
    }
  }

  /** Notes an entry that is no file. */
  noteOther(path: string): void {
    if (this.#wanted.has(path)) this.foreign.add(path);
  }
}

/**
 * Reads a file of the folder. One that cannot be read and is not in the way is left alone, as if it
 * were not there.
 */
export async function readExisting(
  path: string,
  host: Host,
  isWanted: boolean,
): Promise<string | undefined> {
  try {
    return Buffer.from(await host.readFile(path)).toString("utf8");
  } catch (error) {
    const code = errorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return undefined;
    if (code !== undefined && !isWanted) return undefined;
    if (code === undefined) throw error;
    throw new UsageError(`'${path}': cannot be read (${code})`);
  }
}

/** Tells whether a file is the index of all that a run made; its second line says so. */
function isIndexOfOutput(path: string, text: string): boolean {
  if (!isGenerated(text) || !/\/index\.(?:ts|js)$/.test(path)) return false;
  const start = text.indexOf("\n") + 1;
  return text.startsWith(`// ${outputSubject}`, start);
}

/** Other JSON files at the top of an output, such as a package.json, are somebody's own. */
const topJson = "custom-resources.schema.json";

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

/** The visitor of a walk through a folder; all paths are relative. */
interface Visitor {
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
async function visitEntries(
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

/** Tells whether crdgen gives files paths that begin with this folder. */
function hasOwnPaths(folder: string): boolean {
  return folder.split("/").length <= 4 || folder.startsWith("runtime/v1/");
}

/** Tells whether `visitEntries` comes by a path, if there is such a file. */
function isVisited(path: string, passedBy: readonly string[]): boolean {
  if (passedBy.some((folder) => path.startsWith(folder))) return false;
  const steps = path.split("/");
  return isSource(path) && !steps.slice(0, -1).some(isToolFolder);
}

/** Code may be anywhere; JSON files are in the folders of versions, but for one. */
function isSource(path: string): boolean {
  return path === topJson || /\.(?:ts|js)$|^(?:[^/]+\/){2}[^/]+\.json$/.test(path);
}

/**
 * Folders that are no business of this run; so are those that other runs have not given their name
 * yet.
 */
function isToolFolder(name: string): boolean {
  return name === "node_modules" || name.startsWith(".") || processOf(name) !== undefined;
}

/** Reports a file in an output folder that crdgen has not written and would have to replace. */
export function reportForeignFile(path: string, diagnostics: Diagnostics): void {
  const help = "move the file, or choose another folder with --out";
  diagnostics.report("output/foreign-file", undefined, { path }, { help });
}

/** Prints what stands in the way of an output, and says that it was left as it is. */
export function refuseToWrite(
  diagnostics: Diagnostics,
  command: CommonOptions,
  host: Host,
): ExitCode {
  printDiagnostics(diagnostics.list, command, host);
  printNothing("nothing was written", diagnostics.list, command, host);
  return exitCode.notGood;
}
