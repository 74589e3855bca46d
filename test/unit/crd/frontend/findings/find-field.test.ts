import { describe, expect, it } from "vitest";
import { findField } from "../../../../../src/crd/frontend/findings/find-field.js";
import { cpuTime } from "../../../../support/cpu-time.js";

const object = {
  metadata: { labels: { "a.b/c": "x" } },
  spec: {
    env: [{ name: "a" }, { name: "b" }],
    limits: { a: { b: 1 }, "a.b": { c: 2 }, "x]y": { "": 3 } },
    "": 4,
  },
};

describe("findField", () => {
  it.each([
    ["<nil>", [], true],
    ["", [], true],
    ["spec.env[1].name", ["spec", "env", 1, "name"], true],
    ["spec.env[2].name", ["spec", "env"], false],
    ["spec.env[1].value", ["spec", "env", 1], false],
    ["spec.environment", ["spec"], false],
    [".spec.env", ["spec", "env"], true],
    ["metadata.labels[a.b/c]", ["metadata", "labels", "a.b/c"], true],
    ["metadata.labels.a.b/c", ["metadata", "labels", "a.b/c"], true],
    ["spec.limits.a.b", ["spec", "limits", "a.b"], true],
    ["spec.limits.a.b.c", ["spec", "limits", "a.b", "c"], true],
    ["spec.limits.a.b.d", ["spec", "limits", "a.b"], false],
    ["spec.limits[x]y][]", ["spec", "limits", "x]y", ""], true],
    ["spec.", ["spec", ""], true],
    ["nothing", [], false],
    ["constructor", [], false],
  ])("%s", (field, path, exists) => {
    expect(findField(field, object)).toEqual({ path, exists });
  });

  it("does not go through all keys for each field", () => {
    const keys = Array.from({ length: 20_000 }, (_, at) => `key${at}`);
    const spec = Object.fromEntries(keys.map((key) => [key, 1]));
    const start = cpuTime();
    for (const key of keys) expect(findField(`spec.${key}`, { spec }).exists).toBe(true);
    expect(cpuTime() - start).toBeLessThan(10_000);
  });

  it("comes to an end on a key of nothing but dots", () => {
    const dots = ".".repeat(100_000);
    const start = cpuTime();
    expect(findField(`spec.${dots}`, { spec: { [dots]: 1 } }).path).toEqual(["spec"]);
    expect(cpuTime() - start).toBeLessThan(10_000);
  });
});
