import { describe, expect, it } from "vitest";
import { StoredRules } from "../../../../src/crd/rules/ruled-nodes.js";
import { rulesSeeDefaults } from "../../../../src/crd/rules/seen-defaults.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { schemaResource } from "../../../support/schema-resource.js";

const stored = new StoredRules(37);

function seesDefaults(schema: JsonObject): boolean {
  const made = schemaResource(schema).version.schema;
  return made !== undefined && rulesSeeDefaults(made, stored);
}

const text = { type: "string", maxLength: 9 };
const filledText = { ...text, default: "x" };
const item = { type: "object", properties: { key: text, filled: filledText } };

/** A resource whose `spec` has the rule; every field called `filled` has a default. */
function ruled(rule: string): JsonObject {
  const properties: JsonObject = {
    filled: filledText,
    "in-filled": filledText,
    plain: text,
    object: item,
    list: { type: "array", maxItems: 3, items: item },
    map: { type: "object", maxProperties: 3, additionalProperties: item },
  };
  const spec = { type: "object", properties, "x-kubernetes-validations": [{ rule }] };
  return { type: "object", properties: { spec } };
}

describe("a rule of fields without a default sees none", () => {
  const rules = [
    "self.plain == 'a'", "has(self.object)", "has(self.object.key)", "self.?object.?key.hasValue()", "self.list.size() < 2",
    "self.list.all(it, it.key == 'a')", "self.map.all(key, self.map[key].key == 'a')",
    "(has(self.object) ? self.object : self.object).key == 'a'", "self.list.filter(it, it.key == 'a').size() < 2", "true",
  ]; // prettier-ignore
  it.each(rules)("%s", (rule) => {
    expect(seesDefaults(ruled(rule))).toBe(false);
  });
});

describe("a rule sees the default of a field that it selects, and of what it uses as a whole", () => {
  const rules = [
    "self.filled == 'a'", "has(self.filled)", "self.in__dash__filled == 'a'", "has(self.object.filled)",
    "self.?object.?filled.hasValue()", "self.object.?filled.hasValue()", "self.list.all(it, it.filled == 'a')",
    "self.list[0].filled == 'a'", "self.map.all(key, self.map[key].filled == 'a')", "self.object == self.object",
    "self.list.all(it, it == self.list[0])", "self.list[0] in self.list", "self.map == self.map", "dyn(self).plain == 'a'",
    "[self.object].size() == 1 && [self.object] == []", "self.list.map(it, it.filled).size() < 2", "self == self",
    "self.list.filter(it, it.key == 'a') == self.list", "self.map['a'].filled == 'a'",
  ]; // prettier-ignore
  it.each(rules)("%s", (rule) => {
    expect(seesDefaults(ruled(rule))).toBe(true);
  });
});

it("a field with a default below which rules stand is there for these", () => {
  const rules = { "x-kubernetes-validations": [{ rule: "has(self.plain)" }] };
  const spec = { type: "object", properties: { plain: text }, ...rules };
  const filled = { ...spec, default: {} };
  expect(seesDefaults({ type: "object", properties: { spec, status: { ...text, default: "" } } })).toBe(false);
  expect(seesDefaults({ type: "object", properties: { spec: filled } })).toBe(true);
  const above = { type: "object", properties: { spec }, default: {} };
  expect(seesDefaults({ type: "object", properties: { above } })).toBe(true);
}); // prettier-ignore

it("rules of a resource know its metadata, which has no defaults", () => {
  const rules = { "x-kubernetes-validations": [{ rule: "self.metadata.name.size() < 9" }] };
  const properties = { spec: { type: "object", properties: { filled: filledText } } };
  expect(seesDefaults({ type: "object", properties, ...rules })).toBe(false);
});
