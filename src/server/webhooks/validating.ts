import type { GroupVersionKind } from "../../runtime/v1/operators/webhooks/webhook.js";
import { Failure, internalFailure } from "../../runtime/v1/testing/failure.js";
import { askWebhook } from "./ask-webhook.js";
import type { Invocation, RequestObjects } from "./attributes.js";
import type { Webhook } from "./configurations.js";
import { invocationOf } from "./should-call.js";
import type { Surroundings } from "./surroundings.js";
import type { ReviewedRequest } from "./versioned.js";
import { InnerFault, objectsAs } from "./versioned.js";

/** A webhook that is called, and what it is called with. */
interface RelevantWebhook {
  readonly webhook: Webhook;
  readonly invocation: Invocation;
  readonly objects: RequestObjects;
}

/**
 * Asks all validating webhooks at once, and gives their warnings; the failure is that of the first
 * that refuses (apiserver `webhook/validating/dispatcher.go`).
 */
export async function askValidating(
  webhooks: readonly Webhook[],
  request: ReviewedRequest,
  objects: RequestObjects,
  surroundings: Surroundings,
): Promise<readonly string[] | Failure> {
  const relevant = await relevantWebhooks(webhooks, request, objects, surroundings);
  if (relevant instanceof Failure) return relevant;
  const warnings: string[] = [];
  const refusals: Failure[] = [];
  const ask = async ({ webhook, invocation, objects: given }: RelevantWebhook): Promise<void> => {
    const outcome = await askWebhook(webhook, request.facts, invocation, given, surroundings);
    warnings.push(...outcome.warnings);
    const isPassedOver = outcome.isCallFailure === true && webhook.isIgnoring;
    if (outcome.refusal !== undefined && !isPassedOver) refusals.push(outcome.refusal);
  };
  await Promise.all(relevant.map(ask));
  const [first] = refusals;
  return first === undefined ? warnings : first.behind(warnings);
}

async function relevantWebhooks(
  webhooks: readonly Webhook[],
  request: ReviewedRequest,
  objects: RequestObjects,
  surroundings: Surroundings,
): Promise<readonly RelevantWebhook[] | Failure> {
  const known = new Map<string, RequestObjects | InnerFault>();
  const inVersion = async ({ kind }: Invocation): Promise<RequestObjects | InnerFault> => {
    const versioned = known.get(keyOf(kind)) ?? (await objectsAs(request, kind, objects));
    known.set(keyOf(kind), versioned);
    return versioned;
  };
  const relevant: RelevantWebhook[] = [];
  for (const webhook of webhooks) {
    const decision = { webhook, request, objects, inVersion };
    const invocation = await invocationOf(decision, surroundings);
    if (invocation === undefined) continue;
    if (invocation instanceof Failure) return invocation;
    const versioned = await inVersion(invocation);
    if (versioned instanceof InnerFault) return internalFailure(versioned.fault);
    relevant.push({ webhook, invocation, objects: versioned });
  }
  return relevant;
}

function keyOf({ group, version, kind }: GroupVersionKind): string {
  return `${group}/${version}/${kind}`;
}
