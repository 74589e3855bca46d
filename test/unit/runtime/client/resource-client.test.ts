import { afterEach, describe, expect, expectTypeOf, it, vi } from "vitest";
import {
  ApiError,
  isExpired,
  TimeoutError,
  TransportError,
} from "../../../../src/runtime/v1/client/api-error.js";
import type { Caller, NamespacedClientOptions } from "../../../../src/runtime/v1/client/caller.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import {
  ScaleClient,
  StatusClient,
} from "../../../../src/runtime/v1/client/subresource-clients.js";
import type { Transport } from "../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../../../src/runtime/v1/values/kubernetes.js";
import type { FakeTransport } from "./fake-transport.js";
import { cronTab, fakeTransport } from "./fake-transport.js";

interface CronTabTypes {
  scope: "Namespaced";
  read: KubernetesObject;
  input: KubernetesObjectInput;
  apply: KubernetesObjectApply;
  list: KubernetesList<KubernetesObject>;
  field: "spec.color";
}

class CronTabClient extends ResourceClient<CronTabTypes & { status: unknown }> {
  readonly status = new StatusClient<CronTabTypes & { status: unknown }>(this.caller);

  constructor(transport: FakeTransport, options: NamespacedClientOptions = {}) {
    super(cronTab, transport, options);
  }
}

const named: KubernetesObjectApply = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "a" },
};

function clientOf(
  transport: FakeTransport,
  options: NamespacedClientOptions = {},
): ResourceClient<CronTabTypes> {
  return new ResourceClient(cronTab, transport, options);
}

const input: KubernetesObjectInput = {
  apiVersion: "stable.example.com/v1",
  kind: "CronTab",
  metadata: { name: "a" },
};

