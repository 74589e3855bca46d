import { copyJson } from "./copy-json.js";
import type { QuickCheck } from "./json-object.js";

/**
 * Whether the server would accept an object as it is sent, by a quick check that is exact for what `JSON.parse` makes. What
 * else can be sent (instances of classes, objects without a prototype) is looked at as it would be sent.
 *
 * @throws TypeError that names the place, for what JSON cannot hold
 */
export function isGoodAsSent(isGood: QuickCheck, value: unknown): boolean {
  return isGood(value, null) || isGood(copyJson(value), null);
}
