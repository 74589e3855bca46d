import type {
  CancellationToken,
  TextEdit as ProtocolEdit,
  WorkspaceEdit,
} from "vscode-languageserver";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Renaming } from "../../../tools/language/actions/rename.js";
import {
  isRenamable,
  renameInCrd,
  renameInObjects,
} from "../../../tools/language/actions/rename.js";
import { plainText } from "../../../tools/language/editing/outline.js";
import type { Target } from "../../../tools/language/places/target.js";
import { targetAt } from "../../../tools/language/places/target.js";
import type { Feature, LanguageContext } from "../feature.js";
import { withDocument } from "../feature.js";
import { rangeOf } from "../range.js";
import type { WorkspaceText } from "../workspace-texts.js";

/**
 * Gives a field another name: in all objects of the workspace that have it and, where it is asked
 * for in a CRD, in the schema, the rules and the paths there.
 */
export const rename: Feature = {
  capabilities: { renameProvider: { prepareProvider: true } },
  listen(context) {
    const { connection } = context;
    connection.onPrepareRename(({ textDocument, position }) =>
      withDocument(context, textDocument, (document) => {
        const target = renamableAt(context, document, document.offsetAt(position));
        if (target === undefined) return null;
        const range = rangeOf(document, target.range);
        return { range, placeholder: plainText(document.getText(range)) };
      }),
    );
    connection.onRenameRequest(({ textDocument, position, newName }, token) =>
      withDocument(context, textDocument, (document) => {
        const target = renamableAt(context, document, document.offsetAt(position));
        if (target === undefined) throw refusal("This is no field that could have another name.");
        if (newName.trim() === "") throw refusal("A field needs a name.");
        return renamed(context, document, target, newName, token);
      }),
    );
  },
};

function renamableAt(
  { service }: LanguageContext,
  document: TextDocument,
  offset: number,
): Target | undefined {
  const target = targetAt(document.getText(), offset, service.crds);
  return target !== undefined && isRenamable(target) ? target : undefined;
}

async function renamed(
  { service, texts }: LanguageContext,
  document: TextDocument,
  target: Target,
  name: string,
  token: CancellationToken,
): Promise<WorkspaceEdit> {
  const changes: Record<string, ProtocolEdit[]> = {};
  const add = ({ uri, text }: WorkspaceText, renaming: Renaming): void => {
    if ("refused" in renaming) throw refusal(`${uri}: ${renaming.refused}.`);
    const inText = TextDocument.create(uri, "", 0, text);
    const edits = renaming.edits.map((edit) => ({ range: rangeOf(inText, edit), newText: edit.insert })); // prettier-ignore
    if (edits.length > 0) changes[uri] = [...(changes[uri] ?? []), ...edits];
  };
  const { uri } = document;
  const own = { uri, text: document.getText() };
  if (target.isInCrd) {
    add(own, await renameInCrd(uri, own.text, target, name, await service.cel()));
  }
  for await (const one of texts.naming(target.kind, token)) {
    add(one, await renameInObjects(one.uri, one.text, target, name));
  }
  // A part of the edits would be worse than none.
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled"); // prettier-ignore
  return { changes };
}

function refusal(message: string): ResponseError {
  return new ResponseError(LSPErrorCodes.RequestFailed, message);
}
