import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { byCodeUnit } from "../../codegen/emit/imports.js";
import { isGenerated } from "../../codegen/emit/jsdoc.js";
import type { EmitSource, EmittedSource } from "../../codegen/pipeline/emit-source.js";
import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { FilePlace, SourceFile } from "../../crd/source/source-file.js";
import type { FileFacts, Host } from "../host.js";
import { errorCode } from "../host.js";
import type { Input } from "../input.js";
import type { OutputPlan } from "../plan-output.js";
import { planOutput } from "../plan-output.js";
import { readInputs } from "../read-inputs.js";
import type { Progress } from "../terminal/progress.js";

interface Known {
  readonly source: SourceFile;
  /** Absent for what is no file of this machine, which is read only once. */
  readonly facts: FileFacts | undefined;
}

/** The texts of inputs and what they gave, from one run to the next. */
export class SourceMemory {
  readonly #host: Host;
  readonly #saysAll: boolean;
  #known: ReadonlyMap<string, Known> = new Map();
  readonly #emitted = new WeakMap<SourceFile, EmittedSource>();
  #fresh: ReadonlySet<SourceFile> = new Set();
  #hasRun = false;
  /** The paths of files that defined CRDs when they could be read last. */
  readonly #defining = new Set<string>();
  #broken: string[] = [];

  /** @param saysAll all messages count as new: nobody sees those of the run before any more */
  constructor(host: Host, saysAll: boolean) {
    this.#host = host;
    this.#saysAll = saysAll;
  }

  /** Tells whether all inputs were read once. */
  get hasRun(): boolean {
    return this.#hasRun;
  }

  /**
   * The paths of files that defined CRDs before the last run, and were empty or no YAML in it: half
   * of a save, or a slip.
   */
  get broken(): readonly string[] {
    return this.#broken;
  }

  /** Tells whether a source was read in the last run, so that its messages are new. */
  isFresh(source: SourceFile): boolean {
    return this.#saysAll || this.#fresh.has(source);
  }

  /** Like `readInputs`; a file that has not changed gives the same source as in the run before. */
  async *read(
    inputs: readonly Input[],
    diagnostics: Diagnostics,
    progress: Progress,
  ): AsyncGenerator<SourceFile> {
    const next = new Map<string, Known>();
    const fresh = new Set<SourceFile>();
    const before = this.#known;
    this.#fresh = fresh;
    this.#broken = [];
    for (const input of inputs) {
      const facts = input.isLocal ? await this.#host.factsOfFile(input.path) : undefined;
      const known = before.get(input.path);
      if (known !== undefined && isSame(known, input, facts)) {
        next.set(input.path, known);
        yield known.source;
        continue;
      }
      for await (const source of readInputs([input], diagnostics, progress)) {
        next.set(input.path, { source, facts });
        fresh.add(source);
        yield source;
      }
    }
    this.#known = next;
    this.#hasRun = true;
  }

  /** Returns the result of a source from a former run, or from this one. */
  through(emitSource: EmitSource): EmitSource {
    return async (source) => {
      const emitted = this.#emitted.get(source) ?? (await emitSource(source));
      this.#emitted.set(source, emitted);
      this.#note(source, emitted);
      return emitted;
    };
  }

  #note({ path, text }: SourceFile, { kinds, skipped }: EmittedSource): void {
    const isBroken = text.trim() === "" || skipped.some(({ kind }) => kind === "unreadable-file");
    if (kinds.length > 0) this.#defining.add(path);
    else if (!isBroken) this.#defining.delete(path);
    else if (this.#defining.has(path)) this.#broken.push(path);
  }
}

function isSame(
  { source, facts: before }: Known,
  { place, leftOut }: Input,
  facts?: FileFacts,
): boolean {
  return (
    hasSame(before, facts, ["bytes", "changed"]) &&
    hasSame(source.place, place, placeKeys) &&
    String(source.leftOut) === String(leftOut)
  );
}

/** Listed by an object, so that the compiler misses none. */
const placeKeys = Object.keys({
  kustomize: true,
  patchedBy: true,
  inPatches: true,
  chainsaw: true,
  chart: true,
} satisfies Record<keyof FilePlace, true>) as (keyof FilePlace)[]; // `satisfies` says that it has no other key

/** Not `isDeepStrictEqual`, which takes most of the time that a thousand files need. */
function hasSame<T extends object>(
  before: T | undefined,
  now: T | undefined,
  keys: readonly (keyof T)[],
): boolean {
  if (before === undefined || now === undefined) return before === now;
  return keys.every((key) => before[key] === now[key]);
}

/** The contents of a folder since it was written last, so that it need not be read for each run. */
export class OutputMemory {
  readonly #folder: string;
  readonly #host: Host;
  /** Sorted by path. */
  #files: readonly OutputFile[] | undefined;

  constructor(folder: string, host: Host) {
    this.#folder = folder;
    this.#host = host;
  }

  /**
   * Like `planOutput`, for files that are sorted by path. Where a file is to be as it was in the
   * last run, nobody notices if it was changed by another program.
   */
  async plan(files: readonly OutputFile[]): Promise<OutputPlan> {
    const before = this.#files;
    const isThere = (await this.#host.kindOf(this.#folder)) === "folder";
    if (before === undefined || !isThere) return planOutput(files, this.#folder, this.#host);
    const { changed, gone } = compare(before, files);
    const [foreign, kept] = await Promise.all([
      this.#foreignOf(changed.map(({ path }) => path)),
      this.#foreignOf(gone),
    ]);
    return {
      write: changed.filter(({ path }) => !foreign.has(path)),
      remove: gone.filter((path) => !kept.has(path)),
      foreign: [...foreign],
      unchanged: files.length - changed.length,
      isNew: false,
      leftovers: [],
    };
  }

  /** Writes the files, which are sorted by path; `write` carries out the plan for them. */
  async noting(files: readonly OutputFile[], write: () => Promise<void>): Promise<void> {
    this.#files = undefined;
    await write();
    this.#files = files;
  }

  /** Those of the paths where something stands that crdgen has not written. */
  async #foreignOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const foreign = new Set<string>();
    for (const path of paths) {
      try {
        const content = await this.#host.readFile(`${this.#folder}/${path}`);
        if (!isGenerated(Buffer.from(content).toString("utf8"))) foreign.add(path);
      } catch (error) {
        const code = errorCode(error);
        if (code !== "ENOENT" && code !== "ENOTDIR") foreign.add(path);
      }
    }
    return foreign;
  }
}

interface Comparison {
  readonly changed: readonly OutputFile[];
  /** The paths of what is no more. */
  readonly gone: readonly string[];
}

/** Both are sorted by path, so that no path has to be looked up among thousands. */
function compare(before: readonly OutputFile[], now: readonly OutputFile[]): Comparison {
  const changed: OutputFile[] = [];
  const gone: string[] = [];
  let at = 0;
  for (const file of now) {
    let known = before[at];
    for (; known !== undefined && byCodeUnit(known.path, file.path) < 0; known = before[++at]) {
      gone.push(known.path);
    }
    if (known?.path === file.path) at++;
    if (known?.path !== file.path || known.text !== file.text) changed.push(file);
  }
  for (const { path } of before.slice(at)) gone.push(path);
  return { changed, gone };
}
