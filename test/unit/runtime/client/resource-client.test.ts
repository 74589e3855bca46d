import { afterEach, describe, expect, it, vi } from "vitest";

import {
  ApiError,
  isExpired,
  TimeoutError,
  TransportError,
} from "../../../../src/runtime/v1/client/api-error.js";
import type { NamespacedClientOptions } from "../../../../src/runtime/v1/client/caller.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../../../src/runtime/v1/kubernetes.js";
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
    ["the object's", { namespace: "mine" }, { inObject: "its" }, "its"],
    ["the call's", { namespace: "mine" }, { inObject: "its", namespace: "there" }, "there"],
  ])("%s", async (_, options, where, namespace) => {
    const transport = fakeTransport({});
    const { inObject, ...call } = where as { inObject?: string; namespace?: string }; // the table's
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
    await expect(client.update(nameless)).rejects.toThrow("the object needs a metadata.name");
  });

  it("names the client's field manager, or the call's", async () => {
    const transport = fakeTransport({}, {});
    const client = clientOf(transport, { fieldManager: "client" });
    await client.create(input);
    await client.patch("a", { merge: {} }, { fieldManager: "call" });
    expect(transport.requests.map(({ query }) => query)).toEqual([
      "fieldManager=client",
      "fieldManager=call",
    ]);
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

  it("is a TransportError when the answer makes no sense", async () => {
    const client = clientOf(fakeTransport({ body: "<html>" }));
    await expect(client.get("a")).rejects.toThrow(TransportError);
  });

  it("is whatever the transport failed with", async () => {
    const client = clientOf(fakeTransport(new Error("no network")));
    await expect(client.get("a")).rejects.toThrow("no network");
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

  it("throw ERROR events", async () => {
    const status = { kind: "Status", apiVersion: "v1", metadata: {}, code: 410, reason: "Expired" };
    const frame = `${JSON.stringify({ type: "ERROR", object: status })}\n`;
    const events = collect(clientOf(fakeTransport({ body: [frame] })).watch());
    await expect(events).rejects.toSatisfy(isExpired);
  });

  it.each([
    ["no JSON", "{{\n", "what is not JSON"],
    ["no event", "1\n", "what is not an event"],
    ["an unknown type", '{"type":"NEW"}\n', "an event of unknown type"],
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
});

async function collect<T>(events: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const event of events) all.push(event);
  return all;
}
