import type { Json, JsonObject } from "../values/json/json.js";

/**
 * Limits for what is in a value: the members of any list or object, the characters of any string or
 * key.
 */
export interface Extent {
  readonly members: number;
  readonly length: number;
}

/**
 * Values are small by the first of these that they keep. What a rule costs at worst is known for
 * each.
 */
export const extents: readonly Extent[] = [
  { members: 8, length: 64 },
  { members: 32, length: 256 },
  { members: 128, length: 1024 },
];

/** Which of the `extents` holds for all of the values; their number where none does. */
export function extentOf(values: readonly (Json | undefined)[]): number {
  let found = 0;
  const pending: (Json | undefined)[] = [...values];
  const seen = new Set<unknown>();
  for (let read = 0; pending.length > 0 && found < extents.length; read++) {
    const value = pending.pop();
    // What contains itself has no end otherwise.
    if (read > manyValues && typeof value === "object") {
      if (seen.has(value)) continue;
      seen.add(value);
    }
    if (typeof value === "string") {
      while (value.length > lengthOf(found)) found++;
    } else if (Array.isArray(value)) {
      while (value.length > membersOf(found)) found++;
      for (const item of value) pending.push(item);
    } else if (typeof value === "object" && value !== null) {
      const keys = Object.keys(value);
      while (keys.length > membersOf(found) || keys.some((key) => key.length > lengthOf(found))) {
        found++;
      }
      for (const key of keys) pending.push((value as JsonObject)[key]); // a Float64 holds a number
    }
  }
  return found;
}

/** From here on values may contain themselves. */
const manyValues = 10_000;

function lengthOf(index: number): number {
  return extents[index]?.length ?? Infinity;
}

function membersOf(index: number): number {
  return extents[index]?.members ?? Infinity;
}
