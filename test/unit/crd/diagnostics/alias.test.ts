import { expect, it } from "vitest";
import type { Place } from "../../../../src/crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";
import { readDocuments } from "../../../../src/crd/source/read.js";

async function report(text: string, path: Place["path"]): Promise<unknown> {
  const diagnostics = new Diagnostics();
  const [document] = await readDocuments({ path: "a.yaml", text }, diagnostics);
  if (document === undefined) throw new Error("no document");
  diagnostics.report("object/invalid", { document, path, part: "value" }, { fault: "" });
  const shown = [...diagnostics.list].map(({ span, related }) => [
    text.slice(span?.start, span?.end),
    ...related.map((one) => [one.message, text.slice(one.span.start, one.span.end)]),
  ]);
  return shown[0];
}

const via = "used here by an alias";

it.each([
  ["a: &x {b: 1}\nc: *x\n", ["c", "b"], ["1", [via, "*x"]]],
  ["a: &x {b: 1}\nc: *x\n", ["a", "b"], ["1"]],
  ["a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n", ["c", "b"], ["1", [via, "c"]]],
  ["a: &x {b: 1}\nc:\n  <<: *x\n  d: 2\n", ["c", "d"], ["2"]],
  ["a: &x [1]\nc: &y {d: *x}\ne: [*y]\n", ["e", 0, "d", 0], ["1", [via, "*y"]]],
  ["a: &x 1\nc: *x\n", ["c"], ["*x"]],
  ["a: {b: [1, {c: 2}]}\nd:\n  - e:\n", ["d", 0, "e"], ["e"]],
] as const)(
  "tells where an alias uses what is marked at its anchor: %j %j",
  async (text, path, shown) => {
    expect(await report(text, path)).toEqual(shown);
  },
);
