import { once } from "node:events";
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { rename } from "node:fs/promises";
import { Agent, request } from "node:https";
import { connect as connectTcp } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { afterEach, describe, expect, it, vi } from "vitest";
import type {
  WebhookServer,
  WebhookServerOptions,
} from "../../../../src/runtime/v1/webhook-server.js";
import { serveWebhooks } from "../../../../src/runtime/v1/webhook-server.js";
import type { WebhookHandler } from "../../../../src/runtime/v1/webhooks.js";
import { admissionHandler } from "../../../../src/runtime/v1/webhooks.js";
import { firstLocal, secondLocal } from "../../../support/local-certificates.js";

const ca = [firstLocal.cert, secondLocal.cert];
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const end of open.splice(0)) await end();
});

async function serve(options: Partial<WebhookServerOptions> = {}): Promise<WebhookServer> {
  const server = await serveWebhooks({
    handlers: {},
    certificate: () => firstLocal,
    port: 0,
    host: "127.0.0.1",
    ...options,
  });
  open.push(() => server.close(0));
  return server;
}

interface Answer {
  readonly status: number;
  readonly text: string;
  readonly connection: string | undefined;
}

function send(
  { port }: WebhookServer,
  path: string,
  body?: string,
  agent: Agent | false = false,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? "GET" : "POST";
    const outgoing = request({ host: "127.0.0.1", port, path, method, ca, agent }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, text, connection: headers.connection });
      });
    });
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}

/** Answers with what it got. */
const echo: WebhookHandler = async (incoming) => ({
  status: 200,
  headers: { "content-type": "text/plain; charset=utf-8" },
  body: `${incoming.method} ${await incoming.text()}`,
});

describe("requests", () => {
  it("go to the handler of their path, whatever the query", async () => {
    const server = await serve({ handlers: { "/a": echo } });
    expect(await send(server, "/a?timeout=10s", "größe 🦄")).toMatchObject({
      status: 200,
      text: "POST größe 🦄",
    });
    expect((await send(server, "/b", "x")).status).toBe(404);
    expect((await send(server, "/constructor", "x")).status).toBe(404);
  });

  it("are kept on one connection", async () => {
    const server = await serve({ handlers: { "/a": echo } });
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let connections = 0;
    agent.on("free", () => connections++);
    const ports = new Set<unknown>();
    for (let call = 0; call < 3; call++) {
      const { connection } = await send(server, "/a", "x", agent);
      ports.add(connection);
    }
    expect([...ports]).toEqual(["keep-alive"]);
    expect(connections).toBe(3);
    agent.destroy();
  });

  it("may have a body of some size, which may be announced or not", async () => {
    const server = await serve({ handlers: { "/a": echo }, maxBodySize: 10 });
    expect((await send(server, "/a", "0123456789")).status).toBe(200);
    expect(await send(server, "/a", "0123456789a")).toMatchObject({
      status: 413,
      text: "the body has more than 10 bytes",
      connection: "close",
    });
    const raw = connect({ host: "127.0.0.1", port: server.port, ca });
    raw.write("POST /a HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\n");
    raw.write(`14\r\n${"x".repeat(20)}\r\n`);
    const head = await new Promise<string>((resolve) =>
      raw.once("data", (b) => {
        resolve(String(b));
      }),
    );
    expect(head).toMatch(/^HTTP\/1.1 413 /);
    raw.destroy();
  });

  it("are aborted when the caller goes away", async () => {
    let aborted: unknown;
    const server = await serve({
      handlers: {
        "/a": ({ signal }) =>
          new Promise((_, reject) => {
            signal?.addEventListener("abort", () => {
              aborted = signal.reason;
              reject(new Error("given up"));
            });
          }),
      },
      onError: () => undefined,
    });
    const outgoing = request({
      host: "127.0.0.1",
      port: server.port,
      path: "/a",
      method: "POST",
      ca,
    });
    outgoing.on("error", () => undefined);
    outgoing.end("x");
    setTimeout(() => outgoing.destroy(), 50);
    await vi.waitFor(() => {
      expect(aborted).toEqual(new Error("the caller has gone away"));
    });
  });

  it("that a handler fails to answer get a 500", async () => {
    const faults: unknown[] = [];
    const server = await serve({
      handlers: { "/a": () => Promise.reject(new Error("oops")), "/b": echo },
      onError: (error, about) => faults.push([about, error]),
    });
    expect(await send(server, "/a", "x")).toMatchObject({
      status: 500,
      text: "the webhook failed",
    });
    expect(faults).toEqual([["POST /a", new Error("oops")]]);
    expect((await send(server, "/b", "x")).status).toBe(200);
  });

  it("of the API server are answered by an admission handler", async () => {
    const validate = admissionHandler({ validate: () => "no" });
    const server = await serve({ handlers: { "/validate": validate } });
    const review = {
      apiVersion: "admission.k8s.io/v1",
      kind: "AdmissionReview",
      request: {
        uid: "r",
        operation: "CREATE",
        kind: { group: "", version: "v1", kind: "Pod" },
        resource: { group: "", version: "v1", resource: "pods" },
        object: {},
      },
    };
    const { status, text } = await send(server, "/validate", JSON.stringify(review));
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ response: { allowed: false, uid: "r" } });
  });
});

