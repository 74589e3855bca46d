import { get as httpGet } from "node:http";
import { afterEach, expect, it, vi } from "vitest";
import type { Middleware } from "../../../../../src/runtime/v1/client/transport.js";
import { withMiddleware } from "../../../../../src/runtime/v1/client/transport.js";
import { bearerToken } from "../../../../../src/runtime/v1/index.js";
import { Manager } from "../../../../../src/runtime/v1/manager.js";
import { clientOf, gadget, OperatorServer } from "../operator-server.js";

let manager: Manager | undefined;
afterEach(async () => {
  vi.restoreAllMocks();
  await manager?.stop();
});

const secrets = {
  token: "sfsdfkjh-opaque-token-4711",
  webToken: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJzZWNyZXQifQ.c2lnbmF0dXJl",
  data: "aHVudGVyMi1vZi1hLXNlY3JldA==",
};

/** Answers some requests as a server that shows what it was sent. */
const echoing: Middleware = (next) => async (request) => {
  const response = await next(request);
  if (request.method !== "PATCH") return response;
  const sent = request.headers.map((header) => header.join(": ")).join("\n");
  const message = `500 for:\n${sent}\n${String(request.body)}`;
  const status = { kind: "Status", apiVersion: "v1", status: "Failure", message, code: 500 };
  return { ...response, status: 500, text: () => Promise.resolve(JSON.stringify(status)) };
};

async function textAt(port: number | undefined): Promise<string> {
  return new Promise((resolve, reject) => {
    httpGet({ host: "127.0.0.1", port, path: "/metrics", agent: false }, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      incoming.on("end", () => {
        resolve(text);
      });
    }).on("error", reject);
  });
}

it("a manager shows what its controllers do; tokens and Secrets are in no log and no metric", async () => {
  const written: string[] = [];
  for (const level of ["info", "warn", "error", "log"] as const) {
    vi.spyOn(console, level).mockImplementation((...entry: unknown[]) => {
      written.push(entry.map(String).join(" "));
    });
  }
  const api = new OperatorServer();
  const told: string[] = [];
  manager = new Manager({
    transport: withMiddleware(api.transport(), bearerToken(secrets.token), echoing),
    retry: false,
    metrics: { port: 0, host: "127.0.0.1" },
  });
  const gadgets = clientOf(gadget, manager.transport);
  const events = manager.events("example.com/gadgets");
  manager.controller(gadgets, {
    observer: {
      ended: (outcome) => void told.push(outcome),
    },
    async reconcile({ metadata }) {
      const { name } = metadata;
      const sent = { data: { password: secrets.data } };
      if (name === "web") throw new Error(`refused: Authorization: Bearer ${secrets.webToken}`);
      if (name === "echo") await gadgets.patch(name, { merge: sent as object });
      events.record(
        { metadata },
        { type: "Normal", reason: "Made", note: "made" },
        {
          definition: gadget,
        },
      );
    },
  });
  for (const name of ["web", "echo", "fine"]) await api.create(gadget, name);
  const ended = manager.run({ handleSignals: false });
  await vi.waitFor(() => {
    expect(new Set(told)).toEqual(new Set(["error", "success"]));
    expect(told.length).toBeGreaterThan(4);
  });
  const text = await textAt(manager.ports.metrics);
  await manager.stop();
  await ended;
  const counted = (line: string): number =>
    Number(new RegExp(`^${line} (.*)$`, "m").exec(text)?.[1]);
  const errors = counted('controller_runtime_reconcile_total{controller="gadget",result="error"}');
  expect(errors).toBeGreaterThan(1);
  expect(counted('controller_runtime_reconcile_errors_total{controller="gadget"}')).toBe(errors);
  expect(
    counted('controller_runtime_reconcile_total{controller="gadget",result="success"}'),
  ).toBeGreaterThan(0);
  expect(counted('workqueue_retries_total{controller="gadget",name="gadget"}')).toBe(errors);
  expect(counted('workqueue_depth{controller="gadget",name="gadget",priority="0"}')).toBe(0);
  expect(text).toMatch(/^rest_client_requests_total\{code="500",host="",method="PATCH"\} \d+$/m);
  expect(text).toMatch(/^crdgen_cache_age_seconds\{resource="gadgets\..*"\} [\d.e-]+$/m);
  expect(written.join("\n")).toContain("refused: Authorization: Bearer ***");
  for (const [name, secret] of Object.entries(secrets)) {
    const found = `${text}\n${written.join("\n")}`.includes(secret);
    expect([name, found]).toEqual([name, false]);
  }
  expect(text).not.toMatch(/"(web|echo|fine)"/);
});
