import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request as httpsRequest } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import type { Certificates } from "../../../src/cli/serve/certificates.js";
import { makeCertificates } from "../../../src/cli/serve/certificates.js";
import type { Listener, ListenOptions, RequestLog } from "../../../src/cli/serve/listen.js";
import { listen } from "../../../src/cli/serve/listen.js";
import type { Transport, TransportRequest } from "../../../src/runtime/v1/client/transport.js";

let listener: Listener | undefined;
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

const encoder = new TextEncoder();

/** Answers with what it was asked; a watch with chunks until it is given up. */
class Echo implements Transport {
  readonly requests: TransportRequest[] = [];
  sent = 0;
  closed = false;

  send(request: TransportRequest): ReturnType<Transport["send"]> {
    this.requests.push(request);
    const { method, path, query = "", body } = request;
    const text = JSON.stringify({ method, path, query, size: body?.length ?? 0 });
    const headers = new Map([
      ["content-type", "application/json"],
      ["warning", '299 - "one, \\"two\\"", 299 - "three"'],
    ]);
    const watch = path === "/watch";
    return Promise.resolve({
      status: path === "/missing" ? 404 : 200,
      header: (name: string) => headers.get(name.toLowerCase()) ?? null,
      text: () => Promise.resolve(text),
      chunks: () => (watch ? this.#events(request.signal) : single(text)),
      close: () => {
        this.closed = true;
      },
    });
  }

  async *#events(signal: AbortSignal | undefined): AsyncIterable<Uint8Array> {
    while (signal?.aborted !== true) {
      this.sent++;
      yield new Uint8Array(64 * 1024);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }
}

async function* single(text: string): AsyncIterable<Uint8Array> {
  await Promise.resolve();
  yield encoder.encode(text);
}

async function start(options: Partial<ListenOptions> = {}): Promise<Echo> {
  const echo = new Echo();
  listener = await listen(echo, { host: "127.0.0.1", port: 0, ...options });
  return echo;
}

interface Answer {
  readonly status: number | undefined;
  readonly warnings: unknown;
  readonly body: unknown;
}

interface SentRequest {
  readonly method?: string;
  readonly headers?: Record<string, string>;
  readonly body?: string;
  readonly tls?: { readonly ca: string; readonly cert?: string; readonly key?: string };
}

async function ask(path: string, sent: SentRequest = {}): Promise<Answer> {
  const { method = "GET", headers = {}, body, tls } = sent;
  const url = `${listener?.url ?? ""}${path}`;
  const request =
    tls === undefined
      ? httpRequest(url, { method, headers })
      : httpsRequest(url, { method, headers, ...tls, agent: false });
  const answered = once(request, "response");
  request.end(body);
  const [response] = (await answered) as [IncomingMessage]; // by the event
  let text = "";
  for await (const chunk of response) text += String(chunk);
  return {
    status: response.statusCode,
    warnings: response.rawHeaders.filter((_, i) => response.rawHeaders[i - 1] === "warning"),
    body: JSON.parse(text),
  };
}

describe("a server over HTTP/1.1", () => {
  it("hands on requests and answers, each warning as a header of its own", async () => {
    const echo = await start();
    const answer = await ask("/apis/x?limit=1", {
      method: "POST",
      body: "ä",
      headers: { "x-a": "b" },
    });
    expect(answer.body).toEqual({ method: "POST", path: "/apis/x", query: "limit=1", size: 2 });
    expect(answer.warnings).toEqual(['299 - "one, \\"two\\""', '299 - "three"']);
    expect(echo.requests[0]?.headers).toContainEqual(["x-a", "b"]);
    expect((await ask("/missing")).status).toBe(404);
  });

  it("keeps no more of a body than shows that it is too large", async () => {
    await start();
    const { body } = await ask("/", { method: "POST", body: "x".repeat(5_000_000) });
    expect(body).toMatchObject({ size: 3 * 1024 * 1024 + 1 });
  });

  it("ends a watch whose client has gone, and gives a slow reader no more than it takes", async () => {
    const echo = await start();
    const request = httpRequest(`${listener?.url ?? ""}/watch?watch=true`).end();
    const [response] = (await once(request, "response")) as [IncomingMessage]; // by the event
    response.pause();
    await new Promise((resolve) => setTimeout(resolve, 300));
    const { sent } = echo;
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(echo.sent).toBe(sent);
    request.destroy();
    await expect.poll(() => echo.closed).toBe(true);
  });

  it("cuts off who takes nothing for too long, and serves others meanwhile", async () => {
    const echo = await start({ patience: 300 });
    const request = httpRequest(`${listener?.url ?? ""}/watch?watch=true`).end();
    const [response] = (await once(request, "response")) as [IncomingMessage]; // by the event
    response.pause();
    response.on("error", () => undefined); // it is cut off
    expect((await ask("/apis")).status).toBe(200);
    echo.closed = false; // of the watch, from here on
    await expect.poll(() => echo.closed, { timeout: 10_000 }).toBe(true);
    request.destroy();
  });

  it("cuts off a request that hangs in the middle of its body, and serves others meanwhile", async () => {
    await start({ patience: 300 });
    const request = httpRequest(`${listener?.url ?? ""}/apis`, {
      method: "POST",
      headers: { "content-length": "100" },
    });
    const cutOff = once(request, "error");
    request.write("{");
    expect((await ask("/apis")).status).toBe(200);
    expect(await cutOff).toMatchObject([{ message: "socket hang up" }]);
    expect((await ask("/apis")).status).toBe(200);
  });

  it("asks for the token", async () => {
    await start({ token: "secret" });
    expect((await ask("/")).body).toMatchObject({ reason: "Unauthorized", code: 401 });
    expect((await ask("/", { headers: { authorization: "Bearer secre" } })).status).toBe(401);
    expect((await ask("/", { headers: { authorization: "Bearer secret" } })).status).toBe(200);
  });

  it("logs what was answered", async () => {
    const log: RequestLog[] = [];
    await start({ log: (line) => log.push(line) });
    await ask("/missing?a=b");
    await expect
      .poll(() => log)
      .toMatchObject([{ method: "GET", url: "/missing?a=b", status: 404 }]);
  });

  it("says that a port is in use", async () => {
    await start();
    const again = listen(new Echo(), { host: "127.0.0.1", port: listener?.port ?? 0 });
    await expect(again).rejects.toMatchObject({ code: "EADDRINUSE" });
  });

  it("answers 500 where no answer came", async () => {
    const broken: Transport = { send: () => Promise.reject(new Error("out of order")) };
    listener = await listen(broken, { host: "127.0.0.1", port: 0 });
    expect((await ask("/")).body).toMatchObject({ code: 500, message: /out of order/ });
  });
});

describe("a server with TLS", () => {
  it("is trusted by its authority, and lets in its own certificates", async () => {
    const certificates = await makeCertificates("127.0.0.1");
    await start({ certificates, token: "secret" });
    const { authority: ca, client } = certificates;
    const { certificate: cert, key } = client;
    expect((await ask("/", { tls: { ca } })).status).toBe(401);
    expect((await ask("/", { tls: { ca, cert, key } })).status).toBe(200);
    const stranger = (await makeCertificates("127.0.0.1")).client;
    const forged = { ca, cert: stranger.certificate, key: stranger.key };
    expect((await ask("/", { tls: forged })).status).toBe(401);
  });

  it("speaks HTTP/2", async () => {
    const certificates = await makeCertificates("127.0.0.1");
    await start({ certificates });
    expect(await askHttp2(certificates, "/apis?limit=2")).toEqual({
      status: 200,
      body: { method: "GET", path: "/apis", query: "limit=2", size: 0 },
    });
  });
});

async function askHttp2(certificates: Certificates, path: string): Promise<unknown> {
  const session = connectHttp2(listener?.url ?? "", { ca: certificates.authority });
  try {
    const stream = session.request({ ":path": path });
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>]; // by the event
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    return { status: headers[":status"], body: JSON.parse(text) as unknown };
  } finally {
    session.close();
  }
}
