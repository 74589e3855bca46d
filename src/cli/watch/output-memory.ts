import { isGenerated } from "../../codegen/emit/banner.js";
import type { OutputFile } from "../../codegen/emit/generated-file.js";
import { byCodeUnit } from "../../codegen/emit/imports.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import type { OutputPlan } from "../plan-output.js";
import { planOutput } from "../plan-output.js";

/** What a folder holds since it was written last, so that it need not be read for each run. */
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
