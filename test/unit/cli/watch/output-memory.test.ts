import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { processHost } from "../../../../src/cli/host.js";
import { OutputMemory } from "../../../../src/cli/watch/memory.js";
import { banner } from "../../../../src/codegen/emit/jsdoc.js";
import { Scratch } from "../../../support/cli.js";

const scratch = new Scratch();

function file(path: string, text = path): { readonly path: string; readonly text: string } {
  return { path, text: `${banner(undefined, "a test", false)}${text}` };
}

it("plans what is new, has changed and is gone, wherever it stands in the order", async () => {
  const folder = scratch.next();
  const memory = new OutputMemory(folder, processHost());
  const before = ["b.ts", "c.ts", "e.ts", "f.ts", "h.ts"].map((path) => file(path));
  await memory.noting(before, () => {
    for (const { path, text } of before) writeFileSync(join(folder, path), text);
    return Promise.resolve();
  });
  const now = [file("a.ts"), file("c.ts"), file("d.ts"), file("f.ts", "else"), file("g.ts")];
  const plan = await memory.plan(now);
  expect(plan.write.map(({ path }) => path)).toEqual(["a.ts", "d.ts", "f.ts", "g.ts"]);
  expect(plan.remove).toEqual(["b.ts", "e.ts", "h.ts"]);
  expect([plan.unchanged, plan.foreign]).toEqual([1, []]);
  expect((await memory.plan(before)).write).toEqual([]);
});
