import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { request as httpsRequest } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import type { Certificates } from "../../../src/cli/serve/certificates.js";
import { makeCertificates } from "../../../src/cli/serve/certificates.js";
import { faultOfStranger } from "../../../src/cli/serve/gate.js";
import type { Listener, ListenOptions, RequestLog } from "../../../src/cli/serve/listen.js";
import { listen } from "../../../src/cli/serve/listen.js";
import type { HttpRequest } from "../../../src/cli/serve/status-response.js";
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
      ["warning", '299 - "one, \\"two\\"", 299 - "é日本\r\n"'],
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
  readonly warnings: readonly string[];
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
    warnings: response.rawHeaders.filter((_, i) => response.rawHeaders[i - 1] === "Warning"),
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
    const utf8 = answer.warnings.map((text) => Buffer.from(text, "latin1").toString("utf8"));
    expect(utf8).toEqual(['299 - "one, \\"two\\""', '299 - "é日本  "']);
    expect(echo.requests[0]?.headers).toContainEqual(["x-a", "b"]);
    expect((await ask("/missing")).status).toBe(404);
  });

  it.each<[string, Record<string, string>, number, Partial<ListenOptions>?]>([
    ["another name that leads here", { host: "evil.example" }, 403],
    ["another name that leads here, with its port", { host: "evil.example:80" }, 403],
    ["a name that begins alike", { host: "localhost.evil.example" }, 403],
    ["a number that begins alike", { host: "127.0.0.1.evil.example" }, 403],
    ["this machine", { host: "localhost:1" }, 200],
    ["this machine, in capital letters", { host: "LOCALHOST" }, 200],
    ["this machine by its address of version 6", { host: "[::1]:8001" }, 200],
    ["another name, by whoever has the token", { host: "a", authorization: "Bearer x" }, 200, { token: "x" }],
    ["another site", { host: "localhost", origin: "https://evil.example" }, 403],
    ["a page that hides its site", { host: "localhost", origin: "null" }, 403],
    ["another port of this machine", { host: "localhost:1", origin: "http://localhost:2" }, 403],
    ["a site in the browser's words", { host: "localhost", "sec-fetch-site": "cross-site" }, 403],
    ["its own page", { host: "localhost:1", origin: "http://localhost:1" }, 200],
    ["a site that may write", { host: "localhost", origin: "https://a.example" }, 200, { allowedOrigins: ["https://a.example"] }],
  ])("takes writes from %s only where it should", async (_, headers, status, options = {}) => {
    await start(options);
    expect((await ask("/", { method: "POST", headers })).status).toBe(status);
  }); // prettier-ignore

  it("takes requests for the name that it was given", () => {
    const request = { method: "GET", headers: { host: "Name.example:1" } } as HttpRequest; // all that is looked at
    expect(faultOfStranger(request, { host: "name.example" })).toBe(undefined);
    expect(faultOfStranger(request, { host: "other.example" })).toBe(
      "without --token the server answers for localhost and for --host alone, not for 'Name.example'",
    );
  });

  it("lets pages of a site that may write read the answers, and ask before", async () => {
    const site = "https://a.example";
    await start({ allowedOrigins: [site] });
    const of = async (method: string, origin: string): Promise<readonly unknown[]> => {
      const request = httpRequest(`${listener?.url ?? ""}/`, { method, headers: { origin } }).end();
      const [response] = (await once(request, "response")) as [IncomingMessage]; // by the event
      response.resume();
      return [response.statusCode, response.headers["access-control-allow-origin"]];
    };
    expect(await of("GET", site)).toEqual([200, site]);
    expect(await of("OPTIONS", site)).toEqual([204, site]);
    expect(await of("GET", "https://b.example")).toEqual([200, undefined]);
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
    const certificates = makeCertificates("127.0.0.1");
    await start({ certificates, token: "secret" });
    const { authority: ca, client } = certificates;
    const { certificate: cert, key } = client;
    expect((await ask("/", { tls: { ca } })).status).toBe(401);
    expect((await ask("/", { tls: { ca, cert, key } })).status).toBe(200);
    const stranger = makeCertificates("127.0.0.1").client;
    const forged = { ca, cert: stranger.certificate, key: stranger.key };
    expect((await ask("/", { tls: forged })).status).toBe(401);
  });

  it("speaks HTTP/2", async () => {
    const certificates = makeCertificates("127.0.0.1");
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
