import { copyJson } from "./copy-json.js";
import { fillIn } from "./fill-defaults.js";
import type { JsonObject } from "./json.js";
import type { QuickCheck } from "./json-object.js";
import type { CheckOptions, ResourceValidation } from "./resource-validation.js";
import { objectToCreate } from "./resource-validation.js";

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
  fillIn(resource, filled);
  return checkRules(objectToCreate(resource, filled), undefined, {}).errors.length === 0;
}
