import { isGenerated } from "../../emit/banner.js";
import type { OutputFile } from "../../emit/generated-file.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import type { OutputPlan } from "../plan-output.js";
import { planOutput } from "../plan-output.js";

/** What a folder holds since it was written last, so that it need not be read for each run. */
export class OutputMemory {
  readonly #folder: string;
  readonly #host: Host;
  #texts: ReadonlyMap<string, string> | undefined;

  constructor(folder: string, host: Host) {
    this.#folder = folder;
    this.#host = host;
  }

  /**
   * Like `planOutput`. Where a file is to be as it was in the last run, nobody notices if it was
   * changed by another program.
   */
  async plan(files: readonly OutputFile[]): Promise<OutputPlan> {
    const texts = this.#texts;
    const isThere = (await this.#host.kindOf(this.#folder)) === "folder";
    if (texts === undefined || !isThere) return planOutput(files, this.#folder, this.#host);
    const changed = files.filter(({ path, text }) => texts.get(path) !== text);
    const wanted = new Set(files.map(({ path }) => path));
    const gone = [...texts.keys()].filter((path) => !wanted.has(path));
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

  /** Writes the files; `write` carries out the plan for them. */
  async noting(files: readonly OutputFile[], write: () => Promise<void>): Promise<void> {
    this.#texts = undefined;
    await write();
    this.#texts = new Map(files.map(({ path, text }) => [path, text]));
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
