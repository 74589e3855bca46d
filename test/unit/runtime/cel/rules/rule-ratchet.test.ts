import { expect, it } from "vitest";
import { RuleRatchet } from "../../../../../src/runtime/v1/cel/rules/rules.js";
import type { ValueSchema } from "../../../../../src/runtime/v1/validation/value-schema.js";
import type { Json, JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";

const schema: ValueSchema = {
  type: "array",
  items: { type: "object", fields: { a: { type: "integer" } } },
};

/** A list of objects that calls `onRead` for each of their fields that is read. */
function listOf(length: number, onRead: () => void): JsonObject[] {
  return Array.from({ length }, (_, a) =>
    Object.defineProperty({}, "a", {
      enumerable: true,
      get: (): Json => {
        onRead();
        return a;
      },
    }),
  );
}

it("compares a list with the old one once, however many of its items fail", () => {
  const length = 1000;
  let reads = 0;
  const old = listOf(length, () => reads++);
  const value = listOf(length, () => undefined);
  const itemAt = new RuleRatchet({ value, old, schema }).items();
  const unchanged = value.filter((_, index) => itemAt(index).member("a").isUnchanged);
  expect(unchanged).toHaveLength(length);
  expect(reads).toBeLessThan(10 * length);
});
