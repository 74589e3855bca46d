import { createPrivateKey, X509Certificate } from "node:crypto";
import { request as httpRequest } from "node:http";
import { Agent, request as httpsRequest } from "node:https";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type {
  Transport,
  TransportRequest,
} from "../../../../../src/runtime/v1/client/transport.js";
import { OperatorMetrics } from "../../../../../src/runtime/v1/manager/metrics/operator-metrics.js";
import type {
  OperatorServer,
  OperatorServerOptions,
} from "../../../../../src/runtime/v1/manager/server/operator-server.js";
import { serveOperator } from "../../../../../src/runtime/v1/manager/server/operator-server.js";
import type { HealthCheck } from "../../../../../src/runtime/v1/manager/server/probes.js";
import { selfSigned } from "../../../../../src/runtime/v1/manager/server/self-signed.js";
import { firstLocal } from "../../../../support/local-certificates.js";

const host = "127.0.0.1";
let entries: string[];
let reviews: TransportRequest[];
let server: OperatorServer | undefined;
/** The answers of the API server, by the last part of the path. */
let answers: Record<string, (spec: ReviewSpec) => [number, object]>;

interface ReviewSpec {
  readonly token?: string;
  readonly user?: string;
}

beforeEach(() => {
  entries = [];
  reviews = [];
  const names: Record<string, string> = { "token-of-prom": "prom", "token-of-bob": "bob" };
  answers = {
    tokenreviews({ token = "" }) {
      const username = names[token];
      if (username === undefined) return [201, { authenticated: false, error: "invalid" }];
      return [201, { authenticated: true, user: { username, groups: ["g"] } }];
    },
    subjectaccessreviews: ({ user }) => [201, { allowed: user === "prom" }],
  };
});

afterEach(async () => {
  vi.useRealTimers();
  await server?.close(0);
  server = undefined;
});

const apiServer: Transport = {
  send(request) {
    reviews.push(request);
    const { spec } = JSON.parse(String(request.body)) as { spec: ReviewSpec }; // as sent
    const [code, status] = answers[request.path.split("/").pop() ?? ""]?.(spec) ?? [404, {}];
    const body =
      code === 201
        ? { apiVersion: "v1", kind: "Review", metadata: {}, spec, status }
        : { apiVersion: "v1", kind: "Status", status: "Failure", code, ...status };
    return Promise.resolve({
      status: code,
      header: () => null,
      text: () => Promise.resolve(JSON.stringify(body)),
      chunks: () => {
        throw new Error("no watch");
      },
      close: () => undefined,
    });
  },
};

async function serve(options: Partial<OperatorServerOptions>): Promise<OperatorServer> {
  const log = (fields: object, message: string): void => {
    entries.push(`${message} ${JSON.stringify(fields)}`);
  };
  server = await serveOperator({
    transport: apiServer,
    logger: { info: log, warn: log, error: log },
    shown: new OperatorMetrics(),
    liveChecks: new Map(),
    readyChecks: new Map(),
    ...options,
  });
  return server;
}

interface Got {
  readonly status: number;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

interface Sent {
  readonly method?: string;
  readonly token?: string;
  readonly secure?: boolean;
  readonly headers?: Record<string, string>;
}

function get(port: number | undefined, path: string, sent: Sent = {}): Promise<Got> {
  const { method = "GET", token, secure = false, headers = {} } = sent;
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const options = { host, port, path, method, headers: { ...headers, ...authorization } };
  return new Promise((resolve, reject) => {
    const outgoing = secure
      ? httpsRequest({ ...options, agent: new Agent({ ca: firstLocal.cert }) })
      : httpRequest({ ...options, agent: false });
    outgoing.on("error", reject).on("response", (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        resolve({ status: incoming.statusCode ?? 0, text, headers: incoming.headers });
      });
    });
    outgoing.end();
  });
}

