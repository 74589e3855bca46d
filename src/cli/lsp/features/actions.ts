import type { CodeAction, CodeActionParams, Diagnostic } from "vscode-languageserver";
import { CodeActionKind } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { QuickFix } from "../../../tools/language/service.js";
import type { Feature } from "../feature.js";
import { withDocument } from "../feature.js";
import { rangeOf } from "../range.js";

/** Ways to mend what diagnostics tell, as edits that the editor makes. */
export const actions: Feature = {
  capabilities: { codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] } },
  listen(context) {
    const { connection, service } = context;
    connection.onCodeAction((params) =>
      withDocument(context, params.textDocument, async (document) => {
        const told = params.context.diagnostics.filter(({ source }) => source === "crdgen");
        if (told.length === 0 || !isWanted(params)) return [];
        const crd = { path: document.uri, text: document.getText() };
        const { start, end } = params.range;
        const [from, to] = [document.offsetAt(start), document.offsetAt(end)];
        const fixes = await service.fixes(crd, from, to);
        return merged(fixes.flatMap((fix) => actionOf(document, fix, told) ?? []));
      }),
    );
  },
};

/** Without a choice, all kinds are wanted; a kind has those below it. */
function isWanted({ context: { only } }: CodeActionParams): boolean {
  return only === undefined || only.some((kind) => kind === "" || kind === CodeActionKind.QuickFix);
}

/** What mends several diagnostics at once is one action for all of them. */
function merged(all: readonly CodeAction[]): CodeAction[] {
  const byEdit = new Map<string, CodeAction>();
  for (const action of all) {
    const key = JSON.stringify([action.title, action.edit]);
    const same = byEdit.get(key);
    const diagnostics = [...(same?.diagnostics ?? []), ...(action.diagnostics ?? [])];
    byEdit.set(key, { ...action, diagnostics });
  }
  return [...byEdit.values()];
}

/** The action for a diagnostic that the client has; undefined where it has none such any more. */
function actionOf(
  document: TextDocument,
  { title, of, edit, isPreferred }: QuickFix,
  told: readonly Diagnostic[],
): CodeAction | undefined {
  const diagnostics = told.filter(
    ({ code, message, range }) =>
      code === of.code &&
      document.offsetAt(range.start) === of.from &&
      textOf(message).split("\n", 1)[0] === of.message.split("\n", 1)[0],
  );
  if (diagnostics.length === 0) return undefined;
  const change = { range: rangeOf(document, edit), newText: edit.insert };
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics,
    isPreferred,
    edit: { changes: { [document.uri]: [change] } },
  };
}

function textOf(message: Diagnostic["message"]): string {
  return typeof message === "string" ? message : message.value;
}
