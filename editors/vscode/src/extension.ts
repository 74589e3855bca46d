import * as vscode from "vscode";
import type { LanguageClientOptions } from "vscode-languageclient/node";
import { LanguageClient } from "vscode-languageclient/node";
import { judgeAsCreation, runCommand } from "./commands.js";
import { Diagnostics } from "./diagnostics.js";
import type { Server } from "./find-server.js";
import { findServer } from "./find-server.js";
import { startOf } from "./start.js";
import { Texts } from "./texts.js";

/** Documents of the disk, and those that have no file yet. */
const selector = ["file", "untitled"].flatMap((scheme) =>
  ["yaml", "json"].map((language) => ({ scheme, language })),
);

/** The server of a window; at most one runs at a time. */
class ServerOfWindow {
  readonly #log = vscode.window.createOutputChannel("crdgen", { log: true });
  readonly #diagnostics = new Diagnostics();
  readonly #texts = new Texts();
  readonly #status = vscode.languages.createLanguageStatusItem("crdgen.server", selector);
  #client: LanguageClient | undefined;
  #isToldMissing = false;
  /** Ends when what was asked for has been done. */
  #done: Promise<void> = Promise.resolve();

  constructor() {
    this.#status.name = "crdgen";
    this.#status.command = { command: "crdgen.showLog", title: "Show the Log" };
  }

  showLog(): void {
    this.#log.show();
  }

  /** Ends the server that runs, and starts the one that is to run now. */
  restart(): Promise<void> {
    this.#done = this.#done
      .then(() => this.#stop())
      .then(() => this.#start())
      .catch((error: unknown) => {
        this.#fail(error);
      });
    return this.#done;
  }

  /** Starts another server where another one is to run. */
  async follow(before: string): Promise<void> {
    if (before !== this.describe()) await this.restart();
  }

  /** What decides how the server is started, as text. */
  describe(): string {
    return JSON.stringify([found(), vscode.workspace.isTrusted, argumentsOfSetting()]);
  }

  async dispose(): Promise<void> {
    await this.#done;
    await this.#stop();
    this.#diagnostics.dispose();
    this.#texts.dispose();
    this.#status.dispose();
    this.#log.dispose();
  }

  async #start(): Promise<void> {
    const server = found();
    if (server === undefined) {
      this.#tellMissing();
      return;
    }
    const { isTrusted } = vscode.workspace;
    const start = startOf(server, isTrusted, argumentsOfSetting(), process.execPath);
    const { command, args, shell } = start;
    this.#log.info(`${server.origin}: ${command} ${args.join(" ")}`);
    const env = { ...process.env, ...start.env };
    const options = { command, args, options: { env, shell } };
    this.#client = new LanguageClient("crdgen", "crdgen", options, this.#clientOptions());
    this.#tell("starting", server.path, true);
    await this.#client.start();
    this.#tell(isTrusted ? "ready" : "ready, without the configuration", server.path);
  }

  async #stop(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    // A server that did not start cannot be stopped, and its end is what was wanted.
    await client?.dispose().catch(() => undefined);
  }

  #clientOptions(): LanguageClientOptions {
    return {
      documentSelector: selector,
      outputChannel: this.#log,
      // Texts of CRDs are those of others.
      markdown: { isTrusted: false, supportHtml: false },
      middleware: {
        handleDiagnostics: (uri, list, next) => {
          this.#diagnostics.handle(uri, list, next);
        },
        executeCommand: (command, args: readonly unknown[], next) =>
          runCommand(command, args, next, this.#texts),
      },
    };
  }

  #tell(text: string, detail: string, isBusy = false): void {
    this.#status.text = `crdgen: ${text}`;
    this.#status.detail = detail;
    this.#status.busy = isBusy;
    this.#status.severity = vscode.LanguageStatusSeverity.Information;
  }

  #tellWrong(text: string, detail: string): void {
    this.#tell(text, detail);
    this.#status.severity = vscode.LanguageStatusSeverity.Warning;
  }

  #fail(error: unknown): void {
    const reason = error instanceof Error ? error.message : String(error);
    this.#log.error(reason);
    this.#tellWrong("it does not start", reason);
  }

  /** Once in a window: who opens a YAML file need not want crdgen. */
  #tellMissing(): void {
    const { isTrusted } = vscode.workspace;
    const outside = isTrusted ? "" : " outside of the workspace, which you do not trust";
    const where = pathOfSetting() === "" ? outside : " where the setting 'crdgen.path' leads";
    this.#tellWrong("not found", "npm install --save-dev crdgen, or set crdgen.path");
    const text = `crdgen: no 'crdgen' was found${where}.`;
    this.#log.warn(text);
    if (this.#isToldMissing) return;
    this.#isToldMissing = true;
    const advice = `${text} Install it (npm install --save-dev crdgen), or name it in the settings.`;
    const open = "Open the Settings";
    void vscode.window.showWarningMessage(advice, open).then((chosen) => {
      if (chosen !== open) return undefined;
      return vscode.commands.executeCommand("workbench.action.openSettings", "crdgen.path");
    });
  }
}

/** What the editor calls when the first document of ours is opened. */
export function activate(context: vscode.ExtensionContext): Promise<void> {
  const server = new ServerOfWindow();
  let before = server.describe();
  const follow = async (): Promise<void> => {
    const was = before;
    before = server.describe();
    await server.follow(was);
  };
  running = server;
  context.subscriptions.push(
    vscode.commands.registerCommand("crdgen.restartServer", () => server.restart()),
    vscode.commands.registerCommand("crdgen.showLog", () => {
      server.showLog();
    }),
    vscode.commands.registerCommand("crdgen.judgeAsCreation", judgeAsCreation),
    vscode.workspace.onDidGrantWorkspaceTrust(follow),
    vscode.workspace.onDidChangeWorkspaceFolders(follow),
    vscode.workspace.onDidChangeConfiguration(async (event) => {
      if (event.affectsConfiguration("crdgen")) await follow();
    }),
  );
  return server.restart();
}

let running: ServerOfWindow | undefined;

/** What the editor calls when it ends; the server has ended when the promise is kept. */
export async function deactivate(): Promise<void> {
  await running?.dispose();
  running = undefined;
}

function found(): Server | undefined {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return findServer({
    folders: folders.filter(({ uri }) => uri.scheme === "file").map(({ uri }) => uri.fsPath),
    isTrusted: vscode.workspace.isTrusted,
    setting: pathOfSetting(),
    env: process.env,
    platform: process.platform,
  });
}

function argumentsOfSetting(): readonly string[] {
  return vscode.workspace.getConfiguration("crdgen").get<readonly string[]>("arguments", []);
}

/** Settings of a workspace that is not trusted do not count, as the manifest says. */
function pathOfSetting(): string {
  return vscode.workspace.getConfiguration("crdgen").get<string>("path", "");
}
