import type { Diagnostics } from "../diagnostics/diagnostics.js";
import type { DefinedKind } from "../pipeline/emit-source.js";
import { kindMatcher } from "../pipeline/pattern.js";
import { proposalFor } from "../pipeline/propose-pattern.js";

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
