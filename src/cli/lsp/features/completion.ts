import type { CompletionItem } from "vscode-languageserver";
import { CompletionItemKind, InsertTextFormat } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { markdownBlock, markdownText } from "../../../crd/diagnostics/render/printable.js";
import type { CelProposal } from "../../../tools/language/cel/complete.js";
import type { Proposal } from "../../../tools/language/contract.js";
import type { NewObject } from "../../../tools/language/editing/new-objects.js";
import { newObjects } from "../../../tools/language/editing/new-objects.js";
import type { Feature, LanguageContext } from "../feature.js";
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
        const text = document.getText();
        const inRule = await language.complete(text, offset);
        if (inRule !== undefined) return completionItems(document, inRule).map(inOrder);
        const items = completionItems(document, await service.complete(text, offset));
        const format = document.languageId === "json" ? "json" : "yaml";
        const whole = await newObjects(text, offset, service.crds, format);
        const isSnippet = takesSnippets(context);
        const objects = whole.list.map((one) => objectItem(document, one, isSnippet));
        const all = [...items, ...objects].map(inOrder);
        return whole.isIncomplete ? { isIncomplete: true, items: all } : all;
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
  return proposals.map((proposal) => {
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
      filterText: document.getText(range).startsWith(`"`) ? `"${label}` : label,
    };
  });
}

/** A whole object, in place of the word that is written. */
function objectItem(document: TextDocument, object: NewObject, isSnippet: boolean): CompletionItem {
  const { kind, apiVersion, snippet, text } = object;
  const range = rangeOf(document, object);
  return {
    label: kind,
    kind: CompletionItemKind.Snippet,
    detail: `new object, ${apiVersion}`,
    documentation: { kind: "markdown", value: markdownBlock(text, "yaml") },
    textEdit: { range, newText: isSnippet ? snippet : text },
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    filterText: kind,
  };
}

function takesSnippets({ client }: LanguageContext): boolean {
  return client.capabilities.textDocument?.completion?.completionItem?.snippetSupport === true;
}

/** Clients sort by a text, and else by their own taste. */
function inOrder(item: CompletionItem, index: number): CompletionItem {
  return { ...item, sortText: String(index).padStart(5, "0") };
}
