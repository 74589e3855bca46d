import type { ServedVersion } from "./served-version.js";

/** The built-in resources that clients cannot do without. */
export function builtinVersions(): readonly ServedVersion[] {
  return [];
}
