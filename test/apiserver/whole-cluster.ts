import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, it } from "vitest";
import type { NodeTransport } from "../../src/runtime/v1/node.js";
import { nodeTransport } from "../../src/runtime/v1/node.js";
import { hasShared, readShared, sharedPath } from "../support/shared.js";
import type { Answer } from "./server.js";
import { sendRequest } from "./server.js";

/*
 * A whole Kubernetes: API server with RBAC, etcd, controllers, and nodes if asked for. Its programs
 * take minutes to build, so tests only use what `../shared/kubernetes/cluster build` has made.
 */

/** A running whole Kubernetes. */
export interface WholeCluster {
  readonly url: string;
  /** Of a superuser. */
  readonly token: string;
  /** The certificate authority, in PEM. */
  readonly ca: string;
  /** Path of a kubeconfig; its contexts are `admin` (a superuser), `alice` and `bob`. */
  readonly kubeconfig: string;
  /** Path of the executable of the same version. */
  readonly kubectl: string;
  /** Where the programs write their logs. */
  readonly folder: string;
  readonly transport: NodeTransport;
  /** The transport of a user without any rights, `alice` or `bob`; the caller closes it. */
  as(user: "alice" | "bob"): NodeTransport;
  /** Sends any request; objects go as JSON, texts and bytes as they are. */
  request(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  stop(): void;
}

/** How a cluster is started. */
export interface WholeClusterOptions {
  /** Without controllers nothing but the API server acts. Default: true. */
  readonly controllers?: boolean;
  /** How many pretended nodes there are; with them a scheduler. Default: 0. */
  readonly nodes?: number;
  /** Flags of kube-apiserver. */
  readonly flags?: readonly string[];
}

const script = "kubernetes/cluster";

/** Where the programs are, by the script that builds them. */
function programs(): string | undefined {
  if (!hasShared) return undefined;
  const [, version = ""] = /^pinned=(\S+)$/m.exec(readShared(script)) ?? [];
  const { env } = process;
  const caches = env["XDG_CACHE_HOME"] ?? join(homedir(), ".cache");
  const folder = join(env["CRDGEN_KUBERNETES_CACHE"] ?? join(caches, "crdgen-kubernetes"), version);
  return existsSync(join(folder, "complete")) ? folder : undefined;
}

/** Whether a whole Kubernetes has been built on this machine. */
export const hasWholeCluster: boolean = programs() !== undefined;

/**
 * The folder of the programs.
 *
 * @throws Error where they have not been built
 */
export function programsOfWholeCluster(): string {
  const folder = programs();
  if (folder === undefined) throw new Error("no whole Kubernetes has been built");
  return folder;
}

/**
 * A suite that needs a whole Kubernetes, which runs from before the first test to after the last
 * one. Where it has not been built, one test says loudly that the suite did not run.
 *
 * `WHOLE_CLUSTER` names the folder of a cluster that runs already, to be used instead; it may have
 * objects of others, and is not stopped.
 */
export function describeWholeCluster(
  name: string,
  suite: (cluster: () => WholeCluster) => void,
  options: WholeClusterOptions = {},
): void {
  describe(name, () => {
    if (!hasWholeCluster) {
      it("DID NOT RUN: no whole Kubernetes was built with ../shared/kubernetes/cluster", () => {
        console.warn(`${name}: DID NOT RUN, there is no whole Kubernetes; build it with`);
        console.warn("  ../shared/kubernetes/cluster build");
      });
      return;
    }
    let cluster: WholeCluster | undefined;
    beforeAll(async () => {
      cluster = await startWholeCluster(options);
    });
    afterAll(() => cluster?.stop());
    suite(() => {
      if (cluster === undefined) throw new Error("the cluster runs only during tests");
      return cluster;
    });
  });
}

/** Starts a cluster in a folder of its own, at free ports, and waits until it is ready. */
export async function startWholeCluster(options: WholeClusterOptions = {}): Promise<WholeCluster> {
  const running = process.env["WHOLE_CLUSTER"];
  if (running !== undefined) return clusterIn(running, () => undefined);
  const home = mkdtempSync(join(tmpdir(), "crdgen-whole-"));
  const folder = join(home, "cluster");
  const kill = (): void => {
    killPrograms(folder);
  };
  process.once("exit", kill);
  const stop = (): void => {
    process.off("exit", kill);
    kill();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await runScript(await argumentsOf(folder, options));
    return clusterIn(folder, stop);
  } catch (error) {
    stop();
    throw error;
  }
}

async function argumentsOf(folder: string, options: WholeClusterOptions): Promise<string[]> {
  const { controllers = true, nodes = 0, flags = [] } = options;
  const args = ["start", folder, "--port", String(await freePorts(4))];
  if (controllers) args.push("--controllers");
  if (nodes > 0) args.push("--nodes", String(nodes));
  return [...args, "--", ...flags];
}

/** @throws Error with the script's words */
function runScript(args: readonly string[]): Promise<void> {
  // The programs keep the output open for as long as they run, so that only the exit counts.
  const child = spawn("bash", [sharedPath(script), ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let text = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  }
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => {
      child.stdout.destroy();
      child.stderr.destroy();
      if (code === 0) resolve();
      else reject(new Error(`the cluster did not start:\n${text}`));
    });
  });
}

function clusterIn(folder: string, stop: () => void): WholeCluster {
  const kubeconfig = join(folder, "kubeconfig");
  const [, url = ""] = /server: "([^"]*)"/.exec(readFileSync(kubeconfig, "utf8")) ?? [];
  const ca = readFileSync(join(folder, "certs/apiserver.crt"), "utf8");
  const token = "admin-token";
  const transportOf = (bearer: string): NodeTransport =>
    nodeTransport({
      baseUrl: url,
      token: bearer,
      // Tests of certificates replace it.
      ca: () => readFileSync(join(folder, "certs/apiserver.crt"), "utf8"),
    });
  const transport = transportOf(token);
  return {
    url,
    token,
    ca,
    kubeconfig,
    kubectl: join(folder, "kubectl"),
    folder,
    transport,
    as: (user) => transportOf(`${user}-token`),
    request: (method, path, body, contentType) =>
      sendRequest(transport, method, path, body, contentType),
    stop() {
      transport.close();
      stop();
    },
  };
}

/** Nothing of a test's cluster is kept, so that its programs need no time to end. */
function killPrograms(folder: string): void {
  if (!existsSync(folder)) return;
  for (const file of readdirSync(folder).filter((name) => name.endsWith(".pid"))) {
    try {
      process.kill(Number(readFileSync(join(folder, file), "utf8")), "SIGKILL");
    } catch {
      // It ended by itself.
    }
  }
}

/** The first of so many ports in a row that nobody listens at. */
export async function freePorts(count: number): Promise<number> {
  for (;;) {
    const first = 20_000 + Math.floor(Math.random() * 10_000);
    const ports = Array.from({ length: count }, (_, index) => first + index);
    const free = await Promise.all(ports.map(isFree));
    if (free.every(Boolean)) return first;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once("error", () => {
      resolve(false);
    });
    server.listen(port, "127.0.0.1", () =>
      server.close(() => {
        resolve(true);
      }),
    );
  });
}
