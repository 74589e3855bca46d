import { compareVersionNames } from "../../../crd/frontend/version-order.js";
import type { Resource, Version } from "../../../crd/ir/resource.js";

/**
 * The version of a resource that is named, or the one that clients prefer: the first by maturity of
 * those that are served.
 *
 * @returns undefined if there is no such version that is served
 */
export function requestedVersion(
  { versions }: Resource,
  name: string | undefined,
): Version | undefined {
  const served = servedVersions(versions);
  return name === undefined ? served[0] : served.find((version) => version.name === name);
}

/** Those that are served, the preferred one first. */
export function servedVersions(versions: readonly Version[]): readonly Version[] {
  return versions
    .filter(({ served }) => served)
    .sort((left, right) => compareVersionNames(left.name, right.name));
}
