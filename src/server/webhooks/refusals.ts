import { failureStatus } from "../../runtime/v1/admission/admission-status.js";
import { badRequestFailure, Failure, internalFailure } from "../../runtime/v1/testing/failure.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import {
  numberAt,
  objectAt,
  objectsAt,
  optionalTextAt,
  textAt,
} from "../../runtime/v1/values/json/raw-fields.js";
import type { StatusDetails } from "../../runtime/v1/values/kubernetes.js";

/** The refusal of a webhook (apiserver `webhook/errors/statuserror.go`, ToStatusErr). */
export function deniedBy(webhook: string, result: JsonObject = {}): Failure {
  const denied = `admission webhook ${quote(webhook)} denied the request`;
  const [message, reason] = [textAt(result, "message"), textAt(result, "reason")];
  const said = message === "" ? reason : message;
  const text = said === "" ? `${denied} without explanation` : `${denied}: ${said}`;
  const code = Math.max(numberAt(result, "code") ?? 0, 400);
  const details = objectAt(result, "details");
  const answer = failureStatus(
    code,
    reason === "" ? undefined : reason,
    text,
    details && detailsOf(details),
  );
  const status = textAt(result, "status");
  if (status === "" || status === "Success") return new Failure(answer);
  return new Failure({ ...answer, status: status as "Failure" }); // whatever the webhook says
}

function detailsOf(details: JsonObject): StatusDetails {
  const causes = objectsAt(details, "causes").map((cause) => given(cause, causeFields));
  const retryAfterSeconds = numberAt(details, "retryAfterSeconds") ?? 0;
  return {
    ...given(details, ["name", "group", "kind", "uid"]),
    ...(causes.length > 0 && { causes: causes }), // of texts
    ...(retryAfterSeconds !== 0 && { retryAfterSeconds }),
  };
}

const causeFields = ["reason", "message", "field"];

/** The texts that are not empty. */
function given(object: JsonObject, keys: readonly string[]): { readonly [key: string]: string } {
  const texts = keys.map((key) => [key, optionalTextAt(object, key) ?? ""] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ""));
}

/** A call that failed (apiserver `util/webhook/error.go`, ErrCallingWebhook). */
export function callFailure(webhook: string, fault: string): Failure {
  return internalFailure(`failed calling webhook ${quote(webhook)}: ${fault}`);
}

/** A webhook with side effects is not called for what is not stored. */
export function dryRunFailure(webhook: string): Failure {
  return badRequestFailure(`admission webhook ${quote(webhook)} does not support dry run`);
}
