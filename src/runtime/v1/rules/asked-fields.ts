import type { CelError } from "../cel/values/error.js";
import type { OddField } from "./odd-fields.js";

/**
 * The error of the first odd field among those, by their paths, for which a rule asks by `has`
 * whatever else it finds.
 */
export function askedFields(
  paths: readonly (readonly string[])[],
): (odd: readonly OddField[]) => CelError | undefined {
  return (odd) => {
    for (const asked of paths) {
      const found = odd.find(({ path }) => path.every((name, index) => name === asked[index]));
      if (found !== undefined) return found.error;
    }
    return undefined;
  };
}
