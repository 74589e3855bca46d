import { fileURLToPath } from "node:url";
import type { InitializeParams, WorkspaceFoldersChangeEvent } from "vscode-languageserver";

/** The path of a file on this machine; undefined for what has none, such as a text without name. */
export function pathOfUri(uri: string): string | undefined {
  if (!uri.startsWith("file:")) return undefined;
  try {
    return fileURLToPath(uri);
  } catch {
    return undefined; // such as one of another machine
  }
}

/**
 * The paths of the folders that a client opens: those of `workspaceFolders`, or of clients that do
 * not know these (before 3.6) `rootUri`, else `rootPath`.
 */
export function foldersOf(params: InitializeParams): readonly string[] {
  const { workspaceFolders } = params;
  if (workspaceFolders) return pathsOf(workspaceFolders);
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- clients still send them
  const { rootUri, rootPath } = params;
  if (rootUri !== null) return pathsOf([{ uri: rootUri }]);
  return rootPath ? [rootPath] : [];
}

/** The folders after a change: new ones stand behind those that stay. */
export function changedFolders(
  folders: readonly string[],
  { added, removed }: WorkspaceFoldersChangeEvent,
): readonly string[] {
  const gone = new Set(pathsOf(removed));
  return [...new Set([...folders.filter((path) => !gone.has(path)), ...pathsOf(added)])];
}

function pathsOf(folders: readonly { readonly uri: string }[]): readonly string[] {
  return folders.map(({ uri }) => pathOfUri(uri)).filter((path) => path !== undefined);
}
