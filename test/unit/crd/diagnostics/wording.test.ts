import { describe, expect, it } from "vitest";
import { nearest, reasonOf } from "../../../../src/crd/diagnostics/wording.js";
import { cpuTime } from "../../../support/cpu-time.js";

/** Levenshtein distance as the books have it. */
function distanceOf(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      const ways = [previous[column], current[column - 1]].map((distance) => (distance ?? 0) + 1);
      current.push(Math.min(...ways, (previous[column - 1] ?? 0) + change));
    }
    previous = current;
  }
  return previous[to.length] ?? 0;
}

describe("nearest", () => {
  it.each([
    ["replcas", ["replicas", "place"], "replicas"],
    ["REPLICAS", ["replicas"], "replicas"],
    ["ab", ["ac"], undefined],
    ["abc", ["xbc", "ac", "abcd"], "xbc"],
    ["image", ["imagePullPolicy"], undefined],
    ["", [""], ""],
  ])("%s among %j: %s", (text, candidates, expected) => {
    expect(nearest(text, candidates)).toBe(expected);
  });

  it("takes what a third of a name's letters leads to, and nothing further away", () => {
    let seed = 1;
    const next = (): number => (seed = (seed * 48271) % 2147483647);
    const word = (): string =>
      Array.from({ length: next() % 12 }, () => "abc"[next() % 3]).join("");
    for (let run = 0; run < 20_000; run++) {
      const [from, to] = [word(), word()];
      const isNear = distanceOf(from, to) <= Math.floor(from.length / 3);
      expect(nearest(from, [to]), `${from} ${to}`).toBe(isNear ? to : undefined);
    }
  });

  it("compares a thousand names with a thousand in seconds", () => {
    const names = Array.from(
      { length: 1_000 },
      (_, at) => `someRatherLongNameOfAField${at * 7919}`,
    );
    const start = cpuTime();
    for (const name of names) nearest(`${name.slice(9)}${name.slice(0, 9)}`, names);
    expect(cpuTime() - start).toBeLessThan(4_000);
  });
});

it.each<[unknown, string]>([
  [new Error("refused"), "refused"],
  ["refused", "refused"],
  [undefined, "undefined"],
  [new AggregateError([new Error("a"), new Error("b")]), "Error: a; Error: b"],
  [Object.assign(new Error(), { message: 5 }), "5"],
  [Object.create(null), "what was thrown has no text"],
])("says what %o means", (error, text) => {
  expect(reasonOf(error)).toBe(text);
});
