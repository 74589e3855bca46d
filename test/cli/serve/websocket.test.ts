import type { Socket } from "node:net";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { connect as connectTls } from "node:tls";
import { afterEach, describe, expect, it } from "vitest";
import { makeCertificates } from "../../../src/cli/serve/certificates.js";
import type { Listener, ListenOptions } from "../../../src/cli/serve/listen.js";
import { listen } from "../../../src/cli/serve/listen.js";
import type { MemoryApiServer } from "../../../src/runtime/v1/testing/memory-api-server.js";
import { memoryApiServer } from "../../../src/runtime/v1/testing/memory-api-server.js";

let listener: Listener | undefined;
let server: MemoryApiServer;
let certificates: ListenOptions["certificates"];
afterEach(async () => {
  await listener?.close();
  listener = undefined;
  certificates = undefined;
});

async function start(options: Partial<ListenOptions> = {}): Promise<void> {
  server = memoryApiServer([]);
  certificates = options.certificates;
  listener = await listen(server, { host: "127.0.0.1", port: 0, ...options });
}

const path = "/api/v1/namespaces/default/configmaps";
const watch = `${path}?watch=1`;

async function create(name: string): Promise<void> {
  const headers: [string, string][] = [["content-type", "application/json"]];
  const body = JSON.stringify({ apiVersion: "v1", kind: "ConfigMap", metadata: { name } });
  expect((await server.send({ method: "POST", path, headers, body })).status).toBe(201);
}

const key = "sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==";
const upgrade = ["connection: keep-alive, Upgrade", "upgrade: WebSocket"];
const wish = [...upgrade, key, "sec-websocket-version: 13", "origin: http://localhost"];
/** Masked with zeros. */
const frame = (opcode: number, text = ""): string =>
  String.fromCharCode(0x80 | opcode, 0x80 | text.length, 0, 0, 0, 0) + text;

/** A connection, and what came on it. */
class Client {
  readonly socket: Socket;
  text = "";
  isClosed = false;

  constructor(target: string, headers: readonly string[], rest = "") {
    const { port = 0 } = listener ?? {};
    const host = "127.0.0.1";
    const ca = certificates?.authority;
    this.socket = ca === undefined ? connect(port, host) : connectTls({ port, host, ca });
    this.socket.on("error", () => undefined); // being cut off is what is tested
    this.socket.setEncoding("latin1").on("data", (part: string) => (this.text += part));
    this.socket.once("close", () => (this.isClosed = true));
    const lines = [`GET ${target} HTTP/1.1`, "host: localhost", ...headers, "\r\n"];
    this.socket.write(lines.join("\r\n") + rest, "latin1");
  }

  async until(words: RegExp): Promise<void> {
    await expect.poll(() => this.text).toMatch(words);
  }

  get status(): string | undefined {
    return this.text.split("\r\n")[0];
  }
}

