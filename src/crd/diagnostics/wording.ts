import { errorText } from "../../runtime/v1/client/error-text.js";

/** Nobody means what is further away, however long it is. */
const furthest = 6;

/** Of candidates of about the same length, so many are compared. */
const mostCompared = 1_000;

/**
 * The candidate that takes the fewest edits to reach, if it is near enough to be what was meant.
 * Costs little per candidate that is not: files can have thousands of faults, and thousands of
 * names that they are compared with.
 */
export function nearest(
  text: string,
  candidates: Iterable<string>,
  mostEdits = furthest,
): string | undefined {
  const wanted = text.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.min(Math.floor(text.length / 3), mostEdits) + 1;
  let compared = 0;
  for (const candidate of candidates) {
    if (Math.abs(candidate.length - text.length) >= bestDistance) continue;
    if (++compared > mostCompared) break;
    const distance = editDistance(wanted, candidate.toLowerCase(), bestDistance);
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance];
  }
  return best;
}

/**
 * Levenshtein distance; any number from `limit` on means "too far". Only the cells of the table
 * that are nearer than that to its diagonal are filled in, and no row after one that is too far
 * everywhere.
 */
function editDistance(from: string, to: string, limit: number): number {
  if (Math.abs(from.length - to.length) >= limit) return limit;
  let previous: number[] = [];
  for (let column = 0; column <= limit; column++) previous.push(column);
  let current: number[] = [];
  for (let row = 1; row <= from.length; row++) {
    const first = Math.max(1, row - limit + 1);
    const last = Math.min(to.length, row + limit - 1);
    let least = (current[first - 1] = first === 1 ? row : limit);
    for (let column = first; column <= last; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const distance = Math.min(
        (previous[column] ?? limit) + 1,
        (current[column - 1] ?? limit) + 1,
        (previous[column - 1] ?? limit) + change,
      );
      current[column] = distance;
      least = Math.min(least, distance);
    }
    if (least >= limit) return limit;
    if (last < to.length) current[last + 1] = limit;
    [previous, current] = [current, previous];
  }
  return previous[to.length] ?? limit;
}

/**
 * The name that was probably meant by another one: one of the same letters, the nearest, or one
 * that begins alike.
 */
export function similarName(names: readonly string[], key: string): string | undefined {
  return (
    names.find((name) => haveSameLetters(name, key)) ??
    nearest(key, names) ??
    names.find((name) => beginAlike(name, key))
  );
}

/** One is the beginning of the other, as with `out` and `outputFolder`. */
function beginAlike(name: string, key: string): boolean {
  const [left, right] = [name.toLowerCase(), key.toLowerCase()];
  return key.length > 2 && (left.startsWith(right) || right.startsWith(left));
}

/** As with `onyl` and `only`: in short names, two letters that are swapped are much. */
function haveSameLetters(name: string, key: string): boolean {
  const [left, right] = [name, key].map((text) => Array.from(text.toLowerCase()).sort().join(""));
  return left === right;
}

/** Says that a value must be one of a few words, and which of them was probably meant. */
export function mustBeOneOf(allowed: readonly string[], value: unknown): string {
  const similar = typeof value === "string" ? nearest(value, allowed) : undefined;
  const meant = similar === undefined ? "" : `; did you mean "${similar}"?`;
  return `must be one of ${allowed.map((one) => JSON.stringify(one)).join(", ")}${meant}`;
}

/** The first of some names, and how many more there are: `a, b and 3 more`. */
export function nameSome(names: readonly string[], atMost: number): string {
  const more = names.length - atMost;
  return names.slice(0, atMost).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Returns the message of a caught error, whatever was thrown. */
export function reasonOf(error: unknown): string {
  try {
    const text: unknown = errorText(error); // code of users throws errors whose message is no text
    return String(text);
  } catch {
    return "what was thrown has no text"; // such as an object without a prototype
  }
}
