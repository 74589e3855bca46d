import { describe, expect, it } from "vitest";
import { collectErrors } from "../../../../../src/runtime/v1/validation/collect-errors.js";
import { Report } from "../../../../../src/runtime/v1/validation/report.js";
import type { ValueSchema } from "../../../../../src/runtime/v1/validation/value-schema.js";
import { newestDialect } from "../../../../../src/runtime/v1/values/dialect.js";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { Float64 } from "../../../../../src/runtime/v1/values/json/json.js";
import {
  isFiniteNumber,
  isFloat32,
  isInt32,
  isInteger,
  isNearInteger,
} from "../../../../../src/runtime/v1/values/quick/numbers.js";

const values: readonly Json[] = [
  0, -0, 1, -1, 1.5, 1e21, 1e-7, 3.5e38, 2.9999999999999996, 1.0000000001, 2 ** 31, -(2 ** 31),
  2 ** 31 - 1, 2 ** 53, 2 ** 62,
  2 ** 63, -(2 ** 63), 9007199254740993n, 9223372036854775807n, new Float64(0), new Float64(2), new Float64(2 ** 53),
  new Float64(2 ** 31), new Float64(1e300), "1", "", true, null, [], [1], {},
]; // prettier-ignore

function isGood(schema: ValueSchema, value: Json): boolean {
  const report = new Report("", newestDialect);
  collectErrors(schema, value, "", report);
  return report.isEmpty;
}

describe("quick checks of numbers say what the second pass says", () => {
  it.each([
    ["integer", { type: "integer" }, isInteger],
    ["int32", { type: "integer", format: "int32" }, isInt32],
    ["number", { type: "number" }, isFiniteNumber],
    ["float", { type: "number", format: "float" }, isFloat32],
    [
      "int-or-string",
      { type: "integer,string" },
      (value: unknown): boolean => typeof value === "string" || isNearInteger(value),
    ],
  ] as const)("%s", (_name, schema, check) => {
    for (const value of values)
      expect([value, check(value)]).toEqual([value, isGood(schema, value)]);
  });
});
