import { CrdLinter } from "../../../codegen/pipeline/crd-linter.js";
import { WarningFilter } from "../../../codegen/pipeline/ignores/warning-filter.js";
import { lintSources } from "../../../codegen/pipeline/lint-sources.js";
import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import type { NewerServerAdvice } from "../../../crd/frontend/findings/help.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { CrdText, TextDiagnostic } from "../contract.js";
import { textDiagnostics } from "../diagnostics.js";

/** Returns the diagnostics of `crdgen lint --kubernetes-version` about a text of CRDs. */
export async function lintText(
  text: CrdText,
  minor: KubernetesMinor,
  adviseNewer: NewerServerAdvice,
): Promise<readonly TextDiagnostic[]> {
  return textDiagnostics(await lintDiagnostics(text, minor, adviseNewer));
}

/** The same with all that is known of them, in the order in which they are reported. */
export async function lintDiagnostics(
  { path, text, place }: CrdText,
  minor: KubernetesMinor,
  adviseNewer: NewerServerAdvice,
): Promise<readonly Diagnostic[]> {
  const diagnostics = new Diagnostics();
  const filter = new WarningFilter([], { audits: true, unjudged: new Set() });
  const linter = new CrdLinter({ minor, filter, adviseNewer });
  await lintSources([{ path, text, place }], linter, diagnostics, () => undefined);
  return diagnostics.list;
}
