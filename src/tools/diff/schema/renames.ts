import { nearest } from "../../../crd/diagnostics/wording.js";
import type { Schema } from "../../../crd/ir/schema.js";

/**
 * The new path of a field that somebody said was renamed, by the name of its CRD and its old path;
 * undefined for all others.
 */
export type DeclaredRenames = (resource: string, path: string) => string | undefined;

/** Of those who say nothing. */
export const noRenames: DeclaredRenames = () => undefined;

/**
 * Fields that were renamed, by their old names: those of which `declared` says so, by their new
 * names; and those that have exactly the schema of a new field, and nearly its name. Nothing is
 * guessed where two could be meant.
 */
export function findRenames(
  old: Schema,
  now: Schema,
  declared: (name: string) => string | undefined,
): ReadonlyMap<string, string> {
  const isNew = (name: string): boolean => now.fields.has(name) && !old.fields.has(name);
  const gone = [...old.fields].filter(([name]) => !now.fields.has(name));
  const renames = new Map<string, string>();
  for (const [name] of gone) {
    const told = declared(name);
    if (told !== undefined && isNew(told)) renames.set(name, told);
  }
  const taken = new Set(renames.values());
  for (const [name, schema] of gone) {
    if (renames.has(name)) continue;
    const candidates = [...now.fields]
      .filter(([other, field]) => field === schema && isNew(other) && !taken.has(other))
      .map(([other]) => other);
    const [similar, second] = candidates.filter((other) => isSimilar(name, other));
    if (similar === undefined || second !== undefined) continue;
    taken.add(similar);
    renames.set(name, similar);
  }
  return renames;
}

/** A few letters apart, or one with a word more than the other. */
function isSimilar(left: string, right: string): boolean {
  const [a, b] = [left.toLowerCase(), right.toLowerCase()];
  const [short, long] = a.length < b.length ? [a, b] : [b, a];
  const isPart = short.length >= 4 && (long.startsWith(short) || long.endsWith(short));
  return isPart || nearest(left, [right]) !== undefined;
}
