import type { Strategy } from "../../../runtime/v1/built-in/strategies/strategy.js";
import type { FieldError } from "../../../runtime/v1/values/field-error.js";
import { duplicateError, invalidError } from "../../../runtime/v1/values/field-errors.js";
import { deepEqual } from "../../../runtime/v1/values/json/deep-equal.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { objectAt, objectsAt, textAt } from "../../../runtime/v1/values/json/raw-fields.js";
import {
  metadataErrors,
  metadataOf,
} from "../../../runtime/v1/values/metadata/resource-metadata.js";
import { subdomainNames, textOf } from "../../../runtime/v1/values/metadata/rules.js";
import { exemptRuleWarnings, readRules } from "../../webhooks/rules.js";
import type { WebhookChecks } from "./webhook-errors.js";
import {
  hasKnownReviewVersion,
  hasNoSideEffects,
  selectorErrors,
  webhookErrors,
} from "./webhook-errors.js";

/**
 * Configurations of webhooks (Kubernetes `registry/admissionregistration`,
 * `admissionregistration/validation`).
 */
function webhookStrategy(isMutating: boolean): Strategy {
  return {
    needsVersion: true,
    fill: (object) => {
      for (const webhook of objectsAt(object, "webhooks")) fillWebhook(webhook, isMutating);
    },
    prepareCreate: (object) => {
      object["metadata"] = { ...metadataOf(object), generation: 1 };
    },
    prepareUpdate: (object, old) => {
      const generation = Number(metadataOf(old)["generation"] ?? 0);
      const isSame = deepEqual(object["webhooks"] ?? null, old["webhooks"] ?? null);
      const metadata = metadataOf(object);
      object["metadata"] = { ...metadata, generation: isSame ? generation : generation + 1 };
    },
    validate: (object) => [
      ...configurationErrors(object, { ...strictest, isMutating }),
      ...staticNameErrors(object),
    ],
    validateUpdate: (object, old) =>
      configurationErrors(object, { ...checksOfUpdate(object, old), isMutating }),
    warnings: (object, old) => [
      ...(old === undefined ? [] : staticNameErrors(object).map(warningOf)),
      ...objectsAt(object, "webhooks").flatMap((webhook, index) =>
        exemptRuleWarnings(readRules(webhook), `webhooks[${index}]`),
      ),
    ],
  };
}

/** MutatingWebhookConfiguration. */
const mutatingWebhookStrategy: Strategy = webhookStrategy(true);
/** ValidatingWebhookConfiguration. */
const validatingWebhookStrategy: Strategy = webhookStrategy(false);

/** `admissionregistration/v1/defaults.go` */
function fillWebhook(webhook: JsonObject, isMutating: boolean): void {
  webhook["failurePolicy"] ??= "Fail";
  webhook["matchPolicy"] ??= "Equivalent";
  webhook["namespaceSelector"] ??= {};
  webhook["objectSelector"] ??= {};
  webhook["timeoutSeconds"] ??= 10;
  if (isMutating) webhook["reinvocationPolicy"] ??= "Never";
  for (const rule of objectsAt(webhook, "rules")) rule["scope"] ??= "*";
  const service = objectAt(objectAt(webhook, "clientConfig") ?? {}, "service");
  if (service !== undefined) service["port"] ??= 443;
}

const strictest: WebhookChecks = {
  isMutating: false,
  skipsConditions: false,
  needsNoSideEffects: true,
  needsKnownReviewVersion: true,
  needsUniqueNames: true,
  allowsBadLabelValues: false,
  knownExpressions: new Set(),
};

/** What the stored object breaks already may stay broken. */
function checksOfUpdate(object: JsonObject, old: JsonObject): WebhookChecks {
  const [now, before] = [object, old].map((one) => objectsAt(one, "webhooks"));
  const [webhooks = [], stored = []] = [now, before];
  const conditions = (list: readonly JsonObject[]): JsonObject[][] =>
    list.map((webhook) => [...objectsAt(webhook, "matchConditions")]);
  const names = stored.map((webhook) => textAt(webhook, "name"));
  const expressions = conditions(stored).flat();
  return {
    isMutating: false,
    skipsConditions:
      webhooks.length === stored.length && deepEqual(conditions(webhooks), conditions(stored)),
    needsNoSideEffects: stored.every(hasNoSideEffects),
    needsKnownReviewVersion: stored.every(hasKnownReviewVersion),
    needsUniqueNames: new Set(names).size === names.length,
    allowsBadLabelValues: stored.some((webhook) => selectorErrors(webhook, "", false).length > 0),
    knownExpressions: new Set(expressions.map((one) => textAt(one, "expression"))),
  };
}

function configurationErrors(object: JsonObject, checks: WebhookChecks): readonly FieldError[] {
  const errors = [...metadataErrors(object["metadata"], false, subdomainNames)];
  const names = new Set<string>();
  for (const [index, webhook] of objectsAt(object, "webhooks").entries()) {
    const path = `webhooks[${index}]`;
    errors.push(...webhookErrors(webhook, path, checks));
    const name = textAt(webhook, "name");
    if (!checks.needsUniqueNames || name === "") continue;
    if (names.has(name)) errors.push(duplicateError(`${path}.name`, name));
    names.add(name);
  }
  return errors;
}

/** Names of configurations that lie in files of a server (`static_suffix.go`). */
function staticNameErrors(object: JsonObject): readonly FieldError[] {
  const name = textOf(metadataOf(object), "name");
  if (!name.endsWith(".static.k8s.io")) return [];
  const detail =
    'names ending with ".static.k8s.io" are reserved for static manifest-based configurations and cannot be managed via the API';
  return [invalidError("metadata.name", name, detail)];
}

function warningOf({ field, message }: FieldError): string {
  return `${field}: ${message.replace(/^Invalid value: "[^"]*": /, "")}`;
}

/** The strategy of a webhook configuration; undefined for other kinds. */
export function webhookStrategyOf(kind: {
  readonly group: string;
  readonly kind: string;
}): Strategy | undefined {
  if (kind.group !== "admissionregistration.k8s.io") return undefined;
  if (kind.kind === "MutatingWebhookConfiguration") return mutatingWebhookStrategy;
  return kind.kind === "ValidatingWebhookConfiguration" ? validatingWebhookStrategy : undefined;
}
