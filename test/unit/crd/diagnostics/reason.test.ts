import { expect, it } from "vitest";
import { reasonOf } from "../../../../src/crd/diagnostics/reason.js";

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
