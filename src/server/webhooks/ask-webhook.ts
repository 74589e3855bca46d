import type { Failure } from "../../runtime/v1/testing/failure.js";
import type { Invocation, RequestFacts, RequestObjects } from "./attributes.js";
import { postReview, webhookTarget, WebhookUnreachable } from "./call-webhook.js";
import type { Webhook } from "./configurations.js";
import { callFailure, deniedBy, dryRunFailure } from "./refusals.js";
import type { WebhookVerdict } from "./review.js";
import { chosenReviewVersion, readResponse, responseTypeFault, reviewOf } from "./review.js";
import type { Surroundings } from "./surroundings.js";

/** What came of calling a webhook. */
export interface WebhookOutcome {
  /** Given to the client, whatever else came of it. */
  readonly warnings: readonly string[];
  /** Undefined if the request is refused. */
  readonly verdict?: WebhookVerdict;
  readonly refusal?: Failure;
  /** The call itself failed: `failurePolicy` says what comes of that. */
  readonly isCallFailure?: boolean;
}

/** Calls a webhook, and reads its answer (apiserver `webhook/validating`, callHook). */
export async function askWebhook(
  webhook: Webhook,
  facts: RequestFacts,
  invocation: Invocation,
  objects: RequestObjects,
  { call, services }: Surroundings,
): Promise<WebhookOutcome> {
  const { name, sideEffects } = webhook;
  const failed = (fault: string): WebhookOutcome => ({
    warnings: [],
    refusal: callFailure(name, fault),
    isCallFailure: true,
  });
  if (facts.isDryRun) {
    if (sideEffects === undefined) return failed("Webhook SideEffects is nil");
    if (sideEffects !== "None" && sideEffects !== "NoneOnDryRun") {
      return { warnings: [], refusal: dryRunFailure(name) };
    }
  }
  const version = chosenReviewVersion(webhook.reviewVersions);
  if (version === undefined) {
    const fault = "webhook does not accept known AdmissionReview versions (v1, v1beta1)";
    return failed(`could not create admission objects: ${fault}`);
  }
  const uid = crypto.randomUUID();
  const review = reviewOf(facts, invocation, objects, { uid, version });
  const target = webhookTarget(webhook.clientConfig, services);
  try {
    const answer = await postReview(call, target, review, webhook.seconds);
    const mistyped = responseTypeFault(answer);
    if (mistyped !== undefined) return failed(`failed to call webhook: ${mistyped}`);
    const verdict = readResponse(answer, { uid, version, isMutating: webhook.isMutating });
    if (typeof verdict === "string") return failed(`received invalid webhook response: ${verdict}`);
    const { warnings, allowed, result } = verdict;
    return allowed ? { warnings, verdict } : { warnings, refusal: deniedBy(name, result) };
  } catch (error) {
    if (!(error instanceof WebhookUnreachable)) throw error;
    return failed(`failed to call webhook: ${error.message}`);
  }
}
