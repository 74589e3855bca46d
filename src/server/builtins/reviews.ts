import { badRequest, invalidStatus } from "../../runtime/v1/admission/admission-status.js";
import { otherNamespaceText } from "../../runtime/v1/admission/object-write.js";
import { encodeAs } from "../../runtime/v1/built-in/go-types/encode-as.js";
import { structOfKind } from "../../runtime/v1/built-in/kind-types.js";
import { mapAt } from "../../runtime/v1/built-in/strategies/strategy.js";
import { defineResource } from "../../runtime/v1/client/define-resource.js";
import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import {
  accessStatus,
  reviewedUser,
  rulesStatus,
} from "../../runtime/v1/testing/authorization/access-reviews.js";
import type { ServerRights } from "../../runtime/v1/testing/authorization/server-rights.js";
import type { RequestUser } from "../../runtime/v1/testing/authorization/user.js";
import { serverTime } from "../../runtime/v1/testing/environment.js";
import { Failure, internalFailure } from "../../runtime/v1/testing/failure.js";
import { orderedMetadata, structJson } from "../../runtime/v1/testing/json-texts.js";
import type { ServedVersion } from "../../runtime/v1/testing/served-version.js";
import type { FieldError } from "../../runtime/v1/values/field-error.js";
import { fieldError, invalidError } from "../../runtime/v1/values/field-errors.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { withoutKeys } from "../../runtime/v1/values/json/raw-fields.js";
import { metadataOf } from "../../runtime/v1/values/metadata/resource-metadata.js";
import { textOf, textsOf } from "../../runtime/v1/values/metadata/rules.js";
import { trimSpace } from "../../runtime/v1/values/strings.js";
import type { TokenUser } from "./account-tokens.js";
import { issuer } from "./account-tokens.js";

/*
 * Objects that are asked, not stored (Kubernetes `pkg/registry/authentication`,
 * `pkg/registry/authorization`). Where no rights are asked, everybody may do everything.
 */

/** A kind that is asked, not stored. */
interface Review {
  readonly group: string;
  readonly kind: string;
  readonly scope: "Cluster" | "Namespaced";
  readonly answer: (review: JsonObject, asked: Asked) => JsonObject;
}

interface Asked {
  readonly namespace: string;
  readonly now: number;
  /** Undefined where everybody may do everything. */
  readonly rights: ServerRights | undefined;
  /** Who sends a token; undefined for one that nobody knows. */
  readonly tokenUser: (token: string) => TokenUser | undefined;
  /** Who asks. */
  readonly user: RequestUser;
}

const authentication = "authentication.k8s.io";
const authorization = "authorization.k8s.io";

/** By their plurals. */
const reviews: { readonly [plural: string]: Review } = {
  tokenreviews: {
    group: authentication,
    kind: "TokenReview",
    scope: "Cluster",
    answer: reviewToken,
  },
  selfsubjectreviews: {
    group: authentication,
    kind: "SelfSubjectReview",
    scope: "Cluster",
    answer: (review, { now, user }) => ({
      ...review,
      metadata: { creationTimestamp: serverTime(now) },
      status: { userInfo: userInfoOf(user) },
    }),
  },
  selfsubjectaccessreviews: {
    group: authorization,
    kind: "SelfSubjectAccessReview",
    scope: "Cluster",
    answer: (review, asked) => {
      const errors = [...attributesErrors(review), ...metadataErrors(review, "must be empty")];
      return decided(review, errors, asked, asked.user);
    },
  },
  subjectaccessreviews: {
    group: authorization,
    kind: "SubjectAccessReview",
    scope: "Cluster",
    answer: (review, asked) => {
      const errors = [...subjectErrors(review), ...metadataErrors(review, "must be empty")];
      return decided(review, errors, asked, reviewedUser(review));
    },
  },
  localsubjectaccessreviews: {
    group: authorization,
    kind: "LocalSubjectAccessReview",
    scope: "Namespaced",
    answer: (review, asked) => {
      const errors = localErrors(review, asked.namespace);
      return decided(review, errors, asked, reviewedUser(review));
    },
  },
  selfsubjectrulesreviews: {
    group: authorization,
    kind: "SelfSubjectRulesReview",
    scope: "Cluster",
    answer: reviewRules,
  },
};

