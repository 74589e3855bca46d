import { createHash } from "node:crypto";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { logDebug } from "../facts/run-facts.js";
import type { FileFacts, Host } from "../host.js";
import { errorCode } from "../host.js";
import type { Input } from "../input.js";
import type { OutputPlan } from "../plan-output.js";
import { filesOfOutput } from "../plan-output.js";
import { temporaryName } from "../temporary-name.js";
import type { Told } from "../terminal/progress.js";

/** The work that a run is asked to do, beside what its cache depends on. */
export interface AskedRun {
  /** JSON of all else that decides what it says. */
  readonly request: string;
  readonly inputs: readonly Input[];
  /** The folders of the outputs. */
  readonly outputs: readonly string[];
}

/** The record of a run that has ended. Times are in milliseconds since 1970. */
interface DoneRun<End> {
  readonly outputs: readonly WrittenOutput[];
  /** Before the outputs were looked at. */
  readonly began: number;
  /** When all was written. */
  readonly ended: number;
  /** The messages of the same run if there were nothing to write: data that JSON can hold. */
  readonly told: Told<End>;
}

/** One output, with all its files and those of them that were written. */
interface WrittenOutput {
  readonly output: { readonly out: string };
  readonly files: OutputPlan["write"];
  readonly plan: Pick<OutputPlan, "write">;
}

/** The states are those of `stateOf`. */
interface Recorded<End> {
  readonly inputs: string;
  readonly outputs: string;
  readonly told: Told<End>;
}

/**
 * Remembers a whole run in the folder of a cache: as long as neither its inputs nor its outputs
 * have changed since, the same run has nothing to do, and need read none of them. A record that is
 * damaged, or cannot be read or written, is as good as none.
 */
export class RunRecord<End> {
  readonly #asked: AskedRun;
  readonly #host: Host;
  readonly #folder: string;
  readonly #key: string;
  /** Of the inputs before they are read; `undefined` where it may not stand for their content. */
  #inputs: string | undefined;

  constructor({ folder, identity }: CachePlace, asked: AskedRun, host: Host) {
    const inputs = asked.inputs.map(({ path, place, leftOut }) => [path, place, leftOut]);
    const about = JSON.stringify([identity, asked.request, inputs, asked.outputs]);
    this.#asked = asked;
    this.#host = host;
    this.#folder = folder;
    this.#key = createHash("sha256").update(about).digest("hex");
  }

