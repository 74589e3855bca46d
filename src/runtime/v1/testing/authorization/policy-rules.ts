import { quote } from "../../values/go/quote.js";
import type { Json } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { textsOf } from "../../values/metadata/rules.js";

/** One rule of a Role or a ClusterRole; what is absent is empty. */
export interface PolicyRule {
  readonly verbs: readonly string[];
  readonly apiGroups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly nonResourceURLs: readonly string[];
}

/** The rules of an object as JSON, in their order. */
export function policyRulesOf(rules: Json | undefined): readonly PolicyRule[] {
  const list = Array.isArray(rules) ? rules.filter(isObject) : [];
  return list.map((rule) => ({
    verbs: textsOf(rule, "verbs"),
    apiGroups: textsOf(rule, "apiGroups"),
    resources: textsOf(rule, "resources"),
    resourceNames: textsOf(rule, "resourceNames"),
    nonResourceURLs: textsOf(rule, "nonResourceURLs"),
  }));
}

/** What somebody wants to do with a resource. */
export interface ResourceAction {
  readonly verb: string;
  readonly group: string;
  readonly resource: string;
  readonly subresource: string;
  /** `""` for the collection. */
  readonly name: string;
  /** `""` outside of namespaces. */
  readonly namespace: string;
}

/** What somebody wants to do with a path that leads to no resource. */
export interface PathAction {
  readonly verb: string;
  readonly path: string;
}

/** What somebody wants to do. */
export type RequestedAction = ResourceAction | PathAction;

/** Tells whether a rule allows an action (plugin `authorizer/rbac/rbac.go`, RuleAllows). */
export function ruleAllows(rule: PolicyRule, action: RequestedAction): boolean {
  if (!hasOrAll(rule.verbs, action.verb)) return false;
  if ("path" in action) return rule.nonResourceURLs.some((url) => urlCovers(url, action.path));
  return (
    hasOrAll(rule.apiGroups, action.group) &&
    namesResource(rule.resources, action) &&
    (rule.resourceNames.length === 0 || rule.resourceNames.includes(action.name))
  );
}

function hasOrAll(values: readonly string[], value: string): boolean {
  return values.includes("*") || values.includes(value);
}

function namesResource(
  resources: readonly string[],
  { resource, subresource }: ResourceAction,
): boolean {
  const whole = subresource === "" ? resource : `${resource}/${subresource}`;
  if (hasOrAll(resources, whole)) return true;
  return subresource !== "" && resources.includes(`*/${subresource}`);
}

/** A star at the end stands for any rest; more of them are one. */
function urlCovers(url: string, path: string): boolean {
  if (url === path) return true;
  return url.endsWith("*") && path.startsWith(url.replace(/\*+$/, ""));
}

/**
 * The rights of rules that others do not have, each with one verb and one resource
 * (component-helpers `auth/rbac/validation/policy_comparator.go`, Covers).
 */
export function missingRights(
  held: readonly PolicyRule[],
  wanted: readonly PolicyRule[],
): readonly PolicyRule[] {
  return wanted
    .flatMap(singleRights)
    .filter((right) => !held.some((rule) => ruleCovers(rule, right)));
}

const noRight: PolicyRule = {
  verbs: [],
  apiGroups: [],
  resources: [],
  resourceNames: [],
  nonResourceURLs: [],
};

function singleRights(rule: PolicyRule): PolicyRule[] {
  const { resourceNames } = rule;
  const names = resourceNames.length === 0 ? [[]] : resourceNames.map((name) => [name]);
  const ofResources = rule.apiGroups.flatMap((group) =>
    rule.resources.flatMap((resource) =>
      rule.verbs.flatMap((verb) =>
        names.map((few) => ({
          ...noRight,
          apiGroups: [group],
          resources: [resource],
          verbs: [verb],
          resourceNames: few,
        })),
      ),
    ),
  );
  const ofPaths = rule.nonResourceURLs.flatMap((url) =>
    rule.verbs.map((verb) => ({ ...noRight, nonResourceURLs: [url], verbs: [verb] })),
  );
  return [...ofResources, ...ofPaths];
}

function ruleCovers(rule: PolicyRule, right: PolicyRule): boolean {
  const isNamed =
    rule.resourceNames.length === 0 ||
    (right.resourceNames.length > 0 && hasEvery(rule.resourceNames, right.resourceNames));
  return (
    isNamed &&
    right.verbs.every((verb) => hasOrAll(rule.verbs, verb)) &&
    right.apiGroups.every((group) => hasOrAll(rule.apiGroups, group)) &&
    right.resources.every((resource) => resourcesCover(rule.resources, resource)) &&
    right.nonResourceURLs.every((url) => rule.nonResourceURLs.some((one) => urlCovers(one, url)))
  );
}

function hasEvery(values: readonly string[], wanted: readonly string[]): boolean {
  return wanted.every((value) => values.includes(value));
}

function resourcesCover(resources: readonly string[], resource: string): boolean {
  if (hasOrAll(resources, resource)) return true;
  const slash = resource.indexOf("/");
  return slash >= 0 && resources.includes(`*${resource.slice(slash)}`);
}

/**
 * Rights in words, one a line, sorted: those that differ in the verb alone are one
 * (`registry/rbac/validation/policy_compact.go`).
 */
export function rightsText(rights: readonly PolicyRule[]): string {
  const joined = new Map<string, PolicyRule>();
  const texts: string[] = [];
  for (const right of rights) {
    if (right.nonResourceURLs.length > 0) {
      texts.push(ruleText(right));
      continue;
    }
    const key = JSON.stringify([right.apiGroups, right.resources, right.resourceNames]);
    const verbs = [...(joined.get(key)?.verbs ?? []), ...right.verbs];
    joined.set(key, { ...right, verbs });
  }
  texts.push(...[...joined.values()].map(ruleText));
  return [...new Set(texts)].sort().join("\n");
}

function ruleText(rule: PolicyRule): string {
  const parts = [
    ["APIGroups", rule.apiGroups],
    ["Resources", rule.resources],
    ["NonResourceURLs", rule.nonResourceURLs],
    ["ResourceNames", rule.resourceNames],
    ["Verbs", rule.verbs],
  ] as const;
  const shown = parts.filter(([, values]) => values.length > 0);
  return `{${shown.map(([name, values]) => `${name}:${quotedList(values)}`).join(", ")}}`;
}

/** Texts as Go prints a list of them with `%q`. */
export function quotedList(texts: readonly string[]): string {
  return `[${texts.map(quote).join(" ")}]`;
}
