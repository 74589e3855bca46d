import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parse } from "yaml";
import { callWebhook } from "../../src/cli/serve/call-webhook.js";
import type { Certificates } from "../../src/cli/serve/certificates.js";
import { makeCertificates } from "../../src/cli/serve/certificates.js";
import { kubeconfigOf } from "../../src/cli/serve/kubeconfig-file.js";
import { listen } from "../../src/cli/serve/listen.js";
import type { ResourceRow } from "../../src/runtime/v1/built-in/table/kind-table.js";
import type { KubernetesMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { newestMinor } from "../../src/runtime/v1/values/kubernetes-version.js";
import { Cluster } from "../../src/server/cluster.js";
import { ProtobufTransport } from "../../src/server/protobuf/protobuf-transport.js";
import { Simulation } from "../../src/server/simulate/simulation.js";
import type { ApiServer, CrdObject } from "./server.js";
import { crdPath, installCrd } from "./server.js";

/** What `crdgen serve` runs, with TLS, in this process. */
export interface ServedCluster {
  readonly url: string;
  /** Path of a kubeconfig with the address and a client certificate. */
  readonly kubeconfig: string;
  /** The client certificate, and the authority, in PEM. */
  readonly certificates: Certificates;
  /** What answers the requests. */
  readonly cluster: Cluster;
  close(): Promise<void>;
}

/** How a server of ours is started. */
export interface ServedOptions {
  /**
   * Whether it has the controllers of `crdgen serve`, which collect garbage and furnish namespaces;
   * the API server of CRDs alone has none beside it. Default: false, but namespaces are emptied;
   * "none": not even that, as with `--no-controllers`.
   */
  readonly controllers?: boolean | "none";
  /** Whether namespaces must exist. Default: true. */
  readonly namespaces?: boolean;
  readonly minor?: KubernetesMinor;
  /** Kinds of the table that it serves beside those that it always does. Default: none. */
  readonly builtIns?: readonly ResourceRow[];
  /** Milliseconds after which pods run; undefined: nothing is simulated. */
  readonly simulate?: number;
  /** Whether rights are asked. Default: they are not. */
  readonly authorization?: "rbac";
}

/** The CRD of CronTabs among the samples. */
export const cronTabCrd = parse(
  readFileSync(join(import.meta.dirname, "../../generated-samples/crontab/crd.yaml"), "utf8"),
) as CrdObject; // a sample

/** Starts a server of ours, with these CRDs. */
export async function serveCluster(
  crds: readonly CrdObject[],
  options: ServedOptions = {},
): Promise<ServedCluster> {
  const { controllers = false, namespaces = true, minor = newestMinor, authorization } = options;
  const certificates = makeCertificates("127.0.0.1");
  const hasControllers = controllers === true;
  const cluster = await Cluster.create({
    minor,
    builtIns: options.builtIns,
    namespaces,
    authorization,
    furnishesNamespaces: controllers !== false,
    rootCertificate: certificates.authority,
    garbageCollector: hasControllers,
    controllersBeside: controllers === "none",
    callWebhook,
  });
  for (const crd of crds) await createCrd(cluster, crd);
  const transport = new ProtobufTransport(cluster);
  const listener = await listen(transport, {
    host: "127.0.0.1",
    port: 0,
    certificates,
    authorization,
    tokenUser: (token) => cluster.userOfToken(token),
  });
  const simulation = await startSimulation(cluster, minor, options.simulate);
  const folder = mkdtempSync(join(tmpdir(), "crdgen-cluster-"));
  const kubeconfig = join(folder, "kubeconfig");
  const access = { url: listener.url, certificates, token: undefined };
  writeFileSync(kubeconfig, JSON.stringify(kubeconfigOf(access)));
  return {
    url: listener.url,
    kubeconfig,
    certificates,
    cluster,
    async close() {
      await simulation?.stop();
      await listener.close();
      cluster.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function startSimulation(
  cluster: Cluster,
  minor: KubernetesMinor,
  delay: number | undefined,
): Promise<Simulation | undefined> {
  if (delay === undefined) return undefined;
  const simulation = new Simulation(cluster, { minor, delay });
  await simulation.start();
  return simulation;
}

/** Creates a CRD in a cluster of ours. @throws Error if it is refused */
export async function createCrd(cluster: Cluster, crd: CrdObject): Promise<void> {
  const { status } = await cluster.send({
    method: "POST",
    path: crdPath,
    headers: [
      ["content-type", "application/json"],
      ["user-agent", "crdgen"],
    ],
    body: JSON.stringify({ ...crd, status: undefined }),
  });
  if (status !== 201) throw new Error(`${crd.metadata.name}: ${status}`);
}

/** Creates CRDs on a real server, and waits until objects of theirs can be created there. */
export async function installCrds(
  server: Pick<ApiServer, "request">,
  crds: readonly CrdObject[],
): Promise<void> {
  for (const crd of crds) await installCrd(server, crd);
  // Its peers, if it had any, would be given time to see the CRD.
  await new Promise((resolve) => setTimeout(resolve, 3000));
}

/** What a program printed, and how it ended. */
export interface Printed {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program to its end, or until it has run so many milliseconds. */
export function runProgram(
  command: string,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly env?: Readonly<Record<string, string>>;
    readonly input?: string | undefined;
    readonly timeout?: number;
  } = {},
): Promise<Printed> {
  const { cwd, env = {}, input, timeout = 60_000 } = options;
  return new Promise((resolve) => {
    const child = execFile(
      command,
      [...args],
      { cwd, env: { ...process.env, ...env }, timeout, maxBuffer: 64 * 1024 * 1024 },
      (error, stdout, stderr) => {
        const code = error === null ? 0 : typeof error.code === "number" ? error.code : -1;
        resolve({ code, stdout, stderr });
      },
    );
    child.stdin?.end(input ?? "");
  });
}

/** A text without ids, versions, times and ages. */
export function maskOutput(text: string): string {
  return text
    .replace(/[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}/g, "<uid>")
    .replace(/20\d\d-\d\d-\d\dT[\d:]{8}(\.\d+)?(Z|\+00:00)/g, "<time>")
    .replace(/(resourceVersion\\*"?: ?\\*"?)\d+/g, "$1<rv>");
}
