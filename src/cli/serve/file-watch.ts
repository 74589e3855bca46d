import { findInputs } from "../find-inputs.js";
import type { Host } from "../host.js";
import type { Input } from "../input.js";
import { UsageError } from "../usage-error.js";

/** What has happened to files since they were looked at before. */
export interface FileChanges {
  /** New ones too. */
  readonly changed: readonly Input[];
  readonly gone: readonly string[];
}

/**
 * The files that arguments of the command line name, looked at time and again: that works on every
 * file system, and for files that are replaced. URLs, clusters and standard input are left out.
 */
export class FileWatch {
  readonly #arguments: readonly string[];
  readonly #host: Host;
  /** What was taken, by paths. */
  #taken: ReadonlyMap<string, string> = new Map();
  /** What was seen last, by paths. */
  #seen: ReadonlyMap<string, string> = new Map();

  private constructor(argumentsGiven: readonly string[], host: Host) {
    this.#arguments = argumentsGiven;
    this.#host = host;
  }

  /** What is there now counts as taken. */
  static async begin(argumentsGiven: readonly string[], host: Host): Promise<FileWatch> {
    const local = argumentsGiven.filter((one) => !/^(?:-$|https?:\/\/|cluster(?::|$))/i.test(one));
    const watch = new FileWatch(local, host);
    const { facts } = await watch.#look();
    watch.#taken = facts;
    watch.#seen = facts;
    return watch;
  }

  /** Files that change still, because they are being written, come later. */
  async changes(): Promise<FileChanges> {
    const { inputs, facts } = await this.#look();
    const isCalm = (path: string): boolean => this.#seen.get(path) === facts.get(path);
    const changed = [...inputs.values()].filter(
      ({ path }) => isCalm(path) && this.#taken.get(path) !== facts.get(path),
    );
    const gone = [...this.#taken.keys()].filter((path) => isCalm(path) && !facts.has(path));
    const taken = new Map(this.#taken);
    for (const path of gone) taken.delete(path);
    for (const { path } of changed) taken.set(path, facts.get(path) ?? "");
    this.#taken = taken;
    this.#seen = facts;
    return { changed, gone };
  }

  async #look(): Promise<{
    readonly inputs: ReadonlyMap<string, Input>;
    readonly facts: ReadonlyMap<string, string>;
  }> {
    const inputs = new Map<string, Input>();
    const facts = new Map<string, string>();
    for (const input of await this.#inputs()) {
      const found = await this.#host.factsOfFile(input.path);
      if (found === undefined) continue;
      inputs.set(input.path, input);
      facts.set(input.path, `${found.bytes} ${found.changed}`);
    }
    return { inputs, facts };
  }

  async #inputs(): Promise<readonly Input[]> {
    const found = new Map<string, Input>();
    for (const argument of this.#arguments) {
      try {
        for (const input of await findInputs([argument], this.#host)) found.set(input.path, input);
      } catch (error) {
        // What was there at the beginning may go, and come again.
        if (!(error instanceof UsageError)) throw error;
      }
    }
    return [...found.values()];
  }
}