describe("where calls go", () => {
  it.each<[string, NamespacedClientOptions, object, string]>([
    ["nothing said", {}, {}, "default"],
    ["the client's namespace", { namespace: "mine" }, {}, "mine"],
    ["null in the object", { namespace: "mine" }, { inObject: null }, "mine"],
    ["the object's", { namespace: "mine" }, { inObject: "its" }, "its"],
    ["the call's", { namespace: "mine" }, { inObject: "its", namespace: "there" }, "there"],
  ])("%s", async (_, options, where, namespace) => {
    const transport = fakeTransport({});
    const { inObject, ...call } = where as { inObject?: string | null; namespace?: string }; // the table's
    const metadata = { name: "a", namespace: inObject };
    await clientOf(transport, options).update({ ...input, metadata }, call);
    expect(transport.requests[0]?.path).toContain(`/namespaces/${namespace}/crontabs/a`);
  });

  it("leaves the namespace out for all of them, and for cluster-scoped resources", async () => {
    const transport = fakeTransport({}, {});
    await clientOf(transport, { namespace: "mine" }).list({ allNamespaces: true });
    const planets = new ResourceClient({ ...cronTab, scope: "Cluster" }, transport, {
      namespace: "mine",
    });
    await planets.get("a");
    expect(transport.requests.map(({ path }) => path)).toEqual([
      "/apis/stable.example.com/v1/crontabs",
      "/apis/stable.example.com/v1/crontabs/a",
    ]);
  });

  it("needs a name where the object says which one is meant", async () => {
    const client = clientOf(fakeTransport());
    const nameless = { ...input, metadata: { generateName: "a-" } };
    const bare = { ...input, metadata: undefined } as unknown as KubernetesObjectInput; // as others send it
    for (const object of [nameless, bare]) {
      const update = client.update(object);
      await expect(update).rejects.toThrow("the object needs a metadata.name");
    }
  });

  it.each([undefined, null, 5, ""])(
    "never takes the collection for the object named %j",
    async (odd) => {
      const transport = fakeTransport();
      const client = clientOf(transport);
      const name = odd as string; // as it comes out of an object or array that lacks it
      const status = new StatusClient<CronTabTypes & { status: unknown }>(client["caller"]);
      const scale = new ScaleClient<"Namespaced">(client["caller"]);
      for (const call of [
        client.get(name),
        client.delete(name),
        client.patch(name, { merge: {} }),
        client.update({ ...input, metadata: { name } }),
        client.apply({ ...input, metadata: { name } }, { fieldManager: "a" }),
        status.get(name),
        status.patch(name, { merge: {} }),
        scale.get(name),
        scale.patch(name, { merge: {} }),
      ]) {
        await expect(call).rejects.toThrow(TypeError);
      }
      expect(transport.requests).toEqual([]);
    },
  );

  it("have subresources", async () => {
    const transport = fakeTransport({}, {}, {}, {}, {}, {}, {});
    const { caller } = clientOf(transport, { fieldManager: "m" }) as unknown as { caller: Caller }; // protected
    const status = new StatusClient<CronTabTypes & { status: unknown }>(caller);
    const scale = new ScaleClient<"Namespaced">(caller);
    const autoscaling = { apiVersion: "autoscaling/v1", kind: "Scale" } as const;
    await status.get("a");
    await status.update(input);
    await status.patch("a", { merge: {} });
    await status.apply({ ...input, metadata: { name: "a" } }, { fieldManager: "m" });
    await scale.get("a");
    await scale.update({ ...autoscaling, metadata: { name: "a" }, spec: { replicas: 1 } });
    await scale.patch("a", { merge: { spec: { replicas: 1 } } });
    const crontabs = "/apis/stable.example.com/v1/namespaces/default/crontabs";
    expect(
      transport.requests.map(({ method, path, query = "" }) => `${method} ${path} ${query}`),
    ).toEqual([
      `GET ${crontabs}/a/status `,
      `PUT ${crontabs}/a/status fieldManager=m`,
      `PATCH ${crontabs}/a/status fieldManager=m`,
      `PATCH ${crontabs}/a/status fieldManager=m`,
      `GET ${crontabs}/a/scale `,
      `PUT ${crontabs}/a/scale fieldManager=m`,
      `PATCH ${crontabs}/a/scale fieldManager=m`,
    ]);
  });

  it("list all pages with what was asked for", async () => {
    const page = (token: string): object => ({ metadata: { continue: token }, items: [] });
    const transport = fakeTransport(
      { body: page("t") },
      { body: page("") },
      { body: { metadata: {}, items: [] } },
    );
    const client = clientOf(transport);
    expect(client.definition).toBe(cronTab);
    const labelSelector = "a=b";
    await collect(client.listAll({ labelSelector, resourceVersion: "0", limit: 2 }));
    await collect(client.listAll());
    expect(transport.requests.map(({ query }) => query)).toEqual([
      "labelSelector=a%3Db&resourceVersion=0&limit=2",
      "labelSelector=a%3Db&limit=2&continue=t",
      "limit=500",
    ]);
  });

  it("names the client's field manager, or the call's", async () => {
    const transport = fakeTransport({}, {}, {}, {});
    const client = new CronTabClient(transport, { fieldManager: "client" });
    await client.create(input);
    await client.patch("a", { merge: {} }, { fieldManager: "call" });
    await client.apply(named);
    await client.status.apply(named, { force: true });
    expect(transport.requests.map(({ query }) => query)).toEqual([
      "fieldManager=client",
      "fieldManager=call",
      "fieldManager=client",
      "fieldManager=client&force=true",
    ]);
  });

  it("says that apply needs a field manager, and an object", async () => {
    const client = new CronTabClient(fakeTransport());
    await expect(client.apply(named)).rejects.toThrow(/^apply needs a fieldManager/);
    await expect(client.status.apply(named)).rejects.toThrow(/^apply needs a fieldManager/);
    const nothing = undefined as unknown as typeof named; // as in JavaScript
    await expect(client.apply(nothing)).rejects.toThrow("the object needs a metadata.name");
    await expect(client.create(nothing)).rejects.toThrow("the call needs an object");
  });
});

