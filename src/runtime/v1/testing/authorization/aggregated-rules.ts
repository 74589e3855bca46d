import { deepEqual } from "../../values/json/deep-equal.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import { metadataOf } from "../../values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../../values/metadata/rules.js";

/** A ClusterRole whose rules are to be others. */
export interface AggregatedRole {
  readonly name: string;
  readonly rules: Json[];
}

/**
 * The ClusterRoles that gather the rules of others, and have not those that they should have
 * (Kubernetes `controller/clusterroleaggregation`).
 *
 * @param roles all ClusterRoles, sorted by name
 */
export function outdatedRoles(roles: readonly JsonObject[]): readonly AggregatedRole[] {
  return roles.flatMap((role) => {
    const { aggregationRule = null, rules = null } = role;
    if (!isObject(aggregationRule)) return [];
    const name = textOf(metadataOf(role), "name");
    const selectors = objectsOf(aggregationRule, "clusterRoleSelectors");
    const gathered = gatheredRules(roles, name, selectors);
    if (gathered === undefined || deepEqual(gathered, Array.isArray(rules) ? rules : [])) return [];
    return [{ name, rules: gathered }];
  });
}

/** Undefined where a selector cannot be read. */
function gatheredRules(
  roles: readonly JsonObject[],
  name: string,
  selectors: readonly JsonObject[],
): Json[] | undefined {
  const gathered: Json[] = [];
  for (const selector of selectors) {
    const terms = termsOf(selector);
    if (terms === undefined) return undefined;
    for (const role of roles) {
      const metadata = metadataOf(role);
      if (textOf(metadata, "name") === name) continue;
      if (!terms.every((term) => term(metadata["labels"]))) continue;
      for (const rule of objectsOf(role, "rules")) {
        if (!gathered.some((one) => deepEqual(one, rule))) gathered.push(rule);
      }
    }
  }
  return gathered;
}

type LabelTerm = (labels: Json | undefined) => boolean;

/** The terms of a selector as objects have it; undefined where it has an unknown operator. */
function termsOf(selector: JsonObject): readonly LabelTerm[] | undefined {
  const { matchLabels = null } = selector;
  const wanted = isObject(matchLabels) ? matchLabels : {};
  const terms: LabelTerm[] = Object.keys(wanted).map((key) => {
    const value = textOf(wanted, key);
    return (labels) => labelValueIn(labels, key) === value;
  });
  for (const expression of objectsOf(selector, "matchExpressions")) {
    const term = expressionTerm(expression);
    if (term === undefined) return undefined;
    terms.push(term);
  }
  return terms;
}

function expressionTerm(expression: JsonObject): LabelTerm | undefined {
  const [key, values] = [textOf(expression, "key"), textsOf(expression, "values")];
  const isIn: LabelTerm = (labels) => values.includes(labelValueIn(labels, key) ?? "\0");
  switch (textOf(expression, "operator")) {
    case "In":
      return isIn;
    case "NotIn":
      return (labels) => !isIn(labels);
    case "Exists":
      return (labels) => labelValueIn(labels, key) !== undefined;
    case "DoesNotExist":
      return (labels) => labelValueIn(labels, key) === undefined;
    default:
      return undefined;
  }
}

function labelValueIn(labels: Json | undefined, key: string): string | undefined {
  return isObject(labels) && Object.hasOwn(labels, key) ? textOf(labels, key) : undefined;
}
