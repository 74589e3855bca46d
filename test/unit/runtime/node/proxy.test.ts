import type { RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { afterEach, describe, expect, it } from "vitest";
import type {
  NodeTransport,
  NodeTransportOptions,
} from "../../../../src/runtime/v1/node/node-transport.js";
import { nodeTransport } from "../../../../src/runtime/v1/node/node-transport.js";
import { cert, key } from "../../../support/certificate.js";
import { listen } from "../../../support/listen.js";
import type { Connect, ProxyServer } from "../../../support/proxy-server.js";
import { startProxy, tunnel } from "../../../support/proxy-server.js";

const cleanUp: (() => void)[] = [];
afterEach(() => {
  for (const step of cleanUp.splice(0)) step();
});

const answer: RequestListener = (incoming, outgoing) => {
  outgoing.end(`${incoming.method ?? ""} ${incoming.url ?? ""} at ${incoming.headers.host ?? ""}`);
};

async function startServer(): Promise<string> {
  const { host, stop } = await listen(createSecureServer({ cert, key }, answer));
  cleanUp.push(stop);
  return host;
}

async function start(onConnect: Connect): Promise<ProxyServer> {
  const proxy = await startProxy(onConnect, answer);
  cleanUp.push(proxy.stop);
  return proxy;
}

function through(proxy: string, options: Omit<NodeTransportOptions, "proxyUrl">): NodeTransport {
  const transport = nodeTransport({ ...options, proxyUrl: `http://${proxy}` });
  cleanUp.push(() => {
    transport.close();
  });
  return transport;
}

async function get(transport: NodeTransport, signal?: AbortSignal): Promise<string> {
  const request = { method: "GET", path: "/a", query: "b", headers: [], signal };
  return (await transport.send(request)).text();
}

const trust = { ca: cert, tlsServerName: "crdgen.test" };

describe("a proxy", () => {
  it("is asked for a tunnel to https, which is used again", async () => {
    const server = await startServer();
    const proxy = await start(tunnel);
    const transport = through(`me:p%40ss@${proxy.host}`, {
      baseUrl: `https://${server}/base`,
      ...trust,
    });
    expect(await get(transport)).toBe(`GET /base/a?b at ${server}`);
    expect(await get(transport)).toBe(`GET /base/a?b at ${server}`);
    expect(proxy.seen).toEqual([`CONNECT ${server} for Basic ${btoa("me:p@ss")}`]);
  });

  it("does not see to it that a certificate is taken", async () => {
    const server = await startServer();
    const { host } = await start(tunnel);
    const stranger = through(host, { baseUrl: `https://${server}`, tlsServerName: "crdgen.test" });
    await expect(get(stranger)).rejects.toThrow("GET /a: self-signed certificate");
  });

  it("is handed requests to http", async () => {
    const proxy = await start(tunnel);
    const transport = through(`me:@${proxy.host}`, { baseUrl: "http://example.com/base" });
    expect(await get(transport)).toBe("GET http://example.com/base/a?b at example.com");
    expect(proxy.seen).toEqual([`GET http://example.com/base/a?b for Basic ${btoa("me:")}`]);
  });

  it.each<[string, string, Connect]>([
    [
      "the answer to CONNECT [::1]:6443 was 407: it wants a user and a password in its URL",
      "https://[::1]:6443",
      (_, socket) => socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n"),
    ],
    [
      "the answer to CONNECT example.com:443 was 502",
      "https://example.com",
      (_, socket) => socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n"),
    ],
    ["socket hang up", "https://example.com", (_, socket) => socket.destroy()],
  ])("that opens none is named: %s", async (reason, baseUrl, onConnect) => {
    const { host } = await start(onConnect);
    await expect(get(through(host, { baseUrl, ...trust }))).rejects.toThrow(
      `GET /a: the proxy ${host}: ${reason}`,
    );
  });

  it.each(["https://example.com", "http://example.com"])(
    "that is not there is named, and not the server: %s",
    async (baseUrl) => {
      const asked = get(through("me:hunter2@127.0.0.1:9", { baseUrl }));
      await expect(asked).rejects.toMatchObject({
        message: "GET /a: the proxy 127.0.0.1:9: connect ECONNREFUSED 127.0.0.1:9",
        code: "ECONNREFUSED",
      });
    },
  );

  it("that does not answer is not waited for after the end", async () => {
    let asked = (): void => undefined;
    const isAsked = new Promise<void>((resolve) => (asked = resolve));
    const { host } = await start(asked);
    const transport = through(host, { baseUrl: "https://example.com" });
    const waiting = get(transport);
    await isAsked;
    transport.close();
    await expect(waiting).rejects.toThrow("GET /a: the transport was closed");
  });

  it("that does not answer is not waited for by a call that is aborted", async () => {
    const controller = new AbortController();
    const { host } = await start(() => {
      controller.abort(new Error("enough"));
    });
    const transport = through(host, { baseUrl: "https://example.com" });
    await expect(get(transport, controller.signal)).rejects.toThrow("enough");
  });

  it("is one for HTTP", () => {
    const options = { baseUrl: "https://example.com", proxyUrl: "socks5://127.0.0.1:1080" };
    expect(() => nodeTransport(options)).toThrow(
      'proxyUrl must be an http or https URL, such as "http://proxy:3128", but is "socks5://127.0.0.1:1080"',
    );
  });
});
