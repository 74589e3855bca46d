import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import type { KubernetesList, KubernetesObject } from "../../src/runtime/v1/index.js";
import type { Answer } from "./server.js";

/*
 * What the operator of examples/operator does, whatever server it works on and whoever wrote it:
 * the tests know its CRD and what it keeps in the cluster, and nothing of its code.
 */

/** A running copy of the operator. */
export interface OperatorReplica {
  /** What it has printed. */
  readonly output: string;
  /** The exit code; null after a signal that it does not handle. */
  readonly exited: Promise<number | null>;
  kill(signal: "SIGTERM" | "SIGKILL"): void;
  /** The answer of its server of metrics or of probes: `metrics`, `readyz`. */
  probe(path: string): Promise<{ readonly code: number; readonly text: string }>;
}

/** A server with the CRD and the rights of the operator, and how the operator is started on it. */
export interface OperatorWorld {
  /** As an administrator. */
  request(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  /** Starts a replica; the first one serves the webhooks. */
  start(): Promise<OperatorReplica>;
  /** Does what no controller of this server does: roll Deployments out. */
  readonly settle?: (() => Promise<void>) | undefined;
  /** False where a server calls no admission webhooks. */
  readonly admits: boolean;
  /** False where replicas cannot be killed, as they are in the process of the test. */
  readonly hasProcesses: boolean;
}

interface Site extends KubernetesObject {
  readonly spec: { readonly pages: unknown; readonly replicas?: number; readonly size?: number };
  readonly status?: {
    readonly replicas: number;
    readonly conditions: readonly {
      readonly status: string;
      readonly reason: string;
      readonly message: string;
      readonly observedGeneration: number;
    }[];
  };
}

interface Event extends KubernetesObject {
  readonly type: string;
  readonly reason: string;
  readonly note: string;
  readonly regarding: { readonly name: string };
}

interface Child extends KubernetesObject {
  readonly data?: { readonly [key: string]: string };
  readonly spec?: {
    readonly replicas: number;
    readonly template: { readonly metadata: { readonly annotations: object } };
  };
}

const sites = "/apis/example.com/v1/namespaces/default/sites";
const oldSites = "/apis/example.com/v1beta1/namespaces/default/sites";
const deployments = "/apis/apps/v1/namespaces/default/deployments";
const services = "/api/v1/namespaces/default/services";
const configMaps = "/api/v1/namespaces/default/configmaps";
const hosts = "/api/v1/namespaces/site-operator/configmaps/site-hosts";
const lease = "/apis/coordination.k8s.io/v1/namespaces/site-operator/leases/site-operator";
const mergePatch = "application/merge-patch+json";

/** Adds the tests; the world is there when they run. */
export function operatorScenario(world: () => OperatorWorld): void {
  const replicas: OperatorReplica[] = [];

  async function read(path: string): Promise<unknown> {
    const { code, body } = await world().request("GET", path);
    return code === 200 ? body : undefined;
  }

  async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
    const end = Date.now() + 40_000;
    for (;;) {
      await world().settle?.();
      if (await holds()) return;
      if (Date.now() > end) {
        const output = replicas.map((replica) => replica.output).join("\n");
        throw new Error(`not within 40 s: ${what}; the operator printed:\n${output}`);
      }
      await sleep(50);
    }
  }

  async function ready(name: string): Promise<string> {
    const { metadata, status } = (await read(`${sites}/${name}`)) as Site; // of the server
    const [condition] = status?.conditions ?? [];
    // A condition about an older generation says nothing of this one.
    if (condition?.observedGeneration !== metadata.generation) return "not looked at";
    return `${condition.status} ${condition.reason}: ${condition.message}`;
  }

  async function becomes(name: string, wanted: string): Promise<void> {
    await until(`${name} is: ${wanted}`, async () => (await ready(name)) === wanted);
  }

  function site(name: string, spec: object): object {
    return { apiVersion: "example.com/v1", kind: "Site", metadata: { name }, spec };
  }

