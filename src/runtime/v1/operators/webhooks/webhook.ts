import type { FieldError } from "../../values/field-error.js";
import type { Members } from "../../values/json/json-object.js";
import { isPlainObject } from "../../values/json/json-object.js";
import type {
  KubernetesObject,
  ObjectMeta,
  Status,
  StatusDetails,
} from "../../values/kubernetes.js";
import { maskedValue } from "../log/masked.js";

/**
 * The part of an HTTP request that a webhook needs. A `Request` of the Fetch API has all of that,
 * so a handler can be called with one.
 */
export interface WebhookRequest {
  readonly method: string;
  /** Aborts when the caller has gone away. */
  readonly signal?: AbortSignal | undefined;
  /** The body. */
  text(): Promise<string>;
}

/** The answer: `new Response(body, { status, headers })` in terms of the Fetch API. */
export interface WebhookResponse {
  readonly status: number;
  readonly headers: { readonly [name: string]: string };
  readonly body: string;
}

/** Answers the requests of one path. It never rejects. */
export type WebhookHandler = (request: WebhookRequest) => Promise<WebhookResponse>;

/**
 * Hears of what was thrown while a request was answered: converters, validators and mutators that
 * failed. The answer says it too. `about` is what was at hand: `CREATE CronTab "default/nightly"`.
 */
export type WebhookErrorHandler = (error: unknown, about: string) => void;

/** A review as it came in: its kind and version are those that were expected. */
export interface Review {
  readonly apiVersion: string;
  readonly uid: string;
  readonly request: Members;
}

/** Writes to `console.error`, without tokens and the contents of Secrets. */
export const logWebhookError: WebhookErrorHandler = (error, about) => {
  console.error(about, maskedValue(error));
};

/** The type of review that one of the two webhooks reads. */
export interface ReviewType {
  readonly group: string;
  readonly kind: string;
  /** Returns what is wrong with the `request` of a review. */
  faultOf(request: Members): string | undefined;
}

/**
 * Reads a review (`v1` or `v1beta1` of its group) and answers with what `answer` makes of it, in
 * JSON. What is no such review is refused with 400, and a Status that says why.
 */
export async function answerReview(
  request: WebhookRequest,
  type: ReviewType,
  answer: (review: Review) => Promise<string>,
): Promise<WebhookResponse> {
  if (request.method !== "POST") {
    return statusResponse(failedStatus(405, "MethodNotAllowed", "webhooks take only POST"));
  }
  let review: Review;
  try {
    review = readReview(await request.text(), type);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    return statusResponse(failedStatus(400, "BadRequest", message));
  }
  return jsonResponse(200, await answer(review));
}

function readReview(text: string, type: ReviewType): Review {
  const { group, kind } = type;
  const review = parseBody(text);
  if (!isPlainObject(review)) throw new Error(`the body must be of the kind ${kind}`);
  const { apiVersion, kind: actual, request } = review;
  if (actual !== kind || (apiVersion !== `${group}/v1` && apiVersion !== `${group}/v1beta1`)) {
    const found = `${nameText(actual)} in ${nameText(apiVersion)}`;
    throw new Error(
      `the body must be of the kind ${kind} in ${group}/v1 or v1beta1, but is ${found}`,
    );
  }
  if (!isPlainObject(request)) throw new Error(`${kind}: request must be an object`);
  const { uid } = request;
  if (typeof uid !== "string" || uid === "") throw new Error(`${kind}: request.uid is missing`);
  const fault = type.faultOf(request);
  if (fault !== undefined) throw new Error(`${kind}: ${fault}`);
  return { apiVersion, uid, request };
}

/** Not with the words of the parser, which show what stands in the body. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error("the body is not JSON");
  }
}

function nameText(value: unknown): string {
  return typeof value === "string" ? JSON.stringify(value.slice(0, 100)) : "nothing";
}

/** A Status of a failure. */
export function failedStatus(
  code: number,
  reason: string,
  message: string,
  details?: StatusDetails,
): Status {
  const status: Status = {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Failure",
    message,
    reason,
    code,
  };
  return details === undefined ? status : { ...status, details };
}

/** The answer to what is not even a review. */
function statusResponse(status: Status): WebhookResponse {
  return jsonResponse(status.code ?? 500, JSON.stringify(status));
}

