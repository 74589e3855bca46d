import type { Connection, ServerCapabilities } from "vscode-languageserver";
import { TextDocuments, TextDocumentSyncKind } from "vscode-languageserver";
import { TextDocument } from "vscode-languageserver-textdocument";
import type { Host } from "../host.js";
import { background } from "./background/background.js";
import { createLanguage } from "./create-language.js";
import type { Feature } from "./feature.js";
import { actions } from "./features/actions.js";
import { codeLens } from "./features/code-lens.js";
import { commands } from "./features/commands.js";
import { completion } from "./features/completion.js";
import { definition } from "./features/definition.js";
import { diagnostics } from "./features/diagnostics.js";
import { folding } from "./features/folding.js";
import { hover } from "./features/hover.js";
import { inlayHints } from "./features/inlay-hints.js";
import { references } from "./features/references.js";
import { rename } from "./features/rename.js";
import { semanticTokens } from "./features/semantic-tokens.js";
import { symbols } from "./features/symbols.js";
import type { LspFlags } from "./lsp-flags.js";
import { OldObjects } from "./old-objects.js";
import { ProblemBoard } from "./problem-board.js";
import { WorkspaceTexts } from "./workspace-texts.js";
import { openTexts, watchWorkspace } from "./workspace/watch-workspace.js";
import { Workspace } from "./workspace/workspace.js";

const features: readonly Feature[] = [
  diagnostics,
  background,
  completion,
  hover,
  symbols,
  semanticTokens,
  actions,
  inlayHints,
  definition,
  references,
  rename,
  codeLens,
  commands,
  folding,
];

/**
 * Serves a client, from its first request until `gone` aborts.
 *
 * @param enter makes a folder the one where relative paths begin
 */
export function serveLanguage(
  connection: Connection,
  flags: LspFlags,
  host: Host,
  gone: AbortSignal,
  enter: (folder: string) => void,
): void {
  const service = createLanguage();
  const documents = new TextDocuments(TextDocument);
  const open = (): ReadonlyMap<string, string> => openTexts(documents);
  const workspace = new Workspace(service, { flags, host, open, enter });
  const problems = new ProblemBoard(connection, gone);
  const texts = new WorkspaceTexts({ documents, workspace, host });
  const client = { capabilities: {} };
  const oldObjects = new OldObjects();
  const shared = { connection, documents, service, workspace, problems, gone };
  const context = { ...shared, texts, host, client, oldObjects };
  const watch = watchWorkspace(context);
  connection.onInitialize((params) => {
    workspace.initialize(params);
    watch.initialize(params);
    problems.initialize(params);
    client.capabilities = params.capabilities;
    return { capabilities: allCapabilities(), serverInfo: { name: "crdgen" } };
  });
  connection.onInitialized(() => {
    watch.begin();
  });
  for (const feature of features) feature.listen(context);
  documents.listen(connection);
  connection.listen();
}

function allCapabilities(): ServerCapabilities {
  const all: ServerCapabilities = {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
  return features.reduce((some, { capabilities }) => ({ ...some, ...capabilities }), all);
}
