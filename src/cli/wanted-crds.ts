import type { ResourceNames } from "../codegen/pipeline/find-requested.js";
import { splitPath, strengthOf } from "../codegen/pipeline/find-requested.js";
import { kindMatcher } from "../codegen/pipeline/pattern.js";

/** A kind that a cluster serves. */
export interface ServedKind extends ResourceNames {
  readonly group: string;
}

/** Which CRDs of a cluster are needed: others are not read. */
export interface WantedCrds {
  isWanted(kind: ServedKind): boolean;
  /**
   * Tells whether the wanted ones of the kinds that are served are enough. Else all CRDs are read,
   * so that messages can say what there is.
   */
  isEnough(found: readonly ServedKind[]): boolean;
}

/** Those that the first name of a text means, such as `crontabs.spec`. */
export function crdsNamed(text: string): WantedCrds {
  const name = splitPath(text)?.[0]?.toLowerCase() ?? "";
  return {
    isWanted: (kind) => strengthOf(kind, name) > 0,
    isEnough: (found) => found.length > 0,
  };
}

/** Those of kinds as `group/Kind`. */
export function crdsOfKinds(kinds: ReadonlySet<string>): WantedCrds {
  const nameOf = ({ group, kind }: ServedKind): string => `${group}/${kind}`;
  return {
    isWanted: (kind) => kinds.has(nameOf(kind)),
    isEnough(found) {
      const names = new Set(found.map(nameOf));
      // The core has kinds without a group, and no CRDs.
      return [...kinds].every((kind) => kind.startsWith("/") || names.has(kind));
    },
  };
}

/** Those that patterns of `group/Kind` mean. */
export function crdsMatching(patterns: readonly string[]): WantedCrds {
  const matchers = patterns.map((pattern) => kindMatcher([pattern]));
  return {
    isWanted: ({ group, kind }) => matchers.some((matches) => matches(group, kind)),
    isEnough: (found) =>
      matchers.every((matches) => found.some(({ group, kind }) => matches(group, kind))),
  };
}
