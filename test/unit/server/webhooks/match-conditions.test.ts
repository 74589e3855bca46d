import { expect, it } from "vitest";
import type { AuthorizationQuestion } from "../../../../src/runtime/v1/cel/libraries/authorizer.js";
import {
  AuthorizerValue,
  ResourceCheck,
} from "../../../../src/runtime/v1/cel/libraries/authorizer.js";
import {
  conditionFault,
  MatchConditions,
} from "../../../../src/server/webhooks/match-conditions.js";

const asked: AuthorizationQuestion[] = [];
const ask = (question: AuthorizationQuestion): { allowed: boolean; reason: string } => {
  asked.push(question);
  return { allowed: question.verb === "get", reason: "said so" };
};
const place = { group: "", resource: "pods", subresource: "", namespace: "a", name: "b" };
const check = { verb: "", fieldSelector: "", labelSelector: "", ...place };
const values = {
  object: { spec: { size: 3, half: 0.5 } },
  oldObject: null,
  request: { operation: "CREATE", userInfo: { groups: ["g"] } },
  authorizer: new AuthorizerValue(ask),
  requestResource: new ResourceCheck(ask, check),
};

const verdictOf = (expressions: readonly string[], policy = "Fail"): unknown =>
  new MatchConditions(expressions, policy, 37).match(values);

it.each([
  ["object.spec.size == 3 && object.spec.half < 1.0", true],
  ["oldObject == null && namespaceObject == null", true],
  ["request.operation == 'UPDATE'", false],
  ["request.userInfo.groups.exists(one, one == 'g')", true],
  ["has(request.namespace)", false],
  ["authorizer.requestResource.check('get').allowed()", true],
  ["authorizer.group('apps').resource('deployments').check('list').allowed()", false],
  ["authorizer.path('/healthz').check('get').reason() == 'said so'", true],
  ["authorizer.serviceAccount('a', 'b').requestResource == authorizer", undefined],
])("%s", (expression, verdict) => {
  const isKnown = verdict !== undefined;
  if (isKnown) expect(verdictOf([expression])).toBe(verdict);
  expect(conditionFault(expression, 37, false) === undefined).toBe(isKnown);
});

it("asks the authorizer about what the chain says", () => {
  asked.length = 0;
  const chain =
    "authorizer.serviceAccount('ns', 'sa').group('apps').resource('deployments').subresource('scale').namespace('x').name('y')";
  expect(verdictOf([`${chain}.check('get').allowed()`])).toBe(true);
  expect(asked).toEqual([
    {
      ...check,
      group: "apps",
      resource: "deployments",
      subresource: "scale",
      namespace: "x",
      name: "y",
      serviceAccount: { namespace: "ns", name: "sa" },
      verb: "get",
    },
  ]);
});

it("refuses the request for what cannot be evaluated, unless failures are ignored", () => {
  const expression = "object.spec.color == 'red'";
  const fault = `expression '${expression}' resulted in error: no such key: color`;
  expect(verdictOf([expression, "true"])).toEqual({ fault });
  expect(verdictOf([expression], "Ignore")).toBe(false);
  // What is false is not called, whatever cannot be evaluated.
  expect(verdictOf([expression, "false"])).toBe(false);
  expect(verdictOf([expression, "object.spec.b"])).toEqual({
    fault: expect.stringContaining("[expression ") as string,
  });
});

it("says what is wrong with a condition", () => {
  expect(conditionFault("object.spec", 37, false)).toBe("must evaluate to bool but got dyn");
  expect(conditionFault("params == null", 37, false)).toMatch(
    /^compilation failed: ERROR: <input>:1:1: undeclared reference to 'params'/,
  );
  expect(conditionFault("request.object == null", 37, false)).toMatch(/undefined field 'object'/);
});
