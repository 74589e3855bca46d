import type { Diagnostic } from "../../../crd/diagnostics/diagnostics.js";
import { inSourceOrder } from "../../../crd/diagnostics/order.js";
import { positionAt } from "../../../crd/source/source-file.js";
import type { ForeignDiagnostic, TextDiagnostic } from "./contract.js";

/** Diagnostics of one text, in its order. */
export function textDiagnostics(list: readonly Diagnostic[]): readonly TextDiagnostic[] {
  return inSourceOrder(list).map(describe);
}

/** Diagnostics of several texts, in the order of these. */
export function foreignDiagnostics(list: readonly Diagnostic[]): readonly ForeignDiagnostic[] {
  return inSourceOrder(list).map((diagnostic) => ({
    ...describe(diagnostic),
    path: diagnostic.span?.file.path ?? diagnostic.path ?? "",
  }));
}

/** What has no place stands at the beginning. */
function describe({ span, severity, code, message, help }: Diagnostic): TextDiagnostic {
  const { start: from, end: to } = span ?? { start: 0, end: 0 };
  const position = span === undefined ? { line: 1, column: 1 } : positionAt(span.file, from);
  return {
    from,
    to,
    ...position,
    severity: severity === "error" ? "error" : "warning",
    code,
    message,
    ...(help !== undefined && { help }),
  };
}