  async function events(name: string): Promise<readonly string[]> {
    const list = await read("/apis/events.k8s.io/v1/namespaces/default/events");
    return (list as KubernetesList<Event>).items
      .filter(({ regarding }) => regarding.name === name)
      .map(({ type, reason, note }) => `${type} ${reason}: ${note}`);
  }

  async function holder(): Promise<string | undefined> {
    const found = (await read(lease)) as { spec: { holderIdentity?: string } } | undefined; // a Lease
    return found?.spec.holderIdentity;
  }

  it("has one replica that leads, and tells by its probes that it is ready", async () => {
    replicas.push(await world().start());
    await until("a replica leads", async () => (await holder()) !== undefined);
    const [first] = replicas;
    await until("it is ready", async () => (await first?.probe("readyz"))?.code === 200);
  }, 60_000);

  it("makes what serves a site, and says when it does", async () => {
    const spec = { host: "home.example.com", replicas: 2, pages: { "index.html": "Welcome" } };
    expect(await world().request("POST", sites, site("home", spec))).toMatchObject({ code: 201 });
    await becomes("home", "True Serving: 2 of 2 servers answer");
    const { metadata } = (await read(`${sites}/home`)) as Site; // of the server
    expect(metadata.finalizers).toEqual(["example.com/site-operator"]);
    const owner = { kind: "Site", name: "home", uid: metadata.uid, controller: true };
    for (const kind of [deployments, services, configMaps]) {
      const child = (await read(`${kind}/home`)) as Child; // of the server
      expect(child.metadata.ownerReferences).toMatchObject([owner]);
      expect(child.metadata.labels).toMatchObject({
        "app.kubernetes.io/managed-by": "site-operator",
      });
    }
    expect((await read(`${configMaps}/home`)) as Child).toMatchObject({
      data: { "index.html": "Welcome" },
    });
    expect(await read(hosts)).toMatchObject({ data: { "home.example.com": "default/home" } });
    // A rollout may be seen more than once, before all servers answer.
    for (const wanted of [
      /^Normal RollingOut: [01] of 2 /,
      /^Normal Serving: 2 of 2 servers answer$/,
    ])
      await until(`there is an event: ${wanted.source}`, async () =>
        (await events("home")).some((event) => wanted.test(event)),
      );
  }, 60_000);

  it("can be scaled by who knows nothing of sites", async () => {
    const scale = { spec: { replicas: 3 } };
    const answer = await world().request("PATCH", `${sites}/home/scale`, scale, mergePatch);
    expect(answer).toMatchObject({ code: 200 });
    await becomes("home", "True Serving: 3 of 3 servers answer");
    const selector = "app.kubernetes.io/name=site,app.kubernetes.io/instance=home";
    const { status } = (await read(`${sites}/home/scale`)) as {
      status: { replicas: number; selector: string };
    }; // a Scale
    expect(status.replicas).toBe(3);
    expect(status.selector.split(",").sort()).toEqual(selector.split(",").sort());
  }, 60_000);

  it("rolls out new pages, and brings back what others delete", async () => {
    const hash = async (): Promise<object | undefined> =>
      ((await read(`${deployments}/home`)) as Child).spec?.template.metadata.annotations; // a Deployment
    const before = await hash();
    const patch = { spec: { pages: { "index.html": "Hello", "about.html": "Us" } } };
    await world().request("PATCH", `${sites}/home`, patch, mergePatch);
    await becomes("home", "True Serving: 3 of 3 servers answer");
    expect(await hash()).not.toEqual(before);
    const { metadata } = (await read(`${services}/home`)) as Child; // a Service
    await world().request("DELETE", `${services}/home`);
    await until("the service is back", async () => {
      const now = (await read(`${services}/home`)) as Child | undefined; // a Service
      return now !== undefined && now.metadata.uid !== metadata.uid;
    });
    await world().request(
      "PATCH",
      `${configMaps}/home`,
      { data: { "index.html": "Hacked" } },
      mergePatch,
    );
    await until("the text is back", async () => {
      const now = (await read(`${configMaps}/home`)) as Child; // a ConfigMap
      return now.data?.["index.html"] === "Hello";
    });
  }, 60_000);

