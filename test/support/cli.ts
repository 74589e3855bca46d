import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";
import { isWhole } from "./scope.js";
import type { Outcome } from "./warm-cli.js";
import { runWarm, runWarmBeside } from "./warm-cli.js";

/** The bin, as the build leaves it. */
export const main: string = join(import.meta.dirname, "../../dist/cli/main.js");

export type { Outcome };

/** Windows has no named pipes of this kind, and whole runs start a process for each command. */
const isWarm = process.platform !== "win32" && !isWhole;

/**
 * Runs the bin in a folder, with a text on its standard input: in a process that runs it again and
 * again, where that makes no difference.
 */
export function runCli(cwd: string, args: readonly string[], input?: string): Outcome {
  const isAlike = isWarm && input === undefined && !args.includes("--debug");
  const warm = isAlike ? runWarm(main, { cwd, args, env: process.env }) : undefined;
  return warm ?? runCold(cwd, args, input);
}

/** Runs the bin in a process of its own. */
export function runCold(cwd: string, args: readonly string[], input?: string): Outcome {
  const { status, stdout, stderr } = spawnSync(process.execPath, [main, ...args], {
    cwd,
    encoding: "utf8",
    ...(input === undefined ? {} : { input }),
  });
  return { code: status, out: stdout, err: stderr };
}

/** Runs the bin while this process goes on, such as to be the server that it asks. */
export async function runCliBeside(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  // Node reads that variable when a process starts.
  const isAlike = isWarm && !args.includes("--debug") && env["NODE_EXTRA_CA_CERTS"] === undefined;
  const warm = isAlike ? runWarmBeside(main, { cwd, args, env }) : undefined;
  return await (warm ?? runColdBeside(cwd, args, env));
}

/** Likewise, in a process of its own. */
export async function runColdBeside(
  cwd: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Outcome> {
  const child = spawn(process.execPath, [main, ...args], { cwd, env });
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (err += chunk.toString()));
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  return { code, out, err };
}

/** Writes a file, with the folders above it. */
export function writeBelow(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Folders for one test each, removed together after the tests of the file that makes it. */
export class Scratch {
  readonly #root = mkdtempSync(join(tmpdir(), "crdgen-cli-"));
  #count = 0;

  constructor() {
    // A folder with thousands of files takes its time on a busy machine.
    afterAll(() => {
      rmSync(this.#root, { recursive: true });
    }, 60_000);
  }

  /** Goes on to an empty folder. */
  next(): string {
    const folder = join(this.#root, String(this.#count++));
    mkdirSync(folder);
    return folder;
  }
}
