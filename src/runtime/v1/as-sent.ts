import { copyJson } from "./copy-json.js";
import { fillIn } from "./fill-defaults.js";
import type { Json, JsonObject } from "./json.js";
import { Float64 } from "./json.js";
import type { QuickCheck } from "./json-object.js";
import type { CheckOptions, ResourceValidation } from "./resource-validation.js";
import { rulesErrors } from "./resource-validation.js";

/**
 * Whether the server would accept an object as it is sent, by a quick check that is exact for what `JSON.parse` makes. What
 * else can be sent (instances of classes, objects without a prototype) is looked at as it would be sent.
 *
 * @throws TypeError that names the place, for what JSON cannot hold
 */
export function isGoodAsSent(isGood: QuickCheck, value: unknown): boolean {
  return isGood(value, null) || isGood(copyJson(value), null);
}

/** The same of a resource with rules, which see the object with its defaults. */
export function isGoodByRules(
  resource: ResourceValidation,
  value: unknown,
  { rules = true }: CheckOptions = {},
): boolean {
  const { is, checkRules } = resource;
  if (!isGoodAsSent(is, value)) return false;
  if (!rules || checkRules === undefined) return true;
  const filled = copyJson(value) as JsonObject; // the check lets nothing else pass
  if (resource.rulesSeeDefaults === true || holdsNull(filled)) fillIn(resource, filled);
  return rulesErrors(resource, filled).length === 0;
}

/** Whether there is a null anywhere in a value; objects may be nested too deeply for calls. */
function holdsNull(value: Json): boolean {
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (next === null) return true;
    if (typeof next !== "object" || next instanceof Float64) continue;
    const members = Array.isArray(next) ? next : Object.values(next);
    for (const member of members) open.push(member);
  }
  return false;
}
