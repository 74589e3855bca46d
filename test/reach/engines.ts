import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { arch, env, execPath, platform, version } from "node:process";

/** What runs a script, with the arguments before it. */
export interface Engine {
  readonly name: string;
  /** `undefined`: it is not there. */
  readonly command: readonly [program: string, ...options: string[]] | undefined;
}

const nodeVersions = { 20: "20.20.2", 22: "22.23.3", 24: "24.21.0" } as const;

/** Packages that are nothing but programs, so that none of their scripts needs to run. */
const packages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(nodeVersions).map(([major, exact]) => [
      `node-${major}`,
      `npm:node-${platform === "win32" ? "win" : platform}-${arch}@${exact}`,
    ]),
  ),
  deno: "2.9.6",
  bun: "1.4.5",
};

/** Outside of the repository: they take 700 MB. */
const folder = join(env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "crdgen-engines");

/** Installs what is missing of the engines; says so if that fails. */
export default function installEngines(): void {
  const manifest = JSON.stringify({ private: true, dependencies: packages });
  if (npmEngines().every(({ command }) => command !== undefined)) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "package.json"), manifest);
  console.log(`installing Node.js, Deno and Bun into ${folder}`);
  try {
    const install = ["install", "--ignore-scripts", "--no-audit", "--no-fund"];
    execFileSync("npm", install, { cwd: folder, stdio: "inherit", timeout: 300_000 });
  } catch {
    console.log("the engines cannot be installed: those that are missing are NOT TESTED");
  }
}

/** The engines of pinned versions, and the one that runs the tests. */
export function scriptEngines(): readonly Engine[] {
  const own: Engine = { name: `Node.js ${version}`, command: [execPath] };
  return [own, ...npmEngines().filter(({ name }) => name !== own.name)];
}

function npmEngines(): readonly Engine[] {
  const suffix = platform === "win32" ? ".exe" : "";
  const installed = (name: string, path: string | undefined, ...options: string[]): Engine => {
    const program = join(folder, "node_modules", `${path ?? "none"}${suffix}`);
    return { name, command: existsSync(program) ? [program, ...options] : undefined };
  };
  return [
    ...Object.entries(nodeVersions).map(([major, exact]) =>
      installed(`Node.js v${exact}`, `node-${major}/bin/node`),
    ),
    installed(`Deno ${packages["deno"] ?? ""}`, below("@deno", "deno"), "run", "-A", "--no-lock"),
    installed(`Bun ${packages["bun"] ?? ""}`, below("@oven", "bin/bun")),
  ];
}

/** A path in the only package of a scope: that of this platform. */
function below(scope: string, path: string): string | undefined {
  try {
    const [name] = readdirSync(join(folder, "node_modules", scope));
    return name === undefined ? undefined : `${scope}/${name}/${path}`;
  } catch {
    return undefined;
  }
}
