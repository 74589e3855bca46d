import { expect, it } from "vitest";

import { lint } from "../../../src/index.js";
import { boatSource } from "../../support/boat.js";

it.each([
  ["nope == 1", "write `optional.none`"],
  ["self.n.size() == 1 || sise(self.s) == 1", "write `size`"],
  ["s == 'a'", "write `self.s`"],
  ["self.n.y == 1", "select fields of objects alone; other values have functions"],
  ["self.s.all(x, x == 'a')", "macros such as `all` go through lists and maps"],
  ["self.s.matches('(?=a)')", "RE2, which knows no lookaround"],
  ["duration('1 hour') > duration('1s')", "`1h30m`"],
  ["timestamp('now') == timestamp('now')", "`2030-01-31T00:00:00Z`"],
  ["has(self)", "ask for a field: `has(self.field)`"],
  ["self.n", "compare the value with something"],
])("%s: %s", async (rule, advice) => {
  const properties = { s: { type: "string" }, n: { type: "integer" } };
  const spec = { type: "object", properties, "x-kubernetes-validations": [{ rule }] };
  const source = boatSource({ schema: { type: "object", properties: { spec } } });
  const diagnostics = await lint({ sources: [source] });
  const help = diagnostics
    .filter(({ severity }) => severity === "error")
    .map((fault) => fault.help);
  expect(help.join("\n")).toContain(advice);
});
