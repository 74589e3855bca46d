import { describe, expect, it } from "vitest";
import { printStatements } from "../../../../../src/codegen/emit/print/print.js";
import { seeds } from "../../../../support/seeds.js";
import { nodesOf } from "./nodes-of-typescript.js";
import { plainStatements } from "./plain-tree.js";
import { RandomNodes } from "./random-nodes.js";

describe("what is printed is parsed to the same tree", () => {
  it("random statements on wide and narrow lines, with types and without", () => {
    for (const seed of seeds(2_000)) {
      const random = new RandomNodes(seed);
      const tree = [random.stmt(1 + random.below(5))];
      for (const language of ["ts", "js"] as const) {
        const expected = plainStatements(tree, language);
        for (const width of [80, 24]) {
          const text = printStatements(tree, { width, language });
          expect(plainStatements(nodesOf(text), language), `seed ${seed}:\n${text}`).toEqual(
            expected,
          );
        }
      }
    }
  }, 120_000);
});
