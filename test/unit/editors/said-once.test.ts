import { expect, it } from "vitest";
import type { Said } from "../../../editors/vscode/src/said-once.js";
import { isSaidByOthers } from "../../../editors/vscode/src/said-once.js";

const yaml: Said = { source: "YAML", code: 0, line: 4 };
const schema: Said = { source: "yaml-schema: CronTab", code: 1, line: 4 };

/** A diagnostic of crdgen in the fifth line. */
function own(code: string): Said {
  return { source: "crdgen", code, line: 4 };
}

it("what is no YAML or JSON is told once, wherever another reader stumbles", () => {
  const elsewhere = { ...yaml, line: 9 };
  expect(isSaidByOthers(own("source/not-yaml"), [elsewhere])).toBe(true);
  expect(isSaidByOthers(own("source/not-yaml"), [own("source/not-yaml"), schema])).toBe(false);
  expect(isSaidByOthers(own("source/not-json"), [{ ...yaml, source: "json", code: 514 }])).toBe(
    true,
  );
  expect(isSaidByOthers(own("source/not-json"), [{ ...yaml, source: "json", code: 1 }])).toBe(
    false,
  );
});

it("a key that is there twice is told once on its line", () => {
  expect(isSaidByOthers(own("source/duplicate-key"), [yaml])).toBe(true);
  expect(isSaidByOthers(own("source/duplicate-key"), [{ ...yaml, line: 3 }])).toBe(false);
});

it("what crdgen alone knows is always told", () => {
  for (const code of ["object/invalid", "object/unknown-field", "source/template"]) {
    expect(isSaidByOthers(own(code), [yaml, schema])).toBe(false);
  }
});
