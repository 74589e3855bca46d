import { resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { FaultMemory } from "../../../../src/cli/watch/fault-memory.js";
import type { Change, ChangeKind } from "../../../../src/cli/watch/watch-places.js";
import type { Diagnostic } from "../../../../src/crd/diagnostics/diagnostics.js";

function fault(
  path: string,
  message: string,
  severity: Diagnostic["severity"] = "error",
): Diagnostic {
  const known = { code: "crd/scope-invalid", span: undefined, related: [], help: undefined, cause: undefined } as const; // prettier-ignore
  return { ...known, path, message, severity };
}

function change(path: string, kind: ChangeKind = "changed"): Change {
  return { path, kind };
}

const [scope, names] = [fault("a.yaml", "scope"), fault("a.yaml", "names")];
const [other, warning] = [fault("b.yaml", "other"), fault("b.yaml", "old", "warning")];

describe("what is mended", () => {
  it("is told by file, errors before warnings", () => {
    const memory = new FaultMemory();
    expect(memory.mendedBy([scope, names, other, warning], [])).toBe("");
    expect(memory.mendedBy([names], [change("a.yaml"), change("b.yaml")])).toBe(
      "1 error in a.yaml, 1 error and 1 warning in b.yaml",
    );
    expect(memory.mendedBy([], [change("a.yaml")])).toBe("1 error in a.yaml");
    expect(memory.mendedBy([], [])).toBe("");
  });

  it("is told of the first three files", () => {
    const memory = new FaultMemory();
    memory.mendedBy(
      ["a", "b", "c", "d", "e"].map((path) => fault(path, "scope")),
      [],
    );
    expect(memory.mendedBy([], [])).toBe("1 error in a, 1 error in b, 1 error in c and 2 more");
  });

  it("is not what has only another line, nor one of two that are equal", () => {
    const memory = new FaultMemory();
    memory.mendedBy([scope, scope, scope], []);
    expect(memory.mendedBy([{ ...scope, help: "else" }, scope], [change("a.yaml")])).toBe(
      "1 error in a.yaml",
    );
  });

  it("is nothing that went with its file", () => {
    const memory = new FaultMemory();
    memory.mendedBy([scope, other], []);
    expect(memory.mendedBy([other], [change(resolve("a.yaml"), "removed")])).toBe("");
    expect(memory.mendedBy([], [change("b.yaml")])).toBe("1 error in b.yaml");
  });

  it("is nothing that a new error of its file hides, until that is gone", () => {
    const memory = new FaultMemory();
    const broken = fault("a.yaml", "no YAML");
    memory.mendedBy([scope, names], []);
    expect(memory.mendedBy([broken], [change("a.yaml")])).toBe("");
    // Still there while something else is mended.
    expect(memory.mendedBy([broken, other], [change("b.yaml", "added")])).toBe("");
    expect(memory.mendedBy([broken], [change("b.yaml")])).toBe("1 error in b.yaml");
    expect(memory.mendedBy([names], [change("a.yaml")])).toBe("2 errors in a.yaml");
  });

  it("is nothing that an error in a file which changed hides in one that did not", () => {
    const memory = new FaultMemory();
    const refused = fault("crd.yaml", "refused");
    memory.mendedBy([scope, other], []);
    // The objects of this CRD are not judged any more; b.yaml is somebody's who works on it.
    expect(memory.mendedBy([refused], [change("crd.yaml"), change("b.yaml")])).toBe(
      "1 error in b.yaml",
    );
    expect(memory.mendedBy([scope], [change("crd.yaml")])).toBe("1 error in crd.yaml");
    expect(memory.mendedBy([], [change("crd.yaml")])).toBe("1 error in a.yaml");
  });

  it("is nothing that is only noticed", () => {
    const memory = new FaultMemory();
    memory.mendedBy([fault("a.yaml", "unused", "notice")], []);
    expect(memory.mendedBy([], [change("a.yaml")])).toBe("");
  });
});
