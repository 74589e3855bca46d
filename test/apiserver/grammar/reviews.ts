import type { JsonObject } from "../../../src/runtime/v1/values/json/json.js";
import type { ApiResource } from "./world.js";
import { builtinResource } from "./world.js";

const attributes = { namespace: "grammar-a", verb: "get", group: "", resource: "configmaps" };

/** Kinds that are asked and not stored: they can only be created. */
export const reviewResources: readonly ApiResource[] = [
  review("authentication.k8s.io", "TokenReview", { spec: { token: "x", audiences: ["a"] } }),
  review("authentication.k8s.io", "SelfSubjectReview", { status: { userInfo: { uid: "1" } } }),
  review("authorization.k8s.io", "SelfSubjectAccessReview", {
    spec: { resourceAttributes: { ...attributes, name: "one" } },
  }),
  review("authorization.k8s.io", "SubjectAccessReview", {
    spec: { user: "one", groups: ["system:masters"], uid: "1", resourceAttributes: attributes },
  }),
  review("authorization.k8s.io", "SubjectAccessReview", {
    spec: {
      user: "one",
      groups: ["system:masters"],
      extra: { a: ["1"] },
      nonResourceAttributes: { path: "/version", verb: "get" },
    },
  }),
  review(
    "authorization.k8s.io",
    "LocalSubjectAccessReview",
    { spec: { user: "one", groups: ["system:masters"], resourceAttributes: attributes } },
    true,
  ),
  review("authorization.k8s.io", "SelfSubjectRulesReview", { spec: { namespace: "grammar-a" } }),
];

function review(
  group: string,
  kind: string,
  content: Readonly<Record<string, object>>,
  isNamespaced = false,
): ApiResource {
  const object = { apiVersion: `${group}/v1`, kind, metadata: {}, ...content };
  const text = JSON.stringify(object);
  const plural = `${kind.toLowerCase()}s`;
  return builtinResource(plural, JSON.parse(text) as JsonObject, { isNamespaced, isAsked: true }); // as JSON has it
}
