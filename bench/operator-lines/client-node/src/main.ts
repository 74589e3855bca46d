import { createServer } from "node:http";
import type { KubernetesListObject, KubernetesObject } from "@kubernetes/client-node";
import {
  AppsV1Api,
  CoordinationV1Api,
  CoreV1Api,
  CustomObjectsApi,
  EventsV1Api,
  KubeConfig,
  KubernetesObjectApi,
  makeInformer,
} from "@kubernetes/client-node";
import { EventRecorder } from "./events.js";
import { Hosts } from "./hosts.js";
import { Leader } from "./leader.js";
import { Queue } from "./queue.js";
import { SiteReconciler } from "./reconcile.js";
import type { Site } from "./types.js";
import { serveWebhooks } from "./webhooks.js";

const { NAMESPACE = "site-operator", CERTIFICATES, METRICS_PORT = "8080" } = process.env;
const { HEALTH_PORT = "8081", WEBHOOK_PORT = "9443" } = process.env;

const config = new KubeConfig();
config.loadFromDefault();
const core = config.makeApiClient(CoreV1Api);
const apps = config.makeApiClient(AppsV1Api);
const custom = config.makeApiClient(CustomObjectsApi);
const reconciler = new SiteReconciler(
  KubernetesObjectApi.makeApiClient(config),
  custom,
  new Hosts(core, NAMESPACE),
  new EventRecorder(config.makeApiClient(EventsV1Api)),
);

const results = { success: 0, error: 0, requeue_after: 0 };
const queue = new Queue(async (key) => {
  const [namespace, name = ""] = key.split("/");
  const site = sites.get(name, namespace);
  if (site === undefined) return undefined;
  try {
    const delay = await reconciler.reconcile(site);
    results[delay === undefined ? "success" : "requeue_after"]++;
    return delay;
  } catch (error) {
    results.error++;
    throw error;
  }
}, 4);

/** An informer of client-node ends with the first error: it is begun anew. */
async function follow<T extends KubernetesObject>(
  path: string,
  list: () => Promise<KubernetesListObject<T>>,
  changed: (object: T) => void,
) {
  const informer = makeInformer<T>(config, path, list);
  for (const event of ["add", "update", "delete"] as const) informer.on(event, changed);
  let failures = 0;
  informer.on("connect", () => (failures = 0));
  informer.on("error", (error) => {
    console.error(path, error);
    const again = () => void informer.start().catch(() => setTimeout(again, delay()));
    const delay = () => Math.min(500 * 2 ** failures++, 30_000);
    setTimeout(again, delay());
  });
  await informer.start();
  return informer;
}

function enqueueOwner({ metadata }: KubernetesObject): void {
  const owner = metadata?.ownerReferences?.find(({ controller }) => controller === true);
  if (owner?.kind === "Site" && owner.apiVersion.startsWith("example.com/")) {
    queue.add(`${metadata?.namespace}/${owner.name}`);
  }
}

const kind = { group: "example.com", version: "v1", plural: "sites" };
const sites = await follow<Site>(
  "/apis/example.com/v1/sites",
  () => custom.listCustomObjectForAllNamespaces(kind),
  ({ metadata }) => queue.add(`${metadata.namespace}/${metadata.name}`),
);
const owned = await Promise.all([
  follow("/api/v1/configmaps", () => core.listConfigMapForAllNamespaces(), enqueueOwner),
  follow("/apis/apps/v1/deployments", () => apps.listDeploymentForAllNamespaces(), enqueueOwner),
  follow("/api/v1/services", () => core.listServiceForAllNamespaces(), enqueueOwner),
]);

if (CERTIFICATES !== undefined)
  serveWebhooks(CERTIFICATES, Number(WEBHOOK_PORT), () => sites.list());
const leader = new Leader(config.makeApiClient(CoordinationV1Api), "site-operator", NAMESPACE);
const servers = [
  createServer((_, response) => {
    const total = Object.entries(results).map(
      ([result, count]) =>
        `controller_runtime_reconcile_total{controller="site",result="${result}"} ${count}\n`,
    );
    response.end(`${total.join("")}workqueue_depth{name="site"} ${queue.depth}\n`);
  }).listen(Number(METRICS_PORT)),
  createServer((_, response) => response.end("ok")).listen(Number(HEALTH_PORT)),
];

let isStopping = false;
for (const signal of ["SIGINT", "SIGTERM"]) {
  process.once(signal, () => {
    if (isStopping) return;
    isStopping = true;
    void (async () => {
      await queue.close();
      await leader.release();
      await Promise.all([sites, ...owned].map((informer) => informer.stop()));
      for (const server of servers) server.close();
      process.exit(0);
    })();
  });
}
await leader.lead(() => process.exit(1));
queue.open();