describe("clients of other namespaces", () => {
  const paths = (transport: FakeTransport): string[] =>
    transport.requests.map(({ path }) => path.replace(/^.*\/v1/, ""));

  it("are copies of the client, with its options and its subresources", async () => {
    const transport = fakeTransport({}, {}, {}, {});
    const client = new CronTabClient(transport, { namespace: "mine", fieldManager: "m" });
    const other = client.in("other");
    expect(other).toBeInstanceOf(CronTabClient);
    expect(other.definition).toBe(cronTab);
    await other.create(input);
    await other.status.get("a");
    await other.get("a", { namespace: "third" });
    await client.status.get("a");
    expect(paths(transport)).toEqual([
      "/namespaces/other/crontabs",
      "/namespaces/other/crontabs/a/status",
      "/namespaces/third/crontabs/a",
      "/namespaces/mine/crontabs/a/status",
    ]);
    expect(transport.requests[0]?.query).toBe("fieldManager=m");
  });

  it("list and watch all of them, and need a namespace for the rest", async () => {
    const list = { body: { metadata: {}, items: [] } };
    const transport = fakeTransport(list, list, {}, {}, list);
    const all = new CronTabClient(transport, { namespace: "mine" }).all();
    await all.list();
    await collect(all.listAll());
    await all.create({ ...input, metadata: { name: "a", namespace: "its" } });
    await all.status.get("a", { namespace: "other" });
    await all.in("third").list();
    expect(paths(transport)).toEqual([
      "/crontabs",
      "/crontabs",
      "/namespaces/its/crontabs",
      "/namespaces/other/crontabs/a/status",
      "/namespaces/third/crontabs",
    ]);
    for (const call of [
      all.get("a"),
      all.delete("a"),
      all.status.get("a"),
      all.create(input),
      all.deleteCollection(),
    ]) {
      await expect(call).rejects.toThrow('the call needs a namespace, such as { namespace: "de');
    }
  });

  it("are no others for cluster-scoped resources", async () => {
    const transport = fakeTransport({}, {});
    const planets = new ResourceClient({ ...cronTab, scope: "Cluster" }, transport);
    await planets.in("a").get("a");
    await planets.all().get("a");
    expect(paths(transport)).toEqual(["/crontabs/a", "/crontabs/a"]);
  });
});

