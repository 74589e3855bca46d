import { describe, expect, it } from "vitest";
import type { Weight } from "../../../../src/cli/report/select-shown.js";
import { selectShown } from "../../../../src/cli/report/select-shown.js";

/** `a!` is a grave entry of the group `a`. */
function weigh(entry: string): Weight {
  return { group: entry.slice(0, 1), isGrave: entry.includes("!") };
}

/** `a0`, `a1`, …; `mark` stands behind each. */
function entries(group: string, count: number, mark = ""): readonly string[] {
  return Array.from({ length: count }, (_, index) => `${group}${index}${mark}`);
}

function countIn(list: readonly string[], group: string): number {
  return list.filter((entry) => entry.startsWith(group)).length;
}

describe("selectShown", () => {
  it("shows all where all fit, and says that nothing is left", () => {
    const list = [...entries("a", 7), ...entries("b", 3)];
    expect(selectShown(list, 10, weigh)).toEqual({ shown: list, left: new Map() });
  });

  it("takes five of each group before more of any", () => {
    const list = [...entries("a", 50), ...entries("b", 50), ...entries("c", 2)];
    const { shown, left } = selectShown(list, 15, weigh);
    expect(shown).toEqual([...entries("a", 8), ...entries("b", 5), ...entries("c", 2)]);
    expect([...left]).toEqual([
      ["a", 42],
      ["b", 45],
    ]);
  });

  it("takes what is grave before what is not, wherever it stands", () => {
    const list = [...entries("a", 10), ...entries("b", 8, "!"), ...entries("c", 1, "!")];
    const { shown, left } = selectShown(list, 10, weigh);
    expect(shown).toEqual(["a0", ...entries("b", 8, "!"), "c0!"]);
    expect([...left]).toEqual([["a", 9]]);
  });

  it("gives each group five grave ones and five others", () => {
    const list = [...entries("a", 9, "!"), ...entries("a", 9)];
    expect(selectShown(list, 14, weigh).shown).toEqual([
      ...entries("a", 9, "!"),
      ...entries("a", 5),
    ]);
    const beside = [...list, ...entries("b", 9, "!")];
    expect(selectShown(beside, 10, weigh).shown).toEqual([
      ...entries("a", 5, "!"),
      ...entries("b", 5, "!"),
    ]);
  });

  it("keeps the order of the list", () => {
    const list = ["b0", "a0!", "c0", "a1", "b1!", "c1!"];
    expect(selectShown(list, 4, weigh).shown).toEqual(["b0", "a0!", "b1!", "c1!"]);
  });

  it("names groups of which nothing is shown", () => {
    const groups = ["a", "b", "c", "d"];
    const list = groups.flatMap((group) => entries(group, 5));
    const { shown, left } = selectShown(list, 10, weigh);
    expect(shown).toEqual([...entries("a", 5), ...entries("b", 5)]);
    expect([...left]).toEqual([
      ["c", 5],
      ["d", 5],
    ]);
  });

  it.each([0, 1, 4, 5, 6, 11, 29, 59, 60, 61])("loses nothing of 60 entries, with %d", (most) => {
    const list = ["a", "b", "c"].flatMap((group) => [
      ...entries(group, 10),
      ...entries(group, 10, "!"),
    ]);
    const { shown, left } = selectShown(list, most, weigh);
    expect(shown).toHaveLength(Math.min(most, 60));
    expect(new Set(shown).size).toBe(shown.length);
    for (const group of ["a", "b", "c"]) {
      expect(countIn(shown, group) + (left.get(group) ?? 0), group).toBe(20);
    }
  });
});
