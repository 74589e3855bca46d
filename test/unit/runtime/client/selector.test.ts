import { describe, expect, it } from "vitest";
import type { FieldSelector, LabelSelector } from "../../../../src/runtime/v1/client/selector.js";
import {
  fieldSelectorText,
  labelSelectorText,
} from "../../../../src/runtime/v1/client/selector.js";

describe("field selectors", () => {
  it.each<[string, FieldSelector, string]>([
    ["text", { "spec.color": "blue" }, "spec.color=blue"],
    ["several", { "spec.color": "blue", "metadata.name": "a" }, "spec.color=blue,metadata.name=a"],
    ["numbers and booleans", { a: 3, b: false }, "a=3,b=false"],
    ["absent", { a: "" }, "a="],
    ["exclusion", { a: { not: "b" } }, "a!=b"],
    ["exclusion of several", { a: { not: ["b", 1, true] } }, "a!=b,a!=1,a!=true"],
    ["escapes", { a: "b,c=d\\e!" }, "a=b\\,c\\=d\\\\e!"],
    ["no wish", { a: undefined }, ""],
    ["a key like any other", JSON.parse('{"__proto__":"x"}') as FieldSelector, "__proto__=x"],
  ])("%s", (_, selector, text) => {
    expect(fieldSelectorText(selector)).toBe(text);
  });

  it("passes text on", () => {
    expect(fieldSelectorText("a=b,c!=d")).toBe("a=b,c!=d");
  });

  it.each([null, ["a", "b"], { not: null }, { not: undefined }, { no: "a" }, {}])(
    "refuses what is no wish: %j",
    (wanted) => {
      expect(() => fieldSelectorText({ a: wanted as never })).toThrow(TypeError);
    },
  );

  it.each<[FieldSelector, string]>([
    [{ "a=b": "x" }, 'a field selector cannot name "a=b"'],
    [{ a: { no: "x" } as never }, 'a field selector cannot ask "a" for {"no":"x"}'],
    [{ a: { not: undefined as never } }, 'a field selector cannot ask "a" for null'],
  ])("says what is wrong with %j", (selector, message) => {
    expect(() => fieldSelectorText(selector)).toThrow(message);
  });

  it.each(["a,b", "a=b", "a!", "a\\"])("cannot name '%s'", (field) => {
    expect(() => fieldSelectorText({ [field]: "x" })).toThrow(TypeError);
  });
});

describe("label selectors", () => {
  it.each<[string, LabelSelector, string]>([
    ["equality", { app: "web" }, "app=web"],
    ["the empty value", { app: "" }, "app="],
    ["one of", { "example.com/tier": ["a", "b"] }, "example.com/tier in (a,b)"],
    ["inequality", { app: { not: "web" } }, "app!=web"],
    ["none of", { app: { notIn: ["a", "b"] } }, "app notin (a,b)"],
    ["presence", { app: { exists: true }, tier: { exists: false } }, "app,!tier"],
    ["no wish", { app: undefined }, ""],
  ])("%s", (_, selector, text) => {
    expect(labelSelectorText(selector)).toBe(text);
  });

  it.each<LabelSelector>([
    { app: "a,admin" },
    { app: ["a)", "b"] },
    { app: { not: "a b" } },
    { app: { notIn: ["ü"] } },
    { "a,b": "c" },
    { "!a": "c" },
  ])("refuses what would become another term: %j", (selector) => {
    expect(() => labelSelectorText(selector)).toThrow(TypeError);
  });

  it.each<[LabelSelector, string]>([
    [{ "a,b": "c" }, '"a,b" is not a label'],
    [{ a: "ü" }, '"ü" is not the value of a label'],
    [{ a: 5 as never }, 'a label selector cannot ask "a" for 5'],
    [{ a: null as never }, 'a label selector cannot ask "a" for null'],
  ])("says what is wrong with %j", (selector, message) => {
    expect(() => labelSelectorText(selector)).toThrow(message);
  });

  it("passes text on", () => {
    expect(labelSelectorText("a in (b,c)")).toBe("a in (b,c)");
  });

  it.each<LabelSelector>([{ app: [] }, { app: { notIn: [] } }])(
    "refuses lists without members: %j",
    (selector) => {
      expect(() => labelSelectorText(selector)).toThrow("needs a member");
    },
  );

  it.each([null, 5, { in: ["a"] }, { app: "web" }, {}, { not: undefined }, [1]])(
    "refuses what is no wish: %j",
    (wanted) => {
      expect(() => labelSelectorText({ matchLabels: wanted as never })).toThrow(TypeError);
    },
  );
});
