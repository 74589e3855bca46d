import type { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import type { Path } from "../../../crd/source/document.js";
import { pathText } from "../../../crd/source/path-text.js";
import { kindMatcher } from "../pattern.js";
import type { NamedKind } from "../propose-pattern.js";
import { proposalFor } from "../propose-pattern.js";
import type { Settings } from "../settings.js";
import type { LocateOption } from "./override-report.js";

/** Warns of every pattern of an override that no CRD of the input matches. */
export function reportUnmatchedOverrides(
  settings: readonly Settings[],
  kinds: readonly NamedKind[],
  diagnostics: Diagnostics,
  locate: LocateOption,
): void {
  const told = new Set<string>();
  for (const { at, resources } of settings.flatMap(({ overrides }) => overrides)) {
    for (const [index, pattern] of resources.entries()) {
      const matches = kindMatcher([pattern]);
      if (kinds.some(({ group, kind }) => matches(group, kind))) continue;
      const inList: Path = [...at, "resources", index];
      const key = JSON.stringify(inList);
      if (told.has(key)) continue;
      told.add(key);
      const { place, path } = locate(inList);
      const values = {
        at: pathText([...at, "resources"]),
        reason: `'${pattern}' matches no CRD of the input`,
      };
      const help = proposalFor(pattern, kinds);
      diagnostics.report("overrides/unmatched", place, values, { help, path });
    }
  }
}
