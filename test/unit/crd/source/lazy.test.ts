import { expect, it, vi } from "vitest";
import { Diagnostics } from "../../../../src/crd/diagnostics/diagnostics.js";

it("the yaml package is loaded by a document that needs it, and by no other", async () => {
  const load = vi.fn(() => vi.importActual("yaml"));
  vi.doMock("yaml", load);
  const { readDocuments } = await import("../../../../src/crd/source/read.js");
  const diagnostics = new Diagnostics();
  const plain = { path: "plain.yaml", text: "a: 1\na: 2\n---\nb: [c: d\n---\ne: |\n  f\n" };
  const [document] = await readDocuments(plain, diagnostics);
  document?.locate(["a"]);
  expect(load).not.toHaveBeenCalled();
  await readDocuments({ path: "tagged.yaml", text: "a: !!str 1\n" }, diagnostics);
  expect(load).toHaveBeenCalledOnce();
});
