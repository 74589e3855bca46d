import type {
  Connection,
  InitializeParams,
  ShowMessageParams,
  TextDocuments,
} from "vscode-languageserver";
import {
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  MessageType,
  ShowMessageNotification,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { mayHoldCrds } from "../../../tools/language/crds/may-hold-crds.js";
import type { ProblemBoard } from "../problem-board.js";
import { pathOfUri } from "./folders.js";
import { readSetting } from "./setting.js";
import type { Workspace } from "./workspace.js";

/** The texts that an editor has open, by the paths of their files. */
export function openTexts(documents: TextDocuments<TextDocument>): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const document of documents.all()) {
    const path = pathOfUri(document.uri);
    if (path !== undefined) texts.set(path, document.getText());
  }
  return texts;
}

/** What watching a workspace needs. */
interface Watched {
  readonly connection: Connection;
  readonly documents: TextDocuments<TextDocument>;
  readonly workspace: Workspace;
  readonly problems: ProblemBoard;
  /** Aborts when the client goes. */
  readonly gone: AbortSignal;
}

/** Called in the order of the protocol. */
interface Watch {
  initialize(params: InitializeParams): void;
  begin(): void;
}

/** What a client refuses leaves the server as it is. */
function nothing(): undefined {
  return undefined;
}

/** Milliseconds without a keystroke after which an open text counts as CRDs. */
const pause = 100;

/** Keeps a workspace as its client says that folders, files, open texts and settings are. */
export function watchWorkspace(watched: Watched): Watch {
  const { connection, workspace } = watched;
  let capabilities: InitializeParams["capabilities"] = {};
  const readSettings = async (): Promise<void> => {
    if (capabilities.workspace?.configuration !== true) return;
    // Who says that it can be asked, and refuses, has no setting.
    const answer: unknown = await connection.workspace.getConfiguration("crdgen").catch(nothing);
    workspace.useSetting(readSetting(answer));
  };
  listenForFaults(watched);
  listenForCrds(watched);
  connection.onDidChangeWatchedFiles(({ changes }) => {
    workspace.noteFiles(changes.map(({ uri }) => pathOfUri(uri) ?? ""));
  });
  connection.onDidChangeConfiguration(({ settings }: { settings: unknown }) => {
    // Clients that are asked send nothing, or all that there is.
    const sent = isObject(settings) ? settings["crdgen"] : undefined;
    if (capabilities.workspace?.configuration !== true) workspace.useSetting(readSetting(sent));
    workspace.refresh("files", readSettings());
  });
  return {
    initialize(params) {
      ({ capabilities } = params);
      const options: unknown = params.initializationOptions;
      const own = isObject(options) && isObject(options["crdgen"]) ? options["crdgen"] : options;
      workspace.useSetting(readSetting(own));
    },
    begin() {
      workspace.refresh("files", readSettings());
      const { didChangeWatchedFiles, didChangeConfiguration, workspaceFolders } =
        capabilities.workspace ?? {};
      if (didChangeWatchedFiles?.dynamicRegistration === true)
        watchFiles(connection).catch(nothing);
      if (didChangeConfiguration?.dynamicRegistration === true) {
        const section = { section: "crdgen" };
        const { type } = DidChangeConfigurationNotification;
        connection.client.register(type, section).catch(nothing);
      }
      if (workspaceFolders !== true) return;
      connection.workspace.onDidChangeWorkspaceFolders((event) => {
        workspace.changeFolders(event);
      });
    },
  };
}

function listenForFaults({ connection, workspace, problems, gone }: Watched): void {
  workspace.listen({
    onFault(message) {
      if (gone.aborted) return;
      // A message, not the request that the library sends: nothing is waited for.
      const told: ShowMessageParams = { type: MessageType.Error, message: `crdgen: ${message}` };
      void connection.sendNotification(ShowMessageNotification.type, told);
    },
    onConfiguration({ uri, list }) {
      void problems.tell(uri, "configuration", list);
    },
  });
}

/** An open text is a CRD as long as it is one: the objects of others are judged by it at once. */
function listenForCrds({ documents, workspace }: Watched): void {
  const holding = new Set<string>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const note = (uri: string, isCrd: boolean): void => {
    if (!isCrd && !holding.has(uri)) return;
    if (isCrd) holding.add(uri);
    else holding.delete(uri);
    clearTimeout(timer);
    timer = setTimeout(() => {
      workspace.refresh("texts");
    }, pause);
  };
  documents.onDidChangeContent(({ document }) => {
    note(document.uri, mayHoldCrds(document.getText()));
  });
  documents.onDidClose(({ document }) => {
    note(document.uri, false);
  });
}

async function watchFiles({ client }: Connection): Promise<void> {
  const watchers = [
    { globPattern: "**/*.{yaml,yml,json}" },
    { globPattern: "**/crdgen.config.{ts,mts,js,mjs}" },
  ];
  await client.register(DidChangeWatchedFilesNotification.type, { watchers });
}
