/**
 * The lines in which two texts differ, in their order: `-` before those of the old one, `+` before
 * those of the new one. The texts are small: time and memory grow with the product of their lines.
 */
export function compareLines(old: string, now: string): readonly string[] {
  const before = old.split("\n");
  const after = now.split("\n");
  const lengths = commonLengths(before, after);
  const lines: string[] = [];
  let [left, right] = [0, 0];
  while (left < before.length || right < after.length) {
    const [removed, added] = [before[left], after[right]];
    const isAdded = (lengths[left]?.[right + 1] ?? -1) > (lengths[left + 1]?.[right] ?? -1);
    if (removed !== undefined && removed === added) [left, right] = [left + 1, right + 1];
    else if (removed === undefined || (isAdded && added !== undefined)) {
      lines.push(`+ ${added ?? ""}`);
      right++;
    } else {
      lines.push(`- ${removed}`);
      left++;
    }
  }
  return lines;
}

/** How many lines the rests have in common, by where they begin. */
function commonLengths(
  before: readonly string[],
  after: readonly string[],
): readonly (readonly number[])[] {
  const rows: number[][] = [new Array<number>(after.length + 1).fill(0)];
  for (let left = before.length - 1; left >= 0; left--) {
    const below = rows[0] ?? [];
    const row = [0];
    for (let right = after.length - 1; right >= 0; right--) {
      const isSame = before[left] === after[right];
      const diagonal = below[right] === undefined ? 0 : (below[right + 1] ?? 0);
      row.unshift(isSame ? diagonal + 1 : Math.max(row[0] ?? 0, below[right] ?? 0));
    }
    rows.unshift(row);
  }
  return rows;
}
