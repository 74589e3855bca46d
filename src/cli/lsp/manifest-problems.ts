import type { Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { TextDiagnostic } from "../../tools/language/contract.js";
import { problemOf } from "./problems.js";

/** Tells whether a text is worth reading for objects: all of them have an `apiVersion`. */
export function mayBeManifest(text: string): boolean {
  return /(^|[\s"'{,-])apiVersion["']?\s*:/.test(text);
}

/**
 * What is told of a document, by what `crdgen lint` says of its CRDs and `crdgen validate` of its
 * objects: what both say counts once.
 */
export function problemsOf(
  document: TextDocument,
  ofCrds: readonly TextDiagnostic[],
  ofObjects: readonly TextDiagnostic[],
): Diagnostic[] {
  const told = new Set(ofCrds.map(keyOf));
  const all = [...ofCrds, ...ofObjects.filter((one) => !told.has(keyOf(one)))];
  return all.map((diagnostic) => problemOf(document, diagnostic));
}

function keyOf({ from, code, message }: TextDiagnostic): string {
  return `${from} ${code} ${message}`;
}