  /**
   * Returns the messages of the run if it ran again; `undefined` where there may be something to
   * do.
   */
  async read(): Promise<Told<End> | undefined> {
    this.#inputs = await this.#stateOfInputs();
    const recorded = await this.#readRecord();
    const isSame =
      recorded !== undefined &&
      recorded.inputs === this.#inputs &&
      recorded.outputs === (await stateOf(await this.#pathsOfOutputs(), this.#host));
    logDebug(() => `cache: ${isSame ? "nothing has changed since a run" : "no such run is known"}`);
    return isSame ? recorded.told : undefined;
  }

  /** Notes what the run has done, unless another program may have written there as well. */
  async write(run: DoneRun<End>): Promise<void> {
    if (this.#inputs === undefined) return;
    await waitFor(coarseness.milliseconds);
    const outputs = await this.#stateOfWritten(run);
    if (outputs === undefined) return;
    const recorded: Recorded<End> = { inputs: this.#inputs, outputs, told: run.told };
    const content = JSON.stringify(recorded);
    await writeCacheFile(this.#path, seal(Buffer.from(content), this.#key), this.#host);
  }

  get #path(): string {
    return `${this.#folder}/${this.#key}.run`;
  }

  async #readRecord(): Promise<Recorded<End> | undefined> {
    const bytes = await attempt(() => this.#host.readFile(this.#path));
    const content = bytes && unseal(bytes, this.#key);
    return content && (JSON.parse(Buffer.from(content).toString("utf8")) as Recorded<End>); // by its checksum
  }

  async #stateOfInputs(): Promise<string | undefined> {
    const now = Date.now();
    const paths = this.#asked.inputs.map(({ path }) => path);
    // The system makes up some files when they are read, and gives their size as 0.
    return stateOf(paths, this.#host, (facts) => facts.bytes > 0 && isSettled(facts, now));
  }

  async #pathsOfOutputs(): Promise<readonly string[]> {
    const paths: string[] = [];
    for (const out of this.#asked.outputs) {
      for (const path of await filesOfOutput(out, this.#host)) paths.push(`${out}/${path}`);
    }
    return paths;
  }

  /** `undefined` as well where files of the outputs lie where nobody looks for them. */
  async #stateOfWritten(run: DoneRun<End>): Promise<string | undefined> {
    const isAsWritten = writtenIn(run);
    const now = Date.now();
    const paths = await this.#pathsOfOutputs();
    const found = new Set(paths);
    const isWhole = run.outputs.every(({ output: { out }, files }) =>
      files.every(({ path }) => found.has(`${out}/${path}`)),
    );
    if (!isWhole) return undefined;
    return stateOf(
      paths,
      this.#host,
      (facts, path) => isSettled(facts, now) && isAsWritten(facts, path),
    );
  }
}

/** Tells whether a file is, by its facts, as a run has found or written it. */
function writtenIn({
  outputs,
  began,
  ended,
}: Omit<DoneRun<unknown>, "told">): (facts: FileFacts, path: string) => boolean {
  const latest = new Map<string, { readonly text: string; readonly changed: number }>();
  for (const { output, files, plan } of outputs) {
    const written = new Set(plan.write.map(({ path }) => path));
    for (const { path, text } of files) {
      const changed = written.has(path) ? ended : began - coarseness.milliseconds;
      latest.set(`${output.out}/${path}`, { text, changed });
    }
  }
  return ({ bytes, changed }, path) => {
    const expected = latest.get(path);
    if (expected === undefined) return true;
    // The clock of the program counts whole milliseconds.
    return Math.floor(changed) <= expected.changed && bytes === Buffer.byteLength(expected.text);
  };
}

/**
 * One hash of what the system knows of files: it stands for their content, as it does for git. It
 * is `undefined` where one of them is no file any more, or `stands` says that its facts may not
 * stand for what is in it.
 */
async function stateOf(
  paths: readonly string[],
  host: Host,
  stands: (facts: FileFacts, path: string) => boolean = () => true,
): Promise<string | undefined> {
  const hash = createHash("sha256");
  for (const path of paths) {
    // Who may not look at a file learns so from what reads it.
    const facts = await host.factsOfFile(path).catch(() => undefined);
    if (facts === undefined || !stands(facts, path)) return undefined;
    hash.update(`${JSON.stringify(path)} ${facts.state}\n`);
  }
  return hash.digest("hex");
}

/** How coarse the times of files are, at most, in milliseconds; some systems count seconds. */
const coarseness = { milliseconds: 20, seconds: 2_000 } as const;

/**
 * Waits that long at least. A timer counts from when the work that sets it began, which may have
 * written files for a while; a clock counts whole milliseconds.
 */
async function waitFor(milliseconds: number): Promise<void> {
  const end = Date.now() + milliseconds + 1;
  for (let left = milliseconds + 1; left > 0; left = end - Date.now()) await wait(left);
}

/**
 * Tells whether a change after `now` would have another time than the last one: two that follow
 * each other at once can have the same time.
 *
 * @param now when the facts were looked up at the earliest, in milliseconds since 1970
 */
function isSettled({ changed }: FileFacts, now: number): boolean {
  const coarse = changed % 1_000 === 0 ? coarseness.seconds : coarseness.milliseconds;
  return now - changed >= coarse;
}

const checksumLength = 32;

/**
 * Puts a checksum before bytes. `key` becomes part of it, so that the bytes are good for nothing
 * under another key.
 */
export function seal(content: Uint8Array, key: string): Uint8Array {
  return Buffer.concat([checksumOf(content, key), content]);
}

/**
 * Returns the content that was sealed for the same key; `undefined` where it is damaged or for
 * another key.
 */
export function unseal(bytes: Uint8Array, key: string): Uint8Array | undefined {
  const content = bytes.subarray(checksumLength);
  const isWhole = checksumOf(content, key).equals(bytes.subarray(0, checksumLength));
  return isWhole ? content : undefined;
}

function checksumOf(content: Uint8Array, key: string): Buffer {
  return createHash("sha256").update(key).update(content).digest();
}

/**
 * Writes a file of a cache, which gets its name when it is complete, so that several runs can share
 * a folder.
 *
 * @returns whether the system let it be written
 */
export async function writeCacheFile(
  path: string,
  bytes: Uint8Array,
  host: Host,
): Promise<boolean> {
  const temporary = temporaryName(path, host);
  const isWritten = await attempt(async () => {
    await host.makeFolder(dirname(path));
    await host.writeFile(temporary, bytes);
    await host.rename(temporary, path);
    return true;
  });
  if (isWritten !== true) await attempt(() => host.removeFile(temporary));
  return isWritten === true;
}

/** `undefined` where the system refuses: a run can do without its cache. */
export async function attempt<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
}

/** Where the entries of a cache are, and what they depend on beside what they are made from. */
export interface CachePlace {
  readonly folder: string;
  readonly identity: string;
}