/** The reviews as discovery lists them: they can be created, and that is all. */
export function reviewVersions(): readonly ServedVersion[] {
  return Object.entries(reviews).map(([plural, { group, kind, scope }]) => ({
    ...defineResource({ group, version: "v1", kind, plural, scope: "Cluster" }),
    scope,
    storage: true,
    verbs: ["create"],
    admit: notStored,
    prune: notStored,
    fill: notStored,
  }));
}

function notStored(): never {
  throw internalFailure("reviews are not stored");
}

/** `authentication.k8s.io/v1`, UserInfo: what is empty is left out. */
function userInfoOf({ username, uid, groups, extra }: RequestUser): JsonObject {
  const pairs = Object.entries(extra).map(([key, values]): [string, Json] => [key, [...values]]);
  return {
    username,
    ...(uid !== "" && { uid }),
    groups: [...groups],
    ...(pairs.length > 0 && { extra: Object.fromEntries(pairs) }),
  };
}

/** Where a review is sent. */
interface ReviewPlace {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly isNamespaced: boolean;
}

/**
 * Answers a review; undefined for a path that is none.
 *
 * @param read gives what was sent, with its owner
 * @throws Failure 400 or 422
 */
export function answerReview(
  { group, resource, namespace, isNamespaced }: ReviewPlace,
  asked: Omit<Asked, "namespace">,
  read: (kind: GroupVersionKind) => JsonObject,
): JsonObject | undefined {
  const review = reviews[resource];
  if (review?.group !== group) return undefined;
  if ((review.scope === "Namespaced") !== isNamespaced) return undefined;
  const kind = { group, version: "v1", kind: review.kind };
  const given = placed(read(kind), namespace);
  return printed(review, review.answer(given, { ...asked, namespace }));
}

/**
 * A review is of the namespace in the path, whether it says so or not.
 *
 * @throws Failure 400 (apiserver `registry/rest/meta.go`)
 */
function placed(review: JsonObject, namespace: string): JsonObject {
  const metadata = metadataOf(review);
  if (namespace === "") return { ...review, metadata: withoutKeys(metadata, "namespace") };
  if (![namespace, ""].includes(textOf(metadata, "namespace"))) {
    throw new Failure(badRequest(otherNamespaceText));
  }
  return { ...review, metadata: { ...metadata, namespace } };
}

/** An object as Go prints it. */
export function printed(
  { group, kind }: { readonly group: string; readonly kind: string },
  object: JsonObject,
): JsonObject {
  const type = structOfKind({ group, version: "v1", kind });
  return type === undefined ? object : (encodeAs(type, object) as JsonObject); // a struct
}

/** @throws Failure 422 */
function decided(
  review: JsonObject,
  errors: readonly FieldError[],
  { rights }: Asked,
  user: RequestUser,
): JsonObject {
  if (errors.length > 0) {
    const status = invalidStatus({ group: authorization, kind: "", name: "" }, errors);
    // These kinds are not asked for theirs.
    const details = { ...status.details };
    delete details.kind;
    throw new Failure({ ...status, details });
  }
  if (rights === undefined) return { ...review, status: { allowed: true } };
  return { ...review, status: accessStatus(rights.authorizer, user, review) };
}

function attributesErrors(review: JsonObject): readonly FieldError[] {
  const { resourceAttributes, nonResourceAttributes } = mapAt(review, "spec");
  if ((resourceAttributes === undefined) !== (nonResourceAttributes === undefined)) return [];
  const detail = "exactly one of nonResourceAttributes or resourceAttributes must be specified";
  if (nonResourceAttributes === undefined) {
    return [fieldError("FieldValueInvalid", "spec", "null", detail)];
  }
  return [invalidError("spec", internalAttributes(review), detail)];
}

