import { isStatus } from "../runtime/v1/client/error-response.js";
import { nodeTransport } from "../runtime/v1/node/node-transport.js";
import type { ConvertObjects } from "../runtime/v1/testing/served-version.js";
import { goJson } from "../runtime/v1/values/go/json.js";
import { JsonFault, parseJson } from "../runtime/v1/values/go/parse-json.js";
import type { JsonObject } from "../runtime/v1/values/json/json.js";
import { isObject } from "../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt, textsAt } from "../runtime/v1/values/json/raw-fields.js";
import type { WebhookServices } from "./webhooks/call-webhook.js";
import { webhookTarget } from "./webhooks/call-webhook.js";

/** Seconds that a webhook has (apiserver `util/webhook/client.go`). */
const patience = 30;

/**
 * The conversion webhook of a CRD, as a converter (apiextensions
 * `apiserver/conversion/webhook_converter.go`); `undefined` where the CRD has none.
 *
 * @param services where webhooks are that are Services
 */
export function conversionWebhook(
  spec: JsonObject,
  services: WebhookServices = {},
): ConvertObjects | undefined {
  const conversion = objectAt(spec, "conversion") ?? {};
  if (textAt(conversion, "strategy") !== "Webhook") return undefined;
  const webhook = objectAt(conversion, "webhook") ?? {};
  const config = objectAt(webhook, "clientConfig") ?? {};
  const versions = textsAt(webhook, "conversionReviewVersions");
  const version = versions.find((name) => name === "v1" || name === "v1beta1") ?? "v1";
  const post = poster(config, services);
  return async (objects, desiredAPIVersion) => {
    const uid = crypto.randomUUID();
    const apiVersion = `apiextensions.k8s.io/${version}`;
    const request = { uid, desiredAPIVersion, objects };
    const answer = await post({ kind: "ConversionReview", apiVersion, request });
    return convertedObjects(answer, version === "v1" ? uid : undefined);
  };
}

function poster(
  config: JsonObject,
  services: WebhookServices,
): (review: JsonObject) => Promise<JsonObject> {
  const { url: text, address, ca, missingService: missing } = webhookTarget(config, services);
  if (missing !== undefined) {
    const fault = `Post "${text}?timeout=${patience}s": service "${missing}" not found`;
    return () => Promise.reject(new Error(fault));
  }
  const url = new URL(text);
  const named = address === undefined ? {} : { tlsServerName: url.hostname };
  const baseUrl = new URL(address ?? text).origin;
  const transport = nodeTransport({ baseUrl, ca, userAgent: "kube-apiserver", ...named });
  return async (review) => {
    const response = await transport.send({
      method: "POST",
      path: url.pathname,
      query: `timeout=${patience}s`,
      headers: [
        ["content-type", "application/json"],
        ["accept", "application/json, */*"],
      ],
      body: goJson(review),
      signal: AbortSignal.timeout(patience * 1000),
    });
    return reviewOf(await response.text(), response.status);
  };
}

/**
 * The messages of client-go about answers without a Status (apimachinery `api/errors/errors.go`).
 */
const statusTexts: { readonly [status: number]: string } = {
  400: "the server rejected our request for an unknown reason",
  401: "the server has asked for the client to provide credentials",
  403: "unknown",
  404: "the server could not find the requested resource",
  405: "the server does not allow this method on the requested resource",
  406: "unknown",
  409: "the server reported a conflict",
  415: "the body of the request was in an unknown format - accepted media types include: ",
  422: "the server rejected our request due to an error in our request",
  429: "the server has received too many requests and has asked us to try again later",
  503: "the server is currently unable to handle the request",
  504: "the server was unable to return a response in the time allotted, but may still be processing the request",
};

/** @throws Error with what client-go says of such an answer */
function reviewOf(text: string, status: number): JsonObject {
  const parsed = parseJson(text);
  const value = parsed instanceof JsonFault ? null : parsed.value;
  if (isStatus(value)) {
    const unknown = "converting (v1.Status) to (v1.ConversionReview): unknown conversion";
    throw new Error(value.status === "Failure" ? (value.message ?? "unknown") : unknown);
  }
  if (status >= 300) {
    const unknown =
      status >= 500
        ? 'an error on the server ("unknown") has prevented the request from succeeding'
        : `the server responded with the status code ${status} but did not return more information`;
    throw new Error(statusTexts[status] ?? unknown);
  }
  if (isObject(value)) return value;
  throw new Error(`couldn't get version/kind; json parse error: ${text.slice(0, 200)}`);
}

/** `uid` is that of the request; absent = it is not compared. */
function convertedObjects(review: JsonObject, uid: string | undefined): readonly JsonObject[] {
  const type = `${textAt(review, "apiVersion")}, Kind=${textAt(review, "kind")}`;
  const expected = "apiextensions.k8s.io/v1, Kind=ConversionReview";
  if (uid !== undefined && type !== expected) {
    throw new Error(`expected webhook response of ${expected}, got ${type}`);
  }
  const response = objectAt(review, "response");
  if (response === undefined) throw new Error("no response provided");
  const answered = textAt(response, "uid");
  if (uid !== undefined && answered !== uid) {
    throw new Error(
      `expected response.uid=${JSON.stringify(uid)}, got ${JSON.stringify(answered)}`,
    );
  }
  const result = objectAt(response, "result") ?? {};
  const status = textAt(result, "status");
  if (status === "Success") return objectsAt(response, "convertedObjects");
  const message = textAt(result, "message");
  throw new Error(
    message === "" ? `response.result.status was '${status}', not 'Success'` : message,
  );
}
