import { describe, expect, it } from "vitest";
import type {
  PolicyRule,
  RequestedAction,
} from "../../../../../src/runtime/v1/testing/authorization/policy-rules.js";
import {
  missingRights,
  policyRulesOf,
  rightsText,
  ruleAllows,
} from "../../../../../src/runtime/v1/testing/authorization/policy-rules.js";
import type { JsonObject } from "../../../../../src/runtime/v1/values/json/json.js";

function rule(given: JsonObject): PolicyRule {
  const [read] = policyRulesOf([given]);
  if (read === undefined) throw new Error("no rule");
  return read;
}

const pods = { verbs: ["get"], apiGroups: [""], resources: ["pods"] };

function action(more: Partial<Extract<RequestedAction, { group: string }>> = {}): RequestedAction {
  const base = { verb: "get", group: "", resource: "pods", subresource: "" };
  return { ...base, name: "a", namespace: "b", ...more };
}

describe("whether a rule allows an action", () => {
  it.each([
    ["its verb, group and resource", pods, {}, true],
    ["another verb", pods, { verb: "list" }, false],
    ["another group", pods, { group: "apps" }, false],
    ["another resource", pods, { resource: "services" }, false],
    ["a subresource, which is no part of the resource", pods, { subresource: "log" }, false],
    ["all verbs", { ...pods, verbs: ["*"] }, { verb: "odd" }, true],
    ["all groups", { ...pods, apiGroups: ["*"] }, { group: "apps" }, true],
    ["all resources and their parts", { ...pods, resources: ["*"] }, { subresource: "log" }, true],
    ["the subresource", { ...pods, resources: ["pods/log"] }, { subresource: "log" }, true],
    ["that of all resources", { ...pods, resources: ["*/log"] }, { subresource: "log" }, true],
    ["not another of them", { ...pods, resources: ["*/log"] }, { subresource: "status" }, false],
    ["not the resource itself", { ...pods, resources: ["*/log"] }, {}, false],
    ["no star within", { ...pods, resources: ["pods/*"] }, { subresource: "log" }, false],
    ["its name", { ...pods, resourceNames: ["a"] }, {}, true],
    ["another name", { ...pods, resourceNames: ["b"] }, {}, false],
    ["a name for what has none", { ...pods, resourceNames: ["a"] }, { name: "" }, false],
  ])("%s", (_, given, more, allowed) => {
    expect(ruleAllows(rule(given), action(more))).toBe(allowed);
  });

  it.each([
    ["/healthz", "/healthz", true],
    ["/healthz", "/healthz/ping", false],
    ["/healthz/*", "/healthz/ping", true],
    ["/healthz/*", "/healthz", false],
    ["/heal*", "/healthz", true],
    ["/heal**", "/healthz", true],
    ["/*z", "/healthz", false],
    ["*", "/", true],
  ])("the path %s: %s", (url, path, allowed) => {
    const given = rule({ verbs: ["get"], nonResourceURLs: [url] });
    expect(ruleAllows(given, { verb: "get", path })).toBe(allowed);
    expect(ruleAllows(given, { verb: "post", path })).toBe(false);
  });

  it("is no for paths and rules of resources", () => {
    const all = rule({ verbs: ["*"], apiGroups: ["*"], resources: ["*"] });
    expect(ruleAllows(all, { verb: "get", path: "/healthz" })).toBe(false);
    const paths = rule({ verbs: ["*"], nonResourceURLs: ["*"] });
    expect(ruleAllows(paths, action())).toBe(false);
  });
});

describe("rights that somebody lacks", () => {
  const lacking = (held: JsonObject[], wanted: JsonObject[]): string =>
    rightsText(missingRights(policyRulesOf(held), policyRulesOf(wanted)));

  it("are none where each is in one of the rules", () => {
    const wanted = { verbs: ["get", "list"], apiGroups: [""], resources: ["pods", "pods/log"] };
    const held = [
      { verbs: ["*"], apiGroups: [""], resources: ["pods"] },
      { verbs: ["get", "list"], apiGroups: ["*"], resources: ["*/log"] },
    ];
    expect(lacking(held, [wanted])).toBe("");
    expect(lacking([{ verbs: ["get"], nonResourceURLs: ["/a*"] }], [])).toBe("");
  });

  it("are told with their verbs together, sorted", () => {
    const wanted = { verbs: ["list", "get"], apiGroups: ["", "apps"], resources: ["pods"] };
    expect(lacking([], [wanted, { verbs: ["get"], nonResourceURLs: ["/a"] }])).toBe(
      [
        '{APIGroups:[""], Resources:["pods"], Verbs:["list" "get"]}',
        '{APIGroups:["apps"], Resources:["pods"], Verbs:["list" "get"]}',
        '{NonResourceURLs:["/a"], Verbs:["get"]}',
      ].join("\n"),
    );
  });

  it("are those to all objects, for who has them for some", () => {
    const some = { ...pods, resourceNames: ["a"] };
    expect(lacking([some], [pods])).not.toBe("");
    expect(lacking([pods], [some])).toBe("");
    expect(lacking([some], [{ ...pods, resourceNames: ["a", "b"] }])).toBe(
      '{APIGroups:[""], Resources:["pods"], ResourceNames:["b"], Verbs:["get"]}',
    );
  });

  it("are paths that no star covers", () => {
    const held = [{ verbs: ["get"], nonResourceURLs: ["/a/*"] }];
    expect(lacking(held, [{ verbs: ["get"], nonResourceURLs: ["/a/b"] }])).toBe("");
    expect(lacking(held, [{ verbs: ["get"], nonResourceURLs: ["/a", "*"] }])).not.toBe("");
  });
});
