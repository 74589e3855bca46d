/**
 * Reads the paths of fields as keys. Keys of maps may hold dots: of the readings of a path the one
 * that the value has counts.
 */
export class PathReader {
  readonly #root: unknown;
  /** The length of the longest key of each object that was met. */
  readonly #longest = new Map<object, number>();

  constructor(root: unknown) {
    this.#root = root;
  }

  read(field: string): PropertyKey[] {
    const path: PropertyKey[] = [];
    let rest = field === "<nil>" ? "" : field.replace(/^\./, "");
    let current = this.#root;
    while (rest !== "") {
      const bracketed = /^\[([^\]]*)\]/.exec(rest);
      const name = bracketed?.[1] ?? this.#keyAt(rest, current);
      const key = bracketed !== null && /^\d+$/.test(name) ? Number(name) : name;
      rest = rest.slice(bracketed === null ? name.length : bracketed[0].length);
      if (rest.startsWith(".")) rest = rest.slice(1);
      path.push(key);
      current = memberOf(current, key);
    }
    return path;
  }

  /** The longest key of the object that a path begins with, else its first step. */
  #keyAt(rest: string, object: unknown): string {
    const longest = typeof object === "object" && object !== null ? this.#longestKey(object) : 0;
    let known: string | undefined;
    for (let end = stepEnd(rest, 1); end <= longest; end = stepEnd(rest, end + 1)) {
      const key = rest.slice(0, end);
      if (Object.hasOwn(object as object, key)) known = key; // it has a key
      if (end === rest.length) break;
    }
    return known ?? rest.slice(0, stepEnd(rest, 1));
  }

  #longestKey(object: object): number {
    let longest = this.#longest.get(object);
    if (longest === undefined) {
      longest = 0;
      for (const key of Object.keys(object)) longest = Math.max(longest, key.length);
      this.#longest.set(object, longest);
    }
    return longest;
  }
}

/**
 * Where a step of a path may end, from a position on: before a dot or a bracket, or with the path.
 */
function stepEnd(path: string, from: number): number {
  let end = from;
  while (end < path.length && path[end] !== "." && path[end] !== "[") end++;
  return end;
}

function memberOf(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<PropertyKey, unknown>)[key]; // an own property of an object
}
