import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import { request as httpRequest } from "node:http";
import type { ClientHttp2Session } from "node:http2";
import { connect as connectHttp2, constants } from "node:http2";
import type { Socket } from "node:net";
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { afterEach, beforeAll, describe, expect, it } from "vitest";
import type { Certificates } from "../../../src/cli/serve/certificates.js";
import { makeCertificates } from "../../../src/cli/serve/certificates.js";
import type { Listener, ListenOptions } from "../../../src/cli/serve/listen.js";
import { listen } from "../../../src/cli/serve/listen.js";
import type { Transport } from "../../../src/runtime/v1/client/transport.js";
import type { MemoryApiServer } from "../../../src/runtime/v1/testing/memory-api-server.js";
import { memoryApiServer } from "../../../src/runtime/v1/testing/memory-api-server.js";

let listener: Listener | undefined;
let server: MemoryApiServer;
/** How many answers have not been read to their end or given up. */
let open = 0;
/** The sizes of the parts that were written, the last request's alone. */
let parts: number[] = [];
let certificates: Certificates;
beforeAll(() => {
  certificates = makeCertificates("127.0.0.1");
});
afterEach(async () => {
  await listener?.close();
  listener = undefined;
});

async function start(options: Partial<ListenOptions> = {}, history = 10_000): Promise<void> {
  server = memoryApiServer([], { history });
  open = 0;
  const counted: Transport = {
    async send(request) {
      const response = await server.send(request);
      open++;
      parts = [];
      return {
        ...response,
        async *chunks() {
          for await (const chunk of response.chunks()) {
            parts.push(chunk.length);
            yield chunk;
          }
        },
        close() {
          open--;
          response.close();
        },
      };
    },
  };
  listener = await listen(counted, { host: "127.0.0.1", port: 0, ...options });
}

const path = "/api/v1/namespaces/default/configmaps";

function configMap(name: string, text = ""): string {
  const object = { apiVersion: "v1", kind: "ConfigMap", metadata: { name }, data: { text } };
  return JSON.stringify(object);
}

async function create(name: string, text?: string): Promise<void> {
  const headers: [string, string][] = [["content-type", "application/json"]];
  const body = configMap(name, text);
  expect((await server.send({ method: "POST", path, headers, body })).status).toBe(201);
}

interface RawAnswer {
  /** All that came. */
  readonly text: string;
  readonly isClosed: boolean;
}

function dial(): Socket {
  const socket = connect(listener?.port ?? 0, "127.0.0.1");
  socket.on("error", () => undefined); // being cut off is what is tested
  return socket;
}

function dialTls(): Socket {
  const socket = connectTls({
    port: listener?.port,
    host: "127.0.0.1",
    ca: certificates.authority,
  });
  socket.on("error", () => undefined); // being cut off is what is tested
  return socket;
}

/** Whether with an error or not: being cut off is what is tested. */
function untilClosed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.once("close", () => {
      resolve();
    });
  });
}

/** Sends text as it is; gives what came until the server closed, or until it looks like that. */
async function raw(text: string, enough?: RegExp): Promise<RawAnswer> {
  const socket = dial();
  let [answer, isClosed] = ["", false];
  const done = new Promise<void>((resolve) => {
    socket.setEncoding("utf8").on("data", (part: string) => {
      answer += part;
      if (enough?.test(answer) === true) resolve();
    });
    socket.once("close", () => {
      isClosed = true;
      resolve();
    });
  });
  socket.write(text);
  await done;
  const outcome = { text: answer, isClosed };
  socket.destroy();
  return outcome;
}

async function isServing(): Promise<boolean> {
  const [response] = (await once(
    httpRequest(`${listener?.url ?? ""}/readyz`).end(),
    "response",
  )) as [IncomingMessage]; // by the event
  response.resume();
  return response.statusCode === 200;
}

const get = (target: string, ...headers: readonly string[]): string =>
  ["GET", target, "HTTP/1.1\r\n"].join(" ") + ["host: localhost", ...headers, "\r\n"].join("\r\n");

