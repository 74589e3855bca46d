/** The first of some names, and how many more there are: `a, b and 3 more`. */
export function nameSome(names: readonly string[], atMost: number): string {
  const more = names.length - atMost;
  return names.slice(0, atMost).join(", ") + (more > 0 ? ` and ${more} more` : "");
}

/** `1 file`, `2 files`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