/** As the server shows a struct that has no names in JSON. */
function internalAttributes(review: JsonObject): JsonObject {
  const attributes = mapAt(mapAt(review, "spec"), "nonResourceAttributes");
  return { Path: textOf(attributes, "path"), Verb: textOf(attributes, "verb") };
}

function subjectErrors(review: JsonObject): readonly FieldError[] {
  const spec = mapAt(review, "spec");
  const isNobody = textOf(spec, "user") === "" && textsOf(spec, "groups").length === 0;
  const detail = "at least one of user or group must be specified";
  return [
    ...attributesErrors(review),
    ...(isNobody ? [invalidError("spec.user", "", detail)] : []),
  ];
}

function localErrors(review: JsonObject, namespace: string): readonly FieldError[] {
  const spec = mapAt(review, "spec");
  const given = textOf(mapAt(spec, "resourceAttributes"), "namespace");
  const isOther = spec["resourceAttributes"] !== undefined && given !== namespace;
  const field = "spec.resourceAttributes.namespace";
  const words = "disallowed on this kind of request";
  const { nonResourceAttributes } = spec;
  return [
    ...subjectErrors(review),
    ...metadataErrors(review, "must be empty except for namespace", "namespace"),
    ...(isOther ? [invalidError(field, given, "must match metadata.namespace")] : []),
    ...(nonResourceAttributes === undefined
      ? []
      : [invalidError("spec.nonResourceAttributes", internalAttributes(review), words)]),
  ];
}

/** Kubernetes `pkg/apis/authorization/validation`; owners do not count. */
function metadataErrors(
  review: JsonObject,
  detail: string,
  ...allowedKeys: readonly string[]
): readonly FieldError[] {
  const metadata = metadataOf(review);
  const others = withoutKeys(metadata, "managedFields", ...allowedKeys);
  if (Object.keys(others).length === 0) return [];
  return [
    fieldError("FieldValueInvalid", "metadata", structJson(orderedMetadata(metadata)), detail),
  ];
}

function reviewRules(review: JsonObject, { rights, user }: Asked): JsonObject {
  const namespace = textOf(mapAt(review, "spec"), "namespace");
  if (namespace === "") {
    throw new Failure(badRequest("no namespace on request"));
  }
  if (rights !== undefined) {
    const status = rulesStatus(rights.authorizer, user, namespace);
    return { ...review, metadata: {}, spec: {}, status };
  }
  const all = ["*"];
  const status = {
    resourceRules: [{ verbs: all, apiGroups: all, resources: all }],
    nonResourceRules: [{ verbs: all, nonResourceURLs: all }],
    incomplete: false,
  };
  return { ...review, metadata: {}, spec: {}, status };
}

function reviewToken(review: JsonObject, { tokenUser }: Asked): JsonObject {
  const spec = mapAt(review, "spec");
  const token = textOf(spec, "token");
  if (token === "") {
    throw new Failure(badRequest("token is required for TokenReview in authentication"));
  }
  const wanted = textsOf(spec, "audiences");
  const sent = sentToken(token);
  if (sent === "") {
    const audiences = wanted.length === 0 ? [issuer] : [...wanted];
    return { ...review, status: { authenticated: true, user: anonymous, audiences } };
  }
  const user = tokenUser(sent);
  if (user === undefined) {
    return { ...review, status: { user: {}, error: "invalid bearer token" } };
  }
  const audiences =
    wanted.length === 0 ? [issuer] : user.audiences.filter((one) => wanted.includes(one));
  if (audiences.length === 0) {
    return { ...review, status: { user: {}, error: "token audiences do not match" } };
  }
  return { ...review, status: { authenticated: true, user: userInfoOf(user.info), audiences } };
}

/** Who sends no token. */
const anonymous: JsonObject = {
  username: "system:anonymous",
  groups: ["system:unauthenticated"],
};

/**
 * The server reads a token as if it came in the header of a request, where it ends with a blank
 * (apiserver `authentication/request/bearertoken`).
 */
function sentToken(token: string): string {
  return trimSpace(`Bearer ${token}`).split(" ", 2)[1] ?? "";
}
