import { resolve } from "node:path";
import type { Diagnostic } from "../../crd/diagnostics/diagnostics.js";
import { fileOf, groupBy, isError } from "../../crd/diagnostics/diagnostics.js";
import { printableName } from "../../crd/diagnostics/render/printable.js";
import { nameSome, plural } from "../../crd/diagnostics/wording.js";
import type { Change } from "./watch-places.js";

/** A fault of a run, and what may keep it from being found again. */
interface Remembered {
  readonly fault: Diagnostic;
  /** Later errors, by their identities. */
  readonly blockers: readonly string[];
}

/** Tells which faults of a run are mended in the next one. */
export class FaultMemory {
  #known: readonly Remembered[] = [];

  /**
   * Says what was mended: `2 errors in crd/a.yaml`; `""` for nothing. What is not found any more
   * may still be there: a file that is no YAML is not looked into, and an object whose CRD is
   * refused is not judged. So nothing is said of what a new error may hide, nor of a file that has
   * gone with its faults.
   */
  mendedBy(now: readonly Diagnostic[], changes: readonly Change[]): string {
    const before = countsOf(this.#known.map(({ fault }) => identityOf(fault)));
    const newErrors = now.filter((one) => isError(one) && !take(before, identityOf(one)));
    const blocking = blockersFor(newErrors, changes);
    const removed = pathsOf(changes.filter(({ kind }) => kind === "removed"));
    const left = countsOf(now.map(identityOf));
    const present = new Set(left.keys());
    const hidden: Remembered[] = [];
    const mended: Diagnostic[] = [];
    for (const { fault, blockers } of this.#known) {
      if (take(left, identityOf(fault)) || removed.has(placeOf(fault))) continue;
      const standing = [...blockers.filter((one) => present.has(one)), ...blocking(fault)];
      if (standing.length > 0) hidden.push({ fault, blockers: standing });
      else if (fault.severity !== "notice") mended.push(fault);
    }
    this.#known = [...now.map((fault) => ({ fault, blockers: [] })), ...hidden];
    return textOf(mended);
  }
}

/** An error hides what is behind it in its file, and all that depends on files that changed. */
function blockersFor(
  newErrors: readonly Diagnostic[],
  changes: readonly Change[],
): (fault: Diagnostic) => readonly string[] {
  const changed = pathsOf(changes);
  const all = newErrors.map(identityOf);
  const byFile = groupBy(newErrors, placeOf);
  return (fault) => {
    const file = placeOf(fault);
    return changed.has(file) ? (byFile.get(file) ?? []).map(identityOf) : all;
  };
}

function pathsOf(changes: readonly Change[]): ReadonlySet<string> {
  return new Set(changes.map(({ path }) => resolve(path)));
}

/** As an absolute path; `""` where there is none. */
function placeOf(diagnostic: Diagnostic): string {
  const file = fileOf(diagnostic);
  return file === undefined ? "" : resolve(file);
}

/** Without its line: lines move with each change above them. */
function identityOf(one: Diagnostic): string {
  return [placeOf(one), one.code, one.cause?.field ?? "", one.message].join("\n");
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Tells whether there is one of these left, and takes it away. */
function take(counts: Map<string, number>, text: string): boolean {
  const count = counts.get(text) ?? 0;
  if (count > 0) counts.set(text, count - 1);
  return count > 0;
}

const namedAtMost = 3;

function textOf(mended: readonly Diagnostic[]): string {
  const parts = [...groupBy(mended, placeOf).values()].map((list) => {
    const kinds = (["error", "warning"] as const).flatMap((kind) => {
      const count = list.filter(({ severity }) => severity === kind).length;
      return count === 0 ? [] : [plural(count, kind)];
    });
    const [first] = list;
    const file = first && fileOf(first);
    return `${kinds.join(" and ")}${file === undefined ? "" : ` in ${printableName(file)}`}`;
  });
  return nameSome(parts, namedAtMost);
}
