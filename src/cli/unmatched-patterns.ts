import type { DefinedKind } from "../codegen/pipeline/emit-source.js";
import { kindMatcher, proposalFor } from "../codegen/pipeline/pattern.js";
import type { Diagnostics } from "../crd/diagnostics/diagnostics.js";

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