describe("the certificate", () => {
  it("is taken anew when its files change, as the kubelet changes them", async () => {
    const folder = mkdtempSync(join(tmpdir(), "webhook-certificate-"));
    open.push(() => {
      rmSync(folder, { recursive: true });
    });
    const [certFile, keyFile] = [join(folder, "tls.crt"), join(folder, "tls.key")];
    writeFileSync(certFile, firstLocal.cert);
    writeFileSync(keyFile, firstLocal.key);
    const faults: string[] = [];
    const server = await serve({
      handlers: { "/a": echo },
      certificate: { certFile, keyFile },
      reloadInterval: 10,
      onError: (error, about) => faults.push(`${about}: ${String(error)}`),
    });
    const agent = new Agent({ keepAlive: true, ca });
    await send(server, "/a", "x", agent);
    expect(await nameOf(server)).toBe("webhooks-1");
    // Half of it is new: of no use yet.
    writeFileSync(certFile, secondLocal.cert);
    await vi.waitFor(() => {
      expect(faults).toEqual([expect.stringMatching(/cannot be renewed: .*key values mismatch/i)]);
    });
    expect(await nameOf(server)).toBe("webhooks-1");
    writeFileSync(join(folder, "new.key"), secondLocal.key);
    symlinkSync(join(folder, "new.key"), join(folder, "link"));
    await rename(join(folder, "link"), keyFile);
    await vi.waitFor(async () => {
      expect(await nameOf(server)).toBe("webhooks-2");
    });
    expect((await send(server, "/a", "y", agent)).text).toBe("POST y");
    agent.destroy();
    // One for each state of the files; a link may be seen while it is put in its place.
    expect(faults.length).toBeLessThan(4);
    expect(faults.join()).not.toContain("PRIVATE");
  });

  it("is looked at once a client breaks off the handshake, but not more often than it helps", async () => {
    let certificate = firstLocal;
    let looks = 0;
    const server = await serve({
      certificate: () => {
        looks++;
        return certificate;
      },
      reloadInterval: 1_000_000,
    });
    const breakOff = async (): Promise<void> => {
      const socket = connectTcp(server.port, "127.0.0.1");
      socket.on("error", () => undefined);
      socket.end("no greeting of TLS\n");
      await once(socket, "close");
    };
    certificate = secondLocal;
    await breakOff();
    await vi.waitFor(async () => {
      expect(await nameOf(server)).toBe("webhooks-2");
    });
    const start = performance.now();
    for (let count = 0; count < 20; count++) await breakOff();
    expect(looks).toBeLessThanOrEqual(3 + (performance.now() - start) / 250);
  });

  it("must be there, and be of use, from the beginning", async () => {
    const missing = { certFile: "/nowhere/tls.crt", keyFile: "/nowhere/tls.key" };
    await expect(serve({ certificate: missing })).rejects.toThrow(
      /^the serving certificate: ENOENT.*\/nowhere\/tls\.(crt|key)/,
    );
    const mixed = { cert: firstLocal.cert, key: secondLocal.key };
    await expect(serve({ certificate: () => mixed })).rejects.toThrow(
      /^the serving certificate: .*key values mismatch/,
    );
  });
});

it("a port that is taken is an error", async () => {
  const { port } = await serve();
  await expect(serve({ port })).rejects.toThrow("EADDRINUSE");
});

describe("the end", () => {
  it("lets running requests finish, and takes no new ones", async () => {
    let finish = (): void => undefined;
    const waiting = new Promise<void>((resolve) => (finish = resolve));
    const started = vi.fn<() => void>();
    const server = await serve({
      handlers: {
        "/a": async (incoming) => {
          started();
          await waiting;
          return echo(incoming);
        },
      },
    });
    expect((await send(server, "/healthz")).text).toBe("ok");
    expect((await send(server, "/readyz")).text).toBe("ok");
    const agent = new Agent({ keepAlive: true, ca });
    const running = send(server, "/a", "x", agent);
    await vi.waitFor(() => {
      expect(started).toHaveBeenCalled();
    });
    const closed = server.close();
    await expect(send(server, "/healthz")).rejects.toThrow("ECONNREFUSED");
    finish();
    expect(await running).toMatchObject({ status: 200, text: "POST x", connection: "close" });
    await closed;
    await server.close();
    agent.destroy();
  });

  it("does not wait for silent connections and stuck requests for ever", async () => {
    const server = await serve({ handlers: { "/a": () => new Promise(() => undefined) } });
    const silent = connectTcp({ host: "127.0.0.1", port: server.port });
    silent.on("error", () => undefined);
    const stuck = expect(send(server, "/a", "x")).rejects.toThrow("socket hang up");
    await new Promise((resolve) => setTimeout(resolve, 50));
    const begin = Date.now();
    await server.close(50);
    expect(Date.now() - begin).toBeLessThan(2000);
    await stuck;
    silent.destroy();
  });
});

/** The name in the certificate that new connections see. */
function nameOf({ port }: WebhookServer): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: "127.0.0.1", port, ca }, () => {
      resolve(socket.getPeerCertificate().subject.CN);
      socket.destroy();
    });
    socket.on("error", reject);
  });
}
