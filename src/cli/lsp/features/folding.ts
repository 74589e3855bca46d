import type { FoldingRange } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { DocumentSymbol } from "../../../tools/language/editing/symbols.js";
import { symbolsOf } from "../../../tools/language/editing/symbols.js";
import type { Feature } from "../feature.js";

/** Documents, objects and lists that take several lines. */
export const folding: Feature = {
  capabilities: { foldingRangeProvider: true },
  listen({ connection, documents }) {
    connection.onFoldingRanges(({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      return document === undefined ? [] : foldsOf(document);
    });
  },
};

function foldsOf(document: TextDocument): FoldingRange[] {
  const folds: FoldingRange[] = [];
  const visit = ({ range, children }: DocumentSymbol): void => {
    const startLine = document.positionAt(range.from).line;
    const endLine = document.positionAt(range.to).line;
    if (endLine > startLine) folds.push({ startLine, endLine });
    children.forEach(visit);
  };
  symbolsOf(document.getText()).forEach(visit);
  return folds;
}
