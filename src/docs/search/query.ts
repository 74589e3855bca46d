/** What somebody looks for. */
export interface Query {
  /** In small letters: each is part of the group, the kind or the plural name. */
  readonly kinds: readonly string[];
  /**
   * In small letters: names of fields, each within the one before; the last is part of a name, the
   * others are whole. Empty where nothing is left to look for.
   */
  readonly names: readonly string[];
}

/**
 * Reads a query: words, the last of which is a field and may have dots (`spec.template`), with or
 * without the brackets of lists (`env[*].name`); those before it narrow the kinds.
 */
export function readQuery(text: string): Query {
  const words = text.toLowerCase().split(/\s+/).filter((word) => word !== "");
  const last = words.at(-1) ?? "";
  const names = last.replaceAll(/\[[^\]]*\]?/g, "").split(".");
  const isEmpty = names.every((name) => name === "");
  return { kinds: words.slice(0, -1), names: isEmpty ? [] : withoutEnds(names) };
}

/** A dot at an end is one that somebody is about to go on from. */
function withoutEnds(names: readonly string[]): readonly string[] {
  const first = names.findIndex((name) => name !== "");
  const last = names.findLastIndex((name) => name !== "");
  return names.slice(first, last + 1);
}
