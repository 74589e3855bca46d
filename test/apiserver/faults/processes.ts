import { spawn } from "node:child_process";
import { openSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { waitUntil } from "../server.js";
import type { WholeCluster } from "../whole-cluster.js";

/** A program of a whole cluster, which can be killed, started again and stopped for a while. */
export class ClusterProgram {
  readonly #pidFile: string;
  readonly #log: string;
  readonly #command: readonly string[];

  constructor({ folder }: WholeCluster, name: "apiserver" | "etcd") {
    this.#pidFile = join(folder, `${name}.pid`);
    this.#log = join(folder, `${name}.log`);
    const command = readFileSync(`/proc/${this.#pid}/cmdline`, "utf8").split("\0");
    this.#command = command.filter((part) => part !== "");
  }

  get #pid(): number {
    return Number(readFileSync(this.#pidFile, "utf8"));
  }

  /** Ends it without a word. */
  async kill(): Promise<void> {
    const pid = this.#pid;
    process.kill(pid, "SIGKILL");
    await waitUntil("the program has ended", () => Promise.resolve(!isAlive(pid)));
  }

  /** Starts it, again and again while it ends by itself: its port may be free a little later. */
  start(): void {
    const [program = "", ...args] = this.#command;
    const log = openSync(this.#log, "a");
    const child = spawn(program, args, { stdio: ["ignore", log, log], detached: true });
    child.unref();
    child.once("exit", (code) => {
      if (code !== null && code !== 0)
        setTimeout(() => {
          this.start();
        }, 200);
    });
    writeFileSync(this.#pidFile, String(child.pid));
  }

  /** Lets it do nothing until `resume`; its connections stay. */
  pause(): void {
    process.kill(this.#pid, "SIGSTOP");
  }

  resume(): void {
    process.kill(this.#pid, "SIGCONT");
  }
}

function isAlive(pid: number): boolean {
  try {
    // One that has ended, but that nobody has asked for, counts as dead.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}

/** Resolves when the API server is ready; throws with the end of its log after a minute. */
export async function untilReady(cluster: WholeCluster): Promise<void> {
  const request = { method: "GET", path: "/readyz", headers: [] };
  try {
    await waitUntil("the API server is ready", async () => {
      const signal = AbortSignal.timeout(5_000);
      const answer = await cluster.transport.send({ ...request, signal }).catch(() => undefined);
      answer?.close();
      return answer?.status === 200;
    });
  } catch (error) {
    const log = readFileSync(join(cluster.folder, "apiserver.log"), "utf8");
    throw new Error(`the API server is not ready:\n${log.slice(-2_000)}`, { cause: error });
  }
}
