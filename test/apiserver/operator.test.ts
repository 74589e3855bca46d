import type { ChildProcess } from "node:child_process";
import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { KubernetesObject } from "../../src/runtime/v1/index.js";
import { leaseCrd } from "./lease-crd.js";
import type { CrdObject } from "./server.js";
import { describeApiServer, installCrd } from "./server.js";

const root = join(import.meta.dirname, "../..");
const crd = join(root, "generated-samples/crontab/crd.yaml");
const collection = "/apis/stable.example.com/v1/namespaces/default/crontabs";
const finalizer = "stable.example.com/my-operator";

describeApiServer("the operator that `crdgen init` writes", (server) => {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-operator-"));
  const project = join(folder, "my-operator");
  const replicas: Replica[] = [];

  beforeAll(async () => {
    const main = join(root, "dist/cli/main.js");
    const init = ["init", "--template", "operator", "my-operator", "--crd", crd];
    execFileSync(process.execPath, [main, ...init], { cwd: folder });
    mkdirSync(join(project, "node_modules/@types"), { recursive: true });
    for (const name of ["@types/node", "undici-types"]) {
      symlinkSync(join(root, "node_modules", name), join(project, "node_modules", name));
    }
    execFileSync(process.execPath, [main, "generate", "--quiet"], { cwd: project });
    const compiler = join(root, "node_modules/typescript/bin/tsc");
    execFileSync(process.execPath, [compiler, "-p", "tsconfig.json"], { cwd: project });
    await installCrd(server(), leaseCrd());
    await installCrd(server(), parse(readFileSync(crd, "utf8")) as CrdObject); // our own
    replicas.push(new Replica(project, server().kubeconfig));
    await until("a replica acts", () => hasLease());
    replicas.push(new Replica(project, server().kubeconfig));
  }, 120_000);

  afterAll(() => {
    for (const replica of replicas) replica.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  async function hasLease(): Promise<boolean> {
    const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/my-operator";
    return (await server().request("GET", path)).code === 200;
  }

  async function create(name: string): Promise<void> {
    const spec = { cronSpec: "* * * * *", image: "a" };
    const object = {
      apiVersion: "stable.example.com/v1",
      kind: "CronTab",
      metadata: { name },
      spec,
    };
    expect(await server().request("POST", collection, object)).toMatchObject({ code: 201 });
  }

  async function metadataOf(name: string): Promise<KubernetesObject["metadata"] | undefined> {
    const { code, body } = await server().request("GET", `${collection}/${name}`);
    return code === 200 ? (body as KubernetesObject).metadata : undefined; // what the server stores
  }

  it("reconciles an object once it has its finalizer, and cleans up when it is deleted", async () => {
    await create("first");
    await until("it is reconciled", () => replicas[0]?.output.includes("reconcile default first"));
    expect((await metadataOf("first"))?.finalizers).toEqual([finalizer]);
    await server().request("DELETE", `${collection}/first`);
    await until("it is gone", async () => (await metadataOf("first")) === undefined);
    expect(replicas[0]?.output).toContain("clean up default first");
    expect(replicas[1]?.output).toBe("");
  }, 60_000);

  it("stops when it is told to, and the other replica takes over at once", async () => {
    replicas[0]?.kill("SIGTERM");
    expect(await replicas[0]?.exited).toBe(0);
    await create("second");
    await until("it is reconciled", () => replicas[1]?.output.includes("reconcile default second"));
    expect(replicas[0]?.output).not.toContain("second");
  }, 60_000);
});

/** A process of the operator. */
class Replica {
  /** What it has printed. */
  output = "";
  readonly exited: Promise<number | null>;
  readonly #process: ChildProcess;

  constructor(project: string, kubeconfig: string) {
    this.#process = spawn(process.execPath, ["dist/main.js"], {
      cwd: project,
      env: { ...process.env, KUBECONFIG: kubeconfig },
      stdio: ["ignore", "pipe", "pipe"],
    });
    for (const stream of [this.#process.stdout, this.#process.stderr]) {
      stream?.setEncoding("utf8").on("data", (text: string) => (this.output += text));
    }
    this.exited = new Promise((resolve) => this.#process.once("exit", resolve));
  }

  kill(signal: NodeJS.Signals): void {
    this.#process.kill(signal);
  }
}

async function until(
  what: string,
  holds: () => boolean | undefined | Promise<boolean>,
): Promise<void> {
  const end = Date.now() + 30_000;
  while ((await holds()) !== true) {
    if (Date.now() > end) throw new Error(`not within 30 s: ${what}`);
    await sleep(50);
  }
}
