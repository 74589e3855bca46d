import { aggregateTexts } from "../../admission/admission-status.js";
import { JsonFault, parseJson } from "../../values/go/parse-json.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { textOf, textsOf } from "../../values/metadata/rules.js";
import type { ServerAnswer, ServerCall } from "../server-call.js";
import type { PolicyRule, RequestedAction } from "./policy-rules.js";
import type { RbacAuthorizer } from "./rbac-authorizer.js";
import type { ServerRights } from "./server-rights.js";
import type { RequestUser } from "./user.js";
import { userOf } from "./user.js";

/** The user that a SubjectAccessReview, or a local one, asks for. */
export function reviewedUser(review: JsonObject): RequestUser {
  const spec = partOf(review, "spec");
  const given = partOf(spec, "extra");
  const extra = Object.fromEntries(Object.keys(given).map((key) => [key, textsOf(given, key)]));
  return {
    username: textOf(spec, "user"),
    uid: textOf(spec, "uid"),
    groups: textsOf(spec, "groups"),
    extra,
  };
}

/** What an access review asks for. */
function reviewedAction(review: JsonObject): RequestedAction {
  const spec = partOf(review, "spec");
  if (!isObject(spec["resourceAttributes"])) {
    const attributes = partOf(spec, "nonResourceAttributes");
    return { verb: textOf(attributes, "verb"), path: textOf(attributes, "path") };
  }
  const attributes = partOf(spec, "resourceAttributes");
  return {
    verb: textOf(attributes, "verb"),
    group: textOf(attributes, "group"),
    resource: textOf(attributes, "resource"),
    subresource: textOf(attributes, "subresource"),
    name: textOf(attributes, "name"),
    namespace: textOf(attributes, "namespace"),
  };
}

/** The status of an access review (Kubernetes `registry/authorization/subjectaccessreview`). */
export function accessStatus(
  authorizer: RbacAuthorizer,
  user: RequestUser,
  review: JsonObject,
): JsonObject {
  const { allowed, reason } = authorizer.authorize(user, reviewedAction(review));
  return { allowed, ...(reason !== "" && { reason }) };
}

/** The status of a SelfSubjectRulesReview (`registry/authorization/selfsubjectrulesreview`). */
export function rulesStatus(
  authorizer: RbacAuthorizer,
  user: RequestUser,
  namespace: string,
): JsonObject {
  const { rules, faults } = authorizer.rulesFor(user, namespace);
  const ofResources = rules.filter(({ resources }) => resources.length > 0);
  const ofPaths = rules.filter(({ nonResourceURLs }) => nonResourceURLs.length > 0);
  return {
    resourceRules: ofResources.map((rule) =>
      filled(rule, ["verbs", "apiGroups", "resources", "resourceNames"]),
    ),
    nonResourceRules: ofPaths.map((rule) => filled(rule, ["verbs", "nonResourceURLs"])),
    incomplete: false,
    ...(faults.length > 0 && { evaluationError: aggregateTexts(faults) }),
  };
}

function filled(rule: PolicyRule, keys: readonly (keyof PolicyRule)[]): JsonObject {
  const shown: { [key: string]: Json } = {};
  for (const key of keys) if (rule[key].length > 0) shown[key] = [...rule[key]];
  return shown;
}

function partOf(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

const selfReviewKinds: ReviewKinds = { selfsubjectaccessreviews: "SelfSubjectAccessReview" };
const accessReviewKinds: ReviewKinds = {
  ...selfReviewKinds,
  localsubjectaccessreviews: "LocalSubjectAccessReview",
  selfsubjectrulesreviews: "SelfSubjectRulesReview",
  subjectaccessreviews: "SubjectAccessReview",
};

/** By their plurals. */
interface ReviewKinds {
  readonly [plural: string]: string | undefined;
}

/**
 * Answers a review of rights; without any, there are only reviews of one's own, and everyone may do
 * everything. Undefined for what is no such review.
 */
export function answerAccessReview(
  call: ServerCall,
  rights: ServerRights | undefined,
): ServerAnswer | undefined {
  const { resource = "", verb } = call.info;
  const kind = (rights === undefined ? selfReviewKinds : accessReviewKinds)[resource];
  if (kind === undefined || verb !== "create") return undefined;
  const parsed = parseJson(call.body());
  const value = parsed instanceof JsonFault ? null : parsed.value;
  const review = isObject(value) ? value : {};
  return call.answerObject(201, {
    kind,
    apiVersion: "authorization.k8s.io/v1",
    metadata: { creationTimestamp: null },
    spec: partOf(review, "spec"),
    status: rights === undefined ? { allowed: true } : reviewStatus(kind, review, call, rights),
  });
}

function reviewStatus(
  kind: string,
  review: JsonObject,
  { request }: ServerCall,
  { authorizer }: ServerRights,
): JsonObject {
  if (kind === "SelfSubjectRulesReview") {
    const namespace = textOf(partOf(review, "spec"), "namespace");
    return rulesStatus(authorizer, userOf(request), namespace);
  }
  const user = kind.startsWith("Self") ? userOf(request) : reviewedUser(review);
  return accessStatus(authorizer, user, review);
}
