import type { Members } from "../../values/json/json-object.js";
import { isPlainObject } from "../../values/json/json-object.js";
import type { Status, StatusDetails } from "../../values/kubernetes.js";

/**
 * What a webhook needs of an HTTP request. A `Request` of the Fetch API has all of that, so a
 * handler can be called with one.
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

/** Writes to `console.error`. */
export const logWebhookError: WebhookErrorHandler = (error, about) => {
  console.error(about, error);
};

/** What one of the two webhooks reads. */
export interface ReviewType {
  readonly group: string;
  readonly kind: string;
  /** What is wrong with the `request` of a review. */
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
export function statusResponse(status: Status): WebhookResponse {
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
