import type { GroupVersionResource } from "../../runtime/v1/operators/webhooks/webhook.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { objectsAt, optionalTextAt, textsAt } from "../../runtime/v1/values/json/raw-fields.js";
import type { RequestFacts } from "./attributes.js";

/** A rule of a webhook (`admissionregistration/v1`, RuleWithOperations). */
export interface WebhookRule {
  readonly groups: readonly string[];
  readonly versions: readonly string[];
  /** `pods`, `pods/status`, with `*` for any. */
  readonly resources: readonly string[];
  readonly operations: readonly string[];
  readonly scope: string;
}

/** The rules that stand in a webhook. */
export function readRules(webhook: JsonObject): readonly WebhookRule[] {
  return objectsAt(webhook, "rules").map((rule) => ({
    groups: textsAt(rule, "apiGroups"),
    versions: textsAt(rule, "apiVersions"),
    resources: textsAt(rule, "resources"),
    operations: textsAt(rule, "operations"),
    scope: optionalTextAt(rule, "scope") ?? "*",
  }));
}

/** The facts that rules look at. */
export type RuledFacts = Pick<RequestFacts, "resource" | "subresource" | "operation" | "namespace">;

/** Tells whether a rule matches a request (apiserver `webhook/predicates/rules/rules.go`). */
export function matchesRule(rule: WebhookRule, facts: RuledFacts): boolean {
  const { resource } = facts;
  return (
    isInScope(rule, facts) &&
    hasOrAny(rule.operations, facts.operation) &&
    hasOrAny(rule.groups, resource.group) &&
    hasOrAny(rule.versions, resource.version) &&
    rule.resources.some((one) => namesResource(one, facts))
  );
}

function hasOrAny(items: readonly string[], wanted: string): boolean {
  return items.includes("*") || items.includes(wanted);
}

/** A namespace is no part of itself. */
function isInScope({ scope }: WebhookRule, { resource, namespace }: RuledFacts): boolean {
  const { group, version, resource: plural } = resource;
  const isNamespace = group === "" && version === "v1" && plural === "namespaces";
  const isInNamespace = !isNamespace && namespace !== "";
  if (scope === "*") return true;
  return scope === (isInNamespace ? "Namespaced" : "Cluster");
}

function namesResource(name: string, { resource, subresource }: RuledFacts): boolean {
  const at = name.indexOf("/");
  const [main, part] = at === -1 ? [name, ""] : [name.slice(0, at), name.slice(at + 1)];
  return (main === "*" || main === resource.resource) && (part === "*" || part === subresource);
}

/**
 * The resource for which a webhook is called: that of the request if a rule matches it, else the
 * first that stands for it and matches a rule, in the order of the rules (`generic/webhook.go`).
 *
 * @param equivalents the same resource in other versions; none for `matchPolicy: Exact`
 */
export function ruledResource(
  rules: readonly WebhookRule[],
  facts: RuledFacts,
  equivalents: readonly GroupVersionResource[],
): GroupVersionResource | undefined {
  if (rules.some((rule) => matchesRule(rule, facts))) return facts.resource;
  for (const rule of rules) {
    const found = equivalents.find((resource) => matchesRule(rule, { ...facts, resource }));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Nobody may come between a server and what it asks itself (`admission/exclusion`). */
const reviews = new Set([
  "authentication.k8s.io/selfsubjectreviews",
  "authentication.k8s.io/tokenreviews",
  "authorization.k8s.io/localsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectaccessreviews",
  "authorization.k8s.io/selfsubjectrulesreviews",
  "authorization.k8s.io/subjectaccessreviews",
]);

const configurationKinds =
  /^(Validating|Mutating)(WebhookConfiguration|AdmissionPolicy(Binding)?)$/;

/** Tells whether no webhook is called for a request, whatever its rules say. */
export function isExempt({ kind, resource }: Pick<RequestFacts, "kind" | "resource">): boolean {
  if (reviews.has(`${resource.group}/${resource.resource}`)) return true;
  return kind.group === "admissionregistration.k8s.io" && configurationKinds.test(kind.kind);
}

/**
 * Warnings about rules that name what no webhook is called for
 * (`admissionregistration/validation/warnings.go`).
 *
 * @param path of the webhook
 */
export function exemptRuleWarnings(rules: readonly WebhookRule[], path: string): readonly string[] {
  return rules.flatMap(({ groups, resources }, index) => {
    if (groups.includes("*") || resources.includes("*")) return [];
    const named = groups.flatMap((group) => resources.map((one) => [group, one] as const));
    const found = named.filter(([group, one]) => reviews.has(`${group}/${one}`));
    const texts = found.map(
      ([group, one]) =>
        `${path}.rules[${index}]: ${one}.${group} is excluded from admission webhooks; this rule will have no effect`,
    );
    return [...new Set(texts)];
  });
}
