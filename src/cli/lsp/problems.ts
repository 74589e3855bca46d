import type { Diagnostic } from "vscode-languageserver";
import { DiagnosticSeverity } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { TextDiagnostic } from "../../tools/language/contract.js";
import { rangeOf } from "./range.js";

/** A diagnostic as the protocol has it: the message as in `--format json`, then the help. */
export function problemOf(document: TextDocument, diagnostic: TextDiagnostic): Diagnostic {
  const { severity, code, message, help } = diagnostic;
  return {
    range: rangeOf(document, diagnostic),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "crdgen",
    message: help === undefined ? message : `${message}\n${help}`,
  };
}
