import type { RequestListener } from "node:http";
import { createServer } from "node:http";
import { afterEach, describe, expect, it } from "vitest";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import type {
  ChunkReader,
  FetchFunction,
} from "../../../../src/runtime/v1/client/fetch-transport.js";
import { fetchTransport } from "../../../../src/runtime/v1/client/fetch-transport.js";
import { listen } from "../../../support/listen.js";

const never = new Promise<never>(() => undefined);

/** A `fetch` that knows nothing of signals, and whose body goes on forever after its chunks. */
function deafFetch(
  chunks: readonly string[],
  cancelled: () => void = () => undefined,
): FetchFunction {
  const rest = chunks.map((text) => new TextEncoder().encode(text));
  const reader: ChunkReader = {
    read: () => {
      const value = rest.shift();
      return value === undefined ? never : Promise.resolve({ done: false, value });
    },
    cancel: () => {
      cancelled();
      return Promise.resolve();
    },
  };
  return () =>
    Promise.resolve({
      status: 200,
      headers: { get: () => null },
      body: { getReader: () => reader },
    });
}

function send(
  fetch: FetchFunction,
  signal: AbortSignal,
): ReturnType<ReturnType<typeof fetchTransport>["send"]> {
  const transport = fetchTransport({ baseUrl: "http://localhost", fetch });
  return transport.send({ method: "GET", path: "/apis", headers: [], signal });
}

describe("an abort that fetch does not hear", () => {
  it("ends the wait for an answer", async () => {
    const controller = new AbortController();
    const answer = send(() => never, controller.signal);
    controller.abort(new Error("enough"));
    await expect(answer).rejects.toThrow("enough");
  });

  it("ends a stream, and lets go of the connection", async () => {
    const controller = new AbortController();
    let cancelled = 0;
    const response = await send(
      deafFetch(["a", "b"], () => cancelled++),
      controller.signal,
    );
    const read = async (): Promise<void> => {
      for await (const chunk of response.chunks()) {
        if (new TextDecoder().decode(chunk) === "b") controller.abort(new Error("enough"));
      }
    };
    await expect(read()).rejects.toThrow("enough");
    expect(cancelled).toBe(1);
  });

  it("ends the reading of a text", async () => {
    const controller = new AbortController();
    const response = await send(deafFetch(["{"]), controller.signal);
    const text = response.text();
    controller.abort(new Error("enough"));
    await expect(text).rejects.toThrow("enough");
  });
});

describe("text", () => {
  it("is put together from chunks that cut characters", async () => {
    const [first, second] = [Uint8Array.of(0x22, 0xc3), Uint8Array.of(0xa9, 0x22)];
    const parts = [first, second];
    const fetch: FetchFunction = () =>
      Promise.resolve({
        status: 200,
        headers: { get: () => null },
        body: {
          getReader: () => ({
            read: () => {
              const value = parts.shift();
              return Promise.resolve({ done: value === undefined, value });
            },
            cancel: () => Promise.resolve(),
          }),
        },
      });
    const response = await send(fetch, new AbortController().signal);
    expect(await response.text()).toBe('"é"');
  });

  it("is empty without a body", async () => {
    const fetch: FetchFunction = () =>
      Promise.resolve({ status: 204, headers: { get: () => null }, body: null });
    const response = await send(fetch, new AbortController().signal);
    expect(await response.text()).toBe("");
  });
});

describe("what a fetch fails with", () => {
  const refused = ["connect ECONNREFUSED ::1:1", "connect ECONNREFUSED 127.0.0.1:1"];
  const addresses = new AggregateError(refused.map((text) => new Error(text)));

  it.each<[string, Error, string]>([
    ["a message", new TypeError("no"), "no"],
    ["what lies behind it", new TypeError("fetch failed", { cause: new Error("no") }), "no"],
    ["a cause that is no error", new TypeError("fetch failed", { cause: 5 }), "fetch failed"],
    [
      "several addresses",
      new TypeError("fetch failed", { cause: addresses }),
      "Error: connect ECONNREFUSED ::1:1; Error: connect ECONNREFUSED 127.0.0.1:1",
    ],
    ["no message", new RangeError(), "RangeError"],
  ])("is told: %s", async (_, error, text) => {
    const fail: FetchFunction = () => Promise.reject(error);
    const answer = send(fail, new AbortController().signal);
    await expect(answer).rejects.toEqual(new TransportError(`GET /apis: ${text}`, error));
  });
});

