import type { Socket } from "node:net";
import { connect } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { ServeFolder } from "../support/serve.js";
import type { AttackedServer } from "./attacked-server.js";
import { frame, frameTypes, headerBlock, RawHttp2 } from "./http2.js";
import { serveThings, thing, things } from "./things.js";

/* Whatever comes over the network, others are served meanwhile, in bounded memory. */

const folder = new ServeFolder();
let server: AttackedServer;
const sockets: Socket[] = [];

afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  server.checkMemory();
});

/** How long another client may wait, in ms, on a machine that does other things too. */
const patience = 2_000;

describe("a connection of HTTP/2", () => {
  const watch = headerBlock("GET", `${things}?watch=1`);
  const cancel = Buffer.of(0, 0, 0, 8);
  const floods: readonly (readonly [name: string, frames: (index: number) => Buffer, code: number])[] = [
    [
      "that resets each stream as soon as it begins",
      (index) => {
        const stream = 2 * index + 1;
        return Buffer.concat([frame("headers", 5, stream, watch), frame("reset", 0, stream, cancel)]);
      },
      11,
    ],
    ["of pings", () => frame("ping", 0, 0, Buffer.alloc(8)), 11],
    ["of settings", () => frame("settings", 0, 0), 11],
    ["of frames without data", (index) => index === 0 ? frame("headers", 4, 1, headerBlock("POST", things)) : frame("data", 0, 1), 2],
    ["of headers without an end", (index) => index === 0 ? frame("headers", 0, 1, watch) : frame("continuation", 0, 1, Buffer.from("40016101", "hex")), 2],
    ["of headers that go on with nothing", (index) => index === 0 ? frame("headers", 0, 1, watch) : frame("continuation", 0, 1), 2],
  ]; // prettier-ignore

  it.each(floods)("%s ends in GOAWAY, and others are served", async (_, frames, code) => {
    server = await serveThings(folder, "--tls");
    const wait = await server.longestWait(async () => {
      const client = await RawHttp2.to(server.url);
      await client.flood(frames, 100_000);
      await expect.poll(() => client.isClosed, { timeout: 20_000 }).toBe(true);
      // Where nghttp2 cuts the connection, TCP loses its last words to a client that still sends.
      expect(code === 11 ? [11] : [code, undefined]).toContain(client.goaways[0]);
    });
    expect(wait).toBeLessThan(patience);
  });

  it("that hears nothing costs no memory, whatever it sends", async () => {
    server = await serveThings(folder, "--tls");
    const clients: RawHttp2[] = [];
    const wait = await server.longestWait(async () => {
      for (let index = 0; index < 20; index++) {
        const client = await RawHttp2.to(server.url);
        clients.push(client);
        client.deafen();
        await client.flood(() => frame("ping", 0, 0, Buffer.alloc(8)), 20_000);
      }
    });
    expect(wait).toBeLessThan(patience);
    for (const client of clients) client.close();
  });

  it("with more streams than it may have is refused them", async () => {
    server = await serveThings(folder, "--tls");
    const client = await RawHttp2.to(server.url);
    await client.flood((index) => frame("headers", 5, 2 * index + 1, watch), 100_000);
    await expect.poll(() => client.isClosed, { timeout: 20_000 }).toBe(true);
    expect(client.counts.get(frameTypes.headers) ?? 0).toBeLessThanOrEqual(100);
  });
});

/** A connection on which nothing is read unless somebody does. */
function dial(text: string): Socket {
  const { hostname: host, port } = new URL(server.url);
  const socket = connect(Number(port), host);
  sockets.push(socket);
  socket.on("error", () => undefined); // being cut off is what is tested
  socket.pause();
  socket.write(text);
  return socket;
}

/** Whether with an error or not. */
function untilClosed(socket: Socket): Promise<void> {
  if (socket.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    socket.once("close", () => {
      resolve();
    });
  });
}

const host = "host: localhost\r\n";

