import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:http";
import type { Socket } from "node:net";
import { createGzip, gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import { lookWhenAsked } from "../../../../src/runtime/v1/client/exact-signal.js";
import { fetchTransport } from "../../../../src/runtime/v1/client/fetch-transport.js";
import type {
  Transport,
  TransportRequest,
  TransportResponse,
} from "../../../../src/runtime/v1/client/transport.js";
import { nodeTransport } from "../../../../src/runtime/v1/node.js";
import { listen } from "../../../support/listen.js";

type Handler = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
});

async function serve(handler: Handler): Promise<{ url: string; sockets: Socket[] }> {
  const server = createServer(handler);
  const sockets: Socket[] = [];
  server.on("connection", (socket) => sockets.push(socket));
  const { host, stop } = await listen(server);
  cleanUp.push(stop);
  return { url: `http://${host}`, sockets };
}

const get: TransportRequest = { method: "GET", path: "/a", headers: [] };

describe.each<[string, (baseUrl: string) => Transport]>([
  [
    "nodeTransport",
    (baseUrl) => {
      const transport = nodeTransport({ baseUrl, token: "secret" });
      cleanUp.push(() => {
        transport.close();
      });
      return transport;
    },
  ],
  [
    "fetchTransport",
    (baseUrl) => fetchTransport({ baseUrl, token: () => Promise.resolve("secret") }),
  ],
])("%s", (_, create) => {
  it("sends what the request says, below the path of its base URL", async () => {
    const seen: unknown[] = [];
    const { url } = await serve((incoming, outgoing) => {
      incoming.setEncoding("utf8").on("data", (body) => {
        const { method, headers } = incoming;
        seen.push(
          method,
          incoming.url,
          headers.authorization,
          headers["x-a"],
          headers["content-length"],
          body,
        );
        outgoing.setHeader("warning", ['299 - "a"', '299 - "b"']).writeHead(201).end("ü");
      });
    });
    const response = await create(`${url}/prefix/`).send({
      method: "PUT",
      path: "/a%20b",
      query: "c=d%2C",
      headers: [["x-a", "1"]],
      body: '"ü"',
    });
    expect(seen).toEqual(["PUT", "/prefix/a%20b?c=d%2C", "Bearer secret", "1", "4", '"ü"']);
    expect(response.status).toBe(201);
    expect(response.header("Warning")).toBe('299 - "a", 299 - "b"');
    expect(response.header("x-none")).toBeNull();
    expect(await response.text()).toBe("ü");
    response.close();
  });

  it.each(["PUT", "DELETE"])("sends the body of a %s with its length", async (method) => {
    const { url } = await serve((incoming, outgoing) => {
      outgoing.write(`${incoming.headers["content-length"] ?? "none"} `);
      incoming.pipe(outgoing);
    });
    const response = await create(url).send({ ...get, method, body: '"ü"' });
    expect(await response.text()).toBe('4 "ü"');
  });

  it("joins the values of a header that came several times", async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.setHeader("set-cookie", ["a=1", "b=2"]).end();
    });
    expect((await create(url).send(get)).header("Set-Cookie")).toBe("a=1, b=2");
  });

  it("sends bytes", async () => {
    const { url } = await serve((incoming, outgoing) => {
      incoming.pipe(outgoing);
    });
    const body = new Uint8Array([0x78, 0xc3, 0xbc]).subarray(1);
    const response = await create(url).send({ ...get, method: "POST", body });
    expect(await response.text()).toBe("ü");
  });

  it("leaves another authorization alone", async () => {
    const { url } = await serve((incoming, outgoing) =>
      outgoing.end(incoming.headers.authorization),
    );
    const response = await create(url).send({ ...get, headers: [["Authorization", "Basic x"]] });
    expect(await response.text()).toBe("Basic x");
  });

  it("trims tokens, and sends no empty one", async () => {
    const { url } = await serve((incoming, outgoing) =>
      outgoing.end(incoming.headers.authorization ?? "none"),
    );
    for (const [token, sent] of [
      ["abc\n", "Bearer abc"],
      [" \n", "none"],
      ["", "none"],
    ] as const) {
      const response = await fetchTransport({ baseUrl: url, token: () => token }).send(get);
      expect(await response.text()).toBe(sent);
    }
  });

  it("hands out chunks as they come, and closes", async () => {
    let closed = false;
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.on("close", () => (closed = true));
      outgoing.write("one");
    });
    const response = await create(url).send({ ...get, stream: true });
    expect(await readChunk(response)).toBe("one");
    response.close();
    await expect.poll(() => closed).toBe(true);
  });

  it("rejects with a TransportError when nobody listens", async () => {
    const response = create("http://127.0.0.1:1").send(get);
    await expect(response).rejects.toThrow(/GET \/a: .*(ECONNREFUSED|bad port)/);
    await expect(response).rejects.toBeInstanceOf(TransportError);
  });

  it("rejects with a TransportError when the answer breaks off", async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeHead(200, { "content-length": "10" }).write("half");
      setTimeout(() => outgoing.destroy(), 20);
    });
    const transport = create(url);
    await expect((await transport.send(get)).text()).rejects.toBeInstanceOf(TransportError);
    const chunks = (await transport.send({ ...get, stream: true })).chunks();
    await expect(drain(chunks)).rejects.toBeInstanceOf(TransportError);
  });

  it("rejects with the signal's reason, before, while waiting, and within the answer", async () => {
    const paths: unknown[] = [];
    const waiting = new AbortController();
    const { url } = await serve((incoming, outgoing) => {
      paths.push(incoming.url);
      if (incoming.url === "/body") outgoing.write("x");
      else waiting.abort("waiting");
    });
    const transport = create(url);
    const early = transport.send({ ...get, path: "/early", signal: AbortSignal.abort("early") });
    await expect(early).rejects.toBe("early");

    await expect(transport.send({ ...get, signal: waiting.signal })).rejects.toBe("waiting");

    const reading = new AbortController();
    const response = await transport.send({ ...get, path: "/body", signal: reading.signal });
    setTimeout(() => {
      reading.abort("reading");
    }, 20);
    await expect(response.text()).rejects.toBe("reading");
    expect(paths).toEqual(["/a", "/body"]);
  });

  it("says that the connection broke, or the signal's reason, to those who come late", async () => {
    const { url } = await serve((incoming, outgoing) => {
      outgoing.writeHead(200, { "content-length": "10" }).write("half");
      if (incoming.url === "/broken") setTimeout(() => outgoing.socket?.resetAndDestroy(), 20);
    });
    const transport = create(url);
    const broken = await transport.send({ ...get, path: "/broken" });
    const controller = new AbortController();
    const aborted = await transport.send({ ...get, signal: controller.signal });
    controller.abort("late");
    await new Promise((resolve) => setTimeout(resolve, 60));
    await expect(broken.text()).rejects.toBeInstanceOf(TransportError);
    await expect(aborted.text()).rejects.toBe("late");
  });

  it("lets go of an answer that came whole and was not read", async () => {
    const { url, sockets } = await serve((_incoming, outgoing) => outgoing.end("{}"));
    const transport = create(url);
    for (let round = 0; round < 20; round++) {
      const response = await transport.send(get);
      await new Promise((resolve) => setTimeout(resolve, 1));
      response.close();
    }
    expect(sockets.length).toBeLessThan(4);
  });

  it("takes compressed answers", async () => {
    const text = "漢字 ü".repeat(50_000);
    const bytes = gzipSync(text);
    const { url } = await serve((incoming, outgoing) => {
      outgoing.setHeader("content-encoding", "gzip");
      if (incoming.url !== "/cut") outgoing.end(bytes);
      else outgoing.write(bytes.subarray(0, 100), () => setTimeout(() => outgoing.destroy(), 20));
    });
    const transport = create(url);
    expect(await (await transport.send(get)).text()).toBe(text);
    const decoder = new TextDecoder();
    let streamed = "";
    for await (const chunk of (await transport.send({ ...get, stream: true })).chunks()) {
      streamed += decoder.decode(chunk, { stream: true });
    }
    expect(streamed).toBe(text);
    const cut = await transport.send({ ...get, path: "/cut" });
    await expect(cut.text()).rejects.toBeInstanceOf(TransportError);
    const cutStream = await transport.send({ ...get, path: "/cut", stream: true });
    await expect(drain(cutStream.chunks())).rejects.toBeInstanceOf(TransportError);
  });

  it("leaves a compressed stream", async () => {
    let closed = false;
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.on("close", () => (closed = true));
      outgoing.setHeader("content-encoding", "gzip");
      const gzip = createGzip();
      gzip.pipe(outgoing);
      gzip.write("one");
      gzip.flush();
    });
    const response = await create(url).send({ ...get, stream: true });
    expect(await readChunk(response)).toBe("one");
    response.close();
    await expect.poll(() => closed).toBe(true);
  });

  it("leaves out a byte order mark", async () => {
    const { url } = await serve((_incoming, outgoing) => outgoing.end("\ufeff{}"));
    expect(await (await create(url).send(get)).text()).toBe("{}");
  });

  it("follows no redirects", async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.writeHead(302, { location: "/elsewhere" }).end();
    });
    const outcome = await create(url)
      .send(get)
      .then(
        ({ status }) => status,
        (error: unknown) => error instanceof TransportError,
      );
    expect([302, true]).toContain(outcome);
  });
});

