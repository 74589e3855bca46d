import { execFile, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { isWhole } from "./scope.js";

/** A program that runs a fixed scenario of a client that others wrote, in another language. */
export interface ForeignClient {
  /** What the client is called. */
  readonly title: string;
  /** What builds it, which has to be on the machine. */
  readonly tool: string;
  /** Its folder beside this file. */
  readonly folder: string;
  /** Whether its first build takes minutes. */
  readonly isSlow: boolean;
  /** Builds it from `sources` into a folder; what is downloaded comes from a registry. */
  readonly build: (sources: string, out: string) => readonly (readonly string[])[];
  /** The command that runs what was built, to which arguments are added. */
  readonly command: (sources: string, out: string) => readonly string[];
}

/** The clients, beside those in Go and JavaScript. */
export const foreignClients: readonly ForeignClient[] = [
  {
    title: "the Python client",
    tool: "python3",
    folder: "client-python",
    isSlow: false,
    build: (sources, out) => [
      ["python3", "-m", "venv", out],
      [join(out, "bin/pip"), "install", "--quiet", "-r", join(sources, "requirements.txt")],
    ],
    command: (sources, out) => [join(out, "bin/python"), join(sources, "scenario.py")],
  },
  {
    title: "kube-rs",
    tool: "cargo",
    folder: "client-rust",
    isSlow: true,
    build: (sources, out) => [
      ["cargo", "build", "--locked", "--manifest-path", join(sources, "Cargo.toml"), "--target-dir", out], // prettier-ignore
    ],
    command: (_, out) => [join(out, "debug/client-rust")],
  },
  {
    title: "fabric8",
    tool: "mvn",
    folder: "client-java",
    isSlow: true,
    build: (sources, out) => [
      ["mvn", "--quiet", "--batch-mode", "-f", join(sources, "pom.xml"), `-Dout=${out}`, "compile"],
    ],
    command: (_, out) => ["java", "-cp", `${out}/classes:${out}/libraries/*`, "Scenario"],
  },
];

/** What runs a client, or why nothing does. */
export type Built = { readonly command: readonly string[] } | { readonly reason: string };

/**
 * Builds a client unless that was done before for the same sources: once for all checkouts, since
 * it takes up to minutes. The slow ones are for `npm run test:whole`.
 */
export async function buildForeignClient({
  tool,
  folder,
  isSlow,
  build,
  command,
}: ForeignClient): Promise<Built> {
  if (isSlow && !isWhole) return { reason: "npm run test:whole runs it" };
  if (spawnSync(tool, ["--version"]).status !== 0) return { reason: `${tool} is not there` };
  const sources = join(import.meta.dirname, folder);
  const out = join(cacheFolder(), `${folder}-${await hashSources(sources)}`);
  const isComplete = join(out, "complete");
  if (existsSync(isComplete)) return { command: command(sources, out) };
  try {
    await mkdir(out, { recursive: true });
    for (const [program = "", ...args] of build(sources, out)) await run(program, args);
    await writeFile(isComplete, "");
    return { command: command(sources, out) };
  } catch (error) {
    await rm(out, { recursive: true, force: true });
    return { reason: `it could not be built: ${String(error)}` };
  }
}

async function run(program: string, args: readonly string[]): Promise<void> {
  await promisify(execFile)(program, [...args], { maxBuffer: 64 * 1024 * 1024 });
}

function cacheFolder(): string {
  return join(process.env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache"), "crdgen-clients");
}

async function hashSources(folder: string): Promise<string> {
  const hash = createHash("sha256");
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  for (const path of files.map((file) => join(file.parentPath, file.name)).sort()) {
    hash.update(path.slice(folder.length)).update(await readFile(path));
  }
  return hash.digest("hex").slice(0, 16);
}
