import type { CompletionItem } from "vscode-languageserver";
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { markdownText } from "../../../crd/diagnostics/render/printable.js";
import type { Proposal } from "../../../tools/language/contract.js";
import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";
import { expressionItems } from "./expressions.js";

/** What may be written at a place of an object, or of a rule of a CRD. */
export const completion: Feature = {
  capabilities: { completionProvider: { triggerCharacters: [":", " ", "-", '"', "."] } },
  listen(context) {
    const { connection, service } = context;
    connection.onCompletion(({ textDocument, position }) =>
      withDocument(context, textDocument, async (document) => {
        const offset = document.offsetAt(position);
        const language = await service.cel();
        const inRule = await language.complete(document.getText(), offset);
        if (inRule !== undefined) return expressionItems(document, inRule);
        return completionItems(document, await service.complete(document.getText(), offset));
      }),
    );
  },
};

const kinds: Readonly<Record<Proposal["kind"], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  kind: CompletionItemKind.Class,
};

/** Proposals as the protocol has them, in their order: the best first. */
function completionItems(document: TextDocument, proposals: readonly Proposal[]): CompletionItem[] {
  return proposals.map((proposal, index) => {
    const { label, insert, from, to, kind, detail, documentation, required } = proposal;
    const range = { start: document.positionAt(from), end: document.positionAt(to) };
    const details = [detail, required === true ? "required" : undefined];
    return {
      label,
      kind: kinds[kind],
      detail: details.filter((text) => text !== undefined).join(", "),
      ...(documentation !== undefined && {
        documentation: { kind: "markdown", value: markdownText(documentation) },
      }),
      textEdit: { range, newText: insert },
      insertTextFormat: InsertTextFormat.PlainText,
      sortText: String(index).padStart(5, "0"),
      filterText: document.getText(range).startsWith(`"`) ? `"${label}` : label,
    };
  });
}
