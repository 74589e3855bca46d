import type { Range } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";

/** A part of a document, in UTF-16 units and half open, as the protocol has it. */
export function rangeOf(
  document: TextDocument,
  { from, to }: { readonly from: number; readonly to: number },
): Range {
  return { start: document.positionAt(from), end: document.positionAt(to) };
}
