import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import type { KubernetesList, KubernetesObject } from "../../src/runtime/v1/index.js";
import { defineResource } from "../../src/runtime/v1/index.js";
import { crdOf } from "./fixtures.js";
import { leaseCrd } from "./lease-crd.js";
import { buildOperator, Replica, until } from "./operator-process.js";
import type { CrdObject } from "./server.js";
import { describeApiServer, installCrd } from "./server.js";

const root = join(import.meta.dirname, "../..");
const example = join(root, "examples/operator");
const sites = "/apis/example.com/v1/namespaces/default/sites";
const pages = "/apis/web.example.com/v1/namespaces/default/pages";

interface Page extends KubernetesObject {
  readonly spec: { readonly title: string; readonly text: string };
}

interface Site extends KubernetesObject {
  readonly status?: {
    readonly pages: number;
    readonly conditions: readonly {
      readonly type: string;
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

describeApiServer("examples/operator", (server) => {
  const folder = mkdtempSync(join(tmpdir(), "crdgen-example-"));
  const project = join(folder, "operator");
  const replicas: Replica[] = [];

  beforeAll(async () => {
    cpSync(example, project, { recursive: true });
    buildOperator(project);
    await installCrd(server(), leaseCrd());
    await installCrd(server(), eventCrd());
    for (const name of ["site", "page"]) {
      const text = readFileSync(join(example, `crds/${name}.yaml`), "utf8");
      await installCrd(server(), parse(text) as CrdObject); // our own
    }
    start();
    await until("a replica acts", async () => (await holder()) !== undefined);
    start();
  }, 240_000);

  afterAll(() => {
    for (const replica of replicas) replica.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true });
  });

  function start(): void {
    replicas.push(new Replica(project, server().kubeconfig));
  }

  async function read(path: string): Promise<unknown> {
    const { code, body } = await server().request("GET", path);
    return code === 200 ? body : undefined;
  }

  async function holder(): Promise<string | undefined> {
    const path = "/apis/coordination.k8s.io/v1/namespaces/default/leases/site-operator";
    const lease = (await read(path)) as { spec: { holderIdentity: string } } | undefined; // a Lease
    return lease?.spec.holderIdentity;
  }

  async function pagesOf(site: string): Promise<readonly Page[]> {
    const list = await read(`${pages}?labelSelector=example.com/site=${site}`);
    return (list as KubernetesList<Page>).items; // of the server
  }

  async function textsOf(site: string): Promise<object> {
    const found = await pagesOf(site);
    return Object.fromEntries(found.map(({ metadata, spec }) => [metadata.name, spec.text]));
  }

  async function hasTexts(site: string, texts: object): Promise<boolean> {
    return JSON.stringify(await textsOf(site)) === JSON.stringify(texts);
  }

  async function ready(name: string): Promise<string> {
    const { metadata, status } = (await read(`${sites}/${name}`)) as Site; // of the server
    const [condition] = status?.conditions ?? [];
    // A condition about an older generation says nothing of this one.
    if (condition?.observedGeneration !== metadata.generation) return "not looked at";
    return `${condition.status} ${condition.reason}: ${status?.pages} ${condition.message}`.trim();
  }

  async function create(name: string, texts: object): Promise<void> {
    const site = {
      apiVersion: "example.com/v1",
      kind: "Site",
      metadata: { name },
      spec: { title: name, pages: texts },
    };
    expect(await server().request("POST", sites, site)).toMatchObject({ code: 201 });
  }

  async function change(name: string, texts: object): Promise<void> {
    const type = "application/merge-patch+json";
    const patch = { spec: { pages: texts } };
    expect(await server().request("PATCH", `${sites}/${name}`, patch, type)).toMatchObject({
      code: 200,
    });
  }

  it("has what `crdgen init` writes, but for its own part", () => {
    const args = ["init", "--template", "operator", "site-operator", "--crd"];
    const main = join(root, "dist/cli/main.js");
    execFileSync(process.execPath, [main, ...args, join(example, "crds/site.yaml")], {
      cwd: folder,
    });
    const own = (file: string): string => readFileSync(join(example, file), "utf8");
    const written = (file: string): string =>
      readFileSync(join(folder, "site-operator", file), "utf8");
    for (const file of ["Dockerfile", "tsconfig.json", ".gitignore"]) {
      expect(own(file)).toBe(written(file));
    }
    // Both name the checkout that they were made from, each from its own folder.
    const here = (text: string, from: string): string =>
      text.replace(/"file:(.*)"/, (_, path: string) => JSON.stringify(resolve(from, path)));
    const ofExample = here(own("package.json"), example);
    expect(ofExample).toBe(here(written("package.json"), join(folder, "site-operator")));
    expect(ofExample).toContain(JSON.stringify(root));
    expect(parse(own("deploy/deployment.yaml"))).toEqual(parse(written("deploy/deployment.yaml")));
    const pageRule = /^ {2}# What the operator owns\.\n(?: {2}- .*\n(?: {4}.*\n)+)/m;
    expect(own("deploy/rbac.yaml")).toMatch(pageRule);
    expect(own("deploy/rbac.yaml").replace(pageRule, "")).toBe(written("deploy/rbac.yaml"));
  });

  it("makes pages that belong to their site, and says so", async () => {
    await create("home", { index: "Welcome", about: "Who we are" });
    const texts = { "home-about": "Who we are", "home-index": "Welcome" };
    await until("there are pages", () => hasTexts("home", texts));
    await until("it is ready", async () => (await ready("home")).startsWith("True"));
    expect(await ready("home")).toBe("True Published: 2");
    const { metadata } = (await read(`${sites}/home`)) as Site; // of the server
    expect(metadata.finalizers).toEqual(["example.com/site-operator"]);
    const [page] = await pagesOf("home");
    expect(page?.metadata.ownerReferences).toMatchObject([
      { kind: "Site", name: "home", uid: metadata.uid, controller: true },
    ]);
    await until("there is an event", async () => (await events("home")).length > 0);
    expect(await events("home")).toEqual(["Normal Published: the site has 2 pages"]);
  }, 60_000);

  it("follows changes of the site and of its pages", async () => {
    await change("home", { index: "Hello", about: null, help: "Ask us" });
    const texts = { "home-help": "Ask us", "home-index": "Hello" };
    await until("the pages have changed", () => hasTexts("home", texts));
    await server().request("DELETE", `${pages}/home-help`);
    await until("the page is back", () => hasTexts("home", texts));
  }, 60_000);

  it("says what is wrong, once, and goes on when it is mended", async () => {
    await create("bad", { "no name": "x" });
    await until("it is refused", async () => (await ready("bad")).startsWith("False"));
    expect(await ready("bad")).toBe('False BadName: 1 "no name" cannot be the name of a page');
    const failures = /ReconcileError: default\/bad: reconcile failed until a change/g;
    expect(replicas[0]?.output.match(failures)).toHaveLength(1);
    await change("bad", { "no name": null, name: "x" });
    await until("it is ready", async () => (await ready("bad")) === "True Published: 1");
    expect(replicas[0]?.output.match(failures)).toHaveLength(1);
  }, 60_000);

  it("is taken over from a replica that is killed, with what happened meanwhile", async () => {
    const before = await holder();
    replicas[0]?.kill("SIGKILL");
    await replicas[0]?.exited;
    await change("home", { index: "Back" });
    await server().request("DELETE", `${sites}/bad`);
    start();
    await until("it has caught up", () =>
      hasTexts("home", { "home-help": "Ask us", "home-index": "Back" }),
    );
    expect(await holder()).not.toBe(before);
    await until("the other site is gone", async () => (await read(`${sites}/bad`)) === undefined);
    expect(await pagesOf("bad")).toEqual([]);
  }, 60_000);

  it("cleans up when a site is deleted, and stops when it is told to", async () => {
    await server().request("DELETE", `${sites}/home`);
    await until("the site is gone", async () => (await read(`${sites}/home`)) === undefined);
    expect(await pagesOf("home")).toEqual([]);
    for (const replica of replicas.slice(1)) replica.kill("SIGTERM");
    const codes = await Promise.all(replicas.slice(1).map(({ exited }) => exited));
    expect(codes).toEqual([0, 0]);
    expect(replicas.slice(1).map(({ output }) => output)).toEqual(["", ""]);
  }, 60_000);

  async function events(site: string): Promise<readonly string[]> {
    const list = await read("/apis/events.k8s.io/v1/namespaces/default/events");
    return (list as KubernetesList<Event>).items
      .filter(({ regarding }) => regarding.name === site)
      .map(({ type, reason, note }) => `${type} ${reason}: ${note}`);
  }
});

/** The server knows no Events of its own. */
function eventCrd(): CrdObject {
  const names = { group: "events.k8s.io", version: "v1", kind: "Event", plural: "events" } as const;
  const crd = crdOf(defineResource({ ...names, scope: "Namespaced" }));
  const annotations = { "api-approved.kubernetes.io": "unapproved, for tests" };
  const openAPIV3Schema = { type: "object", "x-kubernetes-preserve-unknown-fields": true };
  const versions = crd.spec.versions.map((version) => ({
    ...version,
    schema: { openAPIV3Schema },
  }));
  const metadata = { ...crd.metadata, annotations };
  return { ...crd, metadata, spec: { ...crd.spec, versions } };
}
