import type { Diagnostics, Place } from "../../../crd/diagnostics/diagnostics.js";
import type { Path } from "../../../crd/source/document.js";
import { pathText } from "../../../crd/source/path-text.js";
import type { RenameOutcome, UnusedRename } from "../../backends/names/rename.js";

/** What became of the overrides in one version of a resource: plain data. */
export interface UnitOverrides extends RenameOutcome {
  readonly group: string;
  readonly version: string;
  /** What the names are made of: the kind, or what is there in its place. */
  readonly kind: string;
  /** Where the options say so; `undefined` where it is the kind. */
  readonly kindAt: Path | undefined;
}

/** Where an option stands: a place in a document, or a file of which no more is known. */
export interface OptionPlace {
  readonly place: Place | undefined;
  readonly path: string | undefined;
}

/** Finds where an option stands that the caller gave. */
export type LocateOption = (at: Path) => OptionPlace;

/** For options that stand in no file. */
export const nowhere: LocateOption = () => ({ place: undefined, path: undefined });

/**
 * Gathers what became of the overrides of a run, and reports what has no effect, or cannot have.
 */
export class OverrideReport {
  readonly #used = new Set<string>();
  readonly #unused = new Map<string, UnusedRename>();
  readonly #collisions = new Map<string, { readonly at: Path; readonly reason: string }>();
  /** By output, group, version and name. */
  readonly #kinds = new Map<string, UnitOverrides>();

  /** @param output which of the outputs of the run it is about */
  add(unit: UnitOverrides, output: number): void {
    for (const at of unit.used) this.#used.add(keyOf(at));
    for (const unused of unit.unused) {
      if (!this.#unused.has(keyOf(unused.at))) this.#unused.set(keyOf(unused.at), unused);
    }
    for (const collision of unit.collisions) this.#noteCollision(collision);
    const key = [output, unit.group, unit.version, unit.kind].join("\n");
    const other = this.#kinds.get(key);
    this.#kinds.set(key, other ?? unit);
    const at = other && (unit.kindAt ?? other.kindAt);
    if (at === undefined) return;
    const reason = `another kind of ${unit.group}/${unit.version} is called '${unit.kind}' too`;
    this.#noteCollision({ at, reason });
  }

  /** Tells what there is to say; errors are among it. */
  report(diagnostics: Diagnostics, locate: LocateOption): void {
    for (const [key, { at, reason, help }] of this.#unused) {
      if (this.#used.has(key)) continue;
      const { place, path } = locate(at);
      const values = { at: pathText(at), reason };
      diagnostics.report("overrides/unmatched", asKey(place), values, { help, path });
    }
    for (const { at, reason } of this.#collisions.values()) {
      const { place, path } = locate(at);
      const values = { at: pathText(at), reason };
      const help = "choose another name";
      diagnostics.report("overrides/collision", place, values, { help, path });
    }
  }

  #noteCollision(collision: { readonly at: Path; readonly reason: string }): void {
    const key = keyOf(collision.at);
    if (!this.#collisions.has(key)) this.#collisions.set(key, collision);
  }
}

function keyOf(at: Path): string {
  return JSON.stringify(at);
}

function asKey(place: Place | undefined): Place | undefined {
  return place && { ...place, part: "key" };
}
