import { Diagnostics } from "../../../diagnostics/diagnostics.js";
import { CrdLinter } from "../../../pipeline/crd-linter.js";
import { WarningFilter } from "../../../pipeline/ignores/warning-filter.js";
import { lintSources } from "../../../pipeline/lint-sources.js";
import type { KubernetesMinor } from "../../../versions/kubernetes-version.js";
import { newerServerAdvice } from "../advice.js";
import type { CrdText, TextDiagnostic } from "../contract.js";
import { textDiagnostics } from "../text-diagnostic.js";

/** What `crdgen lint --kubernetes-version` says of a text of CRDs. */
export async function lintText(
  { path, text }: CrdText,
  minor: KubernetesMinor,
): Promise<readonly TextDiagnostic[]> {
  const diagnostics = new Diagnostics();
  const filter = new WarningFilter([], { audits: true, unjudged: new Set() });
  const linter = new CrdLinter({ minor, filter, adviseNewer: newerServerAdvice });
  await lintSources([{ path, text }], linter, diagnostics, () => undefined);
  return textDiagnostics(diagnostics.list);
}
