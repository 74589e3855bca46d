import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

const root = join(import.meta.dirname, "../..");

/** Generates and compiles the project of an operator, without a registry. */
export function buildOperator(project: string): void {
  mkdirSync(join(project, "node_modules/@types"), { recursive: true });
  for (const name of ["@types/node", "undici-types"]) {
    symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
  }
  const main = join(root, "dist/cli/main.js");
  execFileSync(process.execPath, [main, "generate", "--quiet"], { cwd: project });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", "tsconfig.json"], {
    cwd: project,
    stdio: "inherit",
  });
}

/** What the image of a project gives to Node.js. */
function commandOfImage(project: string): readonly string[] {
  const dockerfile = readFileSync(join(project, "Dockerfile"), "utf8");
  const command = /^CMD (\[.*\])$/m.exec(dockerfile)?.[1];
  if (command === undefined) throw new Error("the Dockerfile has no CMD in JSON");
  return JSON.parse(command) as string[]; // as Docker has it
}

/**
 * Starts an operator that was built in a folder, as its image does.
 *
 * @param command what Node.js gets instead, of a project without an image
 */
export function startOperator(
  project: string,
  environment: Readonly<Record<string, string>>,
  command: readonly string[] = commandOfImage(project),
): ChildProcess {
  return spawn(process.execPath, command, {
    cwd: project,
    env: { ...process.env, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

/** A process of an operator. */
export class Replica {
  /** What it has printed. */
  output = "";
  readonly exited: Promise<number | null>;
  readonly #process: ChildProcess;

  constructor(child: ChildProcess) {
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    }
    this.exited = new Promise((resolve) => child.once("exit", resolve));
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}

/** Waits until something holds; rejects after 30 seconds. */
export async function until(
  what: string,
  holds: () => boolean | undefined | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + 30_000;
  while ((await holds()) !== true) {
    if (Date.now() > end) throw new Error(`not within 30 s: ${what}`);
    await sleep(50);
  }
}
