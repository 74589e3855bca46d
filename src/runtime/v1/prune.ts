import { compareUtf8 } from "./go/compare-utf8.js";
import { Float64 } from "./json/json.js";

/*
 * What generated pruners share (apiextensions `schema/pruning/algorithm.go`). The data's shape
 * decides, never the type that the schema declares: an object where a string belongs is emptied.
 *
 * A pruner gives the paths of what it removed, relative to its value (`.a`, `[0].b`), or undefined
 * if it removed nothing, so that good objects cost no text.
 */

/** Paths of removed fields, relative to a value. */
export type Pruned = string[] | undefined;

/** Prunes one value in place. */
export type Pruner = (value: unknown) => Pruned;

/** An object whose members may be removed. */
export type MutableMembers = { [key: string]: unknown };

/**
 * Whether a value is an object with members of its own: no list, no number of a class of its own.
 */
export function isMembers(value: unknown): value is MutableMembers {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Float64)
  );
}

/** Removes a member that the schema does not specify. */
export function removeMember(object: MutableMembers, key: string, pruned: Pruned): Pruned {
  const isAbsent = object[key] === undefined;
  delete object[key];
  if (isAbsent) return pruned;
  if (pruned === undefined) return [`.${key}`];
  pruned.push(`.${key}`);
  return pruned;
}

/** Adds what was removed from a member. */
export function prunedBelow(pruned: Pruned, key: string, below: Pruned): Pruned {
  return below === undefined ? pruned : append(pruned, `.${key}`, below);
}

/** Prunes the items of a list; other values stay. */
export function pruneItems(value: unknown, item: Pruner): Pruned {
  if (!Array.isArray(value)) return undefined;
  let pruned: Pruned;
  for (let index = 0; index < value.length; index++) {
    const below = item(value[index]);
    if (below !== undefined) pruned = append(pruned, `[${index}]`, below);
  }
  return pruned;
}

/** Prunes the values of a map. */
export function pruneValues(value: unknown, member: Pruner): Pruned {
  if (!isMembers(value)) return pruneItems(value, pruneUnspecified);
  let pruned: Pruned;
  for (const key of Object.keys(value)) {
    pruned = prunedBelow(pruned, key, member(value[key]));
  }
  return pruned;
}

/** Prunes nothing: below a node that preserves unknown fields, where the schema specifies none. */
export function keepAll(): Pruned {
  return undefined;
}

/**
 * Prunes a value of which the schema says nothing: objects are emptied, in lists too, however deep,
 * and in cycles.
 */
export function pruneUnspecified(value: unknown): Pruned {
  if (typeof value !== "object" || value === null) return undefined;
  const removed: string[] = [];
  const pending: { value: unknown; path: string }[] = [{ value, path: "" }];
  const seen = new Set<unknown>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: current, path } = next;
    if (seen.has(current)) continue;
    seen.add(current);
    if (Array.isArray(current)) {
      for (let index = 0; index < current.length; index++) {
        const item: unknown = current[index];
        if (typeof item === "object") pending.push({ value: item, path: `${path}[${index}]` });
      }
    } else if (isMembers(current)) {
      for (const key of Object.keys(current)) {
        if (current[key] !== undefined) removed.push(`${path}.${key}`);
        delete current[key];
      }
    }
  }
  return removed.length === 0 ? undefined : removed;
}

/** The paths as the server names them: from the root, sorted by bytes. */
export function unknownFields(pruned: Pruned): string[] {
  if (pruned === undefined) return [];
  return pruned.map((path) => (path.startsWith(".") ? path.slice(1) : path)).sort(compareUtf8);
}

function append(pruned: Pruned, prefix: string, below: readonly string[]): string[] {
  const paths = pruned ?? [];
  for (const path of below) paths.push(prefix + path);
  return paths;
}
