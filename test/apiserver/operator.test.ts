import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import type { KubernetesObject } from "../../src/runtime/v1/index.js";
import { buildOperator, Replica, startOperator, until } from "./operator-process.js";
import type { ServedForOperators } from "./served-operators.js";
import { serveForOperators } from "./served-operators.js";
import { crdPath } from "./server.js";

const root = join(import.meta.dirname, "../..");
const crd = join(root, "generated-samples/crontab/crd.yaml");
const collection = "/apis/stable.example.com/v1/namespaces/default/crontabs";
const finalizer = "stable.example.com/my-operator";

describe("the operator that `crdgen init` writes", () => {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-operator-"));
  const project = join(folder, "my-operator");
  const replicas: Replica[] = [];
  let served: ServedForOperators | undefined;
  const server = (): ServedForOperators => {
    if (served === undefined) throw new Error("the server runs only during tests");
    return served;
  };

  function startReplica(): Replica {
    const { kubeconfig } = server();
    const ports = { HEALTH_PORT: "0", METRICS_PORT: "0" };
    return new Replica(startOperator(project, { KUBECONFIG: kubeconfig, ...ports }));
  }

  beforeAll(async () => {
    const main = join(root, "dist/cli/main.js");
    const init = ["init", "--template", "operator", "my-operator", "--crd", crd];
    execFileSync(process.execPath, [main, ...init], { cwd: folder });
    buildOperator(project);
    served = await serveForOperators();
    const { code } = await server().request("POST", crdPath, parse(readFileSync(crd, "utf8")));
    expect(code).toBe(201);
    replicas.push(startReplica());
    await until("a replica acts", () => hasLease());
    replicas.push(startReplica());
  }, 120_000);

  afterAll(async () => {
    for (const replica of replicas) replica.kill("SIGKILL");
    await served?.close();
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

  async function hasDeployment(name: string): Promise<boolean> {
    const path = `/apis/apps/v1/namespaces/default/deployments/${name}`;
    return (await server().request("GET", path)).code === 200;
  }

  it("reconciles an object once it has its finalizer, and cleans up when it is deleted", async () => {
    await create("first");
    await until("it is reconciled", () => hasDeployment("first"));
    expect((await metadataOf("first"))?.finalizers).toEqual([finalizer]);
    await server().request("DELETE", `${collection}/first`);
    await until("it is gone", async () => (await metadataOf("first")) === undefined);
    expect(replicas[0]?.output).toContain("clean up first");
    expect(replicas[1]?.output).not.toContain("clean up");
  }, 60_000);

  it("stops when it is told to, and the other replica takes over at once", async () => {
    replicas[0]?.kill("SIGTERM");
    expect(await replicas[0]?.exited).toBe(0);
    await create("second");
    await until("it is reconciled", () => hasDeployment("second"));
  }, 60_000);
});
