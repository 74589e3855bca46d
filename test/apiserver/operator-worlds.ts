import type { ChildProcess } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { join } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { parse, parseAllDocuments } from "yaml";
import type { KubernetesObject } from "../../src/runtime/v1/index.js";
import { firstLocal } from "../support/local-certificates.js";
import { Replica, startOperator } from "./operator-process.js";
import type { OperatorReplica, OperatorWorld } from "./operator-scenario.js";
import type { Answer, CrdObject } from "./server.js";
import { crdPath, waitUntil } from "./server.js";
import { freePorts } from "./whole-cluster.js";

/** The folder of the example. */
export const exampleFolder: string = join(import.meta.dirname, "../../examples/operator");

/** A server that an operator works on, in a process of its own. */
export interface ServerOfOperators {
  readonly url: string;
  /** Its authority, in PEM. */
  readonly ca: string;
  /** As an administrator. */
  request(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
}

/** The settings of a replica; each program takes them in its own way. */
export interface ReplicaSettings {
  readonly kubeconfig: string;
  /** With `tls.crt` and `tls.key`. */
  readonly certificates: string;
  readonly metricsPort: number;
  readonly healthPort: number;
  readonly webhookPort: number;
}

/** How an operator is started. */
export type StartOperator = (settings: ReplicaSettings) => ChildProcess;

/** Starts an operator that takes its settings as the example does, and was built in a folder. */
export function startExample(project: string, command?: readonly string[]): StartOperator {
  return (settings) => startOperator(project, environmentOf(settings), command);
}

/** The settings as variables of the environment. */
export function environmentOf(settings: ReplicaSettings): Record<string, string> {
  return {
    KUBECONFIG: settings.kubeconfig,
    CERTIFICATES: settings.certificates,
    METRICS_PORT: String(settings.metricsPort),
    HEALTH_PORT: String(settings.healthPort),
    WEBHOOK_PORT: String(settings.webhookPort),
  };
}

/**
 * Puts the CRD, the rights and the webhooks of the example into a server, and gives what the
 * scenario needs.
 *
 * @param folder takes the kubeconfig and the certificates of the operator
 * @param rights those that the example deploys, or all: others write down what they need elsewhere
 */
export async function worldOfProcesses(
  server: ServerOfOperators,
  folder: string,
  start: StartOperator,
  rights: "deployed" | "all" = "deployed",
): Promise<OperatorWorld & { stop(): void }> {
  const webhookPort = await freePorts(1);
  await install(server, webhookPort);
  if (rights === "all") await create(server, collectionOf(allRights), allRights);
  const certificates = join(folder, "certificates");
  mkdirSync(certificates, { recursive: true });
  writeFileSync(join(certificates, "tls.crt"), firstLocal.cert);
  writeFileSync(join(certificates, "tls.key"), firstLocal.key);
  const kubeconfig = join(folder, "operator.kubeconfig");
  writeFileSync(kubeconfig, JSON.stringify(await kubeconfigOfOperator(server)));
  const replicas: OperatorReplica[] = [];
  return {
    request: (...args) => server.request(...args),
    async start() {
      const ports = {
        metricsPort: await freePorts(1),
        healthPort: await freePorts(1),
        webhookPort,
      };
      const replica = runReplica(start({ kubeconfig, certificates, ...ports }), ports);
      replicas.push(replica);
      return replica;
    },
    admits: true,
    hasProcesses: true,
    stop() {
      for (const replica of replicas) replica.kill("SIGKILL");
    },
  };
}

/** The objects of the example's `deploy` that a server needs before the operator starts. */
export function deployedObjects(): readonly KubernetesObject[] {
  const objects = ["rbac.yaml", "webhooks.yaml"]
    .flatMap((file) => parseAllDocuments(readFileSync(join(exampleFolder, "deploy", file), "utf8")))
    .map((document) => document.toJS() as KubernetesObject) // our own
    // A certificate and a Service are of no use where nothing runs in the cluster.
    .filter(({ apiVersion, kind }) => !apiVersion.startsWith("cert-manager") && kind !== "Service");
  const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: operatorNamespace } };
  return [namespace as KubernetesObject, ...objects]; // to be created
}

/** The namespace in which the operator runs. */
export const operatorNamespace = "site-operator";

