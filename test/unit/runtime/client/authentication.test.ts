import { afterEach, describe, expect, it, vi } from "vitest";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import type { Token } from "../../../../src/runtime/v1/client/authentication.js";
import { bearerToken } from "../../../../src/runtime/v1/client/authentication.js";
import type { Transport, TransportRequest } from "../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../src/runtime/v1/client/transport.js";
import type { FakeTransport } from "./fake-transport.js";
import { fakeTransport } from "./fake-transport.js";

const request: TransportRequest = { method: "GET", path: "/api", headers: [] };

function withToken(inner: FakeTransport, token: Token): Transport {
  return withMiddleware(inner, bearerToken(token));
}

function sent({ requests }: FakeTransport): (string | undefined)[] {
  return requests.map(({ headers }) => headers.find(([name]) => name === "authorization")?.[1]);
}

describe("tokens of functions", () => {
  afterEach(() => {
    vi.useRealTimers();
  });

  it("are asked for once by all requests that come meanwhile, and again later", async () => {
    const inner = fakeTransport(...Array.from({ length: 21 }, () => ({})));
    let asked = 0;
    const transport = withToken(inner, async () => {
      await Promise.resolve();
      return `t${++asked}\n`;
    });
    await Promise.all(Array.from({ length: 20 }, () => transport.send(request)));
    await transport.send(request);
    expect(asked).toBe(2);
    expect(new Set(sent(inner))).toEqual(new Set(["Bearer t1", "Bearer t2"]));
    expect(sent(inner)[20]).toBe("Bearer t2");
  });

  it("are asked for again after a failure, which all who waited hear of", async () => {
    const inner = fakeTransport({});
    let asked = 0;
    const transport = withToken(inner, () => {
      if (++asked === 1) throw new Error("the plugin failed");
      return "t";
    });
    const calls = [transport.send(request), transport.send(request)];
    for (const call of calls) {
      await expect(call).rejects.toThrow("GET /api: no token: the plugin failed");
      await expect(call).rejects.toBeInstanceOf(TransportError);
    }
    await transport.send(request);
    expect(sent(inner)).toEqual(["Bearer t"]);
  });

  it("are asked for again where an earlier call never answers", async () => {
    vi.useFakeTimers();
    const inner = fakeTransport({});
    const answers: (string | Promise<string>)[] = [new Promise(() => undefined), "t"];
    const transport = withToken(inner, () => answers.shift() ?? expect.fail("one call too many"));
    void transport.send(request);
    await vi.advanceTimersByTimeAsync(10_000);
    await transport.send(request);
    expect(sent(inner)).toEqual(["Bearer t"]);
  });

  it.each([
    [undefined, "undefined"],
    [null, "null"],
    [5, "number"],
  ])("must be texts, not %s", async (odd, type) => {
    const token = (): string => odd as unknown as string; // as in JavaScript
    const call = withToken(fakeTransport(), token).send(request);
    await expect(call).rejects.toThrow(`GET /api: no token: it gave ${type}, which is no text`);
  });

  it("fail with the TransportError that the function throws", async () => {
    const mine = new TransportError("the service account: no file");
    const token = (): never => {
      throw mine;
    };
    await expect(withToken(fakeTransport(), token).send(request)).rejects.toBe(mine);
  });
});