  it("serves both versions of its kind", async () => {
    const old = (await read(`${oldSites}/home`)) as Site; // of the server
    expect(old.spec.size).toBe(3);
    expect(old.spec.pages).toEqual([
      { name: "about.html", text: "Us" },
      { name: "index.html", text: "Hello" },
    ]);
    const spec = { size: 1, pages: [{ name: "index.html", text: "Old" }] };
    const created = { ...site("elder", spec), apiVersion: "example.com/v1beta1" };
    expect(await world().request("POST", oldSites, created)).toMatchObject({ code: 201 });
    await becomes("elder", "True Serving: 1 of 1 servers answer");
    expect((await read(`${sites}/elder`)) as Site).toMatchObject({
      spec: {
        replicas: 1,
        pages: { "index.html": "Old" },
        image: "nginxinc/nginx-unprivileged:1.29",
      },
    });
  }, 60_000);

  it("refuses what no site can be", async () => {
    const patch = { spec: { host: "other.example.com" } };
    const moved = await world().request("PATCH", `${sites}/home`, patch, mergePatch);
    expect(moved).toMatchObject({ code: 422 });
    const bare = site("bare", { pages: { "about.html": "x" } });
    expect(await world().request("POST", sites, bare)).toMatchObject({ code: 422 });
    const twin = site("twin", { host: "home.example.com", pages: { "index.html": "x" } });
    const answer = await world().request("POST", sites, twin);
    if (world().admits) {
      expect(answer.code).toBe(403);
      expect(JSON.stringify(answer.body)).toContain("home.example.com is that of default/home");
    } else {
      await becomes("twin", "False HostTaken: another site has the host home.example.com");
      await until("there is a warning", async () => (await events("twin")).length > 0);
      expect(await events("twin")).toEqual([
        "Warning HostTaken: another site has the host home.example.com",
      ]);
      await world().request("DELETE", `${sites}/twin`);
    }
  }, 60_000);

  it("counts what it does", async () => {
    const answer = await replicas[0]?.probe("metrics");
    expect(answer?.text).toMatch(
      /^controller_runtime_reconcile_total\{controller="site",result="success"\} [1-9]/m,
    );
    expect(answer?.text).toMatch(/^workqueue_depth\{.*name="site".*\} \d+$/m);
  }, 60_000);

  it("is taken over from a replica that is killed, with what happened meanwhile", async () => {
    if (!world().hasProcesses) return;
    const before = await holder();
    replicas[0]?.kill("SIGKILL");
    await replicas[0]?.exited;
    await world().request("PATCH", `${sites}/home/scale`, { spec: { replicas: 1 } }, mergePatch);
    replicas.push(await world().start());
    await becomes("home", "True Serving: 1 of 1 servers answer");
    expect(await holder()).not.toBe(before);
  }, 90_000);

  it("cleans up when a site is deleted, and stops when it is told to", async () => {
    await world().request("DELETE", `${sites}/home`);
    await world().request("DELETE", `${sites}/elder`);
    await until("the sites are gone", async () => {
      const list = (await read(sites)) as KubernetesList<Site>; // of the server
      return list.items.length === 0;
    });
    expect(await read(hosts)).not.toHaveProperty(["data", "home.example.com"]);
    for (const kind of [deployments, services, configMaps]) {
      await until("what belonged to it is gone", async () => {
        return (await read(`${kind}/home`)) === undefined;
      });
    }
    const last = replicas.at(-1);
    last?.kill("SIGTERM");
    expect(await last?.exited).toBe(0);
    // Who stops gives the lease back.
    expect((await holder()) ?? "").toBe("");
  }, 90_000);
}
