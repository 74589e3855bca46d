import { describe, expect, it } from "vitest";

import { findField } from "../../../../src/pipeline/objects/field-path.js";

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
});
