/**
 * Seeds of a test by chance: the same ones in every run, so that a change never fails for what
 * others find. More of them, or others, with `SEEDS=first:count`.
 */
export function seeds(count: number): readonly number[] {
  const [first = 1, wanted = count] = (process.env["SEEDS"] ?? "")
    .split(":")
    .filter(Boolean)
    .map(Number);
  return Array.from({ length: wanted }, (_, index) => first + index);
}
