import { allowedCode, faultOfAllowed } from "../../tools/diff/allowable.js";
import { failingEffects } from "../../tools/diff/effect.js";
import type { Allowed } from "../../tools/diff/judged-change.js";
import { UsageError } from "../usage-error.js";

/**
 * What `--allow` says: codes, with or without `diff/`, and effects.
 *
 * @throws UsageError for what is neither, with the nearest that is
 */
export function parseAllowed(given: readonly string[]): Allowed {
  const fault = given.map(faultOfAllowed).find((found) => found !== undefined);
  if (fault !== undefined) throw new UsageError(`--allow: ${fault}`);
  return {
    codes: new Set(given.flatMap((text) => allowedCode(text) ?? [])),
    effects: new Set(failingEffects.filter((effect) => given.includes(effect))),
  };
}
