import type { Diagnostics } from "../diagnostics/diagnostics.js";
import { nearest } from "../diagnostics/similar.js";
import type { DefinedKind } from "../pipeline/emit-source.js";
import { isPattern, kindMatcher } from "../pipeline/pattern.js";
import { nameSome } from "./report.js";

/** So many kinds are named where nothing is near what was typed. */
const mostNamed = 5;

/**
 * Warns of every pattern of `--only` that no CRD of the input matches: it is likely to be a typing
 * error.
 */
export function reportUnmatched(
  patterns: readonly string[],
  kinds: readonly DefinedKind[],
  diagnostics: Diagnostics,
): void {
  for (const pattern of patterns) {
    const matches = kindMatcher([pattern]);
    if (kinds.some(({ group, kind }) => matches(group, kind))) continue;
    const help = proposalFor(pattern, kinds);
    diagnostics.report("input/unmatched-pattern", undefined, { pattern }, { help });
  }
}

/**
 * What may have been meant by a pattern that matches none of the kinds; `undefined` where there are
 * none at all.
 */
export function proposalFor(pattern: string, kinds: readonly DefinedKind[]): string | undefined {
  if (kinds.length === 0) return undefined;
  const meant = ofAnotherForm(pattern, kinds) ?? nearestPattern(pattern, kinds);
  if (meant !== undefined) return `did you mean '${meant}'?`;
  const all = [...new Set(kinds.map(patternOf))].sort();
  return `the input defines ${nameSome(all, mostNamed)}`;
}

/** What names a group, a resource or a whole CRD where a kind is named. */
function ofAnotherForm(pattern: string, kinds: readonly DefinedKind[]): string | undefined {
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

function nearestPattern(pattern: string, kinds: readonly DefinedKind[]): string | undefined {
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

function patternOf({ group, kind }: DefinedKind): string {
  return `${group}/${kind}`;
}