describe("what comes back", () => {
  it("is the object", async () => {
    expect(await clientOf(fakeTransport({ body: input })).get("a")).toEqual(input);
  });

  it("is an ApiError when the server refuses", async () => {
    const client = clientOf(fakeTransport({ status: 404, body: "404 page not found" }));
    const error: unknown = await client.get("a").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).reason).toBe("NotFound"); // checked above
  });

  it.each(["", "<html>", "null", "5", '"a"', "[]"])(
    "is a TransportError when the answer makes no sense: %s",
    async (body) => {
      await expect(clientOf(fakeTransport({ body })).get("a")).rejects.toThrow(TransportError);
      await expect(collect(clientOf(fakeTransport({ body })).listAll())).rejects.toThrow(
        TransportError,
      );
    },
  );

  it("is an ApiError when a Status says so, though the HTTP status says otherwise", async () => {
    const body = { kind: "Status", apiVersion: "v1", metadata: {}, status: "Failure", code: 410 };
    await expect(clientOf(fakeTransport({ body })).get("a")).rejects.toSatisfy(isExpired);
    const success = { ...body, status: "Success", code: 200 };
    expect(await clientOf(fakeTransport({ body: success })).delete("a")).toEqual(success);
  });

  it("is whatever the transport failed with", async () => {
    const client = clientOf(fakeTransport(new Error("no network")));
    await expect(client.get("a")).rejects.toThrow("no network");
  });

  it.each([
    ["x".repeat(201), `not JSON: "${"x".repeat(200)}…"`],
    ["", 'not JSON: ""'],
    ["null", 'not an object: "null"'],
    ["<html>\n", 'not JSON: "<html>\\n"; is there a proxy or a log-in page in between?'],
    ['{"data":{"key":hunter2', "not JSON: 22 characters that begin like JSON, and may be cut off"],
    ['["hunter2"]', "not an object: 11 characters that begin like JSON, and may be cut off"],
  ])("is shown in part when it makes no sense, without secrets: %s", async (body, fault) => {
    const error: unknown = await clientOf(fakeTransport({ body }))
      .get("a")
      .catch((e: unknown) => e);
    expect(String(error)).toMatch(/^TransportError: GET \/apis\/\S*\/crontabs\/a: the answer is /);
    expect(String(error).endsWith(`: the answer is ${fault}`)).toBe(true);
    expect(error).not.toHaveProperty("cause");
  });

  it.each([199, 304])("is an ApiError for %d", async (status) => {
    await expect(clientOf(fakeTransport({ status })).get("a")).rejects.toThrow(ApiError);
  });

  it("comes with warnings, printed where nobody takes them", async () => {
    const print = vi.spyOn(console, "warn").mockReturnValue(undefined);
    await clientOf(fakeTransport({ headers: { warning: '299 - "a"' } })).get("a");
    expect(print).toHaveBeenCalledExactlyOnceWith("Warning from the Kubernetes API server: a");
    print.mockRestore();
  });

  it("comes with warnings, with errors too", async () => {
    const seen: string[] = [];
    const headers = { warning: '299 - "a", 299 - "b"' };
    const transport = fakeTransport({ headers }, { status: 500, headers });
    const client = clientOf(transport, {
      onWarning: (text, { method }) => seen.push(`${method}: ${text}`),
    });
    await client.get("a");
    await expect(client.create(input)).rejects.toThrow();
    expect(seen).toEqual(["GET: a", "GET: b", "POST: a", "POST: b"]);
  });

  it("is closed when the handler of warnings fails", async () => {
    const transport = fakeTransport({ headers: { warning: '299 - "a"' } });
    const onWarning = (): never => {
      throw new Error("no warnings here");
    };
    await expect(clientOf(transport, { onWarning }).get("a")).rejects.toThrow("no warnings here");
    expect(transport.closed()).toBe(1);
  });
});

