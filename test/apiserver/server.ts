import type { ChildProcess } from "node:child_process";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import { parseWarnings } from "../../src/runtime/v1/client/warnings.js";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import { hasGo } from "../support/go-program.js";
import { buildServer } from "./build.js";

/** A running API server that knows nothing but CustomResourceDefinitions and their resources. */
export interface ApiServer {
  readonly url: string;
  /** Of a superuser; each start of the server makes another one. */
  readonly token: string;
  /** The certificate authority, in PEM. */
  readonly ca: string;
  /** Path of a kubeconfig with all of that. */
  readonly kubeconfig: string;
  readonly transport: NodeTransport;
  /** Sends any request; objects go as JSON, texts and bytes as they are. */
  request(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  /** Ends the server at once, as `kill -9` does. The port and the store stay for `revive`. */
  kill(): Promise<void>;
  /**
   * Starts the server again at the same port, with the same certificate and another token, and
   * waits until it is ready; with an empty store where it is to have forgotten everything.
   */
  revive(options?: { readonly withoutStore?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

/** What the server answered. */
export interface Answer {
  readonly code: number;
  /**
   * What `JSON.parse` makes of the body; the text itself where the server does not call it JSON.
   */
  readonly body: unknown;
  /** The texts of the `Warning` headers. */
  readonly warnings: readonly string[];
}

/** How the server is to differ from a fresh one of the newest version. */
export interface ServerOptions {
  /** Kubernetes version to behave like, such as `1.35`. */
  readonly emulatedVersion?: string;
  /** How often old states of the store are dropped, as Go writes durations; `5m` unless given. */
  readonly compactionInterval?: string;
}

/** Where CustomResourceDefinitions live. */
export const crdPath = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";

/**
 * A suite that needs an API server, which runs from before the first test to after the last one.
 * Without Go one test says loudly that the suite did not run; in CI that test fails.
 */
export function describeApiServer(
  name: string,
  suite: (server: () => ApiServer) => void,
  options: ServerOptions = {},
): void {
  describe(name, () => {
    if (!hasGo) {
      it("DID NOT RUN: there is no Go to build the API server with", () => {
        console.warn(`${name}: DID NOT RUN, the command go is missing`);
        if (process.env["CI"] === "true") throw new Error("Go must be there in CI");
      });
      return;
    }
    let server: ApiServer | undefined;
    beforeAll(async () => {
      server = await startServer(options);
    });
    afterAll(async () => {
      await server?.stop();
    });
    suite(() => {
      if (server === undefined) throw new Error("the API server runs only during tests");
      return server;
    });
  });
}

/**
 * Builds the server where needed, starts it, and waits until it is ready. `APISERVER_EXECUTABLE`
 * names another one to start: that of an older version, which announces itself the same way.
 */
export async function startServer(options: ServerOptions = {}): Promise<ApiServer> {
  const executable = process.env["APISERVER_EXECUTABLE"] ?? (await buildServer());
  const folder = mkdtempSync(join(tmpdir(), "crdgen-apiserver-"));
  let running = await startProcess(executable, folder, options);
  const { url, caFile, kubeconfig } = running;
  const ca = readFileSync(caFile, "utf8");
  const transport = nodeTransport({ baseUrl: url, token: () => running.token, ca });
  const server: ApiServer = {
    url,
    get token() {
      return running.token;
    },
    ca,
    kubeconfig,
    transport,
    request: (method, path, body, contentType) =>
      sendRequest(transport, method, path, body, contentType),
    async kill() {
      const exit = once(running.child, "exit");
      running.child.kill("SIGKILL");
      await exit;
    },
    async revive({ withoutStore = false } = {}) {
      if (withoutStore) rmSync(join(folder, "etcd"), { recursive: true, force: true });
      running = await startProcess(executable, folder, { ...options, port: new URL(url).port });
      await untilReady(server);
    },
    stop: () => stopServer(running.child, transport, folder),
  };
  try {
    await untilReady(server);
    return server;
  } catch (error) {
    running.child.kill("SIGKILL");
    throw error;
  }
}

async function untilReady(server: ApiServer): Promise<void> {
  await waitUntil("the server is ready", async () => {
    const answer = await server.request("GET", "/readyz").catch(() => undefined);
    return answer?.code === 200;
  });
}

/**
 * Creates a CRD and waits until all its served versions answer. The first `create` of an object may
 * still take two seconds: the server lets its peers catch up.
 */
export async function installCrd(
  server: Pick<ApiServer, "request">,
  crd: CrdObject,
): Promise<void> {
  const answer = await server.request("POST", crdPath, { ...crd, status: undefined });
  if (answer.code !== 201) throw new Error(`${crd.metadata.name}: ${JSON.stringify(answer.body)}`);
  const { group, names, versions } = crd.spec;
  for (const version of versions.filter(({ served }) => served)) {
    const path = `/apis/${group}/${version.name}/${names.plural}?limit=1`;
    await waitUntil(
      `${path} is served`,
      async () => (await server.request("GET", path)).code === 200,
    );
  }
}

/** Deletes a CRD and waits until it is gone, and all its objects with it. */
export async function removeCrd(server: ApiServer, name: string): Promise<void> {
  await server.request("DELETE", `${crdPath}/${name}`);
  await waitUntil(`${name} is gone`, async () => {
    return (await server.request("GET", `${crdPath}/${name}`)).code === 404;
  });
}

/** The parts of a CRD, `apiextensions.k8s.io/v1`, that the tests look at. */
export interface CrdObject {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string; readonly served: boolean }[];
  };
  readonly status?: unknown;
}

/** Asks twenty times a second; throws after a minute, with what was waited for. */
export async function waitUntil(what: string, condition: () => Promise<boolean>): Promise<void> {
  const end = Date.now() + 60_000;
  while (!(await condition())) {
    if (Date.now() > end) throw new Error(`not within a minute: ${what}`);
    await sleep(50);
  }
}

interface Announcement {
  readonly url: string;
  readonly token: string;
  readonly caFile: string;
  readonly kubeconfig: string;
}

interface ProcessOptions extends ServerOptions {
  /** A free one unless given. */
  readonly port?: string;
}

/** A process of the server that listens. */
async function startProcess(
  executable: string,
  folder: string,
  options: ProcessOptions,
): Promise<Announcement & { readonly child: ChildProcess }> {
  const log = join(folder, "log");
  const child = spawnServer(executable, folder, log, options);
  try {
    return { ...(await readAnnouncement(child, log)), child };
  } catch (error) {
    child.kill("SIGKILL");
    throw error;
  }
}

function spawnServer(
  executable: string,
  folder: string,
  log: string,
  { emulatedVersion, compactionInterval, port }: ProcessOptions,
): ChildProcess {
  const args = ["--data-dir", folder];
  if (port !== undefined) args.push("--port", port);
  if (emulatedVersion !== undefined) args.push("--emulated-version", emulatedVersion);
  if (compactionInterval !== undefined) args.push("--compaction-interval", compactionInterval);
  const descriptor = openSync(log, "a");
  // The server ends when its standard input does, however the tests end.
  const child = spawn(executable, args, { stdio: ["pipe", "pipe", descriptor] });
  closeSync(descriptor);
  return child;
}

async function readAnnouncement(child: ChildProcess, log: string): Promise<Announcement> {
  if (child.stdout === null) throw new Error("the server's output is not connected");
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit").then(() => [""]);
  const [line] = (await Promise.race([once(lines, "line"), ended])) as [string]; // both give texts
  if (line === "") throw new Error(`the API server ended:\n${readFileSync(log, "utf8")}`);
  return JSON.parse(line) as Announcement; // printed by server/main.go
}

/** Sends any request; objects go as JSON, texts and bytes as they are. */
export async function sendRequest(
  transport: Transport,
  method: string,
  path: string,
  body: unknown,
  contentType = "application/json",
): Promise<Answer> {
  const [pathname = "", query] = path.split("?");
  const response = await transport.send({
    method,
    path: pathname,
    query,
    headers: [
      ["accept", "application/json"],
      ["content-type", contentType],
    ],
    body:
      body === undefined || typeof body === "string" || body instanceof Uint8Array
        ? body
        : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    code: response.status,
    body:
      response.header("content-type")?.startsWith("application/json") === true
        ? JSON.parse(text)
        : text,
    warnings: parseWarnings(response.header("warning")),
  };
}

async function stopServer(
  child: ChildProcess,
  transport: NodeTransport,
  folder: string,
): Promise<void> {
  transport.close();
  if (child.exitCode === null && child.signalCode === null) {
    const exit = once(child, "exit");
    child.stdin?.end();
    const patience = sleep(10_000, undefined, { ref: false });
    if ((await Promise.race([exit, patience])) === undefined) child.kill("SIGKILL");
  }
  rmSync(folder, { recursive: true, force: true });
}
