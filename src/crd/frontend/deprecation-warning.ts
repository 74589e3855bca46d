import { compareVersionNames } from "./version-order.js";

/** What a warning depends on: whether a version can be used instead. */
export interface ServedVersion {
  readonly name: string;
  readonly served: boolean;
  readonly deprecated?: boolean;
}

/**
 * The warning of a deprecated version that has no text of its own (apiextensions
 * `customresource_handler.go`): it names the best version that is served, not deprecated and
 * preferred to this one, if there is any.
 */
export function defaultDeprecationWarning(
  name: string,
  versions: readonly ServedVersion[],
  group: string,
  kind: string,
): string {
  const better = versions
    .filter((version) => version.served && version.deprecated !== true)
    .map((version) => version.name)
    .filter((other) => compareVersionNames(other, name) < 0)
    .sort(compareVersionNames)[0];
  const replacement = better === undefined ? "" : `; use ${group}/${better} ${kind}`;
  return `${group}/${name} ${kind} is deprecated${replacement}`;
}
