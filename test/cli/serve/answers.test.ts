import { once } from "node:events";
import type { IncomingMessage, OutgoingHttpHeaders } from "node:http";
import { request as httpRequest } from "node:http";
import { connect as connectHttp2 } from "node:http2";
import { gunzipSync } from "node:zlib";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificates } from "../../../src/cli/serve/certificates.js";
import type { Listener, ListenOptions } from "../../../src/cli/serve/listen.js";
import { listen } from "../../../src/cli/serve/listen.js";
import type { Transport, TransportRequest } from "../../../src/runtime/v1/client/transport.js";
import { userOf } from "../../../src/runtime/v1/testing/authorization/user.js";
import type { MemoryApiServer } from "../../../src/runtime/v1/testing/memory-api-server.js";
import { memoryApiServer } from "../../../src/runtime/v1/testing/memory-api-server.js";

let listener: Listener | undefined;
let server: MemoryApiServer;
/** What the API got. */
let asked: TransportRequest[] = [];
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

async function start(options: Partial<ListenOptions> = {}, delay = 0): Promise<void> {
  server = memoryApiServer([]);
  asked = [];
  const transport: Transport = {
    async send(request) {
      asked.push(request);
      if (delay > 0) await new Promise((resolve) => setTimeout(resolve, delay));
      return server.send(request);
    },
  };
  listener = await listen(transport, { host: "127.0.0.1", port: 0, ...options });
}

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
}

async function ask(
  path: string,
  headers: OutgoingHttpHeaders = {},
  method = "GET",
  body = "",
): Promise<Answer> {
  const sent = httpRequest(`${listener?.url ?? ""}${path}`, { method, headers });
  sent.end(body);
  const [response] = (await once(sent, "response")) as [IncomingMessage]; // by the event
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer); // without an encoding
  return { status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) };
}

const configMaps = "/api/v1/namespaces/default/configmaps";

describe("the headers of answers", () => {
  it.each([
    ["an object", "/api/v1/namespaces/default", "application/json", undefined],
    ["a failure", "/api/v1/namespaces/nope", "application/json", undefined],
    ["a path that is not there", "/nope", "text/plain; charset=utf-8", "nosniff"],
    ["the version", "/version", "application/json", undefined],
  ])("are those of the API server for %s", async (_, path, type, nosniff) => {
    await start();
    const { headers } = await ask(path);
    expect(headers["audit-id"]).toMatch(/^[\da-f-]{36}$/);
    expect(headers).toMatchObject({ "cache-control": "no-cache, private", "content-type": type });
    expect(headers["x-content-type-options"]).toBe(nosniff);
    const { connection } = (await ask(path, { connection: "keep-alive" })).headers;
    expect(connection).toBe(undefined);
  });

  it("say the audit id that was given", async () => {
    await start();
    expect((await ask("/version", { "audit-id": "mine" })).headers["audit-id"]).toBe("mine");
    const bytes = Buffer.from("é").toString("latin1");
    expect((await ask("/version", { "audit-id": bytes })).headers["audit-id"]).toBe(bytes);
  });
});

describe("large answers", () => {
  it("are compressed for those who take it, and only those", async () => {
    await start();
    const text = "x".repeat(200_000);
    const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a" }, data: { text } };
    const sent = JSON.stringify(object);
    await ask(configMaps, { "content-type": "application/json" }, "POST", sent);
    for (const path of [configMaps, `${configMaps}/a`]) {
      const zipped = await ask(path, { "accept-encoding": "br, gzip" });
      expect(zipped.headers).toMatchObject({ "content-encoding": "gzip", vary: "Accept-Encoding" });
      expect(zipped.body.length).toBeLessThan(20_000);
      const plain = await ask(path, { "accept-encoding": "gzip;q=0.5" });
      expect(plain.headers["content-encoding"]).toBe(undefined);
      expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
    }
    const small = await ask("/api/v1/namespaces/default", { "accept-encoding": "gzip" });
    expect(small.headers["content-encoding"]).toBe(undefined);
  });

  it("come in one piece after another, compressed too", async () => {
    await start();
    const text = "x".repeat(90_000);
    for (let index = 0; index < 40; index++) {
      const metadata = { name: `n${index}` };
      const sent = JSON.stringify({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata,
        data: { text },
      });
      await ask(configMaps, { "content-type": "application/json" }, "POST", sent);
    }
    const { body } = await ask(configMaps, { "accept-encoding": "gzip" });
    const list = JSON.parse(gunzipSync(body).toString()) as { items: unknown[] }; // of the server
    expect(list.items).toHaveLength(40);
  });
});

describe("the token", () => {
  it("is not asked of those who look whether the server is well", async () => {
    await start({ token: "secret" });
    for (const path of ["/healthz", "/livez", "/readyz", "/version", "/version/"]) {
      expect((await ask(path)).status).toBe(200);
      expect((await ask(path, { authorization: "Bearer wrong" })).status).toBe(401);
    }
    expect((await ask("/version", {}, "POST")).status).toBe(401);
    expect((await ask("/api")).status).toBe(401);
    expect((await ask("/api", { authorization: "bearer secret" })).status).toBe(200);
  });

  it("and who is impersonated are told to nobody but as the user", async () => {
    await start({ token: "secret" });
    const headers = { authorization: "Bearer secret", "impersonate-user": "alice", "x-remote-user": "root" }; // prettier-ignore
    await ask("/api", headers);
    const [request = { method: "", path: "", headers: [] }] = asked;
    expect(userOf(request)).toMatchObject({ username: "alice", groups: ["system:authenticated"] });
    expect(JSON.stringify(request.headers)).not.toMatch(/secret|impersonate|root/);
    const { status, headers: answered } = await ask("/api", { ...headers, "impersonate-user": "", "impersonate-uid": "3" }); // prettier-ignore
    expect([status, answered["x-content-type-options"]]).toEqual([400, "nosniff"]);
  });

  it("ends connections of HTTP/2 that do not have it", async () => {
    const certificates = makeCertificates("127.0.0.1");
    await start({ token: "secret", certificates });
    const session = connectHttp2(listener?.url ?? "", { ca: certificates.authority });
    const goneAway = once(session, "goaway");
    const stream = session.request({ ":path": "/api" });
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>]; // by the event
    expect(headers[":status"]).toBe(401);
    stream.resume();
    expect((await goneAway)[0]).toBe(0);
    await once(session, "close");
  });
});

describe("the time for a request", () => {
  it("is as long as it asks for", async () => {
    await start({}, 300);
    const late = await ask("/api/v1/namespaces?timeout=50ms");
    expect(late.status).toBe(504);
    expect(late.headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(late.body.toString()).toBe(
      '{"metadata":{},"status":"Failure","message":"Timeout: request did not complete within the allotted timeout","reason":"Timeout","details":{},"code":504}\n',
    );
    expect((await ask("/api/v1/namespaces?timeout=1ns")).status).toBe(504);
    expect((await ask("/api/v1/namespaces?timeout=20s")).status).toBe(200);
    expect((await ask("/healthz?timeout=x")).status).toBe(400);
    expect((await ask("/api/v1/namespaces?watch=1&timeout=x&timeoutSeconds=1")).status).toBe(200);
  });
});

describe("OPTIONS of no path", () => {
  it("is answered by Go itself", async () => {
    await start({ token: "secret" });
    const sent = httpRequest({ port: listener?.port, method: "OPTIONS", path: "*" }).end();
    const [response] = (await once(sent, "response")) as [IncomingMessage]; // by the event
    response.resume();
    expect([response.statusCode, response.headers["audit-id"]]).toEqual([200, undefined]);
  });
});