const allRights = {
  apiVersion: "rbac.authorization.k8s.io/v1",
  kind: "ClusterRoleBinding",
  metadata: { name: "site-operator-all" },
  roleRef: { apiGroup: "rbac.authorization.k8s.io", kind: "ClusterRole", name: "cluster-admin" },
  subjects: [{ kind: "ServiceAccount", name: "site-operator", namespace: operatorNamespace }],
};

/** The CRD of the example, with its webhook at an address of this machine. */
export function exampleCrd(webhookPort?: number): CrdObject {
  const crd = parse(readFileSync(join(exampleFolder, "deploy/crd.yaml"), "utf8")) as CrdObject & {
    spec: { conversion: { webhook: { clientConfig: object } } };
  }; // our own
  if (webhookPort !== undefined) {
    crd.spec.conversion.webhook.clientConfig = clientConfig(webhookPort, "/convert");
  }
  return crd;
}

async function install(server: ServerOfOperators, webhookPort: number): Promise<void> {
  const crd = exampleCrd(webhookPort);
  await create(server, crdPath, crd);
  await waitUntil("the CRD is established", async () => {
    const { code } = await server.request("GET", "/apis/example.com/v1/sites");
    return code === 200;
  });
  for (const object of deployedObjects()) {
    await create(server, collectionOf(object), atLocalPort(object, webhookPort));
  }
}

async function create(server: ServerOfOperators, path: string, object: object): Promise<void> {
  const { code, body } = await server.request("POST", path, object);
  if (code !== 201) throw new Error(`${path}: ${code} ${JSON.stringify(body)}`);
}

/** Services lead nowhere on a server without nodes. */
function atLocalPort(object: KubernetesObject, port: number): object {
  if (object.kind !== "ValidatingWebhookConfiguration") return object;
  const { webhooks } = object as unknown as { webhooks: readonly object[] }; // its field
  const moved = webhooks.map((webhook) => ({
    ...webhook,
    clientConfig: clientConfig(port, "/validate"),
  }));
  return { ...object, webhooks: moved };
}

function clientConfig(port: number, path: string): object {
  const caBundle = Buffer.from(firstLocal.cert).toString("base64");
  return { url: `https://127.0.0.1:${port}${path}`, caBundle };
}

/** The part of an object that says where it is created. */
interface Placed {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string | undefined };
}

/** Where objects of a kind are created; the kinds of `deploy` have regular plurals. */
export function collectionOf({ apiVersion, kind, metadata }: Placed): string {
  const root = apiVersion.includes("/") ? `/apis/${apiVersion}` : `/api/${apiVersion}`;
  const place = metadata.namespace === undefined ? "" : `/namespaces/${metadata.namespace}`;
  return `${root}${place}/${kind.toLowerCase()}s`;
}

async function kubeconfigOfOperator(server: ServerOfOperators): Promise<object> {
  const account = `/api/v1/namespaces/${operatorNamespace}/serviceaccounts/site-operator/token`;
  const asked = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: {} };
  const { code, body } = await server.request("POST", account, asked);
  if (code !== 201) throw new Error(`no token: ${code} ${JSON.stringify(body)}`);
  const { token } = (body as { status: { token: string } }).status; // a TokenRequest
  const ca = Buffer.from(server.ca).toString("base64");
  const cluster = { server: server.url, "certificate-authority-data": ca };
  const context = { cluster: "test", user: "operator", namespace: operatorNamespace };
  return {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "test", cluster }],
    users: [{ name: "operator", user: { token } }],
    contexts: [{ name: "operator", context }],
    "current-context": "operator",
  };
}

function runReplica(
  child: ChildProcess,
  { metricsPort, healthPort }: { readonly metricsPort: number; readonly healthPort: number },
): OperatorReplica {
  const replica = new Replica(child);
  return Object.assign(replica, {
    probe: (path: string) => fetchText(path === "metrics" ? metricsPort : healthPort, path),
  });
}

/** A server that does not listen yet answers 0. */
function fetchText(
  port: number,
  path: string,
): Promise<{ readonly code: number; readonly text: string }> {
  return new Promise((resolve) => {
    get({ host: "127.0.0.1", port, path: `/${path}`, agent: false }, (response) => {
      void textOf(response).then((text) => {
        resolve({ code: response.statusCode ?? 0, text });
      });
    }).on("error", () => {
      resolve({ code: 0, text: "" });
    });
  });
}
