import * as vscode from "vscode";
import type { HandleDiagnosticsSignature } from "vscode-languageclient/node";
import type { Said } from "./said-once.js";
import { isSaidByOthers } from "./said-once.js";

/** The diagnostics of the server, without those that another extension has told. */
export class Diagnostics implements vscode.Disposable {
  /** Shows what is left of the diagnostics of a document, by its URI. */
  readonly #updates = new Map<string, () => void>();
  readonly #listening: vscode.Disposable;

  constructor() {
    // What others say comes later, and goes.
    this.#listening = vscode.languages.onDidChangeDiagnostics(({ uris }) => {
      for (const uri of uris) this.#updates.get(uri.toString())?.();
    });
  }

  /** What the client calls with what the server says. */
  handle(uri: vscode.Uri, list: vscode.Diagnostic[], next: HandleDiagnosticsSignature): void {
    let shown: string | undefined;
    const update = (): void => {
      const others = vscode.languages.getDiagnostics(uri).map(saidBy);
      const left = list.filter((one) => !isSaidByOthers(saidBy(one), others));
      // To show them makes the editor tell of a change again.
      const now = left.map((one) => list.indexOf(one)).join();
      if (now !== shown) next(uri, left);
      shown = now;
    };
    if (list.length === 0) this.#updates.delete(uri.toString());
    else this.#updates.set(uri.toString(), update);
    update();
  }

  dispose(): void {
    this.#listening.dispose();
    this.#updates.clear();
  }
}

function saidBy({ source, code, range }: vscode.Diagnostic): Said {
  return { source, code: typeof code === "object" ? code.value : code, line: range.start.line };
}
