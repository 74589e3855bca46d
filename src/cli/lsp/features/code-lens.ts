import type { CancellationToken, CodeLens, Command, Location } from "vscode-languageserver";
import { CodeLensRefreshRequest } from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { Diagnostics, spanOf } from "../../../crd/diagnostics/diagnostics.js";
import type { CrdDocument } from "../../../crd/frontend/find-crds.js";
import { findCrds } from "../../../crd/frontend/find-crds.js";
import { readDocuments } from "../../../crd/source/read.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { mayHoldCrds } from "../../../tools/language/crds/may-hold-crds.js";
import type { Effect } from "../../../tools/language/places/effect.js";
import { EffectOfCrd, kindOfCrd } from "../../../tools/language/places/effect.js";
import { objectAdvice } from "../../advice.js";
import { showRefused } from "../commands/show-refused.js";
import type { Feature, LanguageContext } from "../feature.js";
import { withDocument } from "../feature.js";
import { rangeOf } from "../range.js";

/** Above each CRD what it makes of the objects of the workspace; they are judged when it shows. */
export const codeLens: Feature = {
  capabilities: { codeLensProvider: { resolveProvider: true } },
  listen(context) {
    const { connection, workspace } = context;
    connection.onCodeLens(({ textDocument }) =>
      withDocument(context, textDocument, async (document) => {
        const crds = await crdsIn(document);
        return crds.map((crd, index) => lensOf(document, crd, index));
      }),
    );
    connection.onCodeLensResolve((lens, token) => resolved(context, lens, token));
    workspace.onChange(() => {
      const { refreshSupport } = context.client.capabilities.workspace?.codeLens ?? {};
      if (refreshSupport !== true || context.gone.aborted) return;
      // A client that refuses has its own time for it.
      connection.sendRequest(CodeLensRefreshRequest.type).catch(() => undefined);
    });
  },
};

/** What a client gives back to have a lens resolved. */
interface LensData {
  readonly uri: string;
  /** Which of the CRDs of the text. */
  readonly index: number;
}

async function crdsIn(document: TextDocument): Promise<readonly CrdDocument[]> {
  const text = document.getText();
  if (!mayHoldCrds(text)) return [];
  const diagnostics = new Diagnostics();
  const file = { path: document.uri, text };
  return findCrds(await readDocuments(file, diagnostics), diagnostics).crds;
}

function lensOf(document: TextDocument, crd: CrdDocument, index: number): CodeLens {
  const { start: from, end: to } = spanOf({
    document: crd.document,
    path: [...crd.path, "kind"],
    part: "key",
  });
  const data: LensData = { uri: document.uri, index };
  return { range: rangeOf(document, { from, to }), data };
}

async function resolved(
  context: LanguageContext,
  lens: CodeLens,
  token: CancellationToken,
): Promise<CodeLens> {
  const data: unknown = lens.data;
  const { uri, index } = isObject(data) ? data : {};
  const command = await withDocument(context, { uri: String(uri) }, async (document) => {
    const crd = (await crdsIn(document))[Number(index)];
    return crd && commandOf(await effectOf(context, crd, token));
  });
  return { ...lens, command: command ?? { title: "", command: "" } };
}

/** Undefined where it has been cancelled; `"refused"` for a CRD that no server takes. */
async function effectOf(
  { service, texts }: LanguageContext,
  crd: CrdDocument,
  token: CancellationToken,
): Promise<Effect | "refused" | undefined> {
  const judge = await EffectOfCrd.create(crd, service.crds, objectAdvice);
  if (judge === undefined) return "refused";
  for await (const { uri, text } of texts.naming(kindOfCrd(crd).kind, token)) {
    await judge.judge(uri, text);
  }
  return token.isCancellationRequested ? undefined : judge.effect;
}

function commandOf(effect: Effect | "refused" | undefined): Command {
  if (effect === undefined) return { title: "", command: "" };
  if (effect === "refused") return { title: "the server refuses this CRD", command: "" };
  const { judged, refused } = effect;
  const objects = `${judged} ${judged === 1 ? "object" : "objects"}`;
  if (judged === 0) return { title: "no objects here", command: "" };
  if (refused.length === 0) return { title: `accepts ${judged === 1 ? "" : "all "}${objects} here`, command: "" }; // prettier-ignore
  const places = refused.map(({ uri, first: { line, column } }): Location => {
    const position = { line: line - 1, character: column - 1 };
    return { uri, range: { start: position, end: position } };
  });
  const title = `refuses ${refused.length} of ${objects} here`;
  return { title, command: showRefused.name, arguments: [places] };
}
