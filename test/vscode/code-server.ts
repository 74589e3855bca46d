import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { env, execPath } from "node:process";

/** VS Code in a browser, from npm: 4.100.3 is VS Code 1.100.3, and runs on Node.js 20. */
const version = "4.100.3";

/** Outside of the repository: it takes 300 MB. */
const folder = join(
  env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"),
  `crdgen-code-server-${version}`,
);
const program = join(folder, "node_modules/code-server");
const installed = join(folder, "installed");

/**
 * Installs the editor, without running scripts of packages: they compile a terminal and a log,
 * which no test needs, and passwords, for which an empty module stands.
 *
 * @throws Error where the registry cannot be reached
 */
export function installEditor(): void {
  if (existsSync(installed)) return;
  console.log(`installing code-server ${version} into ${folder}`);
  mkdirSync(folder, { recursive: true });
  const dependencies = { "code-server": version };
  writeFileSync(join(folder, "package.json"), JSON.stringify({ private: true, dependencies }));
  const quick = ["install", "--omit=dev", "--ignore-scripts", "--no-audit", "--no-fund"];
  for (const cwd of [folder, join(program, "lib/vscode")]) {
    execFileSync("npm", quick, { cwd, stdio: "ignore", timeout: 300_000 });
  }
  writeFileSync(join(folder, "node_modules/argon2/argon2.js"), "module.exports = {};\n");
  writeFileSync(installed, "");
}

/** An editor that runs. */
export interface Editor {
  readonly url: string;
  stop(): void;
}

/** Starts the editor, with an extension and the settings of its user. */
export async function startEditor(
  data: string,
  extension: string,
  settings: Readonly<Record<string, unknown>>,
): Promise<Editor> {
  mkdirSync(join(data, "User"), { recursive: true });
  writeFileSync(join(data, "User/settings.json"), JSON.stringify(settings));
  const ours = ["--user-data-dir", data, "--extensions-dir", join(data, "extensions")];
  // Its own configuration and state would be those of the user.
  const home = { ...env, HOME: data, XDG_CONFIG_HOME: data, XDG_DATA_HOME: data };
  const entry = join(program, "out/node/entry.js");
  const options = { env: home, cwd: data } as const;
  execFileSync(execPath, [entry, ...ours, "--install-extension", extension], {
    ...options,
    stdio: "ignore",
  });
  const quiet = ["--auth", "none", "--disable-telemetry", "--disable-update-check"];
  const child = spawn(execPath, [entry, ...ours, ...quiet, "--bind-addr", "127.0.0.1:0"], options);
  return { url: await urlOf(child), stop: () => void child.kill() };
}

function urlOf(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
      const [, url] = /listening on (http:\S+)/.exec(printed) ?? [];
      if (url !== undefined) resolve(url);
    });
    child.stderr?.resume();
    child.once("exit", (code) => {
      reject(new Error(`the editor ended with ${code}: ${printed}`));
    });
  });
}
