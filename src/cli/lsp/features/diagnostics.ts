import type { Diagnostic } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { mayHoldCrds } from "../../../tools/language/crds/may-hold-crds.js";
import type { LanguageService } from "../../../tools/language/service.js";
import type { Feature, LanguageContext } from "../feature.js";
import { mayBeManifest, problemsOf } from "../manifest-problems.js";

/** Milliseconds without a keystroke after which a document is judged. */
const pause = 150;

/** What `crdgen validate` and `crdgen lint` say of the documents that are open. */
export const diagnostics: Feature = {
  capabilities: {},
  listen(context) {
    const { documents, problems, workspace, oldObjects } = context;
    const pending = new Map<string, ReturnType<typeof setTimeout>>();
    const judgeSoon = (uri: string): void => {
      clearTimeout(pending.get(uri));
      const judge = (): void => {
        pending.delete(uri);
        void tell(context, uri);
      };
      pending.set(uri, setTimeout(judge, pause));
    };
    documents.onDidChangeContent(({ document }) => {
      judgeSoon(document.uri);
    });
    documents.onDidClose(({ document: { uri } }) => {
      clearTimeout(pending.get(uri));
      void problems.tell(uri, "open", []);
    });
    oldObjects.onChange((uri) => {
      if (documents.get(uri) !== undefined) judgeSoon(uri);
    });
    workspace.onChange(() => {
      for (const { uri } of documents.all()) judgeSoon(uri);
    });
  },
};

async function tell(context: LanguageContext, uri: string): Promise<void> {
  const { documents, service, workspace, problems, oldObjects, gone } = context;
  await workspace.ready;
  const document = documents.get(uri);
  if (document === undefined) return;
  const { version } = document;
  const told = await judgeDocument(document, service, oldObjects.get(uri));
  // What was typed meanwhile is judged by itself.
  if (gone.aborted || documents.get(uri)?.version !== version) return;
  await problems.tell(uri, "open", told, version);
}

/**
 * The diagnostics of `crdgen lint` about the CRDs of a text, and those of `crdgen validate` about
 * its objects, as updates of `old` ones. What is no manifest has none.
 */
async function judgeDocument(
  document: TextDocument,
  service: LanguageService,
  old: string | undefined,
): Promise<Diagnostic[]> {
  const text = document.getText();
  if (!mayBeManifest(text)) return [];
  const path = document.uri;
  const ofCrds = mayHoldCrds(text) ? await service.lint({ path, text }) : [];
  return problemsOf(document, ofCrds, (await service.judge(text, old)).diagnostics);
}
