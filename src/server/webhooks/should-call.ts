import { AuthorizerValue, ResourceCheck } from "../../runtime/v1/cel/libraries/authorizer.js";
import { Failure, forbiddenFailure, internalFailure } from "../../runtime/v1/testing/failure.js";
import type { Invocation, RequestFacts, RequestObjects } from "./attributes.js";
import type { Webhook } from "./configurations.js";
import type { ConditionValues } from "./match-conditions.js";
import { requestVariable } from "./review.js";
import { ruledResource } from "./rules.js";
import type { Surroundings } from "./surroundings.js";
import type { ReviewedRequest } from "./versioned.js";
import { InnerFault } from "./versioned.js";

/** What decides whether a webhook is called for a request. */
export interface CallDecision {
  readonly webhook: Webhook;
  readonly request: ReviewedRequest;
  /** As webhooks before have left them. */
  readonly objects: RequestObjects;
  /** The same in the version of the webhook. */
  readonly inVersion: (invocation: Invocation) => Promise<RequestObjects | InnerFault>;
}

/**
 * Decides whether a webhook is called, and for which kind; undefined if it is not (apiserver
 * `webhook/generic/webhook.go`, ShouldCallHook).
 */
export async function invocationOf(
  { webhook, request, objects, inVersion }: CallDecision,
  surroundings: Surroundings,
): Promise<Invocation | Failure | undefined> {
  const { facts } = request;
  const isSelected = isNamespaceSelected(webhook, facts, objects, surroundings);
  if (isSelected === false || !isObjectSelected(webhook, objects)) return undefined;
  const found = ruledInvocation(webhook, request);
  if (found === undefined) return undefined;
  if (isSelected instanceof Failure) return isSelected;
  if (webhook.conditions.isEmpty) return found;
  const versioned = await inVersion(found);
  if (versioned instanceof InnerFault) return internalFailure(versioned.fault);
  const values = conditionValues(facts, found, versioned, surroundings);
  const verdict = webhook.conditions.match(values);
  if (verdict === true) return found;
  if (verdict === false) return undefined;
  const { group, resource: plural } = facts.resource;
  return forbiddenFailure({ group, plural }, facts.name, verdict.fault);
}

/** By the rules alone. */
export function ruledInvocation(
  { rules, isEquivalent }: Pick<Webhook, "rules" | "isEquivalent">,
  { facts, forms }: ReviewedRequest,
): Invocation | undefined {
  const resource = ruledResource(rules, facts, isEquivalent ? forms.equivalents : []);
  if (resource === undefined) return undefined;
  const kind = resource === facts.resource ? facts.kind : forms.kindOf(resource);
  return { resource, kind };
}

/** `predicates/namespace/matcher.go`; the failure is that there is no such namespace. */
function isNamespaceSelected(
  { namespaceSelector }: Webhook,
  facts: RequestFacts,
  { object }: RequestObjects,
  { namespaceOf }: Surroundings,
): boolean | Failure {
  const { resource, namespace, subresource, operation } = facts;
  const isNamespace = resource.resource === "namespaces";
  if ((namespace === "" && !isNamespace) || namespaceSelector.isEmpty) return true;
  const isWritten = operation === "CREATE" || operation === "UPDATE";
  if (isNamespace && subresource === "" && isWritten) {
    return namespaceSelector.matches(object ?? {});
  }
  const found = namespaceOf(namespace);
  return found instanceof Failure ? found : namespaceSelector.matches(found);
}

/** `predicates/object/matcher.go` */
function isObjectSelected({ objectSelector }: Webhook, { object, old }: RequestObjects): boolean {
  if (objectSelector.isEmpty) return true;
  return [object, old].some((one) => one !== undefined && objectSelector.matches(one));
}

function conditionValues(
  facts: RequestFacts,
  invocation: Invocation,
  { object, old }: RequestObjects,
  { askAuthorizer }: Surroundings,
): ConditionValues {
  const ask = askAuthorizer(facts.user);
  const { resource, subresource, namespace, name } = facts;
  const check = { verb: "", fieldSelector: "", labelSelector: "" };
  const place = { group: resource.group, resource: resource.resource, subresource };
  return {
    object: object ?? null,
    oldObject: old ?? null,
    request: requestVariable(facts, invocation),
    authorizer: new AuthorizerValue(ask),
    requestResource: new ResourceCheck(ask, { ...check, ...place, namespace, name }),
  };
}
