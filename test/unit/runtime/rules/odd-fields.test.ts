import { expect, it } from "vitest";
import { CelError } from "../../../../src/runtime/v1/cel/values/error.js";
import type { Json } from "../../../../src/runtime/v1/json/json.js";
import { Float64, isObject } from "../../../../src/runtime/v1/json/json.js";
import type { TestedField } from "../../../../src/runtime/v1/rules/odd-fields.js";
import { evaluateWithout, findOddFields } from "../../../../src/runtime/v1/rules/odd-fields.js";

/** Takes texts; the error names what it found. */
const read = (data: Json): unknown =>
  typeof data === "string" ? data : new CelError(JSON.stringify(data));

const tested: readonly TestedField[] = [
  [read, "a", "b"],
  [read, "c"],
];

it.each<[Json, readonly string[]]>([
  [{ a: { b: 1 } }, ["a.b"]],
  [{ a: { b: "text" }, c: 1 }, ["c"]],
  [{ a: { b: 1 }, c: 1 }, ["a.b", "c"]],
  [{ a: {} }, []],
  [{ a: 1 }, []],
  [{}, []],
  [{ a: new Float64(1) }, ["a"]],
  ["text", []],
])("the odd fields of %j", (self, paths) => {
  expect(findOddFields(tested, self).map(({ path }) => path.join("."))).toEqual(paths);
});

function at(self: Json, ...path: readonly string[]): Json | undefined {
  return path.reduce<Json | undefined>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    self,
  );
}

const hasB = (self: Json): boolean => at(self, "a", "b") !== undefined;
const hasC = (self: Json): boolean => at(self, "c") !== undefined;
const error = new CelError("of the rule");

it.each<[string, Json, (self: Json) => boolean | CelError, boolean | string]>([
  ["a field that decides", { a: { b: 1 } }, hasB, "1"],
  ["a field that does not matter", { a: { b: 1 } }, () => true, true],
  ["a rule that fails anyhow", { a: { b: 1 } }, () => false, false],
  ["a rule with an error", { a: { b: 1 } }, (self) => (hasB(self) ? error : true), error.message],
  ["an error without the field", { a: { b: 1 } }, (self) => hasB(self) || error, "1"],
  ["what lies beside", { a: { b: 1, z: 1 } }, (self) => at(self, "a", "z") === 1, true],
  ["the first that decides", { a: { b: 1 }, c: 2 }, (self) => hasB(self) && hasC(self), "1"],
  ["one of two", { a: { b: 1 }, c: 2 }, (self) => hasB(self) || hasC(self), "1"],
  ["the second", { a: { b: 1 }, c: 2 }, hasC, "2"],
  ["two errors", { a: { b: 1 }, c: 2 }, (self) => (hasC(self) ? true : new CelError("e")), "2"],
])("has() of odd fields: %s", (_, self, evaluate, says) => {
  const copy = structuredClone(self);
  const said = evaluateWithout(findOddFields(tested, self), self, evaluate);
  expect(said instanceof CelError ? said.message : said).toBe(says);
  expect(self).toEqual(copy);
});
