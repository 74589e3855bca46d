import type { DocumentSymbol } from "vscode-languageserver";
import { SymbolKind } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { DocumentSymbol as Symbol } from "../../../tools/language/editing/symbols.js";
import { symbolsOf } from "../../../tools/language/editing/symbols.js";
import type { Feature } from "../feature.js";
import { rangeOf } from "../range.js";

/** The objects of a document, and their fields. */
export const symbols: Feature = {
  capabilities: { documentSymbolProvider: true },
  listen({ connection, documents }) {
    connection.onDocumentSymbol(({ textDocument }) => {
      const document = documents.get(textDocument.uri);
      return document === undefined ? [] : symbolsFor(document);
    });
  },
};

const kinds: Readonly<Record<Symbol["kind"], SymbolKind>> = {
  document: SymbolKind.Module,
  object: SymbolKind.Object,
  list: SymbolKind.Array,
  value: SymbolKind.Field,
};

/** The fields of a document as the protocol has them. */
function symbolsFor(document: TextDocument): DocumentSymbol[] {
  return symbolsOf(document.getText()).map((symbol) => convert(document, symbol));
}

function convert(document: TextDocument, symbol: Symbol): DocumentSymbol {
  const { name, detail, kind, range, own, children } = symbol;
  return {
    name,
    ...(detail !== "" && { detail }),
    kind: kinds[kind],
    range: rangeOf(document, range),
    selectionRange: rangeOf(document, own),
    children: children.map((child) => convert(document, child)),
  };
}
