import { afterEach, beforeEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import { TimeoutError, TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import { createOrUpdate } from "../../../../src/runtime/v1/client/create-or-update.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import { StatusClient } from "../../../../src/runtime/v1/client/subresource-clients.js";
import { table } from "../../../../src/runtime/v1/client/table.js";
import type { Transport } from "../../../../src/runtime/v1/client/transport.js";
import { waitFor } from "../../../../src/runtime/v1/client/wait-for.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../../../src/runtime/v1/values/kubernetes.js";
import type { FakeAnswer, FakeTransport } from "./fake-transport.js";
import { cronTab, fakeTransport } from "./fake-transport.js";

interface Spec {
  replicas?: number;
}
interface CronTab extends KubernetesObject {
  spec: Spec;
  status?: { ready?: boolean };
}
interface CronTabTypes {
  scope: "Namespaced";
  read: CronTab;
  input: KubernetesObjectInput & { spec: Spec; status?: CronTab["status"] };
  apply: KubernetesObjectApply;
  list: KubernetesList<CronTab>;
  status: CronTab["status"];
  field: never;
  columns: { Name: string; Replicas: number | null };
}

class CronTabClient extends ResourceClient<CronTabTypes> {
  readonly status = new StatusClient<CronTabTypes>(this.caller);
  constructor(transport: Transport) {
    super(cronTab, transport);
  }
}

function stored(resourceVersion: string, spec: Spec = {}, more: object = {}): CronTab {
  return {
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: {
      name: "a",
      namespace: "default",
      uid: "u",
      resourceVersion,
      generation: 1,
      creationTimestamp: "2026-01-01T00:00:00Z",
      ...more,
    },
    spec,
  };
}

function failure(code: number, reason: string, more: object = {}): FakeAnswer {
  const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", reason, code };
  return { status: code, body: { ...body, ...more } };
}

function summary({ requests }: FakeTransport): string[] {
  return requests.map(({ method, path, body }) => {
    const { metadata, spec, status } = JSON.parse(String(body ?? "{}")) as Partial<CronTab>; // of these tests
    const sent = { version: metadata?.resourceVersion, ...spec, ...status };
    return `${method} ${path.replace(/^.*\/crontabs/, "")} ${JSON.stringify(sent)}`;
  });
}

const conflict = failure(409, "Conflict");
const missing = failure(404, "NotFound");
const gone = { status: 404, body: "404 page not found", headers: { "content-type": "text/plain" } };

describe("modify", () => {
  it("reads, changes and replaces, and again on conflict", async () => {
    const transport = fakeTransport(
      { body: stored("1", { replicas: 1 }) },
      conflict,
      { body: stored("2", { replicas: 5 }) },
      { body: stored("3") },
    );
    const result = await new CronTabClient(transport).modify("a", (object) => {
      object.spec.replicas = (object.spec.replicas ?? 0) + 1;
    });
    expect(result.metadata.resourceVersion).toBe("3");
    expect(summary(transport)).toEqual([
      "GET /a {}",
      'PUT /a {"version":"1","replicas":2}',
      "GET /a {}",
      'PUT /a {"version":"2","replicas":6}',
    ]);
  });

  it("takes another object too, later too, for the version that was read", async () => {
    const transport = fakeTransport({ body: stored("1") }, { body: stored("2") });
    await new CronTabClient(transport).modify("a", async (object) => {
      await Promise.resolve();
      const { apiVersion, kind } = object;
      object.metadata = { ...object.metadata, resourceVersion: "old" };
      return { apiVersion, kind, metadata: { name: "a" }, spec: { replicas: 3 } };
    });
    expect(summary(transport)[1]).toBe('PUT /a {"version":"1","replicas":3}');
  });

  it("sends nothing if nothing changed", async () => {
    const transport = fakeTransport({ body: stored("1") });
    const result = await new CronTabClient(transport).modify("a", (object) => {
      object.spec = {};
    });
    expect(result).toEqual(stored("1"));
    expect(transport.requests).toHaveLength(1);
  });

  it("changes the status", async () => {
    const transport = fakeTransport({ body: stored("1") }, { body: stored("2") });
    await new CronTabClient(transport).status.modify("a", (object) => {
      object.status = { ready: true };
    });
    expect(summary(transport)).toEqual([
      "GET /a/status {}",
      'PUT /a/status {"version":"1","ready":true}',
    ]);
  });

  it("gives up after ten conflicts, and at once for other errors", async () => {
    vi.useFakeTimers();
    const answers = Array.from({ length: 10 }, () => [{ body: stored("1") }, conflict]).flat();
    const transport = fakeTransport(...answers);
    const change = (object: CronTab): void => {
      object.spec.replicas = 2;
    };
    const call = new CronTabClient(transport).modify("a", change);
    const failed = expect(call).rejects.toMatchObject({ reason: "Conflict" });
    await vi.runAllTimersAsync();
    await failed;
    expect(transport.requests).toHaveLength(20);
    vi.useRealTimers();
    const lost = new CronTabClient(fakeTransport(missing)).modify("a", change);
    await expect(lost).rejects.toMatchObject({ reason: "NotFound" });
  });

  it("knows types", () => {
    const client = new CronTabClient(fakeTransport());
    // Nothing is sent: no answer would come.
    // @ts-expect-error -- no such field
    expectTypeOf(() => client.modify("a", (old) => ({ ...old, spec: { size: 1 } }))).toBeFunction();
    expectTypeOf(() =>
      client.modify("a", (old) => ({ ...old })),
    ).returns.resolves.toEqualTypeOf<CronTab>();
  });
});

describe("exists", () => {
  it("tells objects that are there from others, and from resources that are not", async () => {
    const client = new CronTabClient(fakeTransport({ body: stored("1") }, missing, gone, conflict));
    expect(await client.exists("a")).toBe(true);
    expect(await client.exists("a")).toBe(false);
    await expect(client.exists("a")).rejects.toMatchObject({ code: 404 });
    await expect(client.exists("a")).rejects.toMatchObject({ code: 409 });
  });
});

describe("createOrUpdate", () => {
  const input: CronTabTypes["input"] = {
    apiVersion: "stable.example.com/v1",
    kind: "CronTab",
    metadata: { name: "a", labels: { app: "web" } },
    spec: { replicas: 2 },
  };

  it("creates", async () => {
    const transport = fakeTransport(missing, { body: stored("1") });
    const created = await createOrUpdate(new CronTabClient(transport), input);
    expectTypeOf(created).toEqualTypeOf<CronTab>();
    expect(summary(transport)).toEqual(["GET /a {}", 'POST  {"replicas":2}']);
  });

  it("changes what is there, and leaves to others what is theirs", async () => {
    const there = {
      ...stored("1", { replicas: 1 }, { finalizers: ["f"], labels: { other: "x", app: "old" } }),
      status: { ready: true },
    };
    const transport = fakeTransport({ body: there }, { body: stored("2") });
    await createOrUpdate(new CronTabClient(transport), input);
    expect(JSON.parse(String(transport.requests[1]?.body))).toEqual({
      ...there,
      metadata: { ...there.metadata, labels: { other: "x", app: "web" } },
      spec: { replicas: 2 },
    });
    const same = fakeTransport({ body: stored("1", { replicas: 2 }, { labels: { app: "web" } }) });
    await createOrUpdate(new CronTabClient(same), input);
    expect(same.requests).toHaveLength(1);
  });

  it("changes it as it is told", async () => {
    const transport = fakeTransport({ body: stored("1") }, { body: stored("2") });
    await createOrUpdate(new CronTabClient(transport), input, ({ spec }) => {
      spec.replicas = 9;
    });
    expect(summary(transport)[1]).toBe('PUT /a {"version":"1","replicas":9}');
  });

  it("changes what somebody else created meanwhile, in the object's namespace", async () => {
    const exists = failure(409, "AlreadyExists");
    const transport = fakeTransport(missing, exists, { body: stored("1") }, { body: stored("2") });
    const there = { ...input, metadata: { name: "a", namespace: "there" } };
    await createOrUpdate(new CronTabClient(transport).all(), there);
    expect(summary(transport).map((text) => text.slice(0, 7))).toEqual([
      "GET /a ",
      "POST  {",
      "GET /a ",
      "PUT /a ",
    ]);
    expect(transport.requests[0]?.path).toContain("/namespaces/there/");
  });

  it("hands errors on", async () => {
    const call = (...answers: FakeAnswer[]): Promise<CronTab> =>
      createOrUpdate(new CronTabClient(fakeTransport(...answers)), input);
    await expect(call(gone)).rejects.toMatchObject({ code: 404 });
    await expect(call(missing, failure(422, "Invalid"))).rejects.toMatchObject({ code: 422 });
    const nameless = { ...input, metadata: {} };
    const client = new CronTabClient(fakeTransport());
    await expect(createOrUpdate(client, nameless)).rejects.toThrow("needs a metadata.name");
  });
});

describe("waitFor", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const list = (...items: CronTab[]): FakeAnswer => ({
    body: { metadata: { resourceVersion: "10" }, items },
  });
  const events = (...all: [string, CronTab][]): FakeAnswer => ({
    body: all.map(([type, object]) => `${JSON.stringify({ type, object })}\n`),
  });
  const ready: CronTab = { ...stored("2"), status: { ready: true } };
  const isReady = ({ status }: CronTab): boolean => status?.ready === true;

  it("looks first, and then waits for a change", async () => {
    const there = await waitFor(new CronTabClient(fakeTransport(list(ready))), "a", isReady);
    expectTypeOf(there).toEqualTypeOf<CronTab>();
    expect(there).toEqual(ready);
    const transport = fakeTransport(list(), events(["ADDED", stored("1")], ["MODIFIED", ready]));
    expect(await waitFor(new CronTabClient(transport), "a", isReady)).toEqual(ready);
    expect(transport.requests.map(({ query }) => query)).toEqual([
      "fieldSelector=metadata.name%3Da",
      "watch=true&fieldSelector=metadata.name%3Da&resourceVersion=10",
    ]);
    expect(transport.closed()).toBe(1);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("looks again after errors that pass", async () => {
    const transport = fakeTransport(
      new TransportError("reset"),
      failure(429, "TooManyRequests"),
      list(),
      failure(410, "Expired"),
      failure(500, "InternalError"),
      list(),
      { body: ["garbage\n"] },
      list(ready),
    );
    const waiting = waitFor(new CronTabClient(transport), "a", isReady);
    await vi.runAllTimersAsync();
    expect(await waiting).toEqual(ready);
  });

  it("ends with errors that stay, and with those of the condition", async () => {
    const forbidden = new CronTabClient(fakeTransport(failure(403, "Forbidden")));
    await expect(waitFor(forbidden, "a", isReady)).rejects.toMatchObject({ code: 403 });
    const fail = (): never => {
      throw new Error("a bug");
    };
    const client = new CronTabClient(fakeTransport(list(ready)));
    await expect(waitFor(client, "a", fail)).rejects.toThrow("a bug");
  });

  it("waits until an object is gone, or another one", async () => {
    const other = stored("9", {}, { uid: "other" });
    for (const answers of [
      [list()],
      [list(stored("1")), events(["MODIFIED", stored("2")], ["DELETED", stored("3")])],
      [list(stored("1")), events(["ADDED", other])],
      [list(stored("1")), failure(410, "Expired"), list(other)],
    ]) {
      const waiting = waitFor(new CronTabClient(fakeTransport(...answers)), "a", "deleted");
      await vi.runAllTimersAsync();
      await waiting;
    }
  });

  it.each<[FakeAnswer, "deleted" | ((object: CronTab) => boolean), string]>([
    [list(), isReady, 'crontabs "a" does not exist after 5000 ms'],
    [list(stored("1")), isReady, 'crontabs "a" does not meet the condition after 5000 ms'],
    [list(stored("1")), "deleted", 'crontabs "a" is still there after 5000 ms'],
    [
      list(stored("1", {}, { finalizers: ["a/b", "c"] })),
      "deleted",
      'crontabs "a" is still there, with the finalizers a/b, c, after 5000 ms',
    ],
  ])("says what was missing: %#", async (answer, condition, message) => {
    const client = new CronTabClient(fakeTransport(answer, events()));
    const waiting = waitFor(client, "a", condition as "deleted", { timeout: 5000 }); // or a function
    const failed = expect(waiting).rejects.toEqual(new TimeoutError(5000, message));
    await vi.advanceTimersByTimeAsync(5000);
    await failed;
    expect(vi.getTimerCount()).toBe(0);
  });

  it("ends with the signal's reason", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const waiting = waitFor(new CronTabClient(fakeTransport()), "a", isReady, { signal });
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
  });

  it("waits in one namespace", async () => {
    const transport = fakeTransport(list(ready));
    const all = new CronTabClient(transport).all();
    await waitFor(all, "a", isReady, { namespace: "there" });
    expect(transport.requests[0]?.path).toContain("/namespaces/there/");
    await expect(waitFor(all, "a", isReady)).rejects.toThrow("needs a namespace");
  });
});

describe("table", () => {
  const answer = {
    kind: "Table",
    metadata: { resourceVersion: "7" },
    columnDefinitions: ["Name", "Replicas"].map((name) => ({ name, type: "string" })),
    rows: [
      { cells: ["a", 3], object: { metadata: { name: "a" } } },
      { cells: ["b", null], object: null },
    ],
  };

  it("has typed rows", async () => {
    const transport = fakeTransport({ body: answer }, { body: { ...answer, rows: null } });
    const client = new CronTabClient(transport);
    const { rows, metadata } = await table(client, { labelSelector: "a=b", includeObject: "None" });
    expectTypeOf(rows[0]?.columns).toEqualTypeOf<CronTabTypes["columns"] | undefined>();
    expect(rows).toEqual([
      { columns: { Name: "a", Replicas: 3 }, cells: ["a", 3], object: { metadata: { name: "a" } } },
      { columns: { Name: "b", Replicas: null }, cells: ["b", null], object: undefined },
    ]);
    expect(metadata.resourceVersion).toBe("7");
    expect((await table(client.all())).rows).toEqual([]);
    expect(transport.requests).toMatchObject([
      {
        query: "labelSelector=a%3Db&includeObject=None",
        headers: [["accept", "application/json;as=Table;v=v1;g=meta.k8s.io"]],
      },
      { path: "/apis/stable.example.com/v1/crontabs", query: undefined },
    ]);
  });

  it("is a TransportError where the server makes none", async () => {
    const client = new CronTabClient(fakeTransport({ body: { kind: "CronTabList" } }));
    await expect(table(client)).rejects.toThrow("the answer is no table");
  });
});
