import { expect, it } from "vitest";
import type { RuledFacts, WebhookRule } from "../../../../src/server/webhooks/rules.js";
import {
  exemptRuleWarnings,
  isExempt,
  matchesRule,
  ruledResource,
} from "../../../../src/server/webhooks/rules.js";

const resource = { group: "apps", version: "v1", resource: "deployments" };
const facts: RuledFacts = { resource, subresource: "", operation: "CREATE", namespace: "default" };
const any: WebhookRule = {
  groups: ["*"],
  versions: ["*"],
  resources: ["*"],
  operations: ["*"],
  scope: "*",
};

it.each<[string, Partial<WebhookRule>, Partial<RuledFacts>, boolean]>([
  ["anything", {}, {}, true],
  ["its group", { groups: ["apps"] }, {}, true],
  ["another group", { groups: ["", "batch"] }, {}, false],
  ["another version", { versions: ["v2"] }, {}, false],
  ["another operation", { operations: ["UPDATE", "DELETE"] }, {}, false],
  ["no subresource", {}, { subresource: "scale" }, false],
  ["any subresource", { resources: ["*/*"] }, { subresource: "scale" }, true],
  ["the resource itself, by */*", { resources: ["*/*"] }, {}, true],
  ["one subresource of all", { resources: ["*/scale"] }, { subresource: "scale" }, true],
  ["all subresources of one", { resources: ["pods/*"] }, { subresource: "scale" }, false],
  ["what is in a namespace", { scope: "Cluster" }, {}, false],
  ["what is in none", { scope: "Cluster" }, { namespace: "" }, true],
  ["what is in a namespace, as such", { scope: "Namespaced" }, {}, true],
])("%s", (_, rule, more, isMatched) => {
  expect(matchesRule({ ...any, ...rule }, { ...facts, ...more })).toBe(isMatched);
});

it("takes a namespace for a part of the cluster, though it is in itself", () => {
  const namespaces = { group: "", version: "v1", resource: "namespaces" };
  const given = { ...facts, resource: namespaces, namespace: "a" };
  expect(matchesRule({ ...any, scope: "Cluster" }, given)).toBe(true);
  expect(matchesRule({ ...any, scope: "Namespaced" }, given)).toBe(false);
});

it("takes the version that a rule names, the earlier rules first", () => {
  const [old, older] = ["v1beta2", "v1beta1"].map((version) => ({ ...resource, version }));
  const rules = ["v1beta1", "v1beta2"].map((version) => ({ ...any, versions: [version] }));
  expect(ruledResource(rules, facts, [old ?? resource, older ?? resource])).toEqual(older);
  expect(ruledResource(rules, facts, [])).toBeUndefined();
  expect(ruledResource([...rules, any], facts, [old ?? resource])).toEqual(resource);
});

it("passes over configurations and reviews", () => {
  const group = "admissionregistration.k8s.io";
  const configurations = { group, version: "v1", resource: "mutatingwebhookconfigurations" };
  const kind = { group, version: "v1", kind: "MutatingWebhookConfiguration" };
  expect(isExempt({ kind, resource: configurations })).toBe(true);
  const reviews = { group: "authentication.k8s.io", version: "v1", resource: "tokenreviews" };
  expect(isExempt({ kind: { ...reviews, kind: "TokenReview" }, resource: reviews })).toBe(true);
  expect(isExempt({ kind: { ...resource, kind: "Deployment" }, resource })).toBe(false);
  const named = { ...any, groups: ["authentication.k8s.io"], resources: ["tokenreviews"] };
  expect(exemptRuleWarnings([any, named], "webhooks[0]")).toEqual([
    "webhooks[0].rules[1]: tokenreviews.authentication.k8s.io is excluded from admission webhooks; this rule will have no effect",
  ]);
});