describe("what is no request, or an odd one", () => {
  const refused: readonly (readonly [what: string, sent: string, status: string, body: string])[] =
    [
      ["no text", "\0\x01\r\n\r\n", "400 Bad Request", "400 Bad Request"],
      ["a target without a slash", get("version"), "400 Bad Request", "400 Bad Request"],
      ["a wrong escape", get("/api/%zz"), "400 Bad Request", "400 Bad Request"],
      ["an escape that ends early", get("/api/%"), "400 Bad Request", "400 Bad Request"],
      [
        "no host",
        "GET / HTTP/1.1\r\n\r\n",
        "400 Bad Request",
        "400 Bad Request: missing required Host header",
      ],
      ["two hosts", get("/", "host: b"), "400 Bad Request", "400 Bad Request"],
      [
        "another version",
        "GET / HTTP/3.0\r\nhost: localhost\r\n\r\n",
        "505 HTTP Version Not Supported: unsupported protocol version",
        "505 HTTP Version Not Supported: unsupported protocol version",
      ],
      [
        "a length that is none",
        get("/", "content-length: x"),
        "400 Bad Request",
        "400 Bad Request",
      ],
      [
        "headers beyond 1 MB",
        get("/", `x: ${"x".repeat(1_100_000)}`),
        "431 Request Header Fields Too Large",
        "431 Request Header Fields Too Large",
      ],
      [
        "a tunnel",
        "CONNECT b:443 HTTP/1.1\r\nhost: b:443\r\n\r\n",
        "404 Not Found",
        "404 page not found\n",
      ],
    ];
  it.each(refused)("%s is refused, and the connection closed", async (_, sent, status, body) => {
    await start();
    const answer = await raw(sent);
    expect(answer.isClosed).toBe(true);
    expect(answer.text.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer.text.split("\r\n\r\n")[1]?.replace(/^\w+\r\n|\r\n0$/g, "")).toBe(body);
    expect(await isServing()).toBe(true);
  });

  it.each([
    ["the address of another server", get("http://b:1/readyz?a=b"), "200 OK"],
    ["a header of 20 KB", get("/readyz", `x: ${"x".repeat(20_000)}`), "200 OK"],
    ["thousands of headers", get("/readyz", ...Array.from({ length: 3000 }, (_, i) => `x-${i}: a`)), "200 OK"], // prettier-ignore
    [
      "the wish for another protocol",
      get("/readyz", "connection: upgrade", "upgrade: h2c"),
      "200 OK",
    ],
    ["`..`, which is a name like others", get("/api/../readyz"), "404 Not Found"],
    ["bytes that are no text", get(`${path}/%ff`), "404 Not Found"],
    ["a body that is awaited", `POST ${path} HTTP/1.1\r\nhost: localhost\r\nexpect: 100-continue\r\ncontent-length: 2\r\n\r\n{}`, "100 Continue"], // prettier-ignore
  ])("%s is taken", async (_, sent, status) => {
    await start();
    const answer = await raw(sent, /^HTTP.*\r\n/);
    expect(answer.text.split("\r\n")[0]).toBe(`HTTP/1.1 ${status}`);
    expect(answer.isClosed).toBe(false);
  });

  it("plain HTTP at a port with TLS is told so", async () => {
    await start({ certificates });
    const answer = await raw(get("/readyz"));
    expect(answer).toEqual({
      text: "HTTP/1.0 400 Bad Request\r\n\r\nClient sent an HTTP request to an HTTPS server.\n",
      isClosed: true,
    });
    expect((await raw("\x80\x01\x02nonsense")).isClosed).toBe(true);
  });
});

