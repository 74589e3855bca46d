import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { TransportError } from "../../../../src/runtime/v1/client/api-error.js";
import {
  inCluster,
  inClusterUrl,
  serviceAccountTransport,
} from "../../../../src/runtime/v1/node/in-cluster.js";
import type { NodeTransport } from "../../../../src/runtime/v1/node/node-transport.js";
import { cert, key } from "../../../support/certificate.js";
import type { Listening } from "../../../support/listen.js";
import { listen } from "../../../support/listen.js";

let server: Listening;
let folder: string;
let transport: NodeTransport;

beforeAll(async () => {
  server = await listen(
    createServer({ cert, key }, ({ headers }, to) => to.end(headers.authorization)),
  );
});
afterAll(() => {
  server.stop();
});

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"] });
  folder = mkdtempSync(join(tmpdir(), "crdgen-account-"));
  writeAccount("ca.crt", cert);
  writeAccount("token", "first\n");
  const [host, port] = server.host.split(":");
  const environment = { KUBERNETES_SERVICE_HOST: host, KUBERNETES_SERVICE_PORT: port };
  transport = serviceAccountTransport(folder, environment, { tlsServerName: "crdgen.test" });
});
afterEach(() => {
  transport.close();
  vi.useRealTimers();
  rmSync(folder, { recursive: true });
});

function writeAccount(name: string, text: string): void {
  writeFileSync(join(folder, name), text);
}

/** What the server sees as `authorization`. */
async function ask(): Promise<string> {
  const response = await transport.send({ method: "GET", path: "/", headers: [] });
  return response.text();
}

it("sends the token of the service account, and reads it anew after a minute", async () => {
  expect(await ask()).toBe("Bearer first");
  writeAccount("token", "second");
  vi.setSystemTime(Date.now() + 59_999);
  expect(await ask()).toBe("Bearer first");
  vi.setSystemTime(Date.now() + 1);
  expect(await ask()).toBe("Bearer second");
});

it("reads the namespace of the pod", () => {
  expect(transport.defaultNamespace).toBeUndefined();
  writeAccount("namespace", "team-a\n");
  expect(transport.defaultNamespace).toBe("team-a");
});

it("goes on with the old token while there is no new one", async () => {
  await ask();
  rmSync(join(folder, "token"));
  vi.setSystemTime(Date.now() + 60_000);
  expect(await ask()).toBe("Bearer first");
  writeAccount("token", "third");
  expect(await ask()).toBe("Bearer third");
});

it.each(["token", "ca.crt"])("fails without %s, until it is there", async (name) => {
  rmSync(join(folder, name));
  const failed = ask();
  await expect(failed).rejects.toThrow(TransportError);
  await expect(failed).rejects.toThrow(/^the service account: '.*' does not exist$/);
  writeAccount(name, name === "token" ? "late" : cert);
  expect(await ask()).toMatch(/^Bearer (late|first)$/);
});

it.each([
  [{ KUBERNETES_SERVICE_HOST: "10.0.0.1", KUBERNETES_SERVICE_PORT: "443" }, "https://10.0.0.1:443"],
  [
    { KUBERNETES_SERVICE_HOST: "fd00::1", KUBERNETES_SERVICE_PORT: "6443" },
    "https://[fd00::1]:6443",
  ],
  [{ KUBERNETES_SERVICE_HOST: "10.0.0.1" }, undefined],
  [{ KUBERNETES_SERVICE_HOST: "", KUBERNETES_SERVICE_PORT: "443" }, undefined],
  [{}, undefined],
])("the server of %j: %s", (environment, url) => {
  expect(inClusterUrl(environment)).toBe(url);
});

it("is refused outside of clusters", () => {
  vi.stubEnv("KUBERNETES_SERVICE_HOST", "");
  expect(() => inCluster()).toThrow(
    "not in a cluster: KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT are not set",
  );
  vi.stubEnv("KUBERNETES_SERVICE_HOST", "10.0.0.1");
  vi.stubEnv("KUBERNETES_SERVICE_PORT", "443");
  expect(() => {
    inCluster().close();
  }).not.toThrow();
  vi.unstubAllEnvs();
});
