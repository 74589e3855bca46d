import * as vscode from "vscode";
import type { ExecuteCommandSignature, Location } from "vscode-languageclient/node";
import type { Texts } from "./texts.js";

/**
 * Has the server do a command, and shows what it answers. Commands of the palette come without
 * arguments: they mean the place where the cursor is.
 */
export async function runCommand(
  command: string,
  args: readonly unknown[],
  next: ExecuteCommandSignature,
  texts: Texts,
): Promise<unknown> {
  if (command === "crdgen.showRefused") return showPlaces(args);
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  if (args.length > 0 || document === undefined || selection === undefined) {
    return next(command, [...args]);
  }
  const uri = document.uri.toString();
  if (command === "crdgen.judgeAsUpdate") return judgeAsUpdate(uri, next);
  const { line, character } = selection.active;
  const answer: unknown = await next(command, [uri, { line, character }]);
  if (typeof answer !== "string") return answer;
  const name = document.uri.path.replace(/^.*\//, "").replace(/\.\w+$/, "");
  if (command === "crdgen.stored") await texts.show(`${name} as stored.yaml`, answer);
  if (command === "crdgen.typescript") await texts.show(`${name}.ts`, answer);
  return answer;
}

/** The objects of the active text are judged as new ones again. */
export async function judgeAsCreation(): Promise<void> {
  const { document } = vscode.window.activeTextEditor ?? {};
  if (document === undefined) return;
  const args = [document.uri.toString(), false];
  const verdict: unknown = await vscode.commands.executeCommand("crdgen.judgeAsUpdate", ...args);
  tellVerdict(verdict, "as new objects");
}

async function judgeAsUpdate(uri: string, next: ExecuteCommandSignature): Promise<unknown> {
  // A repository can name programs that git runs.
  if (!vscode.workspace.isTrusted) throw new Error("git is not run in a workspace without trust");
  const verdict: unknown = await next("crdgen.judgeAsUpdate", [uri]);
  tellVerdict(verdict, "as updates of git's HEAD");
  return verdict;
}

function tellVerdict(verdict: unknown, how: string): void {
  vscode.window.setStatusBarMessage(`crdgen: ${String(verdict)} ${how}`, 5_000);
}

/** All places of what is counted, over the text; the server alone would show the first. */
async function showPlaces([places]: readonly unknown[]): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (!Array.isArray(places) || editor === undefined) return;
  const found = places.map(locationOf);
  const { uri } = editor.document;
  const at = editor.selection.active;
  await vscode.commands.executeCommand("editor.action.peekLocations", uri, at, found, "peek");
}

function locationOf({ uri, range: { start, end } }: Location): vscode.Location {
  const from = new vscode.Position(start.line, start.character);
  const to = new vscode.Position(end.line, end.character);
  return new vscode.Location(vscode.Uri.parse(uri), new vscode.Range(from, to));
}
