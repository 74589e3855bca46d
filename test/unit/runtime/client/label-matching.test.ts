import { describe, expect, it } from "vitest";
import {
  matchesLabels,
  objectSelectorText,
} from "../../../../src/runtime/v1/client/label-matching.js";
import type { LabelSelector } from "../../../../src/runtime/v1/client/selector.js";

const labels = { app: "web", "example.com/tier": "front", empty: "", size: "12", gone: null };

describe("matchesLabels", () => {
  it.each<[string | LabelSelector, boolean]>([
    ["", true],
    [" ", true],
    [{}, true],
    ["app", true],
    ["! app", false],
    ["!other,app", true],
    ["gone", false],
    ["!gone", true],
    ["app=web", true],
    ["app == web", true],
    ["app=we", false],
    ["other=", false],
    ["empty=", true],
    ["empty=,app=web", true],
    ["app!=web", false],
    ["other!=web", true],
    ["app in (a, web )", true],
    ["app in(web)", true],
    ["app in (a)", false],
    ["other in ()", false],
    ["empty in ()", true],
    ["app notin (a,b)", true],
    ["app notin (web)", false],
    ["other notin (web)", true],
    ["size>11,size<13", true],
    ["size>12", false],
    ["app>1", false],
    ["other<1", false],
    ["example.com/tier=front,app", true],
    ["example.com/tier=front,app=x", false],
    [{ app: "web", "example.com/tier": ["front", "back"] }, true],
    [{ app: { not: "web" } }, false],
    [{ other: { notIn: ["a"] }, empty: { exists: true } }, true],
    [{ app: { exists: false } }, false],
    [{ app: undefined }, true],
  ])("%j: %j", (selector, matches) => {
    expect(matchesLabels(selector, labels)).toBe(matches);
  });

  it.each([undefined, null, {}])("takes %j for no labels", (none) => {
    expect(matchesLabels("a", none)).toBe(false);
    expect(matchesLabels("!toString", none)).toBe(true);
  });

  it.each(["a b", "a,", ",a", "a=b c", "a in b", "=a", "!", "a in (b", "a!!b", "ü=1", "a=b=c"])(
    "refuses what is no selector: '%s'",
    (text) => {
      expect(() => matchesLabels(text, {})).toThrow("is not a label selector");
    },
  );
});

describe("objectSelectorText", () => {
  it("writes what stands in objects as text", () => {
    const text = objectSelectorText({
      matchLabels: { app: "web", exists: "" },
      matchExpressions: [
        { key: "tier", operator: "In", values: ["a", "b"] },
        { key: "tier", operator: "NotIn", values: ["c"] },
        { key: "x", operator: "Exists" },
        { key: "y", operator: "DoesNotExist", values: null },
      ],
    });
    expect(text).toBe("app=web,exists=,tier in (a,b),tier notin (c),x,!y");
    expect(matchesLabels(text, { app: "web", exists: "", tier: "b", x: "" })).toBe(true);
    expect(objectSelectorText({})).toBe("");
    expect(objectSelectorText({ matchLabels: null, matchExpressions: null })).toBe("");
  });

  it.each([
    [{ key: "a", operator: "Near" }, 'the selector of "a" has no operator "Near"'],
    [{ key: "a", operator: "In" }, "needs a member"],
    [{ key: "a b", operator: "Exists" }, "is not a label"],
  ])("refuses %j", (term, message) => {
    expect(() => objectSelectorText({ matchExpressions: [term] })).toThrow(message);
  });
});
