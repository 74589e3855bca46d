import type { CompletionItem } from "vscode-languageserver";
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { markdownText } from "../../../crd/diagnostics/render/printable.js";
import type { CelProposal } from "../../../tools/language/cel/complete.js";
import type { Proposal } from "../../../tools/language/contract.js";
import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";
import { rangeOf } from "../range.js";

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
        const proposals = inRule ?? (await service.complete(document.getText(), offset));
        return completionItems(document, proposals);
      }),
    );
  },
};

/** Of an object, or of a rule. */
type AnyProposal = Omit<Proposal, "kind"> & {
  readonly kind: Proposal["kind"] | CelProposal["kind"];
};

const kinds: Readonly<Record<AnyProposal["kind"], CompletionItemKind>> = {
  field: CompletionItemKind.Field,
  value: CompletionItemKind.Value,
  kind: CompletionItemKind.Class,
  variable: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  keyword: CompletionItemKind.Keyword,
};

/** Proposals as the protocol has them, in their order: the best first. */
function completionItems(
  document: TextDocument,
  proposals: readonly AnyProposal[],
): CompletionItem[] {
  return proposals.map((proposal, index) => {
    const { label, insert, kind, detail, documentation, required } = proposal;
    const range = rangeOf(document, proposal);
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
