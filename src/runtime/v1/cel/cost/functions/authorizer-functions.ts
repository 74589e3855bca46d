import {
  AuthorizerValue,
  checkOfResource,
  checkRights,
  Decision,
  GroupCheck,
  groupCheck,
  narrowedCheck,
  PathCheck,
  pathCheck,
  ResourceCheck,
  serviceAccountAuthorizer,
} from "../../libraries/authorizer.js";
import type { FunctionTable } from "../function-table.js";
import { binary, functionTable, isA, isText, ternary, unary } from "../function-table.js";

const authorizer = /* @__PURE__ */ isA(AuthorizerValue);
const resource = /* @__PURE__ */ isA(ResourceCheck);
const decision = /* @__PURE__ */ isA(Decision);

const parts = ["subresource", "namespace", "name", "fieldSelector", "labelSelector"] as const;

/** Checks of rights. */
export const authorizerFunctions: FunctionTable = /* @__PURE__ */ functionTable(() => [
  binary("path", authorizer, isText, pathCheck),
  binary("group", authorizer, isText, groupCheck),
  ternary("serviceAccount", [authorizer, isText, isText], serviceAccountAuthorizer),
  binary("resource", isA(GroupCheck), isText, checkOfResource),
  ...parts.map((part) =>
    binary(part, resource, isText, (check: ResourceCheck, value: string) =>
      narrowedCheck(check, part, value),
    ),
  ),
  binary("check", resource, isText, checkRights),
  binary("check", isA(PathCheck), isText, checkRights),
  unary("allowed", decision, ({ answer }: Decision) => answer.allowed),
  unary("reason", decision, ({ answer }: Decision) => answer.reason),
  unary("errored", decision, ({ answer }: Decision) => answer.error !== undefined),
  unary("error", decision, ({ answer }: Decision) => answer.error ?? ""),
]);