describe("probes and metrics", () => {
  it("have ports of their own", async () => {
    const ready = new Map<string, HealthCheck>([["cache", () => "empty"]]);
    const { healthPort, metricsPort } = await serve({
      health: { port: 0, host },
      metrics: { port: 0, host },
      readyChecks: ready,
    });
    expect(healthPort).not.toBe(metricsPort);
    const metrics = await get(metricsPort, "/metrics?x=1");
    expect(metrics).toMatchObject({
      status: 200,
      headers: { "content-type": "text/plain; version=0.0.4; charset=utf-8" },
    });
    expect(metrics.text).toMatch(/^# HELP .*\nprocess_start_time_seconds \S+\n/s);
    expect(await get(healthPort, "/healthz")).toMatchObject({ status: 200, text: "ok" });
    expect((await get(healthPort, "/readyz/")).status).toBe(500);
    expect((await get(healthPort, "/readyz/cache")).text).toBe("internal server error: empty\n");
    ready.delete("cache");
    expect((await get(healthPort, "/readyz")).status).toBe(200);
    expect((await get(healthPort, "/metrics")).status).toBe(404);
    expect((await get(metricsPort, "/healthz")).status).toBe(404);
  });

  it("share a port where it is the same one, and are off unless asked for", async () => {
    const { healthPort: port = 0 } = await serve({ health: { port: 0, host } });
    expect(server?.metricsPort).toBeUndefined();
    await server?.close(0);
    await serve({ health: { port, host }, metrics: { port, host } });
    expect([server?.healthPort, server?.metricsPort]).toEqual([port, port]);
    expect((await get(port, "/metrics")).status).toBe(200);
    expect((await get(port, "/healthz")).status).toBe(200);
    await server?.close(0);
    await serve({});
    expect([server?.healthPort, server?.metricsPort]).toEqual([undefined, undefined]);
  });

  it("answer HEAD without a body, and other methods and paths with an error", async () => {
    const { metricsPort: port } = await serve({ metrics: { port: 0, host } });
    const head = await get(port, "/metrics", { method: "HEAD" });
    expect([head.status, head.text]).toEqual([200, ""]);
    expect(Number(head.headers["content-length"])).toBeGreaterThan(100);
    const post = await get(port, "/metrics", { method: "POST" });
    expect([post.status, post.headers["allow"]]).toEqual([405, "GET, HEAD"]);
    for (const path of ["/", "/metrics/", "/metricsx", "/healthz", "//", "/%zz"]) {
      expect([path, (await get(port, path)).status]).toEqual([path, 404]);
    }
    const large = { headers: { "x-large": "x".repeat(20_000) } };
    expect((await get(port, "/metrics", large)).status).toBe(431);
  });

  it("end while somebody sends nothing, and say that a port is taken", async () => {
    const { metricsPort: port = 0 } = await serve({ metrics: { port: 0, host } });
    const silent = connect(port, host);
    await new Promise((resolve) => silent.once("connect", resolve));
    const taken = serve({ health: { port: 0, host }, metrics: { port, host } });
    await expect(taken).rejects.toThrow("EADDRINUSE");
    const closed = new Promise((resolve) => silent.once("close", resolve));
    silent.on("error", () => undefined);
    await server?.close(50);
    await closed;
    expect(silent.destroyed).toBe(true);
  });
});

describe("secured", () => {
  const secure = { certificate: () => firstLocal };
  const overTls = { secure: true };

  async function ask(token?: string): Promise<[number, string]> {
    const { metricsPort } = server ?? (await serve({ metrics: { port: 0, host, secure } }));
    const sent = token === undefined ? overTls : { ...overTls, token };
    const { status, text } = await get(metricsPort, "/metrics", sent);
    return [status, status === 200 ? "" : text];
  }

  it("shows metrics only to those who may see them", async () => {
    expect(await ask()).toEqual([401, "Unauthorized\n"]);
    expect(reviews).toEqual([]);
    expect(await ask("made-up")).toEqual([401, "Unauthorized\n"]);
    expect(await ask("token-of-bob")).toEqual([403, "Authorization denied for user bob\n"]);
    expect(await ask("token-of-prom")).toEqual([200, ""]);
    expect(JSON.parse(String(reviews.at(-1)?.body))).toMatchObject({
      spec: {
        user: "prom",
        groups: ["g"],
        nonResourceAttributes: { path: "/metrics", verb: "get" },
      },
    });
    const port = server?.metricsPort;
    expect((await get(port, "/other", { ...overTls, token: "token-of-prom" })).status).toBe(404);
  });

  it("asks the API server once a minute, and once for those who come together", async () => {
    vi.useFakeTimers({ toFake: ["performance"] });
    await serve({ metrics: { port: 0, host, secure } });
    await Promise.all(["token-of-prom", "token-of-prom", "token-of-prom"].map(ask));
    await ask("token-of-bob");
    expect(reviews).toHaveLength(4);
    vi.advanceTimersByTime(29_000);
    await ask("token-of-bob");
    expect(reviews).toHaveLength(4);
    vi.advanceTimersByTime(2_000);
    await ask("token-of-bob");
    expect(reviews).toHaveLength(5);
    vi.advanceTimersByTime(30_000);
    await ask("token-of-prom");
    expect(reviews.map(({ path }) => path.split("/").pop()).slice(5)).toEqual(["tokenreviews"]);
  });

  it("says 500 where it cannot be known, and asks again; the log names the rule", async () => {
    const may = answers["subjectaccessreviews"];
    const message =
      'subjectaccessreviews.authorization.k8s.io is forbidden: User "op" cannot create resource ' +
      '"subjectaccessreviews" in API group "authorization.k8s.io" at the cluster scope';
    answers["subjectaccessreviews"] = () => [403, { reason: "Forbidden", message }];
    expect(await ask("token-of-prom")).toEqual([500, "Authorization for user prom failed\n"]);
    answers["subjectaccessreviews"] = may ?? (() => [500, {}]);
    expect(await ask("token-of-prom")).toEqual([200, ""]);
    answers["tokenreviews"] = () => [500, { message: "broken" }];
    expect(await ask("token-of-bob")).toEqual([500, "Authentication failed\n"]);
    expect(entries.join("\n")).toContain(
      "- apiGroups: [authorization.k8s.io]\\n  resources: [subjectaccessreviews]\\n" +
        "  verbs: [create]",
    );
    expect(entries).toHaveLength(2);
    expect(entries.join("\n")).not.toContain("token-of");
  });

  it("may show a certificate that nobody has signed, which is renewed in time", async () => {
    const own = { certificate: selfSigned() };
    const { metricsPort } = await serve({ metrics: { port: 0, host, secure: own } });
    const agent = new Agent({ rejectUnauthorized: false });
    const status = await new Promise((resolve, reject) => {
      const outgoing = httpsRequest({ host, port: metricsPort, path: "/metrics", agent });
      outgoing.on("error", reject).on("response", (incoming) => {
        incoming.resume().on("end", () => {
          resolve(incoming.statusCode);
        });
      });
      outgoing.end();
    });
    agent.destroy();
    expect(status).toBe(401);
    vi.useFakeTimers({ toFake: ["Date"] });
    const source = selfSigned();
    const first = await source();
    expect(await source()).toBe(first);
    const certificate = new X509Certificate(first.cert);
    expect(certificate.subjectAltName).toBe("DNS:localhost, IP Address:127.0.0.1");
    expect(certificate.verify(certificate.publicKey)).toBe(true);
    expect(certificate.checkPrivateKey(createPrivateKey(String(first.key)))).toBe(true);
    expect(Date.parse(certificate.validTo) - Date.now()).toBeGreaterThan(364 * 86_400_000);
    vi.advanceTimersByTime(183 * 86_400_000);
    expect(await source()).not.toBe(first);
  });

  it("may be open to all, and fails where the certificate does", async () => {
    const open = { certificate: () => firstLocal, authorization: false };
    const { metricsPort } = await serve({ metrics: { port: 0, host, secure: open } });
    expect((await get(metricsPort, "/metrics", overTls)).status).toBe(200);
    expect(reviews).toEqual([]);
    await server?.close(0);
    const broken = { certificate: { certFile: "/nowhere/tls.crt", keyFile: "/nowhere/tls.key" } };
    await expect(serve({ metrics: { port: 0, host, secure: broken } })).rejects.toThrow(
      /^the serving certificate: ENOENT/,
    );
  });
});
