import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { basename, dirname, join, resolve } from "node:path";
import { deserialize, serialize } from "node:v8";
import type { EmitSource, EmittedSource } from "../../codegen/pipeline/emit-source.js";
import type { Settings } from "../../codegen/pipeline/settings.js";
import { version } from "../../codegen/pipeline/settings.js";
import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import type { SourceFile, Span } from "../../crd/source/source-file.js";
import { logDebug } from "../facts/run-facts.js";
import type { Host } from "../host.js";
import { errorCode } from "../host.js";
import { isLeftover } from "../temporary-name.js";
import type { AskedRun, CachePlace } from "./run-record.js";
import { attempt, RunRecord, seal, unseal, writeCacheFile } from "./run-record.js";

/** How many bytes of entries stay that the present run has no use for. */
const mostUnusedBytes = 256 * 2 ** 20;

/** The names of entries: results of sources, and records of whole runs. */
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
   * Returns the result of a source: from the cache, or from `emitSource`, which is made only when a
   * source needs it.
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
  recordOf<End>(asked: AskedRun): RunRecord<End> {
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

/** Offsets of a span in the source. */
type PackedSpan = readonly [start: number, end: number];

/** A diagnostic with offsets instead of spans, which hold the whole text. */
interface PackedDiagnostic extends Omit<Diagnostic, "span" | "related" | "behind"> {
  readonly span: PackedSpan | undefined;
  readonly behind: PackedSpan | undefined;
  readonly related: readonly { readonly message: string; readonly span: PackedSpan }[];
}

interface PackedSource {
  readonly emitted: EmittedSource;
  readonly ofSource: readonly PackedDiagnostic[];
  readonly ofResources: readonly (readonly PackedDiagnostic[])[];
}

/**
 * Packs what a source gave into bytes.
 *
 * @returns `undefined` where a diagnostic is about another file, whose text may change
 */
export function packSource(emitted: EmittedSource, source: SourceFile): Uint8Array | undefined {
  const all = [emitted.diagnostics, ...emitted.resources.map(({ diagnostics }) => diagnostics)];
  if (!all.flat().every((diagnostic) => isAbout(diagnostic, source))) return undefined;
  const [ofSource = [], ...ofResources] = all.map((list) => list.map(packDiagnostic));
  const resources = emitted.resources.map((resource) => ({ ...resource, diagnostics: [] }));
  const packed: PackedSource = {
    emitted: { ...emitted, resources, diagnostics: [] },
    ofSource,
    ofResources,
  };
  return serialize(packed);
}

/** Gives back what was packed of a source with the same text. */
export function unpackSource(bytes: Uint8Array, source: SourceFile): EmittedSource {
  const { emitted, ofSource, ofResources } = deserialize(bytes) as PackedSource; // as packed
  return {
    ...emitted,
    resources: emitted.resources.map((resource, index) => ({
      ...resource,
      diagnostics: unpackAll(ofResources[index] ?? [], source),
    })),
    diagnostics: unpackAll(ofSource, source),
  };
}

function isAbout({ span, behind, related }: Diagnostic, source: SourceFile): boolean {
  const spans = [span, behind, ...related.map((one) => one.span)];
  return spans.every((one) => one === undefined || one.file === source);
}

function packDiagnostic(diagnostic: Diagnostic): PackedDiagnostic {
  return {
    ...diagnostic,
    span: diagnostic.span && packSpan(diagnostic.span),
    behind: diagnostic.behind && packSpan(diagnostic.behind),
    related: diagnostic.related.map(({ message, span }) => ({ message, span: packSpan(span) })),
  };
}

function packSpan({ start, end }: Span): PackedSpan {
  return [start, end];
}

function unpackAll(list: readonly PackedDiagnostic[], file: SourceFile): readonly Diagnostic[] {
  const unpackSpan = ([start, end]: PackedSpan): Span => ({ file, start, end });
  return list.map(({ span, behind, related, ...rest }) => ({
    ...rest,
    span: span && unpackSpan(span),
    ...(behind !== undefined && { behind: unpackSpan(behind) }),
    related: related.map((one) => ({ message: one.message, span: unpackSpan(one.span) })),
  }));
}

/** The user's settings for the cache. */
export interface CacheOptions {
  /** The folder to keep it in; default: `.cache/crdgen` in the nearest `node_modules`. */
  readonly cacheDir?: string | undefined;
}

/**
 * Opens the cache of a run whose outputs have these settings.
 *
 * @param start the folder from which on `node_modules` is looked for, upwards
 * @returns `undefined` where there is no place for a cache, or where it is not known which build of
 *   crdgen runs
 */
export async function openCache(
  { cacheDir }: CacheOptions,
  settings: readonly Settings[],
  start: string,
  host: Host,
): Promise<SourceCache | undefined> {
  const folder = cacheDir ?? (await usualFolder(resolve(start), host));
  const build = await buildIdentity(host);
  if (folder === undefined || build === undefined) return undefined;
  return new SourceCache(folder, identityOf(settings, build), host);
}

/** Stands for all that the result depends on beside the source. */
export function identityOf(settings: readonly Settings[], build: string): string {
  return JSON.stringify([version, build, process.version, settings]);
}

/** Where the cache is if nobody says: in the nearest `node_modules`, from `start` upwards. */
export async function usualFolder(start: string, host: Host): Promise<string | undefined> {
  for (let at = start; ; at = dirname(at)) {
    const modules = join(at, "node_modules");
    if ((await host.kindOf(modules)) === "folder") return join(modules, ".cache/crdgen");
    if (at === dirname(at)) return undefined;
  }
}

/**
 * A hash of the program's own files, so that another build under the same version finds nothing.
 * The only package that takes part, `yaml`, is covered by its `package.json`.
 */
async function buildIdentity(host: Host): Promise<string | undefined> {
  const own = import.meta.dirname;
  // Beside the bundled command line lie the files of the runtime. Sources that run unbundled have
  // no such place.
  if (basename(own) !== "cli") return undefined;
  const hash = createHash("sha256");
  try {
    for (const folder of [own, join(own, "../runtime-files")]) {
      for (const { name, kind } of await host.list(folder)) {
        if (kind !== "file") continue;
        hash.update(`${name}\n`).update(await host.readFile(join(folder, name)));
      }
    }
    hash.update(await host.readFile(createRequire(import.meta.url).resolve("yaml/package.json")));
  } catch (error) {
    if (errorCode(error) === undefined) throw error;
    return undefined;
  }
  return hash.digest("hex");
}
