import type { Server } from "./find-server.js";

/** What a process is started with. */
export interface Start {
  readonly command: string;
  readonly args: string[];
  /** Beside the environment of the editor. */
  readonly env: Readonly<Record<string, string>>;
  /** Windows starts batch files by its shell alone. */
  readonly shell: boolean;
}

/**
 * How a server is started.
 *
 * @param isTrusted without it, no configuration is read: it can be code
 * @param further arguments of `crdgen lsp`
 * @param node the program of Node.js: the editor itself, which is asked to be Node.js alone
 */
export function startOf(
  { kind, path }: Server,
  isTrusted: boolean,
  further: readonly string[],
  node: string,
): Start {
  const args = ["lsp", ...further, ...(isTrusted ? [] : ["--no-config"])];
  if (kind === "script") {
    const env = { ELECTRON_RUN_AS_NODE: "1" };
    return { command: node, args: [path, ...args], env, shell: false };
  }
  const shell = /\.(?:cmd|bat)$/i.test(path);
  if (!shell) return { command: path, args, env: {}, shell };
  return { command: quoted(path), args: args.map(quoted), env: {}, shell };
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
