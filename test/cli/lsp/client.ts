import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { onTestFinished } from "vitest";
import type {
  Diagnostic,
  FileEvent,
  InitializeParams,
  ProtocolConnection,
} from "vscode-languageserver-protocol/node";
import {
  ConfigurationRequest,
  createProtocolConnection,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidOpenTextDocumentNotification,
  ExitNotification,
  FileChangeType,
  InitializedNotification,
  InitializeRequest,
  PublishDiagnosticsNotification,
  RegistrationRequest,
  ShowMessageNotification,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { main } from "../../support/cli.js";

/** An editor, as far as the server can tell: a client on the real protocol over a process. */
export class LanguageClient {
  readonly connection: ProtocolConnection;
  /** All messages that the server has shown. */
  readonly messages: string[] = [];
  /** What the settings of the editor say under `crdgen`. */
  setting: unknown = null;
  readonly #process: ChildProcess;
  readonly #folder: string;
  readonly #told = new Map<string, { readonly version: number; readonly list: Diagnostic[] }>();
  readonly #waiting = new Set<() => void>();
  readonly #exited: Promise<number | null>;

  /** `command` starts the server, before `args`. */
  constructor(
    folder: string,
    args: readonly string[] = [],
    [program, ...before]: readonly [string, ...string[]] = [process.execPath, main, "lsp"],
  ) {
    this.#folder = folder;
    this.#process = spawn(program, [...before, ...args], {
      cwd: folder,
      stdio: ["pipe", "pipe", "inherit"],
    });
    this.#exited = new Promise((resolve) => this.#process.once("exit", resolve));
    const { stdin, stdout } = this.#process;
    if (stdin === null || stdout === null) throw new Error("the server has no streams");
    this.connection = createProtocolConnection(
      new StreamMessageReader(stdout),
      new StreamMessageWriter(stdin),
    );
    this.connection.onNotification(PublishDiagnosticsNotification.type, (told) => {
      this.#told.set(told.uri, { version: told.version ?? 0, list: told.diagnostics });
      for (const check of this.#waiting) check();
    });
    this.connection.onNotification(ShowMessageNotification.type, ({ message }) => {
      this.messages.push(message);
      for (const check of this.#waiting) check();
    });
    this.connection.onRequest(RegistrationRequest.type, () => undefined);
    this.connection.onRequest(ConfigurationRequest.type, ({ items }) =>
      items.map(({ section }) => (section === "crdgen" ? this.setting : null)),
    );
    this.connection.listen();
  }

  /** `more` takes the place of what a client says that knows folders and watches files. */
  async initialize(more: Partial<InitializeParams> = {}): Promise<void> {
    const uri = pathToFileURL(this.#folder).href;
    await this.connection.sendRequest(InitializeRequest.type, {
      processId: process.pid,
      // eslint-disable-next-line @typescript-eslint/no-deprecated -- the protocol's types ask for it
      rootUri: null,
      capabilities: {
        workspace: { didChangeWatchedFiles: { dynamicRegistration: true } },
        textDocument: { publishDiagnostics: { relatedInformation: true } },
      },
      workspaceFolders: [{ uri, name: "workspace" }],
      ...more,
    });
    await this.connection.sendNotification(InitializedNotification.type, {});
  }

  /** Says that files have changed, whose CRDs the server reads before it answers anything else. */
  async watched(path = "crd.yaml"): Promise<void> {
    const changes: FileEvent[] = [{ uri: this.uriOf(path), type: FileChangeType.Changed }];
    await this.connection.sendNotification(DidChangeWatchedFilesNotification.type, { changes });
  }

  uriOf(path: string): string {
    return pathToFileURL(join(this.#folder, path)).href;
  }

  async open(path: string, text: string, languageId = "yaml"): Promise<string> {
    const uri = this.uriOf(path);
    const textDocument = { uri, languageId, version: 1, text };
    await this.connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    return uri;
  }

  async change(uri: string, version: number, text: string): Promise<void> {
    await this.connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    });
  }

  /** What the server tells of a document, once that is as it should be. */
  diagnosticsUntil(uri: string, isDue: (list: Diagnostic[]) => boolean): Promise<Diagnostic[]> {
    return this.#until(() => {
      const { list } = this.#told.get(uri) ?? {};
      return list !== undefined && isDue(list) ? list : undefined;
    });
  }

  /** Whether the server has told anything of a document, be it that nothing is wrong. */
  isTold(uri: string): boolean {
    return this.#told.has(uri);
  }

  /** The first message that the server shows which holds a text. */
  message(text: string): Promise<string> {
    return this.#until(() => this.messages.find((one) => one.includes(text)));
  }

  /** What the server tells of a version of a document. */
  diagnostics(uri: string, version = 1): Promise<Diagnostic[]> {
    return this.#until(() => {
      const told = this.#told.get(uri);
      return told !== undefined && told.version >= version ? told.list : undefined;
    });
  }

  /** What a function finds in what the server has told, once it finds something. */
  #until<Found>(find: () => Found | undefined): Promise<Found> {
    return new Promise((resolve) => {
      const check = (): void => {
        const found = find();
        if (found === undefined) return;
        this.#waiting.delete(check);
        resolve(found);
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Ends the server as the protocol has it; gives its exit code. */
  async end(): Promise<number | null> {
    await this.connection.sendRequest(ShutdownRequest.type);
    await this.connection.sendNotification(ExitNotification.type);
    const code = await this.#exited;
    this.connection.dispose();
    return code;
  }
}

/** A CRD of our own. */
export const sample: string = join(
  import.meta.dirname,
  "../../../generated-samples/crontab/crd.yaml",
);

/**
 * An editor that has opened a new folder with that CRD, which goes when the test is over; `more` as
 * of `initialize`.
 */
export async function openSample(
  more: Partial<InitializeParams> = {},
): Promise<{ folder: string; client: LanguageClient }> {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-lsp-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  cpSync(sample, join(folder, "crd.yaml"));
  const client = new LanguageClient(folder);
  await client.initialize(more);
  return { folder, client };
}