describe("giving up", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("rejects with the signal's reason", async () => {
    const controller = new AbortController();
    const call = clientOf(fakeTransport()).get("a", { signal: controller.signal });
    controller.abort("my reason");
    await expect(call).rejects.toBe("my reason");
  });

  it("sends nothing for a signal that was aborted before", async () => {
    const transport = fakeTransport({});
    const call = clientOf(transport).get("a", { signal: AbortSignal.abort("early") });
    await expect(call).rejects.toBe("early");
    expect(transport.requests).toEqual([]);
  });

  it("does not wait for what is deaf to the signal, and closes what it sends late", async () => {
    const inner = fakeTransport({});
    let wake = (): void => undefined;
    const sleep = new Promise<void>((resolve) => (wake = resolve));
    const transport = withMiddleware(inner, (next) => async (request) => {
      await sleep;
      return next(request);
    });
    const client = new ResourceClient<CronTabTypes>(cronTab, transport, { timeout: 5 });
    await expect(client.get("a")).rejects.toThrow(TimeoutError);
    await expect(client.watch().next()).rejects.toThrow(TimeoutError);
    wake();
    await expect.poll(() => inner.closed()).toBe(1);
  });

  it.each<[string, NamespacedClientOptions, object, number]>([
    ["by default", {}, {}, 90_000],
    ["as the client says", { timeout: 1000 }, {}, 1000],
    ["as the call says", { timeout: 1000 }, { timeout: 5 }, 5],
  ])("takes a while %s", async (_, options, call, milliseconds) => {
    vi.useFakeTimers();
    const caught = clientOf(fakeTransport(), options)
      .get("a", call)
      .catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(milliseconds - 1);
    expect(vi.getTimerCount()).toBe(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await caught).toEqual(new TimeoutError(milliseconds));
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves neither timers nor listeners behind", async () => {
    vi.useFakeTimers();
    const { signal } = new AbortController();
    const remove = vi.spyOn(signal, "removeEventListener");
    await clientOf(fakeTransport({})).get("a", { signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
  });

  it("needs one listener of a signal, however many calls share it", async () => {
    const controller = new AbortController();
    const add = vi.spyOn(controller.signal, "addEventListener");
    const calls = Array.from({ length: 12 }, () =>
      clientOf(fakeTransport()).get("a", { signal: controller.signal }),
    );
    expect(add).toHaveBeenCalledOnce();
    controller.abort("enough");
    for (const call of calls) await expect(call).rejects.toBe("enough");
  });

  it("never happens by the clock where the limit is 0", async () => {
    vi.useFakeTimers();
    await clientOf(fakeTransport({})).get("a", { timeout: 0 });
    const call = clientOf(fakeTransport(), { timeout: 0 }).get("a");
    expect(vi.getTimerCount()).toBe(0);
    await expect(Promise.race([call, Promise.resolve("waiting")])).resolves.toBe("waiting");
  });
});

describe("watches", () => {
  const added = JSON.stringify({ type: "ADDED", object: input });
  const bookmark = JSON.stringify({
    type: "BOOKMARK",
    object: { kind: "CronTab", apiVersion: "v1", metadata: { resourceVersion: "9" } },
  });

  it("begin when the first event is asked for, and close when nobody listens any more", async () => {
    const transport = fakeTransport({
      body: [`${added}\n\r\n${bookmark.slice(0, 9)}`, `${bookmark.slice(9)}\n`],
    });
    const watch = clientOf(transport).watch({ resourceVersion: "1" });
    expect(transport.requests).toEqual([]);
    const types: string[] = [];
    for await (const event of watch) {
      types.push(event.type);
      if (event.type === "BOOKMARK") break;
    }
    expect(types).toEqual(["ADDED", "BOOKMARK"]);
    expect(transport.closed()).toBe(1);
    expect(transport.requests[0]?.stream).toBe(true);
  });

  it.each(["return", "throw"] as const)("end at once on %s(), though they wait", async (method) => {
    const transport = fakeTransport({ body: [`${added}\n`] }, {});
    const watch = clientOf(transport).watch();
    await watch.next();
    const waiting = watch.next();
    const leaving = method === "return" ? watch.return() : watch.throw(new Error("mine"));
    expect(await waiting).toEqual({ value: undefined, done: true });
    if (method === "throw") await expect(leaving).rejects.toThrow("mine");
    else expect(await leaving).toEqual({ value: undefined, done: true });
    expect(transport.closed()).toBe(1);
    expect(transport.requests[0]?.signal?.aborted).toBe(true);

    const unused = clientOf(transport).watch();
    await unused.return();
    expect(await unused.next()).toEqual({ value: undefined, done: true });
    expect(transport.requests).toHaveLength(1);
  });

  it("give no more of what came together once they are aborted", async () => {
    const controller = new AbortController();
    const transport = fakeTransport({ body: [`${added}\n${added}\n${added}\n`] });
    let events = 0;
    const read = (async () => {
      const watch = clientOf(transport).watch({ signal: controller.signal });
      for await (const event of watch) {
        expect(event.type).toBe("ADDED");
        events++;
        controller.abort("enough");
      }
    })();
    await expect(read).rejects.toBe("enough");
    expect(events).toBe(1);
  });

  it("throw a Status that comes in place of an event", async () => {
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, code: 410, reason: "Expired" };
    const events = collect(
      clientOf(fakeTransport({ body: [`${JSON.stringify(status)}\n`] })).watch(),
    );
    await expect(events).rejects.toSatisfy(isExpired);
  });

  it("throw ERROR events", async () => {
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, code: 410, reason: "Expired" };
    const frame = `${JSON.stringify({ type: "ERROR", object: status })}\n`;
    const events = collect(clientOf(fakeTransport({ body: [frame] })).watch());
    await expect(events).rejects.toSatisfy(isExpired);
  });

  it.each([
    ["no JSON", "{{\n", "what is not JSON"],
    ["no event", "1\n", "what is not an event"],
    ["an unknown type", '{"type":"NEW","object":{}}\n', 'an event of unknown type: "NEW"'],
    ["no object", '{"type":"ADDED"}\n', "an event without an object"],
    ["null for an object", '{"type":"BOOKMARK","object":null}\n', "an event without an object"],
    [
      "an ERROR without a Status",
      '{"type":"ERROR","object":{"a":1}}\n',
      'the watch failed: {"a":1}',
    ],
  ])("throw a TransportError for %s", async (_, frame, message) => {
    const transport = fakeTransport({ body: [frame] });
    const events = collect(clientOf(transport).watch());
    await expect(events).rejects.toThrow(message);
    await expect(events).rejects.toBeInstanceOf(TransportError);
    expect(transport.closed()).toBe(1);
  });

  it.each([
    [200, ""],
    [201, "…"],
  ])("show %d characters of a line that makes no sense, with '%s' behind", async (length, dots) => {
    const events = collect(clientOf(fakeTransport({ body: [`${"x".repeat(length)}\n`] })).watch());
    const message = `the watch sent what is not JSON: "${"x".repeat(200)}${dots}"`;
    await expect(events).rejects.toEqual(new TransportError(message));
  });

  it("give events as they are", async () => {
    const watch = clientOf(fakeTransport({ body: [`${added}\n${bookmark}\n`] })).watch();
    expect((await watch.next()).value).toEqual(JSON.parse(added));
    expect((await watch.next()).value).toEqual(JSON.parse(bookmark));
    await watch.return();
  });

  it("wait as long as the server does once it answers", async () => {
    vi.useFakeTimers();
    const controller = new AbortController();
    const transport = fakeTransport({ body: [`${added}\n`] });
    const watch = clientOf(transport, { timeout: 10 }).watch({ signal: controller.signal });
    await watch.next();
    expect(vi.getTimerCount()).toBe(0);
    vi.useRealTimers();
    controller.abort("enough");
    await expect(watch.next()).rejects.toBe("enough");
  });
});

