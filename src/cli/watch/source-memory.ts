import type { EmitSource, EmittedSource } from "../../codegen/pipeline/emit-source.js";
import type { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { FilePlace, SourceFile } from "../../crd/source/source-file.js";
import type { FileFacts, Host } from "../host.js";
import type { Input } from "../input.js";
import type { Progress } from "../progress.js";
import { readInputs } from "../read-inputs.js";

interface Known {
  readonly source: SourceFile;
  /** Absent for what is no file of this machine, which is read only once. */
  readonly facts: FileFacts | undefined;
}

/** The texts of inputs and what they gave, from one run to the next. */
export class SourceMemory {
  readonly #host: Host;
  #known: ReadonlyMap<string, Known> = new Map();
  readonly #emitted = new WeakMap<SourceFile, EmittedSource>();
  #fresh: ReadonlySet<SourceFile> = new Set();
  #hasRun = false;
  /** The paths of files that defined CRDs when they could be read last. */
  readonly #defining = new Set<string>();
  #broken: string[] = [];

  constructor(host: Host) {
    this.#host = host;
  }

  /** Whether all inputs were read once. */
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

  /** Whether a source was read in the last run, so that what there is to say of it is new. */
  isFresh(source: SourceFile): boolean {
    return this.#fresh.has(source);
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

  /** What a source gave in a former run, or gives now. */
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
