import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect } from "vitest";
import { defineResource } from "../../src/runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../src/runtime/v1/client/resource-client.js";
import { fromKubeconfig } from "../../src/runtime/v1/node.js";
import { main } from "./cli.js";

/** The CRD of the objects below. */
export const cronTabCrdFile: string = join(
  import.meta.dirname,
  "../../generated-samples/crontab/crd.yaml",
);

/** The parts of a CronTab that tests look at. */
export interface CronTab {
  apiVersion: string;
  kind: string;
  metadata: { name: string; resourceVersion?: string };
  spec: { cronSpec: string; image: string; replicas?: number; concurrency?: string };
  status?: { replicas?: number };
}

const cronTab = defineResource<CronTab>({
  group: "stable.example.com",
  version: "v1",
  kind: "CronTab",
  plural: "crontabs",
  scope: "Namespaced",
  subresources: { status: true },
});

/** A client for CronTabs. */
export type CronTabClient = ResourceClient<NonNullable<typeof cronTab.types>>;

/** What a CronTab is created from. */
export function cronTabInput(name: string): CronTab {
  const spec = { cronSpec: "0 3 * * *", image: "backup" };
  return { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata: { name }, spec };
}

/** A process of `crdgen serve`. */
export interface Served {
  readonly child: ChildProcess;
  /** Of standard output and error, until now. */
  readonly text: () => string;
  /** The exit code; null if a signal ended it. */
  readonly ended: Promise<number | null>;
}

/** As whom a process runs; as the one that starts it unless given. */
export interface ProcessUser {
  readonly uid?: number;
  readonly gid?: number;
}

/** Runs `crdgen serve` in a folder of its own for each test, and ends it afterwards. */
export class ServeFolder {
  #path = "";
  readonly #running = new Set<ChildProcess>();

  constructor() {
    beforeEach(() => {
      this.#path = mkdtempSync(join(tmpdir(), "crdgen-serve-"));
    });
    afterEach(() => {
      for (const child of this.#running) child.kill("SIGKILL");
      this.#running.clear();
      rmSync(this.#path, { recursive: true });
    });
  }

  path(...parts: readonly string[]): string {
    return join(this.#path, ...parts);
  }

  start(...options: readonly string[]): Served {
    return this.run(process.execPath, [main, "serve", ...options]);
  }

  run(command: string, args: readonly string[], user: ProcessUser = {}): Served {
    const child = spawn(command, args, { cwd: this.#path, ...user });
    this.#running.add(child);
    let text = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (part: string) => (text += part));
    }
    const ended = once(child, "close").then(([code]) => code as number | null); // by the event
    return { child, text: () => text, ended };
  }

  /** Starts it at a free port, and waits until it listens. */
  async serve(...options: readonly string[]): Promise<Served> {
    const served = this.start("--port", "0", ...options);
    await untilItListens(served);
    return served;
  }

  /** For the server that wrote the kubeconfig. */
  async client(): Promise<CronTabClient> {
    const transport = await fromKubeconfig({ path: this.path("crdgen.kubeconfig") });
    return new ResourceClient(cronTab, transport);
  }
}

/** Waits for the line that says where it listens; fails if it ends before. */
export async function untilItListens(served: Served): Promise<void> {
  await expect.poll(served.text, { timeout: 20_000 }).toMatch(/listens at \S+\n/);
}
