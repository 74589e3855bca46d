import type { Diagnostic, DiagnosticRelatedInformation } from "vscode-languageserver";
import { DiagnosticSeverity } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { RelatedPlace, TextDiagnostic } from "../../tools/language/contract.js";
import { objectPath } from "../../tools/language/contract.js";
import { locationOf, rangeOfPlace } from "./place.js";
import { rangeOf } from "./range.js";

/** A diagnostic as the protocol has it: the message as in `--format json`, then the help. */
export function problemOf(document: TextDocument, diagnostic: TextDiagnostic): Diagnostic {
  const { severity, code, message, help, related = [] } = diagnostic;
  const places = related.flatMap((place) => relatedTo(document, place) ?? []);
  return {
    range: rangeOf(document, diagnostic),
    severity: severity === "error" ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code,
    source: "crdgen",
    message: help === undefined ? message : `${message}\n${help}`,
    ...(places.length > 0 && { relatedInformation: places }),
  };
}

function relatedTo(
  { uri }: TextDocument,
  place: RelatedPlace,
): DiagnosticRelatedInformation | undefined {
  const isOwn = place.path === objectPath || place.path === uri;
  const location = isOwn ? { uri, range: rangeOfPlace(place) } : locationOf(place);
  return location && { location, message: place.message };
}
