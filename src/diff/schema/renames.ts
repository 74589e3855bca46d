import { nearest } from "../../diagnostics/similar.js";
import type { Schema } from "../../ir/schema.js";

/**
 * Fields that were renamed, by their old names: those that have exactly the schema of a new field,
 * and nearly its name. Nothing is guessed where two could be meant.
 */
export function findRenames(old: Schema, now: Schema): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  const taken = new Set<string>();
  for (const [name, schema] of old.fields) {
    if (now.fields.has(name)) continue;
    const candidates = [...now.fields]
      .filter(([other, field]) => field === schema && !old.fields.has(other))
      .map(([other]) => other);
    const [similar, second] = candidates.filter((other) => isSimilar(name, other));
    if (similar === undefined || second !== undefined || taken.has(similar)) continue;
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
