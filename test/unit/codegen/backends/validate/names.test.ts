import { beforeAll, describe, expect, it } from "vitest";
import type { Json } from "../../../../../src/runtime/v1/values/json/json.js";
import { loadRuntime } from "../../../../support/emit-unit.js";
import { emittedCheck } from "../../../../support/literal.js";

beforeAll(loadRuntime);

/** The names of the constants for a schema that is in use at two places. */
function sharedNames(schema: Json): string[] {
  const { text } = emittedCheck({ type: "object", properties: { a: schema, b: schema } });
  return [...text.matchAll(/const (\w+): ValueSchema/g)].flatMap(([, name = ""]) =>
    name === "sampleSpecShape" ? [] : [name],
  );
}

describe("what is in use at several places has a name that says what it asks for", () => {
  const cases: readonly [string, Json][] = [
    ["stringShape", { type: "string" }],
    ["stringOfAtMost63Shape", { type: "string", maxLength: 63 }],
    ["stringOf1To63Shape", { type: "string", minLength: 1, maxLength: 63 }],
    ["stringOfAtLeast2Shape", { type: "string", minLength: 2 }],
    ["dateTimeStringShape", { type: "string", format: "date-time" }],
    ["alwaysOrNeverShape", { type: "string", enum: ["Always", "Never"] }],
    ["integerShape", { type: "integer" }],
    ["int32From1To65535Shape", { type: "integer", format: "int32", minimum: 1, maximum: 65535 }],
    ["booleanShape", { type: "boolean" }],
    ["intOrStringShape", { "x-kubernetes-int-or-string": true }],
  ];
  it.each(cases)("%s", (name, schema) => {
    expect(sharedNames(schema)).toEqual([name]);
  });

  it("lists and maps of these", () => {
    expect(sharedNames({ type: "array", items: { type: "string" } })).toEqual(["stringListShape"]);
    expect(sharedNames({ type: "object", additionalProperties: { type: "integer" } })).toEqual([
      "integerMapShape",
    ]);
  });

  it("the first place where there is no short name", () => {
    expect(sharedNames({ type: "string", pattern: "^a+$" })).toEqual(["sampleSpecAShape"]);
    expect(sharedNames({ type: "integer", minimum: -1 })).toEqual(["sampleSpecAShape"]);
    expect(sharedNames({ type: "string", enum: ["a b"] })).toEqual(["sampleSpecAShape"]);
  });
});

describe("patterns that match every text", () => {
  it.each(["", ".*", "^.*", ".*$", "(.*)"])("'%s' is not run", (pattern) => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string", pattern } },
    });
    expect(check.text).not.toMatch(/test\(|matcher/);
    expect(check.verdict({ a: "b\n" })).toBe("valid");
  });

  it("'^.*$' does not match a text with several lines", () => {
    const check = emittedCheck({
      type: "object",
      properties: { a: { type: "string", pattern: "^.*$" } },
    });
    expect(check.text).toMatch(/test\(/);
    expect(check.verdict({ a: "b\n" })).toBe(
      "spec.a: Invalid value: \"b\\n\": spec.a in body should match '^.*$'",
    );
  });
});