describe("requests behind each other on a connection", () => {
  it("are answered in turn: what one writes, the next reads", async () => {
    await start();
    const body = configMap("a");
    const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;
    const post = `${head}content-length: ${body.length}\r\n\r\n${body}`;
    const { text } = await raw(post + get(`${path}/a`) + get("/readyz"), /(?:HTTP.*){3}/s);
    expect(text.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 201", "HTTP/1.1 200", "HTTP/1.1 200"]);
  });

  it("are cut off if they are too many behind one that takes its time", async () => {
    await start();
    const { isClosed } = await raw(get(`${path}?watch=1`) + get("/readyz").repeat(5000));
    expect(isClosed).toBe(true);
    await expect.poll(() => open).toBe(0);
    expect(await isServing()).toBe(true);
  });
});

describe("who is slow", () => {
  it("is cut off in the middle of the headers, with TLS too", async () => {
    for (const options of [{}, { certificates }]) {
      await start({ patience: 300, ...options });
      const socket = "certificates" in options ? dialTls() : dial();
      const trickle = setInterval(() => socket.write("x"), 50);
      socket.write("GET / HTTP/1.1\r\n");
      await untilClosed(socket);
      clearInterval(trickle);
      await listener?.close();
    }
  });

  it("is cut off in the middle of a body, which comes byte by byte", async () => {
    await start({ patience: 300 });
    const socket = dial();
    socket.write(`POST ${path} HTTP/1.1\r\nhost: localhost\r\ntransfer-encoding: chunked\r\n\r\n`);
    const trickle = setInterval(() => socket.write("1\r\n \r\n"), 50);
    await untilClosed(socket);
    clearInterval(trickle);
    expect(await isServing()).toBe(true);
  });

  it("loses its watch when too much waits for it, and others go on", async () => {
    await start({}, 50);
    const slow = dial();
    slow.write(get(`${path}?watch=1`));
    await once(slow, "data");
    slow.pause();
    let seen = 0;
    const quick = httpRequest(`${listener?.url ?? ""}${path}?watch=1`).end();
    const [response] = (await once(quick, "response")) as [IncomingMessage]; // by the event
    response.on("data", (chunk: Buffer) => (seen += chunk.toString().split("\n").length - 1));
    await expect.poll(() => open).toBe(2);
    const text = "x".repeat(100_000);
    for (let index = 0; index < 200; index++) {
      await create(`n${index}`, text);
      await expect.poll(() => seen, { interval: 2 }).toBe(index + 1);
    }
    slow.resume();
    await expect.poll(() => open).toBe(1);
    quick.destroy();
    slow.destroy();
    await expect.poll(() => open).toBe(0);
  });
});

describe("large bodies", () => {
  const head = `POST ${path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n`;

  it("of more than 3 MB are refused", async () => {
    await start();
    const { text } = await raw(
      `${head}content-length: 4000000\r\n\r\n${" ".repeat(4_000_000)}`,
      /limit is/,
    );
    expect(text).toMatch(/^HTTP\/1\.1 413 .*Request entity too large: limit is 3145728/s);
  });

  // Where the machine stands still for half a second, the end of the connection takes the answer.
  it("without an end are refused while they go on, and then cut off", { retry: 3 }, async () => {
    await start();
    const socket = dial();
    let [text, sent] = ["", 0];
    socket.setEncoding("utf8").on("data", (part: string) => (text += part));
    socket.write(`${head}transfer-encoding: chunked\r\n\r\n`);
    const chunk = `10000\r\n${" ".repeat(65_536)}\r\n`;
    const pump = (): void => {
      while (!socket.destroyed && socket.write(chunk)) sent += 65_536;
    };
    socket.on("drain", pump);
    pump();
    await untilClosed(socket);
    expect(text).toMatch(/^HTTP\/1\.1 413 .*connection: close.*Request entity too large/is);
    expect(sent).toBeLessThan(2 ** 31);
    expect(await isServing()).toBe(true);
  });

  it("that end early are refused as JSON", async () => {
    await start();
    const { text } = await raw(`${head}content-length: 5\r\n\r\n{"a":`, /unexpected/);
    expect(text).toMatch(/^HTTP\/1\.1 400 .*unexpected end of JSON input/s);
  });
});

describe("large lists", () => {
  it("are written in parts of 64 KB, and no further once the client has gone", async () => {
    await start();
    const text = "x".repeat(30_000);
    for (let index = 0; index < 600; index++) await create(`n${index}`, text);
    const whole = httpRequest(`${listener?.url ?? ""}${path}`).end();
    const [response] = (await once(whole, "response")) as [IncomingMessage]; // by the event
    let length = 0;
    for await (const chunk of response) length += (chunk as Buffer).length; // without an encoding
    expect(parts.reduce((sum, size) => sum + size, 0)).toBe(length);
    expect(Math.max(...parts)).toBeLessThan(2 * 64 * 1024);
    const all = parts.length;
    const left = httpRequest(`${listener?.url ?? ""}${path}`).end();
    const [begun] = (await once(left, "response")) as [IncomingMessage]; // by the event
    await once(begun, "readable");
    left.destroy();
    await expect.poll(() => open).toBe(0);
    expect(parts.length).toBeLessThan(all);
  });
});

describe("many connections", () => {
  it("that watch and do nothing cost little, are freed when they go, and others are served", async () => {
    await start();
    const before = process.memoryUsage.rss();
    const watchers = 1000;
    const sockets = Array.from({ length: watchers }, dial);
    for (const socket of sockets) socket.write(get(`${path}?watch=1`));
    await expect.poll(() => open, { timeout: 20_000 }).toBe(watchers);
    expect(await isServing()).toBe(true);
    let told = 0;
    for (const socket of sockets) socket.on("data", (chunk) => (told += String(chunk).includes('"n"') ? 1 : 0)); // prettier-ignore
    await create("n");
    await expect.poll(() => told, { timeout: 20_000 }).toBe(watchers);
    // Both ends are in this process.
    expect(process.memoryUsage.rss() - before).toBeLessThan(200 * 1024 * 1024);
    for (const socket of sockets) socket.destroy();
    await expect.poll(() => open, { timeout: 20_000 }).toBe(0);
    expect(await isServing()).toBe(true);
  });
});

describe("HTTP/2", () => {
  async function session(): Promise<ClientHttp2Session> {
    const made = connectHttp2(listener?.url ?? "", { ca: certificates.authority });
    made.on("error", () => undefined); // being cut off is what is tested
    await once(made, "connect");
    return made;
  }

  async function status(client: ClientHttp2Session): Promise<unknown> {
    const stream = client.request({ ":path": "/readyz" });
    const [headers] = (await once(stream, "response")) as [Record<string, unknown>]; // by the event
    stream.resume();
    return headers[":status"];
  }

  it("streams that are reset as soon as they begin leave nothing behind", async () => {
    await start({ certificates });
    const [hostile, other] = [await session(), await session()];
    for (let round = 0; round < 50 && !hostile.destroyed; round++) {
      for (let index = 0; index < 100; index++) {
        const stream = hostile.request({ ":path": `${path}?watch=1` });
        stream.on("error", () => undefined);
        stream.close(constants.NGHTTP2_CANCEL);
      }
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    expect(await status(other)).toBe(200);
    hostile.destroy();
    await expect.poll(() => open, { timeout: 10_000 }).toBe(0);
    other.close();
  });

  it("takes 100 streams at a time, and frees those of a client that goes", async () => {
    await start({ certificates });
    const client = await session();
    await expect.poll(() => client.remoteSettings.maxConcurrentStreams).toBe(100);
    for (let index = 0; index < 100; index++) {
      client.request({ ":path": `${path}?watch=1` }).on("error", () => undefined);
    }
    await expect.poll(() => open).toBe(100);
    client.destroy();
    await expect.poll(() => open).toBe(0);
  });

  it("gives a large list to who takes it slowly", async () => {
    await start({ certificates });
    for (let index = 0; index < 60; index++) await create(`n${index}`, "x".repeat(30_000));
    const client = await session();
    const stream = client.request({ ":path": path });
    await once(stream, "response");
    await new Promise((resolve) => setTimeout(resolve, 800));
    let text = "";
    for await (const chunk of stream) text += String(chunk);
    expect(JSON.parse(text)).toMatchObject({ kind: "ConfigMapList" });
    client.close();
  });

  it("refuses bodies of more than 3 MB, and cuts off those that hang", async () => {
    await start({ certificates, patience: 300 });
    const client = await session();
    const headers = { ":path": path, ":method": "POST", "content-type": "application/json" };
    const large = client.request(headers);
    large.end(Buffer.alloc(4_000_000, " "));
    const [answer] = (await once(large, "response")) as [Record<string, unknown>]; // by the event
    expect(answer[":status"]).toBe(413);
    large.resume();
    const hanging = client.request(headers);
    hanging.on("error", () => undefined);
    hanging.write("{");
    await once(hanging, "close");
    expect(await status(client)).toBe(200);
    client.close();
  });
});
