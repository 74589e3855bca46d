import { nameSome } from "../../crd/diagnostics/name-some.js";
import { nearest } from "../../crd/diagnostics/similar.js";
import { isPattern } from "./pattern.js";

/** The names of a kind, as far as a pattern can be meant for them. */
export interface NamedKind {
  readonly group: string;
  readonly kind: string;
  readonly plural: string;
}

/** So many kinds are named where nothing is near what was typed. */
const mostNamed = 5;

/**
 * What may have been meant by a pattern that matches none of the kinds; `undefined` where there are
 * none at all.
 */
export function proposalFor(pattern: string, kinds: readonly NamedKind[]): string | undefined {
  if (kinds.length === 0) return undefined;
  const meant = ofAnotherForm(pattern, kinds) ?? nearestPattern(pattern, kinds);
  if (meant !== undefined) return `did you mean '${meant}'?`;
  const all = [...new Set(kinds.map(patternOf))].sort();
  return `the input defines ${nameSome(all, mostNamed)}`;
}

/** What names a group, a resource or a whole CRD where a kind is named. */
function ofAnotherForm(pattern: string, kinds: readonly NamedKind[]): string | undefined {
  const text = pattern.toLowerCase().replace(/\/$/, "");
  const isGroup = kinds.find(({ group }) => group === text);
  if (isGroup !== undefined) return `${isGroup.group}/*`;
  const named = kinds.find(
    ({ group, kind, plural }) =>
      [plural, `${plural}.${group}`, `${group}/${plural}`].includes(text) ||
      text === kind.toLowerCase() ||
      text === `${group}/${kind}`.toLowerCase(),
  );
  return named && patternOf(named);
}

function nearestPattern(pattern: string, kinds: readonly NamedKind[]): string | undefined {
  const groups = [...new Set(kinds.map(({ group }) => group))].sort();
  if (pattern.includes("/")) {
    const wholeGroups = groups.map((group) => `${group}/*`);
    return nearest(pattern, isPattern(pattern) ? wholeGroups : kinds.map(patternOf));
  }
  const kind = nearest(
    pattern,
    kinds.map((known) => known.kind),
  );
  if (kind !== undefined) return kind;
  const group = nearest(pattern, groups);
  return group === undefined ? undefined : `${group}/*`;
}

function patternOf({ group, kind }: NamedKind): string {
  return `${group}/${kind}`;
}