describe("those who are slow", () => {
  it("with their headers, by the hundred, keep nobody waiting", async () => {
    server = await serveThings(folder);
    const wait = await server.longestWait(async () => {
      const slow = Array.from({ length: 500 }, () => dial(`GET ${things} HTTP/1.1\r\n${host}`));
      for (let round = 0; round < 20; round++) {
        for (const socket of slow) socket.write("x: y\r\n");
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    expect(wait).toBeLessThan(patience);
  });

  it("with their bodies, by the hundred, keep nobody waiting", async () => {
    server = await serveThings(folder);
    const head = `POST ${things} HTTP/1.1\r\n${host}content-type: application/json\r\ncontent-length: 3000000\r\n\r\n`;
    const wait = await server.longestWait(async () => {
      const slow = Array.from({ length: 200 }, () => dial(head));
      for (let round = 0; round < 20; round++) {
        for (const socket of slow) socket.write(" ".repeat(1000));
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    });
    expect(wait).toBeLessThan(patience);
  });

  it("to read a watch, or a WebSocket, cost no more than what may wait for them", async () => {
    server = await serveThings(folder);
    const upgrade =
      "connection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: a\r\norigin: http://localhost\r\n";
    const target = `GET ${things}?watch=1 HTTP/1.1\r\n${host}`.replace("localhost", "127.0.0.1");
    const own = upgrade.replace("localhost", "127.0.0.1");
    for (let index = 0; index < 20; index++) dial(`${target}${index % 2 === 0 ? own : ""}\r\n`);
    const text = "x".repeat(100_000);
    const wait = await server.longestWait(async () => {
      for (let index = 0; index < 300; index++) {
        const body = thing(`n${index % 10}`, { map: { text: text + String(index) } });
        const sent = { body, type: "application/merge-patch+json" };
        const isNew = index < 10;
        const { status } = isNew
          ? await server.ask("POST", things, { body })
          : await server.ask("PATCH", `${things}/n${index % 10}`, sent);
        expect(status).toBeLessThan(300);
      }
    });
    expect(wait).toBeLessThan(patience);
  });

  it("to hear what becomes of their pings are not listened to", async () => {
    server = await serveThings(folder);
    const lines = `GET ${things}?watch=1 HTTP/1.1\r\nhost: 127.0.0.1\r\nconnection: upgrade\r\nupgrade: websocket\r\nsec-websocket-version: 13\r\nsec-websocket-key: a\r\norigin: http://127.0.0.1\r\n\r\n`;
    const socket = dial(lines);
    const ping = Buffer.concat([Buffer.of(0x89, 0xfd, 0, 0, 0, 0), Buffer.alloc(125)]);
    const wait = await server.longestWait(async () => {
      const end = Date.now() + 2_000;
      const many = Buffer.concat(Array.from({ length: 500 }, () => ping));
      while (Date.now() < end && socket.write(many)) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    });
    expect(wait).toBeLessThan(patience);
    expect(server.memory()).toBeLessThan(300);
  });
});

describe("a body without an end", () => {
  it("costs no memory, and keeps nobody waiting", async () => {
    server = await serveThings(folder);
    expect((await server.ask("POST", things, { body: thing("a") })).status).toBe(201);
    const head = `PUT ${things}/a HTTP/1.1\r\n${host}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`;
    const wait = await server.longestWait(async () => {
      await Promise.all(
        Array.from({ length: 10 }, async () => {
          const socket = dial(head);
          const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
          socket.on("drain", () => {
            while (!socket.destroyed && socket.write(chunk));
          });
          socket.write(chunk.repeat(4));
          socket.resume();
          await untilClosed(socket);
        }),
      );
    });
    expect(wait).toBeLessThan(patience);
  });
});

describe("what is no request", () => {
  it.each([
    ["a line of 2 MB", `GET /${"x".repeat(2_000_000)}`],
    ["headers of 2 MB", `GET / HTTP/1.1\r\n${host}${`x: ${"y".repeat(100)}\r\n`.repeat(20_000)}`],
    ["chunks that are none", `POST ${things} HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nzz\r\n`],
    ["a chunk that is larger than all", `POST ${things} HTTP/1.1\r\n${host}transfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n`],
    ["two lengths", `POST ${things} HTTP/1.1\r\n${host}content-length: 1\r\ncontent-length: 2\r\n\r\n{}`],
    ["a length and chunks", `POST ${things} HTTP/1.1\r\n${host}content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n`],
    ["zeros", "\0".repeat(100_000)],
    ["the beginning of TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"],
    ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    ["an expectation that nobody meets", `GET /version HTTP/1.1\r\n${host}expect: more\r\nconnection: close\r\n\r\n`],
    ["HTTP/1.0, and then silence", "GET /version HTTP/1.0\r\n\r\n"],
  ])("is answered and ends: %s", async (_, sent) => {
    server = await serveThings(folder);
    const socket = dial(sent);
    let text = "";
    socket.setEncoding("latin1").on("data", (part: string) => (text += part));
    socket.resume();
    await untilClosed(socket);
    expect(text).toMatch(/^HTTP\/1\.1 \d{3} /);
    expect((await server.ask("GET", "/readyz")).text).toBe("ok");
  }); // prettier-ignore

  it("half a connection is answered too", async () => {
    server = await serveThings(folder);
    const socket = dial(`GET /version HTTP/1.1\r\n${host}\r\n`);
    let text = "";
    socket.setEncoding("latin1").on("data", (part: string) => (text += part));
    socket.resume();
    socket.end();
    await untilClosed(socket);
    expect(text).toMatch(/^HTTP\/1\.1 200 OK/);
  });
});