describe("over sockets", () => {
  const stops: (() => void)[] = [];
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });

  async function serve(listener: RequestListener): Promise<{ url: string; sockets: Set<unknown> }> {
    const sockets = new Set<unknown>();
    const server = createServer(listener).on("connection", (socket) => sockets.add(socket));
    const { host, stop } = await listen(server);
    stops.push(stop);
    return { url: `http://${host}`, sockets };
  }

  const get = { method: "GET", path: "/", headers: [] };

  it("takes few connections for many requests, besides those of watches", async () => {
    let running = 0;
    let most = 0;
    const { url, sockets } = await serve(({ url: path }, outgoing) => {
      if (path === "/watch") return outgoing.write("{}");
      most = Math.max(most, ++running);
      setTimeout(() => {
        running--;
        outgoing.end("{}");
      }, 2);
      return undefined;
    });
    const transport = fetchTransport({ baseUrl: url, maxConnections: 4 });
    const watches = await Promise.all(
      [1, 2, 3, 4, 5, 6].map(() => transport.send({ ...get, path: "/watch", stream: true })),
    );
    const calls = Array.from({ length: 60 }, async (_, index) => {
      const response = await transport.send(get);
      if (index % 3 === 0) response.close();
      else await response.text();
    });
    await Promise.all(calls);
    expect(most).toBeLessThanOrEqual(4);
    // A connection whose answer was given up is not used again.
    expect(sockets.size).toBeLessThan(6 + 4 + 20 + 1);
    for (const watch of watches) watch.close();
  });

  it("gives the turn of a call that failed or was aborted to the next", async () => {
    const { url } = await serve(({ url: path }, outgoing) => {
      if (path === "/reset") outgoing.socket?.resetAndDestroy();
      else if (path === "/") outgoing.end("{}");
    });
    const transport = fetchTransport({ baseUrl: url, maxConnections: 1 });
    await expect(transport.send({ ...get, path: "/reset" })).rejects.toThrow(TransportError);
    const [first, second] = [new AbortController(), new AbortController()];
    const hanging = transport.send({ ...get, path: "/never", signal: first.signal });
    const waiting = transport.send({ ...get, signal: second.signal });
    const last = transport.send(get);
    second.abort(new Error("enough"));
    await expect(waiting).rejects.toThrow("enough");
    first.abort(new Error("given up"));
    await expect(hanging).rejects.toThrow("given up");
    expect(await (await last).text()).toBe("{}");
  });

  it("ends a watch that the fetch of Node.js gives up for its silence", async () => {
    const { url } = await serve((_incoming, outgoing) => outgoing.write("{}\n"));
    const key = Symbol.for("undici.globalDispatcher.1");
    await fetch(url).then((response) => response.body?.cancel());
    const shared = (globalThis as { [name: symbol]: object | undefined })[key]; // of Node.js
    const Agent = shared?.constructor as new (options: object) => object; // of undici
    const dispatcher = new Agent({ bodyTimeout: 50 });
    const impatient: FetchFunction = (target, init) =>
      fetch(target, { ...init, dispatcher } as RequestInit); // an option of undici
    const transport = fetchTransport({ baseUrl: url, fetch: impatient });
    const watch = await transport.send({ ...get, stream: true });
    let seen = "";
    for await (const chunk of watch.chunks()) seen += new TextDecoder().decode(chunk);
    expect(seen).toBe("{}\n");
    const call = await transport.send(get);
    await expect(call.text()).rejects.toThrow("GET /: Body Timeout Error");
  });
});
