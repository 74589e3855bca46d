import { createHash } from "node:crypto";
import type { EmitSource, EmittedSource } from "../../codegen/pipeline/emit-source.js";
import type { SourceFile } from "../../crd/source/source-file.js";
import { logDebug } from "../facts/debug-log.js";
import type { Host } from "../host.js";
import { isLeftover } from "../temporary-name.js";
import { attempt, seal, unseal, writeCacheFile } from "./cache-file.js";
import type { CachePlace } from "./cache-place.js";
import { packSource, unpackSource } from "./packed-source.js";
import type { AskedRun } from "./run-record.js";
import { RunRecord } from "./run-record.js";

/** How many bytes of entries stay that the present run has no use for. */
const mostUnusedBytes = 256 * 2 ** 20;

/** What sources gave, and records of whole runs. */
const entryName = /^[0-9a-f]{64}\.(?:entry|run)$/;

/**
 * Keeps in a folder what sources gave, one file per source. The name of the file is a hash of the
 * text, its path and `identity`, which stands for all else that the result depends on. A folder
 * that cannot be read or written to is as good as an empty one. Files get their names when they are
 * complete, so that several runs can share a folder.
 */
export class SourceCache {
  readonly #folder: string;
  readonly #identity: string;
  readonly #host: Host;
  readonly #used = new Set<string>();
  #isWritable = true;
  #hasWritten = false;

  constructor(folder: string, identity: string, host: Host) {
    this.#folder = folder;
    this.#identity = identity;
    this.#host = host;
  }

  /**
   * What a source gives: from the cache, or from `emitSource`, which is made only when a source
   * needs it.
   */
  through(make: () => Promise<EmitSource>): EmitSource {
    let made: Promise<EmitSource> | undefined;
    return async (source) => {
      const key = this.#keyOf(source);
      const known = await this.#read(source, key);
      logDebug(() => `cache: ${source.path} ${known === undefined ? "is not there" : "is there"}`);
      if (known !== undefined) return known;
      const emitSource = await (made ??= make());
      const emitted = await emitSource(source);
      await this.#write(emitted, source, key);
      return emitted;
    };
  }

  /** Another cache of this place has the same entries. */
  get place(): CachePlace {
    return { folder: this.#folder, identity: this.#identity };
  }

  /** The record of a run that uses this cache. */
  recordOf(asked: AskedRun): RunRecord {
    return new RunRecord(this.place, asked, this.#host);
  }

  /** Says that another thread has used the entry of a source. */
  noteUse(source: SourceFile): void {
    this.#used.add(`${this.#keyOf(source)}.entry`);
    logDebug(() => `cache: ${source.path} is there, as another thread says`);
  }

  /**
   * Removes the oldest entries of former runs where they are too many. A run that only read has
   * nothing to remove.
   */
  async trim(limit: number = mostUnusedBytes): Promise<void> {
    if (this.#hasWritten) await attempt(() => this.#removeOldest(limit));
  }

  #keyOf({ path, place, leftOut, text }: SourceFile): string {
    const about = JSON.stringify([this.#identity, path, place ?? null, leftOut ?? []]);
    return createHash("sha256").update(`${about}\n`).update(text).digest("hex");
  }

  #pathOf(key: string): string {
    return `${this.#folder}/${key}.entry`;
  }

  async #read(source: SourceFile, key: string): Promise<EmittedSource | undefined> {
    const bytes = await attempt(() => this.#host.readFile(this.#pathOf(key)));
    const content = bytes && unseal(bytes, key);
    if (content === undefined) return undefined;
    this.#used.add(`${key}.entry`);
    return unpackSource(content, source);
  }

  async #write(emitted: EmittedSource, source: SourceFile, key: string): Promise<void> {
    if (!this.#isWritable) return;
    const bytes = packSource(emitted, source);
    if (bytes === undefined) return;
    const path = this.#pathOf(key);
    this.#isWritable = await writeCacheFile(path, seal(bytes, key), this.#host);
    if (!this.#isWritable) return;
    this.#hasWritten = true;
    this.#used.add(`${key}.entry`);
  }

  async #removeOldest(limit: number): Promise<void> {
    const unused: { path: string; bytes: number; changed: number }[] = [];
    for (const { name, kind } of await this.#host.list(this.#folder)) {
      const path = `${this.#folder}/${name}`;
      if (kind === "file" && isLeftover(name, this.#host)) await this.#host.removeFile(path);
      if (kind !== "file" || !entryName.test(name) || this.#used.has(name)) continue;
      const facts = await this.#host.factsOfFile(path);
      if (facts !== undefined) unused.push({ path, ...facts });
    }
    unused.sort((left, right) => right.changed - left.changed);
    let kept = 0;
    for (const { path, bytes } of unused) {
      kept += bytes;
      if (kept > limit) await this.#host.removeFile(path);
    }
  }
}
