import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { selectKinds } from "../../../../src/builtin/select-kinds.js";
import { kindTable } from "../../../../src/runtime/v1/built-in/table/kind-table.js";
import type { JsonObject } from "../../../../src/runtime/v1/values/json/json.js";
import { Cluster } from "../../../../src/server/cluster.js";

/* As kube-apiserver 1.37.2 answers. */

const pods = "/api/v1/namespaces/default/pods";
const start = Date.parse("2026-01-01T00:00:00Z");

let now = start;
let cluster: Cluster;

beforeEach(async () => {
  now = start;
  const builtIns = selectKinds(kindTable(37), ["v1/Pod"]).resources;
  cluster = await Cluster.create({ minor: 37, builtIns, namespaces: true, now: () => now });
});

afterEach(() => {
  cluster.close();
});

interface Answer {
  readonly status: number;
  readonly body: JsonObject;
}

async function ask(method: string, path: string, body?: object): Promise<Answer> {
  const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
  const { status, text } = await cluster
    .send({
      method,
      path: path.split("?")[0] ?? "",
      query: path.split("?")[1] ?? "",
      headers: [["content-type", type]],
      ...(body && { body: JSON.stringify(body) }),
    })
    .then(async (response) => ({ status: response.status, text: await response.text() }));
  return { status, body: JSON.parse(text) as JsonObject }; // of the server
}

async function create(more: object = {}): Promise<void> {
  const spec = { containers: [{ name: "c", image: "i" }], nodeName: "n", ...more };
  const { status } = await ask("POST", pods, { metadata: { name: "p" }, spec });
  expect(status).toBe(201);
}

const options = (gracePeriodSeconds: number): object => ({
  kind: "DeleteOptions",
  apiVersion: "v1",
  gracePeriodSeconds,
});

function marks({ body }: Answer): object {
  const { deletionTimestamp, deletionGracePeriodSeconds, generation } = body[
    "metadata"
  ] as JsonObject; // of each object
  return { deletionTimestamp, deletionGracePeriodSeconds, generation };
}

describe("a pod on a node", () => {
  it("has the time that its spec says, until it is deleted with none", async () => {
    await create({ terminationGracePeriodSeconds: 20 });
    const first = await ask("DELETE", `${pods}/p`);
    expect(first.status).toBe(200);
    expect(marks(first)).toEqual({
      deletionTimestamp: "2026-01-01T00:00:20Z",
      deletionGracePeriodSeconds: 20,
      generation: 2,
    });
    now += 5_000;
    const again = await ask("DELETE", `${pods}/p`);
    expect(again.body).toEqual(first.body);
    const last = await ask("DELETE", `${pods}/p`, options(0));
    expect(marks(last)).toEqual({
      deletionTimestamp: "2026-01-01T00:00:05Z",
      deletionGracePeriodSeconds: 0,
      generation: 2,
    });
    expect((await ask("GET", `${pods}/p`)).status).toBe(404);
  });

  it("has 30 seconds by default, which requests shorten, never lengthen", async () => {
    await create();
    expect(marks(await ask("DELETE", `${pods}/p`))).toMatchObject({
      deletionGracePeriodSeconds: 30,
    });
    expect(marks(await ask("DELETE", `${pods}/p`, options(60)))).toMatchObject({
      deletionGracePeriodSeconds: 30,
    });
    expect(marks(await ask("DELETE", `${pods}/p`, options(10)))).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:10Z",
      deletionGracePeriodSeconds: 10,
    });
    now += 15_000;
    expect(marks(await ask("DELETE", `${pods}/p`, options(2)))).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:15Z",
      deletionGracePeriodSeconds: 1,
    });
  });

  it("takes negative seconds for one", async () => {
    await create();
    expect(marks(await ask("DELETE", `${pods}/p`, options(-5)))).toMatchObject({
      deletionTimestamp: "2026-01-01T00:00:01Z",
      deletionGracePeriodSeconds: 1,
    });
  });

  it("waits for its finalizers when its time is over", async () => {
    await create();
    await ask("PATCH", `${pods}/p`, { metadata: { finalizers: ["a.b/c"] } });
    await ask("DELETE", `${pods}/p`, options(0));
    const held = await ask("GET", `${pods}/p`);
    expect(marks(held)).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
    await ask("PATCH", `${pods}/p`, { metadata: { finalizers: null } });
    expect((await ask("GET", `${pods}/p`)).status).toBe(404);
  });

  it("is not over when its finalizers are, before its time is", async () => {
    await create();
    await ask("PATCH", `${pods}/p`, { metadata: { finalizers: ["a.b/c"] } });
    await ask("DELETE", `${pods}/p`);
    await ask("PATCH", `${pods}/p`, { metadata: { finalizers: null } });
    expect(marks(await ask("GET", `${pods}/p`))).toMatchObject({ deletionGracePeriodSeconds: 30 });
  });

  it("stays as it is in dry runs, which show the marks", async () => {
    await create();
    const tried = await ask("DELETE", `${pods}/p?dryRun=All&gracePeriodSeconds=7`);
    expect(marks(tried)).toMatchObject({ deletionGracePeriodSeconds: 7, generation: 2 });
    const none = await ask("DELETE", `${pods}/p?dryRun=All&gracePeriodSeconds=0`);
    expect(marks(none)).toMatchObject({ deletionGracePeriodSeconds: 0 });
    expect(marks(await ask("GET", `${pods}/p`))).toEqual({ generation: 1 });
  });

  it("is marked by the deletion of all pods", async () => {
    await create();
    expect((await ask("DELETE", pods)).status).toBe(200);
    expect(marks(await ask("GET", `${pods}/p`))).toMatchObject({ deletionGracePeriodSeconds: 30 });
  });
});

describe("a pod of which nothing runs", () => {
  it("goes at once without a node, and watches see the mark", async () => {
    await create({ nodeName: undefined });
    const { body } = await ask("GET", pods);
    const { resourceVersion = "" } = body["metadata"] as JsonObject; // of the list
    const answer = await ask("DELETE", `${pods}/p`);
    expect(marks(answer)).toMatchObject({ deletionGracePeriodSeconds: 0, generation: 2 });
    expect((await ask("GET", `${pods}/p`)).status).toBe(404);
    const watch = await cluster.send({
      method: "GET",
      path: pods,
      query: `watch=true&timeoutSeconds=1&resourceVersion=${resourceVersion as string}`,
      headers: [],
    });
    const events = (await watch.text()).trim().split("\n");
    expect(events.map((event) => (JSON.parse(event) as JsonObject)["type"])).toEqual([
      "MODIFIED",
      "DELETED",
    ]);
  });

  it.each(["Succeeded", "Failed"])("goes at once when it has %s", async (phase) => {
    await create();
    await ask("PATCH", `${pods}/p/status`, { status: { phase } });
    await ask("DELETE", `${pods}/p`, options(30));
    expect((await ask("GET", `${pods}/p`)).status).toBe(404);
  });
});
