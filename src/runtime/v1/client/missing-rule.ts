import { isForbidden } from "./api-error.js";

/** A rule of a Role or ClusterRole (`api/rbac/v1/types.go`, PolicyRule). */
export interface AccessRule {
  readonly apiGroups: readonly string[];
  /** Plurals, with a slash and the subresource where it is one: `crontabs/status`. */
  readonly resources: readonly string[];
  readonly verbs: readonly string[];
  /** Absent = all names. */
  readonly resourceNames?: readonly string[] | undefined;
}

/** The rule that a refused call lacks, and where. */
export interface MissingRule {
  readonly rule: AccessRule;
  /** Where a Role with the rule would do; absent = a ClusterRole and its binding are needed. */
  readonly namespace?: string | undefined;
  /** Who lacks it, such as `system:serviceaccount:default:my-operator`. */
  readonly user: string;
}

/**
 * The rule that was missing where a server refused a call for want of rights. `undefined` for all
 * other errors, and for refusals that no rule would mend, such as those of admission. The server
 * says it in words alone (apiserver `endpoints/handlers/responsewriters/errors.go`,
 * forbiddenMessage).
 */
export function missingRule(error: unknown): MissingRule | undefined {
  if (!isForbidden(error)) return undefined;
  const parts = refusalWords.exec(error.message)?.groups;
  if (parts === undefined) return undefined;
  const { user = "", verb = "", resource = "", group = "", namespace } = parts;
  const rule = { apiGroups: [group], resources: [resource], verbs: [verb] };
  return { rule, namespace, user };
}

/** Names alone: whatever else stands there, no server with rights of this kind has said it. */
const refusalWords =
  /\bUser "(?<user>[^"]*)" cannot (?<verb>[a-z]+) resource "(?<resource>[\w./-]+)" in API group "(?<group>[\w.-]*)" (?:at the cluster scope|in the namespace "(?<namespace>[\w.-]+)")/;

/** A rule as an item of `rules`, in YAML: lines without indentation and without an end. */
export function accessRuleText(rule: AccessRule): string {
  const { apiGroups, resources, resourceNames, verbs } = rule;
  const lines = [`- apiGroups: ${flowList(apiGroups)}`, `  resources: ${flowList(resources)}`];
  if (resourceNames !== undefined) lines.push(`  resourceNames: ${flowList(resourceNames)}`);
  return [...lines, `  verbs: ${flowList(verbs)}`].join("\n");
}

/** What to do about a refused call, as one sentence and the rule; `undefined` as `missingRule`. */
export function missingRuleText(error: unknown): string | undefined {
  const missing = missingRule(error);
  if (missing === undefined) return undefined;
  const { rule, namespace, user } = missing;
  const role = namespace === undefined ? "a ClusterRole" : `a Role of the namespace ${namespace}`;
  return `${user} needs this rule, in ${role} that is bound to it:\n${accessRuleText(rule)}`;
}

function flowList(texts: readonly string[]): string {
  return `[${texts.map(flowText).join(", ")}]`;
}

/** Plain where YAML reads a text and not, say, a number or a boolean. */
function flowText(text: string): string {
  const isPlain = /^[a-z][\w.-]*(?:\/[\w.-]+)*$/.test(text) && !yamlWords.test(text);
  return isPlain ? text : JSON.stringify(text);
}

const yamlWords = /^(?:true|false|null|yes|no|on|off|y|n)$/;
