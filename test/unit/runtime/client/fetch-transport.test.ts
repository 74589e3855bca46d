import { describe, expect, it } from "vitest";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import type {
  ChunkReader,
  FetchFunction,
} from "../../../../src/runtime/v1/client/fetch-transport.js";
import { fetchTransport } from "../../../../src/runtime/v1/client/fetch-transport.js";

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
