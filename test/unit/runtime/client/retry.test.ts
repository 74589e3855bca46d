import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import { fetchTransport } from "../../../../src/runtime/v1/client/fetch-transport.js";
import type { RetryEvent, RetryOptions } from "../../../../src/runtime/v1/client/middleware.js";
import { retry } from "../../../../src/runtime/v1/client/middleware.js";
import { ResourceClient } from "../../../../src/runtime/v1/client/resource-client.js";
import type { Transport, TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import { nodeTransport } from "../../../../src/runtime/v1/node/node-transport.js";
import type { Listening } from "../../../support/listen.js";
import { listen } from "../../../support/listen.js";
import type { FakeAnswer } from "./fake-transport.js";
import { cronTab, fakeTransport } from "./fake-transport.js";

const get: TransportRequest = { method: "GET", path: "/a", headers: [] };
const post: TransportRequest = { method: "POST", path: "/a", headers: [], body: "{}" };
const reset = new TransportError(
  "reset",
  Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" }),
);
const refused = new TransportError(
  "refused",
  Object.assign(new Error("connect"), { code: "ECONNREFUSED" }),
);

/** The status in the end, or the message of the error, and how often the request was sent. */
async function outcome(
  request: TransportRequest,
  answers: readonly (FakeAnswer | Error)[],
  options: RetryOptions = {},
): Promise<[result: unknown, sent: number]> {
  const inner = fakeTransport(...answers);
  const transport = withMiddleware(inner, retry({ delay: 1, ...options }));
  const result = await transport.send(request).then(
    ({ status }) => status,
    (error: unknown) => (error as Error).message, // of these tests
  );
  return [result, inner.requests.length];
}

describe("retry", () => {
  const merge: TransportRequest = { ...post, method: "PATCH" };
  const apply: TransportRequest = {
    ...merge,
    headers: [["Content-Type", "application/apply-patch+yaml"]],
  };
  const put = (body: string | Uint8Array): TransportRequest => ({ ...post, method: "PUT", body });
  const versioned = '{"metadata":{"resourceVersion":"7"}}';

  it.each<[string, TransportRequest, boolean]>([
    ["GET", get, true],
    ["DELETE", { ...get, method: "DELETE" }, true],
    ["POST", post, false],
    ["POST in a dry run", { ...post, query: "fieldManager=a&dryRun=All" }, true],
    ["merge patch", merge, false],
    ["apply", apply, true],
    ["PUT of any version", put('{"metadata":{}}'), false],
    ["PUT of a version", put(versioned), true],
    ["PUT of a version in bytes", put(new TextEncoder().encode(versioned)), true],
    ["PUT of what is no JSON", put("{"), false],
    ["PUT of null", put("null"), false],
  ])("knows whether a request may be carried out twice: %s", async (_, request, repeats) => {
    for (const failure of [{ status: 500 }, { status: 502 }, { status: 503 }, { status: 504 }]) {
      expect(await outcome(request, [failure, {}])).toEqual(
        repeats ? [200, 2] : [failure.status, 1],
      );
    }
    expect(await outcome(request, [reset, {}])).toEqual(repeats ? [200, 2] : ["reset", 1]);
    const busy = { status: 429 };
    expect(await outcome(request, [busy, busy, {}])).toEqual([200, 3]);
    const soon = { status: 503, headers: { "retry-after": "0" } };
    expect(await outcome(request, [soon, {}])).toEqual([200, 2]);
    expect(await outcome(request, [refused, refused, {}])).toEqual([200, 3]);
  });

  it.each([400, 401, 404, 409, 422, 501])("hands %d on", async (status) => {
    expect(await outcome(get, [{ status }, {}])).toEqual([status, 1]);
  });

  it.each(["CERT_HAS_EXPIRED", "DEPTH_ZERO_SELF_SIGNED_CERT", "ERR_TLS_CERT_ALTNAME_INVALID"])(
    "does not try again what is wrong with a certificate: %s",
    async (code) => {
      const error = new TransportError("no", Object.assign(new Error("no"), { code }));
      expect(await outcome(get, [error, {}])).toEqual(["no", 1]);
    },
  );

  it("hands errors of others on", async () => {
    expect(await outcome(get, [new Error("a bug"), {}])).toEqual(["a bug", 1]);
  });

  it("ends with the last answer after some attempts", async () => {
    const answers = Array.from({ length: 9 }, () => ({ status: 500 }));
    expect(await outcome(get, answers)).toEqual([500, 5]);
    expect(await outcome(get, answers, { attempts: 2 })).toEqual([500, 2]);
    expect(await outcome(get, [reset, reset, reset], { attempts: 2 })).toEqual(["reset", 2]);
  });

  it("closes the answers that are not handed on", async () => {
    const inner = fakeTransport({ status: 500 }, { status: 429 }, {});
    await withMiddleware(inner, retry({ delay: 1 })).send(get);
    expect(inner.closed()).toBe(2);
  });

  it("hands on what asks for more patience than there is", async () => {
    const late = { status: 429, headers: { "retry-after": "31" } };
    expect(await outcome(get, [late, {}])).toEqual([429, 1]);
  });

  it("leaves a server in peace that fails for everybody, until it works again", async () => {
    const down = new Error("down");
    let isDown = true;
    let sent = 0;
    const server: Transport = {
      send(request) {
        sent++;
        return isDown
          ? Promise.reject(new TransportError("down", down))
          : fakeTransport({}).send(request);
      },
    };
    const transport = withMiddleware(server, retry({ delay: 0, budget: 6, attempts: 3 }));
    const fail = async (): Promise<number> => {
      sent = 0;
      await transport.send(get).catch(() => undefined);
      return sent;
    };
    expect([await fail(), await fail(), await fail(), await fail()]).toEqual([3, 3, 3, 1]);
    isDown = false;
    for (let call = 0; call < 11; call++) await transport.send(get);
    isDown = true;
    expect(await fail()).toBe(2);
  });

  it("does not put more back than there was", async () => {
    const inner = fakeTransport(...Array.from({ length: 30 }, () => ({})), reset, reset, reset);
    const transport = withMiddleware(inner, retry({ delay: 0, budget: 1 }));
    for (let call = 0; call < 30; call++) await transport.send(get);
    await expect(transport.send(get)).rejects.toThrow("reset");
    expect(inner.requests).toHaveLength(32);
  });
});

describe("the time between attempts", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it("doubles, with a part of it at random, and is what the server asks for at least", async () => {
    vi.spyOn(Math, "random").mockReturnValueOnce(0).mockReturnValueOnce(0.5).mockReturnValue(0);
    const events: RetryEvent[] = [];
    const inner = fakeTransport(
      { status: 500 },
      reset,
      { status: 429, headers: { "retry-after": "3" } },
      { status: 503, headers: { "retry-after": "0" } },
      {},
    );
    const transport = withMiddleware(
      inner,
      retry({ onRetry: (event) => events.push(event), maxDelay: 5000 }),
    );
    const response = transport.send(get);
    await vi.runAllTimersAsync();
    expect((await response).status).toBe(200);
    expect(events).toEqual([
      { request: get, attempt: 2, delay: 100, status: 500, error: undefined },
      { request: get, attempt: 3, delay: 150, status: undefined, error: reset },
      { request: get, attempt: 4, delay: 3000, status: 429, error: undefined },
      { request: get, attempt: 5, delay: 800, status: 503, error: undefined },
    ]);
  });

  it("ends with the signal, which has no listener afterwards", async () => {
    const controller = new AbortController();
    const remove = vi.spyOn(controller.signal, "removeEventListener");
    const inner = fakeTransport(reset, {});
    const call = withMiddleware(inner, retry()).send({ ...get, signal: controller.signal });
    await vi.advanceTimersByTimeAsync(1);
    controller.abort("enough");
    await expect(call).rejects.toBe("enough");
    expect(inner.requests).toHaveLength(1);
    expect(vi.getTimerCount()).toBe(0);
    expect(remove).toHaveBeenCalledOnce();
  });

  it("is part of the time limit of the call", async () => {
    const late = { status: 429, headers: { "retry-after": "20" } };
    const transport = withMiddleware(fakeTransport(late, {}), retry());
    const call = new ResourceClient(cronTab, transport, { timeout: 10_000 }).get("a");
    const failed = expect(call).rejects.toThrow("no answer within 10000 ms");
    await vi.advanceTimersByTimeAsync(10_000);
    await failed;
  });
});

