import type { Diagnostic } from "@codemirror/lint";
import { setDiagnostics } from "@codemirror/lint";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { TextDiagnostic } from "../../language/contract.js";

/** The transaction that marks problems in a text, in place of those marked before. */
export function showDiagnostics(
  state: EditorState,
  diagnostics: readonly TextDiagnostic[],
): TransactionSpec {
  const { length } = state.doc;
  const marks = diagnostics.map(({ from, to, severity, message, help }): Diagnostic => {
    const start = Math.min(from, length);
    return {
      from: start,
      to: Math.min(Math.max(to, start), length),
      severity,
      message: help === undefined ? message : `${message}\n${help}`,
    };
  });
  return setDiagnostics(
    state,
    marks.sort((one, other) => one.from - other.from),
  );
}
