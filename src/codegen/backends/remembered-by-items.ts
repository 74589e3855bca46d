/**
 * Like `work`, which depends on nothing but the items of a list; they never change. Called again
 * with the same items in the same order, it gives what it gave before. Of the lists that begin with
 * one item, the last one counts.
 */
export function rememberedByItems<T extends object, R>(
  work: (items: readonly T[]) => R,
): (items: readonly T[]) => R {
  const known = new WeakMap<T, { readonly items: readonly T[]; readonly result: R }>();
  return (items) => {
    const [first] = items;
    if (first === undefined) return work(items);
    const before = known.get(first);
    if (before !== undefined && hasSameItems(before.items, items)) return before.result;
    const result = work(items);
    known.set(first, { items, result });
    return result;
  };
}

/** Whether two lists have the same items in the same order. */
export function hasSameItems(left: readonly unknown[], right: readonly unknown[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index]);
}