describe("middlewares", () => {
  it("see every request, the first one first", async () => {
    const order: string[] = [];
    const inner = fakeTransport({});
    const transport = withMiddleware(
      inner,
      (next) => (request) => {
        order.push("outer");
        return next({ ...request, path: `/prefix${request.path}` });
      },
      (next) => async (request) => {
        order.push(`inner ${request.path.slice(0, 7)}`);
        const response = await next(request);
        order.push("done");
        return response;
      },
    );
    await new ResourceClient(cronTab, transport).get("a");
    expect(order).toEqual(["outer", "inner /prefix", "done"]);
    expect(inner.requests[0]?.path).toMatch(/^\/prefix\/apis/);
  });

  it("leave a transport that can be closed one that can", () => {
    class Closable implements Transport {
      #closed = 0;
      send(): never {
        throw new Error("not sent");
      }
      close(): void {
        this.#closed++;
      }
      get closed(): number {
        return this.#closed;
      }
    }
    const inner = new Closable();
    const transport = withMiddleware(inner, (next) => (request) => next(request));
    expectTypeOf(transport.close).toEqualTypeOf<() => void>();
    withMiddleware(transport).close();
    expect(inner.closed).toBe(1);
    expect("close" in withMiddleware(fakeTransport())).toBe(false);
  });
});

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}

it("a list that the server never filled is an empty one", async () => {
  const page = {
    apiVersion: "stable.example.com/v1",
    kind: "CronTabList",
    metadata: {},
    items: null,
  };
  const client = new ResourceClient(cronTab, fakeTransport({ body: page }, { body: page }));
  expect((await client.list()).items).toEqual([]);
  expect((await client.deleteCollection()).items).toEqual([]);
});
