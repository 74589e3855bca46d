import type { CompletionItem, Hover } from "vscode-languageserver";
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { markdownBlock, markdownText } from "../../../crd/diagnostics/render/printable.js";
import type { CelProposal } from "../../../tools/language/cel/complete.js";
import type { CelHelp } from "../../../tools/language/cel/help.js";

const kinds: Readonly<Record<CelProposal["kind"], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
};

/** Proposals within an expression as the protocol has them, in their order. */
export function expressionItems(
  document: TextDocument,
  proposals: readonly CelProposal[],
): CompletionItem[] {
  return proposals.map(({ label, insert, from, to, kind, detail, documentation }, index) => ({
    label,
    kind: kinds[kind],
    detail,
    ...(documentation !== undefined && {
      documentation: { kind: "markdown", value: markdownText(documentation) },
    }),
    textEdit: {
      range: { start: document.positionAt(from), end: document.positionAt(to) },
      newText: insert,
    },
    insertTextFormat: InsertTextFormat.PlainText,
    sortText: String(index).padStart(5, "0"),
    filterText: label,
  }));
}

/** What is known of a word of an expression, in Markdown: texts of CRDs are escaped. */
export function expressionHover(document: TextDocument, help: CelHelp): Hover {
  const { from, to, code, meaning, description, cost } = help;
  const texts = [meaning, description, cost].filter((text) => text !== undefined);
  const value = [markdownBlock(code.join("\n"), "cel"), ...texts.map(markdownText)].join("\n\n");
  return {
    contents: { kind: "markdown", value },
    range: { start: document.positionAt(from), end: document.positionAt(to) },
  };
}