type Handler = (outgoing: ServerResponse, incoming: IncomingMessage) => void;

describe("retry over real sockets", () => {
  const script: Handler[] = [];
  const seen: string[] = [];
  const answer = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    seen.push(`${incoming.method ?? ""} ${incoming.url ?? ""}`);
    (script.shift() ?? ok)(outgoing, incoming);
  };
  let listening: Listening;
  const body = JSON.stringify({ kind: "CronTab", metadata: { name: "a", resourceVersion: "1" } });
  const ok: Handler = (outgoing) => outgoing.end(body);
  const fail = (status: number, headers: Record<string, string> = {}): Handler => {
    return (outgoing) => outgoing.writeHead(status, headers).end("no");
  };
  const cut: Handler = (_, { socket }) => socket.destroy();
  const cutWithin: Handler = (outgoing, { socket }) => {
    outgoing.writeHead(200, { "content-length": "1000" }).write(body.slice(0, 20));
    setTimeout(() => socket.destroy(), 20);
  };

  beforeEach(async () => {
    script.length = 0;
    seen.length = 0;
    listening = await listen(createServer(answer));
  });
  afterEach(() => {
    listening.stop();
  });

  describe.each([
    ["nodeTransport", (baseUrl: string): Transport => nodeTransport({ baseUrl })],
    ["fetchTransport", (baseUrl: string): Transport => fetchTransport({ baseUrl })],
  ])("%s", (_, create) => {
    const client = (options?: RetryOptions): ResourceClient<never> =>
      new ResourceClient<never>(
        cronTab,
        withMiddleware(create(`http://${listening.host}`), retry({ delay: 5, ...options })),
      );

    it.each<[string, Handler[]]>([
      ["500 three times", [fail(500), fail(500), fail(500)]],
      ["429 with Retry-After", [fail(429, { "retry-after": "0" })]],
      ["reset", [cut, cut]],
      ["a break within the answer", [cutWithin]],
      ["a break within the answer, and then again", [cutWithin, fail(502), cut]],
    ])("recovers from %s", async (_fault, faults) => {
      script.push(...faults);
      expect(await client().get("a")).toEqual(JSON.parse(body));
      expect(seen).toHaveLength(faults.length + 1);
    });

    it("says what was wrong where the answer breaks and then is another one", async () => {
      script.push(cutWithin, fail(404));
      await expect(client().get("a")).rejects.toBeInstanceOf(TransportError);
      expect(seen).toHaveLength(2);
    });

    it("creates nothing twice", async () => {
      script.push(cut);
      const object = { metadata: { name: "a" } } as never; // of no type
      await expect(client().create(object)).rejects.toBeInstanceOf(TransportError);
      script.push(cutWithin);
      await expect(client().create(object)).rejects.toBeInstanceOf(TransportError);
      expect(seen).toHaveLength(2);
    });

    it("waits for a server that is not there yet", async () => {
      listening.stop();
      const port = Number(listening.host.split(":")[1]);
      const call = client({ delay: 50 }).create({ metadata: { name: "a" } } as never); // of no type
      const late = createServer(answer);
      setTimeout(() => late.listen(port, "127.0.0.1"), 60);
      expect(await call).toEqual(JSON.parse(body));
      late.close();
      late.closeAllConnections();
      expect(seen).toHaveLength(1);
    });
  });
});

it("hands the chunks of an answer on", async () => {
  const transport = withMiddleware(fakeTransport({ body: ["a", "b"] }), retry());
  const response = await transport.send(get);
  for await (const chunk of response.chunks()) {
    expect(new TextDecoder().decode(chunk)).toBe("a");
    response.close();
    break;
  }
});
