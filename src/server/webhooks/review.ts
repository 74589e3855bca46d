import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import { jsonKind } from "../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import {
  flagAt,
  objectAt,
  optionalTextAt,
  textAt,
  textsAt,
} from "../../runtime/v1/values/json/raw-fields.js";
import type { Invocation, RequestFacts, RequestObjects } from "./attributes.js";

/** The versions of AdmissionReview that a server speaks. */
export const reviewVersions = ["v1", "v1beta1"] as const;

/** The first version that a webhook accepts and a server speaks. */
export function chosenReviewVersion(accepted: readonly string[]): string | undefined {
  return accepted.find((version) => version === "v1" || version === "v1beta1");
}

/** A review as it is sent (apiserver `webhook/request/admissionreview.go`). */
export function reviewOf(
  facts: RequestFacts,
  invocation: Invocation,
  { object, old }: RequestObjects,
  { uid, version }: { readonly uid: string; readonly version: string },
): JsonObject {
  const request = {
    uid,
    ...factsOfRequest(facts, invocation),
    object: object ?? null,
    oldObject: old ?? null,
    dryRun: facts.isDryRun,
    options: facts.options,
  };
  return { kind: "AdmissionReview", apiVersion: `admission.k8s.io/${version}`, request };
}

/** What a review and the variable `request` of match conditions say of a request. */
function factsOfRequest(facts: RequestFacts, { kind, resource }: Invocation): JsonObject {
  const { subresource, name, namespace, operation, user } = facts;
  const part = subresource === "" ? {} : { subResource: subresource };
  const { username, uid, groups, extra } = user;
  const userInfo: { [key: string]: Json } = {
    ...(username !== "" && { username }),
    ...(uid !== "" && { uid }),
    ...(groups.length > 0 && { groups: [...groups] }),
    ...(Object.keys(extra).length > 0 && { extra: extraOf(extra) }),
  };
  return {
    kind: kindOf(kind),
    resource: { ...resource },
    ...part,
    requestKind: kindOf(facts.kind),
    requestResource: { ...facts.resource },
    ...(subresource !== "" && { requestSubResource: subresource }),
    ...(name !== "" && { name }),
    ...(namespace !== "" && { namespace }),
    operation,
    userInfo,
  };
}

function kindOf({ group, version, kind }: GroupVersionKind): JsonObject {
  return { group, version, kind };
}

function extraOf(extra: RequestFacts["user"]["extra"]): JsonObject {
  return Object.fromEntries(Object.entries(extra).map(([key, values]) => [key, [...values]]));
}

/**
 * The variable `request` of match conditions, which has no objects (`plugin/cel/condition.go`). Its
 * resource is that of the request, whatever the kind is.
 */
export function requestVariable(facts: RequestFacts, { kind }: Invocation): JsonObject {
  const { isDryRun: dryRun, options, resource } = facts;
  return { ...factsOfRequest(facts, { kind, resource }), dryRun, options };
}

/** The answer of a webhook. */
export interface WebhookVerdict {
  readonly allowed: boolean;
  /** As it came; undefined if there is none. */
  readonly result: JsonObject | undefined;
  readonly warnings: readonly string[];
  /** In base64; `""` for none. */
  readonly patch: string;
  /** `""` for none. */
  readonly patchType: string;
}

/** What a review was asked with. */
export interface AskedReview {
  readonly uid: string;
  /** `v1` or `v1beta1`. */
  readonly version: string;
  /** The webhook may change the object. */
  readonly isMutating: boolean;
}

/**
 * Returns the fault for which the answer of a webhook cannot be decoded: the first field that is of
 * the wrong type (`admission/v1/types.go`, AdmissionResponse).
 */
export function responseTypeFault(review: JsonObject): string | undefined {
  const { response = null } = review;
  if (response === null) return undefined;
  const wrong = (value: Json, field: string, type: string): string =>
    `json: cannot unmarshal ${jsonKind(value)} into Go struct field ${field} of type ${type}`;
  if (!isObject(response)) {
    return wrong(response, "AdmissionReview.response", "v1.AdmissionResponse");
  }
  for (const [key, value] of Object.entries(response)) {
    const [kind, type] = responseFields[key] ?? [];
    if (kind === undefined || type === undefined || value === null) continue;
    const field = `AdmissionResponse.response.${key}`;
    if (jsonKind(value) !== kind) return wrong(value, field, type);
    const items = Array.isArray(value) || key === "auditAnnotations" ? Object.values(value) : [];
    const odd = (items as Json[]).find((item) => item !== null && typeof item !== "string"); // of a list or an object
    if (odd !== undefined) return wrong(odd, field, "string");
  }
  const { patch = null } = response;
  return typeof patch === "string" ? base64Fault(patch) : undefined;
}

const responseFields: { readonly [key: string]: readonly [kind: string, type: string] } = {
  uid: ["string", "types.UID"],
  allowed: ["bool", "bool"],
  status: ["object", "v1.Status"],
  patch: ["string", "[]uint8"],
  patchType: ["string", "v1.PatchType"],
  auditAnnotations: ["object", "map[string]string"],
  warnings: ["array", "[]string"],
};

/** The words of Go's `encoding/base64`, which passes over line ends. */
function base64Fault(text: string): string | undefined {
  const plain = text.replace(/[\r\n]/g, "");
  const [good = ""] =
    /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?/.exec(plain) ?? [];
  if (good.length === plain.length) return undefined;
  const rest = plain.slice(good.length).search(/[^A-Za-z0-9+/]/);
  const at = rest === -1 ? plain.length : good.length + rest;
  return `illegal base64 data at input byte ${at}`;
}

/**
 * Reads the response of a review (VerifyAdmissionResponse); a text is the fault for which the
 * server takes it for none.
 */
export function readResponse(review: JsonObject, asked: AskedReview): WebhookVerdict | string {
  const response = objectAt(review, "response");
  if (response === undefined) return "webhook response was absent";
  const { patch = null } = response;
  const text = typeof patch === "string" ? patch : "";
  const verdict = {
    allowed: flagAt(response, "allowed"),
    result: objectAt(response, "status"),
    warnings: textsAt(response, "warnings"),
    patch: text,
  };
  if (asked.version === "v1beta1") {
    return { ...verdict, patchType: asked.isMutating && text !== "" ? "JSONPatch" : "" };
  }
  const fault = identityFault(review, response, asked.uid) ?? patchFault(response, text, asked);
  return fault ?? { ...verdict, patchType: textAt(response, "patchType") };
}

function identityFault(review: JsonObject, response: JsonObject, uid: string): string | undefined {
  const answered = textAt(response, "uid");
  if (answered !== uid) {
    return `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`;
  }
  const expected = "admission.k8s.io/v1, Kind=AdmissionReview";
  const [version = "", group = ""] = textAt(review, "apiVersion").split("/").reverse();
  const type = `${group}/${version}, Kind=${textAt(review, "kind")}`;
  return type === expected ? undefined : `expected webhook response of ${expected}, got ${type}`;
}

function patchFault(
  response: JsonObject,
  patch: string,
  { isMutating }: AskedReview,
): string | undefined {
  const type = optionalTextAt(response, "patchType");
  if (!isMutating) {
    if (patch !== "") return "validating webhook may not return response.patch";
    return type === undefined ? undefined : "validating webhook may not return response.patchType";
  }
  if (patch !== "" && type === undefined) {
    return "webhook returned response.patch but not response.patchType";
  }
  if (patch === "" && type !== undefined) {
    return "webhook returned response.patchType but not response.patch";
  }
  return type === "" ? 'webhook returned invalid response.patchType of ""' : undefined;
}