describe("a watch by WebSocket", () => {
  it.each([
    ["plainly", {}],
    ["with TLS", { certificates: makeCertificates("127.0.0.1") }],
  ])("sends each event as a text, %s, and closes when it ends", async (_, options) => {
    await start(options);
    const client = new Client(watch, wish);
    await client.until(/\r\n\r\n/);
    expect(client.text.split("\r\n")).toEqual([
      "HTTP/1.1 101 Switching Protocols",
      "Upgrade: websocket",
      "Connection: Upgrade",
      "Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=",
      "",
      "",
    ]);
    client.text = "";
    await create("a");
    await client.until(/^\x81~..\{"type":"ADDED",.*"name":"a".*\}\n$/s);
    server.endWatches();
    await client.until(/\x88\x02\x03\xe8$/);
    await expect.poll(() => client.isClosed).toBe(true);
  });

  it("answers pings, and closes when its client does", async () => {
    await start();
    const client = new Client(watch, wish, frame(9, "early") + frame(1, "what?"));
    await client.until(/\x8a\x05early$/);
    client.socket.write(frame(9, "late"), "latin1");
    await client.until(/\x8a\x04late$/);
    client.socket.write(frame(8), "latin1");
    await client.until(/\x88\x02\x03\xe8$/);
    await expect.poll(() => client.isClosed).toBe(true);
  });

  it("tells a client that does not mask what it sends, and ends", async () => {
    await start();
    const client = new Client(watch, wish, "\x81\x00");
    await client.until(/\x88\x02\x03\xea\x88\x02\x03\xe8$/);
    await expect.poll(() => client.isClosed).toBe(true);
  });

  it("takes one protocol that its client names", async () => {
    await start();
    const client = new Client(watch, [...wish, "sec-websocket-protocol: binary.k8s.io"]);
    await client.until(/101 .*Sec-WebSocket-Protocol: binary.k8s.io\r\n\r\n/s);
    client.socket.destroy();
  });

  const refusals: readonly (readonly [what: string, headers: readonly string[], answer: string])[] = [
    ["two protocols", [...wish, "sec-websocket-protocol: a, b"], "400 Bad Request\r\n\r\n"],
    ["no key", [...upgrade, ...wish.slice(3)], "400 Bad Request\r\n\r\nmismatch challenge/response"],
    ["no version", [...upgrade, key, ...wish.slice(4)], "400 Bad Request\r\nSec-WebSocket-Version: 13\r\n\r\nmissing or bad WebSocket Version"],
    ["no origin", wish.slice(0, -1), "403 Forbidden\r\n\r\n"],
    ["another origin", [...wish.slice(0, -1), "origin: https://evil.example"], "403 Forbidden\r\n\r\n"],
  ]; // prettier-ignore
  it.each(refusals)("is refused with %s, in the words of Go", async (_, headers, answer) => {
    await start();
    const client = new Client(watch, headers);
    await expect.poll(() => client.isClosed).toBe(true);
    expect(client.text).toBe(`HTTP/1.1 ${answer}`);
  });

  it("is for those who have the token, which may be a protocol", async () => {
    await start({ token: "secret" });
    const stranger = new Client(watch, wish);
    await stranger.until(/Unauthorized/);
    expect(stranger.status).toBe("HTTP/1.1 401 Unauthorized");
    const named = "base64url.bearer.authorization.k8s.io.c2VjcmV0";
    const client = new Client(watch, [...wish, `sec-websocket-protocol: ${named}, x`]);
    await client.until(/101 .*Sec-WebSocket-Protocol: x\r\n\r\n/s);
    for (const { socket } of [stranger, client]) socket.destroy();
  });

  it.each([
    [path, "200 OK"],
    ["/version", "200 OK"],
    ["/api/v1/nope?watch=1", "404 Not Found"],
    [`${path}?watch=1&resourceVersion=x`, "500 Internal Server Error"],
  ])("is nothing else: %s is answered as always", async (target, status) => {
    for (const options of [{}, { certificates: makeCertificates("127.0.0.1") }]) {
      await start(options);
      // What comes behind it is answered too.
      const client = new Client(target, wish, "GET /readyz HTTP/1.1\r\nhost: localhost\r\n\r\n");
      await client.until(/HTTP\/1.1 .*HTTP\/1.1 200 OK\r\n.*\r\n\r\nok$/s);
      expect(client.status).toBe(`HTTP/1.1 ${status}`);
      client.socket.destroy();
      await listener?.close();
    }
  });

  it("holds no more than its client takes, and is cut off", async () => {
    await start({ patience: 300 });
    const slow = new Client(watch, wish);
    await slow.until(/\r\n\r\n/);
    slow.socket.pause();
    const text = "x".repeat(500_000);
    const headers: [string, string][] = [["content-type", "application/json"]];
    for (let index = 0; index < 40; index++) {
      const metadata = { name: `n${index}` };
      const body = JSON.stringify({
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata,
        data: { text },
      });
      await server.send({ method: "POST", path, headers, body });
    }
    await sleep(2_000); // which is more than the server waits
    slow.socket.resume();
    await expect.poll(() => slow.isClosed, { timeout: 20_000 }).toBe(true);
  });
});
