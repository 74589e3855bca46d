import * as vscode from "vscode";

const scheme = "crdgen";

/** Texts that are shown and have no files: nobody is asked to save them. */
export class Texts implements vscode.TextDocumentContentProvider, vscode.Disposable {
  readonly #texts = new Map<string, string>();
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly #registered = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  readonly onDidChange: vscode.Event<vscode.Uri> = this.#changed.event;

  /** Shows a text beside the one that is being edited, in place of an older one of its name. */
  async show(name: string, text: string): Promise<void> {
    const uri = vscode.Uri.from({ scheme, path: `/${name}` });
    this.#texts.set(uri.toString(), text);
    this.#changed.fire(uri);
    const document = await vscode.workspace.openTextDocument(uri);
    const viewColumn = vscode.ViewColumn.Beside;
    await vscode.window.showTextDocument(document, { viewColumn, preserveFocus: true });
  }

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.#texts.get(uri.toString()) ?? "";
  }

  dispose(): void {
    this.#registered.dispose();
    this.#changed.dispose();
    this.#texts.clear();
  }
}
