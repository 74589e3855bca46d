import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Transport } from "../../src/runtime/v1/client/transport.js";
import type { ResourceDefinition } from "../../src/runtime/v1/index.js";
import type { Manager as ManagerClass } from "../../src/runtime/v1/manager.js";
import type {
  MemoryApiServer,
  memoryApiServer as makeServer,
} from "../../src/runtime/v1/testing.js";
import type { WebhookHandler } from "../../src/runtime/v1/webhooks.js";
import type { OperatorReplica, OperatorWorld } from "./operator-scenario.js";
import { collectionOf, deployedObjects, operatorNamespace } from "./operator-worlds.js";
import { sendRequest } from "./server.js";

/** The modules of the example's project that run it in this process. */
interface ProjectModules {
  readonly addControllers: (manager: ManagerClass) => void;
  readonly siteConversion: () => WebhookHandler;
  readonly Manager: typeof ManagerClass;
  readonly memoryApiServer: typeof makeServer;
  readonly builtInKinds: (names: readonly string[]) => readonly ResourceDefinition[];
  readonly versions: readonly ResourceDefinition[];
}

/** The example on `memoryApiServer`, in this process; the project was built in a folder. */
export async function worldInMemory(
  project: string,
): Promise<OperatorWorld & { close(): Promise<void> }> {
  const modules = await loadProject(project);
  const server = modules.memoryApiServer(
    [...modules.versions, ...modules.builtInKinds(["apps/v1/Deployment", "v1/Service"])],
    {
      authorization: "rbac",
      garbageCollector: true,
      namespaces: true,
      convert: { "sites.example.com": convertBy(modules.siteConversion()) },
    },
  );
  for (const object of deployedObjects()) {
    if (object.kind === "ValidatingWebhookConfiguration") continue;
    await create(server, object);
  }
  const replicas: OperatorReplica[] = [];
  return {
    request: (method, path, body, type) => sendRequest(server, method, path, body, type),
    start() {
      const username = `system:serviceaccount:${operatorNamespace}:site-operator`;
      const replica = startInProcess(modules, server.as({ username }));
      replicas.push(replica);
      return Promise.resolve(replica);
    },
    settle: () => rollOut(server),
    admits: false,
    hasProcesses: false,
    async close() {
      for (const replica of replicas) replica.kill("SIGTERM");
      await Promise.all(replicas.map(({ exited }) => exited));
      server.close();
    },
  };
}

/** Compiles everything that was generated, not only what the program imports. */
async function loadProject(project: string): Promise<ProjectModules> {
  const config = { extends: "./tsconfig.json", files: [], include: ["src"] };
  writeFileSync(join(project, "tsconfig.all.json"), JSON.stringify(config));
  const compiler = join(import.meta.dirname, "../../node_modules/typescript/bin/tsc");
  const args = [compiler, "-p", join(project, "tsconfig.all.json")];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(stdout);
  const load = (path: string): Promise<unknown> => import(join(project, "dist", path));
  const parts = await Promise.all(
    [
      "controllers.js",
      "webhooks.js",
      "generated/runtime/v1/manager.js",
      "generated/runtime/v1/testing.js",
      "generated/runtime/v1/built-in.js",
    ].map(load),
  );
  const versions = await Promise.all(
    ["v1", "v1beta1"].map((version) => load(`generated/example.com/${version}/sites/testing.js`)),
  );
  return {
    ...(Object.assign({}, ...parts) as Omit<ProjectModules, "versions">), // what they export
    versions: versions.map((module) => (module as { site: ResourceDefinition }).site), // likewise
  };
}

async function create(
  server: Transport,
  object: Parameters<typeof collectionOf>[0],
): Promise<void> {
  const { code, body } = await sendRequest(server, "POST", collectionOf(object), object);
  if (code !== 201) throw new Error(`${object.metadata.name}: ${code} ${JSON.stringify(body)}`);
}

/** Calls the webhook as a server does. */
function convertBy(handler: WebhookHandler) {
  return async (objects: readonly object[], apiVersion: string): Promise<never> => {
    const request = { uid: "1", desiredAPIVersion: apiVersion, objects };
    const review = { apiVersion: "apiextensions.k8s.io/v1", kind: "ConversionReview", request };
    const text = JSON.stringify(review);
    const { body } = await handler({ method: "POST", text: () => Promise.resolve(text) });
    const { response } = JSON.parse(body) as { response: { convertedObjects: never } }; // a review
    return response.convertedObjects;
  };
}

function startInProcess(
  { Manager, addControllers }: ProjectModules,
  transport: Transport,
): OperatorReplica {
  const lines: string[] = [];
  const log = (fields: object, message: string): void => {
    lines.push(`${message} ${JSON.stringify(fields)}`);
  };
  const manager = new Manager({
    transport: {
      defaultNamespace: operatorNamespace,
      send: (request) => transport.send(request),
    },
    leaderElection: { name: "site-operator" },
    health: { port: 0, host: "127.0.0.1" },
    metrics: { port: 0, host: "127.0.0.1" },
    logger: { info: log, warn: log, error: log },
  });
  addControllers(manager);
  const stopping = new AbortController();
  const ended = manager.run({ signal: stopping.signal, handleSignals: false });
  return {
    get output() {
      return lines.join("\n");
    },
    exited: ended.then(
      () => 0,
      (error: unknown) => {
        lines.push(String(error));
        return 1;
      },
    ),
    kill() {
      stopping.abort();
    },
    async probe(path) {
      const port = path === "metrics" ? manager.ports.metrics : manager.ports.health;
      if (port === undefined) return { code: 0, text: "" };
      const response = await fetch(`http://127.0.0.1:${port}/${path}`);
      return { code: response.status, text: await response.text() };
    },
  };
}

interface RolledOut {
  readonly metadata: { readonly name: string; readonly generation: number };
  readonly spec: { readonly replicas: number };
  readonly status?: { readonly observedGeneration?: number };
}

/** Does what the controllers of Deployments and pods do, as far as a Deployment's status tells. */
async function rollOut(server: MemoryApiServer): Promise<void> {
  const path = "/apis/apps/v1/namespaces/default/deployments";
  const { body } = await sendRequest(server, "GET", path, undefined);
  for (const { metadata, spec, status } of (body as { items: readonly RolledOut[] }).items) {
    const { name, generation } = metadata;
    if (status?.observedGeneration === generation) continue;
    const { replicas } = spec;
    const done = { replicas, updatedReplicas: replicas, availableReplicas: replicas };
    const patch = { status: { observedGeneration: generation, ...done, readyReplicas: replicas } };
    const type = "application/merge-patch+json";
    await sendRequest(server, "PATCH", `${path}/${name}/status`, patch, type);
  }
}
