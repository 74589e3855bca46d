import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RequestOutcome } from "../../../../src/runtime/v1/client/middleware.js";
import {
  observe,
  rateLimit,
  requestIds,
  retry,
} from "../../../../src/runtime/v1/client/middleware.js";
import type { TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import type { FakeTransport } from "./fake-transport.js";
import { fakeTransport } from "./fake-transport.js";

const get: TransportRequest = { method: "GET", path: "/a", headers: [] };
const many = Array.from({ length: 40 }, () => ({}));

describe("rateLimit", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("lets a burst go, then so many per second, in their order", async () => {
    const inner = fakeTransport(...many);
    const transport = withMiddleware(inner, rateLimit({ perSecond: 10, burst: 5 }));
    for (let index = 0; index < 20; index++) void transport.send({ ...get, path: `/${index}` });
    await vi.advanceTimersByTimeAsync(0);
    expect(inner.requests).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(99);
    expect(inner.requests).toHaveLength(5);
    await vi.advanceTimersByTimeAsync(401);
    expect(inner.requests).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(1000);
    expect(inner.requests.map(({ path }) => path)).toEqual(
      Array.from({ length: 20 }, (_, index) => `/${index}`),
    );
    expect(vi.getTimerCount()).toBe(0);
  });

  it("has a burst again after a rest, and no more than that", async () => {
    const inner = fakeTransport(...many);
    const transport = withMiddleware(inner, rateLimit({ perSecond: 2 }));
    const sendTen = (): void => {
      for (let index = 0; index < 10; index++) void transport.send(get);
    };
    sendTen();
    await vi.advanceTimersByTimeAsync(0);
    expect(inner.requests).toHaveLength(4);
    await vi.advanceTimersByTimeAsync(3000);
    expect(inner.requests).toHaveLength(10);
    await vi.advanceTimersByTimeAsync(60_000);
    sendTen();
    await vi.advanceTimersByTimeAsync(0);
    expect(inner.requests).toHaveLength(14);
  });

  it("gives the turns of those who gave up to others", async () => {
    const inner = fakeTransport(...many);
    const transport = withMiddleware(inner, rateLimit({ perSecond: 1, burst: 1 }));
    const controller = new AbortController();
    await transport.send(get);
    const waiting = transport.send({ ...get, signal: controller.signal });
    controller.abort("enough");
    await expect(waiting).rejects.toBe("enough");
    await expect(transport.send({ ...get, signal: controller.signal })).rejects.toBe("enough");
    void transport.send(get);
    await vi.advanceTimersByTimeAsync(1000);
    expect(inner.requests).toHaveLength(2);
  });

  it.each([0, -1, NaN, undefined])("takes no rate of %s", (perSecond) => {
    expect(() => rateLimit({ perSecond } as never)).toThrow(
      // wrong on purpose
      `perSecond must be above 0, not ${String(perSecond)}`,
    );
  });
});

describe("observe", () => {
  it("tells the ends of requests, and adds headers", async () => {
    const seen: [string, RequestOutcome][] = [];
    const lost = new Error("lost");
    const inner = fakeTransport({ status: 404, headers: { "audit-id": "i" } }, lost);
    const transport = withMiddleware(
      inner,
      observe(({ method, path }) => ({
        headers: { traceparent: "00-1-2-01" },
        end: (outcome) => seen.push([`${method} ${path}`, outcome]),
      })),
    );
    await transport.send({ ...get, headers: [["accept", "a"]] });
    await expect(transport.send(get)).rejects.toBe(lost);
    const duration = expect.any(Number) as number; // a matcher
    expect(seen).toEqual([
      ["GET /a", { status: 404, error: undefined, duration, auditId: "i" }],
      ["GET /a", { status: undefined, error: lost, duration, auditId: undefined }],
    ]);
    expect(inner.requests[0]?.headers).toEqual([
      ["accept", "a"],
      ["traceparent", "00-1-2-01"],
    ]);
  });

  it("reports observers that throw, and goes on", async () => {
    const print = vi.spyOn(console, "error").mockReturnValue(undefined);
    const bug = new Error("a bug");
    const fail = (): never => {
      throw bug;
    };
    const inner = fakeTransport({}, {}, {});
    for (const start of [fail, () => ({ end: fail }), () => undefined]) {
      expect((await withMiddleware(inner, observe(start)).send(get)).status).toBe(200);
    }
    expect(print.mock.calls).toEqual([
      ["an observer of requests failed:", bug],
      ["an observer of requests failed:", bug],
    ]);
    print.mockRestore();
  });
});

describe("requestIds", () => {
  const ids = ({ requests }: FakeTransport): (string | undefined)[] =>
    requests.map(({ headers }) => headers.find(([name]) => name === "audit-id")?.[1]);

  it("are different for each request", async () => {
    const inner = fakeTransport({}, {});
    const transport = withMiddleware(inner, requestIds());
    await transport.send(get);
    await transport.send(get);
    const [one, other] = ids(inner);
    expect(one).toMatch(/^[\da-f-]{36}$/);
    expect(one).not.toBe(other);
  });

  it("are shared by the attempts of a request, or not", async () => {
    let made = 0;
    const create = (): string => `i${++made}`;
    for (const middlewares of [
      [requestIds(create), retry({ delay: 0 })],
      [retry({ delay: 0 }), requestIds(create)],
    ]) {
      made = 0;
      const inner = fakeTransport({ status: 500 }, {});
      await withMiddleware(inner, ...middlewares).send(get);
      expect(ids(inner)).toEqual(made === 1 ? ["i1", "i1"] : ["i1", "i2"]);
    }
    expect(made).toBe(2);
  });
});
