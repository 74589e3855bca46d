import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { positionAt } from "../../../crd/source/source-file.js";
import type { CrdFault } from "./page.js";

/** What there is to say of a CRD, the errors first. */
export function faultsOf(diagnostics: readonly Diagnostic[]): readonly CrdFault[] {
  const faults = diagnostics.map(({ severity, code, message, span, help }): CrdFault => {
    return {
      severity: severity === "error" ? "error" : "warning",
      code,
      message,
      line: span && positionAt(span.file, span.start).line,
      help,
    };
  });
  return [
    ...faults.filter(({ severity }) => severity === "error"),
    ...faults.filter(({ severity }) => severity !== "error"),
  ];
}
