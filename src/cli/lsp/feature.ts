import type {
  ClientCapabilities,
  Connection,
  ServerCapabilities,
  TextDocuments,
} from "vscode-languageserver";
import type { TextDocument } from "vscode-languageserver-textdocument";
import type { LanguageWithCrds } from "../../tools/language/service.js";
import type { Host } from "../host.js";
import type { OldObjects } from "./old-objects.js";
import type { ProblemBoard } from "./problem-board.js";
import type { WorkspaceTexts } from "./workspace-texts.js";
import type { Workspace } from "./workspace/workspace.js";

/** What features answer from. */
export interface LanguageContext {
  readonly connection: Connection;
  /** The documents that are open in the editor. */
  readonly documents: TextDocuments<TextDocument>;
  /** Knows the CRDs of the workspace once that is ready. */
  readonly service: LanguageWithCrds;
  readonly workspace: Workspace;
  /** The texts of the workspace, open or not. */
  readonly texts: WorkspaceTexts;
  readonly host: Host;
  /** What the client can do, once it has said it. */
  readonly client: { readonly capabilities: ClientCapabilities };
  /** What documents are judged as updates of. */
  readonly oldObjects: OldObjects;
  /** Through it alone diagnostics are sent. */
  readonly problems: ProblemBoard;
  /** Aborts when the client goes: nothing may be sent to it then. */
  readonly gone: AbortSignal;
}

/** One thing that the server does for its client. */
export interface Feature {
  /** What the client is told that it may ask for. */
  readonly capabilities: ServerCapabilities;
  /** Begins to answer. */
  listen(context: LanguageContext): void;
}

/**
 * Answers for a place or a whole of an open document, once the CRDs are known; undefined for one
 * that is not open (any more).
 */
export async function withDocument<Answer>(
  { documents, workspace }: LanguageContext,
  { uri }: { readonly uri: string },
  answer: (document: TextDocument) => Promise<Answer> | Answer,
): Promise<Answer | undefined> {
  await workspace.ready;
  const document = documents.get(uri);
  return document === undefined ? undefined : answer(document);
}