function jsonResponse(status: number, body: string): WebhookResponse {
  return { status, headers: { "content-type": "application/json" }, body };
}

/** An object as messages name it: `CronTab "default/nightly"`. */
export function objectText(kind: unknown, namespace: unknown, name: unknown): string {
  const place = typeof namespace === "string" && namespace !== "" ? `${namespace}/` : "";
  const title = typeof kind === "string" ? kind : "object";
  return typeof name === "string" && name !== "" ? `${title} "${place}${name}"` : title;
}

/** An object that is being created: the store has not filled in its metadata yet. */
export type Unstored<T extends KubernetesObject> = {
  [Key in keyof T]: Key extends "metadata" ? UnstoredMeta : T[Key];
};

/** Metadata before the first write. `name` is absent where `generateName` is to make it. */
export type UnstoredMeta = Omit<ObjectMeta, "name" | "resourceVersion" | "generation"> &
  Partial<Pick<ObjectMeta, "name" | "resourceVersion" | "generation">>;

/**
 * The facts that every request for admission states (`admission/v1/types.go`, AdmissionRequest).
 */
export interface AdmissionFacts {
  /** Of this request, not of the object. */
  readonly uid: string;
  /** The kind of the object, in the version that the webhook asked for. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Such as `status` or `scale`; the object is a Scale then, or whatever goes there. */
  readonly subResource?: string | undefined;
  /** The kind that the client sent, where the webhook's version is another one. */
  readonly requestKind?: GroupVersionKind | undefined;
  readonly requestResource?: GroupVersionResource | undefined;
  readonly requestSubResource?: string | undefined;
  /** Absent while the server has not made up a name yet. */
  readonly name?: string | undefined;
  /** Absent for cluster-scoped resources. */
  readonly namespace?: string | undefined;
  readonly userInfo: UserInfo;
  /** Nothing will be stored: have no side effects. */
  readonly dryRun: boolean;
  /** The options of the call, such as `CreateOptions`. */
  readonly options?: unknown;
  /** Aborts when the API server has given up the request. */
  readonly signal?: AbortSignal | undefined;
  /**
   * A text that the user sees as a warning, whether the object is admitted or not. The server cuts
   * it at 256 characters if all warnings of a call have more than 4,096; best are up to 120.
   */
  readonly warn: (text: string) => void;
  /**
   * An annotation in the server's audit log; the server puts the webhook's name before the key.
   *
   * @throws TypeError for a key that the server would drop: it has at most 63 letters, digits, `-`,
   *   `_` and `.`, and begins and ends with a letter or digit
   */
  readonly audit: (key: string, value: string) => void;
}

/** An object is to be created. */
export interface CreateAdmission<T extends KubernetesObject> extends AdmissionFacts {
  readonly operation: "CREATE";
  readonly object: Unstored<T>;
  readonly oldObject?: undefined;
}

/** An object, its status or its scale is to be changed. */
export interface UpdateAdmission<T extends KubernetesObject> extends AdmissionFacts {
  readonly operation: "UPDATE";
  readonly object: T;
  readonly oldObject: T;
}

/** An object is to be deleted. */
export interface DeleteAdmission<T extends KubernetesObject> extends AdmissionFacts {
  readonly operation: "DELETE";
  readonly object?: undefined;
  readonly oldObject: T;
}

/** A connection to a subresource, such as `pods/exec`; `object` has its options. */
export interface ConnectAdmission extends AdmissionFacts {
  readonly operation: "CONNECT";
  readonly object: unknown;
  readonly oldObject?: undefined;
}

/** The request to a validator, told apart by `operation`. */
export type AdmissionRequest<T extends KubernetesObject> =
  CreateAdmission<T> | UpdateAdmission<T> | DeleteAdmission<T> | ConnectAdmission;

/** The request to a mutator: there is something to change. */
export type MutationRequest<T extends KubernetesObject> = CreateAdmission<T> | UpdateAdmission<T>;

/**
 * The verdict of a validator: nothing or no errors admit the object; a message, errors of fields
 * (such as those of a generated `validate…`), or a Status with a code of its own refuse it.
 */
export type Verdict = void | string | readonly FieldError[] | Status | undefined;

/** A group, version and kind; the core group is `""`. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A group, version and plural; the core group is `""`. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Who sent the request. */
export interface UserInfo {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: { readonly [key: string]: readonly string[] } | undefined;
}