/** The first chunk of an answer; undefined if there is none. */
async function readChunk(response: TransportResponse): Promise<string | undefined> {
  for await (const chunk of response.chunks()) return new TextDecoder().decode(chunk);
  return undefined;
}

describe("nodeTransport", () => {
  it("repeats headers", async () => {
    const { url } = await serve((incoming, outgoing) =>
      outgoing.end(incoming.rawHeaders.join("|")),
    );
    const groups = ["a", "b"];
    const extra = { "example.com/scope": ["x"] };
    const impersonate = { user: "jane", uid: "7", groups, extra };
    const transport = nodeTransport({ baseUrl: url, impersonate, userAgent: "me/1" });
    const text = await (await transport.send(get)).text();
    expect(text).toContain(
      "impersonate-user|jane|impersonate-uid|7|impersonate-group|a|impersonate-group|b|",
    );
    expect(text).toContain("impersonate-extra-example.com%2fscope|x");
    expect(text).toContain("user-agent|me/1");
    transport.close();
  });

  it("says who it is, and that it is somebody else by no more than their name", async () => {
    const { url } = await serve((incoming, outgoing) =>
      outgoing.end(incoming.rawHeaders.join("|")),
    );
    const transport = nodeTransport({ baseUrl: url, impersonate: { user: "jane" } });
    const text = await (await transport.send(get)).text();
    expect(text).toMatch(/^user-agent\|crdgen\|impersonate-user\|jane\|(?!impersonate)/);
    transport.close();
  });

  it("keeps no listener of a signal behind, and no idle connection when it is closed", async () => {
    const { url, sockets } = await serve((_incoming, outgoing) => outgoing.end("{}"));
    const transport = nodeTransport({ baseUrl: url });
    const { signal } = new AbortController();
    let listeners = 0;
    const add = vi.spyOn(signal, "addEventListener").mockImplementation(() => listeners++);
    const remove = vi.spyOn(signal, "removeEventListener").mockImplementation(() => listeners--);
    for (const stream of [false, true]) {
      await (await transport.send({ ...get, signal, stream })).text();
    }
    await expect.poll(() => [add.mock.calls.length, listeners]).toEqual([2, 0]);
    expect(remove.mock.calls).toEqual(add.mock.calls);
    expect(sockets.map((socket) => socket.destroyed)).toEqual([false, false]);
    transport.close();
    await expect.poll(() => sockets.map((socket) => socket.destroyed)).toEqual([true, true]);
  });

  it("opens no more connections than it may, and keeps them", async () => {
    const { url, sockets } = await serve((_incoming, outgoing) => outgoing.end("{}"));
    const transport = nodeTransport({ baseUrl: url, maxConnections: 3 });
    const call = async (): Promise<string> => (await transport.send(get)).text();
    for (let round = 0; round < 5; round++) await Promise.all(Array.from({ length: 10 }, call));
    expect(sockets).toHaveLength(3);
    transport.close();
  });

  it("reads again when the server closed an idle connection meanwhile, but writes nothing twice", async () => {
    let answers = 0;
    const { url, sockets } = await serve((_incoming, outgoing) => {
      if (++answers % 2 === 1) outgoing.end("{}");
      else outgoing.socket?.resetAndDestroy();
    });
    const transport = nodeTransport({ baseUrl: url });
    await (await transport.send(get)).text();
    await (await transport.send(get)).text();
    expect(answers).toBe(3);
    const write = transport.send({ ...get, method: "POST", body: "{}" });
    await expect(write).rejects.toBeInstanceOf(TransportError);
    expect(answers).toBe(4);
    expect(sockets).toHaveLength(2);
    transport.close();
  });

  const versioned = JSON.stringify({ metadata: { resourceVersion: "5" } });
  const apply: [string, string][] = [["content-type", "application/apply-patch+yaml"]];
  it.each<[string, boolean, Partial<TransportRequest>]>([
    ["HEAD", true, { method: "HEAD" }],
    ["DELETE", true, { method: "DELETE", body: "{}" }],
    ["PUT with a resourceVersion", true, { method: "PUT", body: versioned }],
    ["PUT without", false, { method: "PUT", body: "{}" }],
    ["PUT of no JSON", false, { method: "PUT", body: "resourceVersion" }],
    ["apply", true, { method: "PATCH", body: "{}", headers: apply }],
    ["another patch", false, { method: "PATCH", body: "{}" }],
  ])("%s is repeated after a reset of a kept connection: %s", async (_, isRepeated, request) => {
    let asked = 0;
    const { url } = await serve((_incoming, outgoing) => {
      if (++asked === 2) outgoing.socket?.resetAndDestroy();
      else outgoing.end("{}");
    });
    const transport = nodeTransport({ baseUrl: url });
    await (await transport.send(get)).text();
    const call = transport.send({ ...get, ...request });
    if (isRepeated) expect((await call).status).toBe(200);
    else await expect(call).rejects.toBeInstanceOf(TransportError);
    expect(asked).toBe(isRepeated ? 3 : 2);
    transport.close();
  });

  it("reads nothing again that was answered in part", async () => {
    const paths: (string | undefined)[] = [];
    const { url, sockets } = await serve((incoming, outgoing) => {
      paths.push(incoming.url);
      if (incoming.url === "/a") outgoing.end("{}");
      else outgoing.write("half", () => setTimeout(() => outgoing.socket?.resetAndDestroy(), 20));
    });
    const transport = nodeTransport({ baseUrl: url });
    await (await transport.send(get)).text();
    const broken = await transport.send({ ...get, path: "/b" });
    await expect(broken.text()).rejects.toBeInstanceOf(TransportError);
    await (await transport.send(get)).text();
    expect(paths).toEqual(["/a", "/b", "/a"]);
    expect(sockets).toHaveLength(2);
    transport.close();
  });

  it("ends what runs and what waits for a connection when it is closed", async () => {
    const { url, sockets } = await serve(() => undefined);
    const transport = nodeTransport({ baseUrl: url, maxConnections: 1 });
    const watch = transport.send({ ...get, stream: true });
    const calls = Promise.allSettled([transport.send(get), transport.send(get), watch]);
    await expect.poll(() => sockets.length).toBe(2);
    transport.close();
    for (const call of await calls) {
      expect(String(call.status === "rejected" && call.reason)).toMatch(
        /the transport was closed$/,
      );
    }
    expect(sockets).toHaveLength(2);
  });

  it("can be closed while answers wait to be read", async () => {
    const { url, sockets } = await serve((incoming, outgoing) => {
      outgoing.write("{}");
      if (incoming.url === "/whole") outgoing.end();
    });
    const transport = nodeTransport({ baseUrl: url });
    const whole = await transport.send({ ...get, path: "/whole" });
    const open = await transport.send({ ...get, stream: true });
    await new Promise((resolve) => setTimeout(resolve, 20));
    transport.close();
    await expect(drain(open.chunks())).rejects.toBeInstanceOf(TransportError);
    await whole.text().catch(() => undefined);
    await expect.poll(() => sockets.every((socket) => socket.destroyed)).toBe(true);
  });

  it("sends nothing any more once it was closed", async () => {
    const { url, sockets } = await serve((_incoming, outgoing) => outgoing.end("{}"));
    const transport = nodeTransport({ baseUrl: url });
    const first = transport.send(get);
    transport.close();
    await expect(first).rejects.toBeInstanceOf(TransportError);
    await expect(transport.send(get)).rejects.toThrow("GET /a: the transport was closed");
    expect(sockets).toHaveLength(0);
  });

  it("takes http and https alone", () => {
    expect(() => nodeTransport({ baseUrl: "ftp://x" })).toThrow(TypeError);
    expect(() => nodeTransport({ baseUrl: "x" })).toThrow(TypeError);
  });

  it("says which codings it takes, and refuses others", async () => {
    const seen: unknown[] = [];
    const { url } = await serve((incoming, outgoing) => {
      seen.push(incoming.headers["accept-encoding"]);
      outgoing.setHeader("content-encoding", "br").end("x");
    });
    const transport = nodeTransport({ baseUrl: url });
    const response = await transport.send(get);
    await expect(response.text()).rejects.toThrow("GET /a: the answer is coded as br");
    response.close();
    await transport.send({ ...get, stream: true });
    await transport.send({ ...get, headers: [["Accept-Encoding", "br"]] });
    expect(seen).toEqual(["gzip", "identity", "br"]);
    transport.close();
  });

  it("cannot be made to send other headers", async () => {
    const { url } = await serve((_incoming, outgoing) => outgoing.end());
    const transport = nodeTransport({ baseUrl: url, token: "a\r\nx-evil: 1" });
    const refused = new TransportError("GET /a: the token cannot be a header");
    await expect(transport.send(get)).rejects.toEqual(refused);
    const headers: [string, string][] = [["x-good", "a\r\nx-evil: 1"]];
    const call = nodeTransport({ baseUrl: url }).send({ ...get, headers });
    await expect(call).rejects.toThrow(/^GET \/a: Invalid character in header content/);
    await expect(call).rejects.toBeInstanceOf(TransportError);
  });

  it("impersonates in UTF-8, with keys of any kind", async () => {
    let seen: string[] = [];
    const { url } = await serve((incoming, outgoing) => {
      seen = incoming.rawHeaders;
      outgoing.end();
    });
    const transport = nodeTransport({
      baseUrl: url,
      impersonate: { user: "jürgen", groups: ["用户"], extra: { "example.com/team(a)": ["ä"] } },
    });
    await transport.send(get);
    const sent = seen.map((text) => Buffer.from(text, "latin1").toString("utf8"));
    expect(sent).toEqual(expect.arrayContaining(["impersonate-user", "jürgen", "用户", "ä"]));
    expect(sent).toContain("impersonate-extra-example.com%2fteam%28a%29");
    transport.close();
  });

  it.each([
    ["when the loop is left", "break"],
    ["when the signal is aborted", "abort"],
  ])("gives up an answer that came whole without breaking the process, %s", async (_, how) => {
    const { url } = await serve((_incoming, outgoing) => outgoing.end("{}\n{}\n"));
    const transport = nodeTransport({ baseUrl: url });
    // What nobody listens for would end the test run as an uncaught exception.
    for (let turn = 0; turn < 5; turn++) {
      const controller = new AbortController();
      const { signal } = controller;
      const response = await transport.send({ ...get, stream: true, signal });
      const read = (async () => {
        for await (const chunk of response.chunks()) {
          if (chunk.length > 0 && how === "abort") controller.abort(new Error("enough"));
          else break;
        }
      })();
      await read.catch(() => undefined);
      controller.abort(new Error("left"));
      response.close();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    transport.close();
    expect((await nodeTransport({ baseUrl: url }).send(get)).status).toBe(200);
  });

  it("asks the signal again once it has a connection", async () => {
    let requests = 0;
    const { url } = await serve((_incoming, outgoing) => {
      requests++;
      outgoing.end("{}");
    });
    const transport = nodeTransport({ baseUrl: url });
    cleanUp.push(() => {
      transport.close();
    });
    await (await transport.send(get)).text();
    const controller = new AbortController();
    // Nobody hears of it but who asks: timers of a process that was stopped come late.
    let asked = 0;
    lookWhenAsked(controller.signal, () => {
      if (++asked > 1) controller.abort(new Error("lost"));
    });
    await expect(transport.send({ ...get, signal: controller.signal })).rejects.toThrow("lost");
    await (await transport.send(get)).text();
    expect(requests).toBe(2);
  });

  it("fails where the connection is closed without an answer", async () => {
    const { url, sockets } = await serve(() => {
      sockets[0]?.write(
        "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade\r\n\r\n",
      );
    });
    const call = nodeTransport({ baseUrl: url }).send(get);
    await expect(call).rejects.toThrow("GET /a: the connection was closed without an answer");
  });

  it("knows codings in any case, and gzip by its old name", async () => {
    for (const coding of ["GZIP", "x-gzip", "Identity"]) {
      const { url } = await serve((_incoming, outgoing) => {
        const body = coding === "Identity" ? "{}" : gzipSync("{}");
        outgoing.setHeader("content-encoding", coding).end(body);
      });
      const response = await nodeTransport({ baseUrl: url }).send(get);
      expect(await response.text()).toBe("{}");
    }
  });

  it("fails where a compressed answer is damaged", async () => {
    const { url } = await serve((_incoming, outgoing) => {
      outgoing.setHeader("content-encoding", "gzip").end("no gzip at all");
    });
    const transport = nodeTransport({ baseUrl: url });
    await expect((await transport.send(get)).text()).rejects.toBeInstanceOf(TransportError);
    const response = await transport.send({ ...get, stream: true });
    await expect(drain(response.chunks())).rejects.toBeInstanceOf(TransportError);
    await new Promise((resolve) => setTimeout(resolve, 20));
    transport.close();
  });
});

async function drain(chunks: AsyncIterable<unknown>): Promise<void> {
  const iterator = chunks[Symbol.asyncIterator]();
  while ((await iterator.next()).done !== true);
}
