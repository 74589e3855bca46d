import { expect, it } from "vitest";
import { parse } from "yaml";
import {
  accessRuleText,
  ApiError,
  missingRule,
  missingRuleText,
} from "../../../../src/runtime/v1/index.js";

function refusal(message: string, code = 403): ApiError {
  const reason = code === 403 ? "Forbidden" : "Invalid";
  return new ApiError({ apiVersion: "v1", kind: "Status", metadata: {}, message, reason, code });
}

const operator = "system:serviceaccount:default:op";

it("finds the rule that a call lacked in the words of the server", () => {
  const inNamespace = `widgets.example.com "a" is forbidden: User "${operator}" cannot update resource "widgets/status" in API group "example.com" in the namespace "default"`;
  expect(missingRule(refusal(inNamespace))).toEqual({
    rule: { apiGroups: ["example.com"], resources: ["widgets/status"], verbs: ["update"] },
    namespace: "default",
    user: operator,
  });
  const everywhere = `pods is forbidden: User "${operator}" cannot list resource "pods" in API group "" at the cluster scope: RBAC: role "x" not found`;
  expect(missingRule(refusal(everywhere))).toEqual({
    rule: { apiGroups: [""], resources: ["pods"], verbs: ["list"] },
    namespace: undefined,
    user: operator,
  });
});

it("finds none in other errors", () => {
  const words = `User "a" cannot list resource "pods" in API group "" at the cluster scope`;
  expect(missingRule(refusal(words, 422))).toBeUndefined();
  expect(missingRule(new Error(words))).toBeUndefined();
  expect(missingRule(refusal(`User "a" cannot get path "/metrics"`))).toBeUndefined();
  const enforced = `cannot set blockOwnerDeletion if an ownerReference refers to a resource you can't set finalizers on: , <nil>`;
  expect(missingRule(refusal(enforced))).toBeUndefined();
  expect(missingRuleText(refusal(enforced))).toBeUndefined();
});

it("prints a rule as YAML that says the same", () => {
  const rule = {
    apiGroups: ["", "example.com"],
    resources: ["on", "widgets/status"],
    resourceNames: ["1", "a: b"],
    verbs: ["*"],
  };
  expect(parse(accessRuleText(rule))).toEqual([rule]);
  const message = `pods is forbidden: User "a" cannot list resource "pods" in API group "" in the namespace "b"`;
  expect(missingRuleText(refusal(message))).toBe(
    `a needs this rule, in a Role of the namespace b that is bound to it:
- apiGroups: [""]
  resources: [pods]
  verbs: [list]`,
  );
});
