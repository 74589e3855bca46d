import type { Connection, ServerCapabilities } from "vscode-languageserver";
import {
  DidChangeWatchedFilesNotification,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import { reasonOf } from "../../crd/diagnostics/wording.js";
import { createLanguageService } from "../../tools/language/service.js";
import { newerServerAdvice, objectAdvice } from "../advice.js";
import type { Host } from "../host.js";
import type { CrdFlags } from "../read-config.js";
import type { Feature, LanguageContext } from "./feature.js";
import { actions } from "./features/actions.js";
import { completion } from "./features/completion.js";
import { diagnostics } from "./features/diagnostics.js";
import { hover } from "./features/hover.js";
import { semanticTokens } from "./features/semantic-tokens.js";
import { symbols } from "./features/symbols.js";
import { Workspace } from "./workspace/workspace.js";

const features: readonly Feature[] = [
  diagnostics,
  completion,
  hover,
  symbols,
  semanticTokens,
  actions,
];

/** Serves a client, from its first request until `gone` aborts. */
export function serveLanguage(
  connection: Connection,
  flags: CrdFlags,
  host: Host,
  gone: AbortSignal,
): void {
  const service = createLanguageService({ objectAdvice, newerServerAdvice });
  const workspace = new Workspace(service, flags, host);
  const documents = new TextDocuments(TextDocument);
  const context = { connection, documents, service, workspace, gone };
  let mayRegister = false;
  connection.onInitialize((params) => {
    workspace.initialize(params);
    const { didChangeWatchedFiles } = params.capabilities.workspace ?? {};
    mayRegister = didChangeWatchedFiles?.dynamicRegistration === true;
    return { capabilities: allCapabilities(), serverInfo: { name: "crdgen" } };
  });
  connection.onInitialized(() => {
    workspace.refresh();
    if (mayRegister) void watchFiles(context);
  });
  connection.onDidChangeWatchedFiles(() => {
    workspace.refresh();
  });
  workspace.onError((error) => {
    connection.window.showErrorMessage(`crdgen: ${reasonOf(error)}`);
  });
  for (const feature of features) feature.listen(context);
  documents.listen(connection);
  connection.listen();
}

function allCapabilities(): ServerCapabilities {
  const textDocumentSync = TextDocumentSyncKind.Incremental;
  return features.reduce<ServerCapabilities>(
    (all, { capabilities }) => ({ ...all, ...capabilities }),
    { textDocumentSync },
  );
}

async function watchFiles({ connection }: LanguageContext): Promise<void> {
  const watchers = [{ globPattern: "**/*.{yaml,yml,json}" }];
  await connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
}
