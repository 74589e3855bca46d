// Runs fixed scenarios of @kubernetes/client-node against an API server and prints what it saw:
//   node client-node.mjs FOLDER-WITH-THE-PACKAGE KUBECONFIG
import { createRequire } from "node:module";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { pathToFileURL } from "node:url";

const [, , folder, kubeconfig] = process.argv;
const require = createRequire(join(folder, "package.json"));
const k8s = await import(pathToFileURL(require.resolve("@kubernetes/client-node")).href);

const config = new k8s.KubeConfig();
config.loadFromFile(kubeconfig);
const objects = config.makeApiClient(k8s.CustomObjectsApi);
const place = {
  group: "stable.example.com",
  version: "v1",
  namespace: "default",
  plural: "crontabs",
};

function say(asked, answer) {
  console.log(`${asked}: ${JSON.stringify(answer)}`);
}

async function ask(asked, call) {
  try {
    const answer = await call();
    say(asked, answer);
    return answer;
  } catch (error) {
    say(`${asked} FAILED`, [error.code, error.body]);
    return undefined;
  }
}

async function until(what, isDone) {
  for (let turn = 0; !isDone(); turn++) {
    if (turn > 500) throw new Error(`not in time: ${what}`);
    await sleep(20);
  }
}

function cronTab(name, more = {}) {
  const metadata = { name, labels: { of: "node" } };
  const spec = { cronSpec: "0 3 * * *", image: "backup", ...more };
  return { apiVersion: "stable.example.com/v1", kind: "CronTab", metadata, spec };
}

const of = (name) => ({ ...place, name });

await ask("create", () =>
  objects.createNamespacedCustomObject({ ...place, body: cronTab("node") }),
);
await ask("create again", () =>
  objects.createNamespacedCustomObject({ ...place, body: cronTab("node") }),
);
await ask("create bad", () =>
  objects.createNamespacedCustomObject({ ...place, body: cronTab("bad", { cronSpec: "never" }) }),
);
const read = await ask("get", () => objects.getNamespacedCustomObject(of("node")));
await ask("replace", () =>
  objects.replaceNamespacedCustomObject({
    ...of("node"),
    body: { ...read, spec: { ...read.spec, replicas: 2 } },
  }),
);
await ask("replace stale", () =>
  objects.replaceNamespacedCustomObject({ ...of("node"), body: read }),
);
await ask("json patch", () =>
  objects.patchNamespacedCustomObject({
    ...of("node"),
    body: [{ op: "replace", path: "/spec/replicas", value: 3 }],
  }),
);
const asMerge = k8s.setHeaderOptions("Content-Type", k8s.PatchStrategy.MergePatch);
await ask("merge patch", () =>
  objects.patchNamespacedCustomObject({ ...of("node"), body: { spec: { replicas: 4 } } }, asMerge),
);
const asApply = k8s.setHeaderOptions("Content-Type", k8s.PatchStrategy.ServerSideApply);
await ask("apply", () =>
  objects.patchNamespacedCustomObject(
    { ...of("node"), fieldManager: "node", force: true, body: cronTab("node") },
    asApply,
  ),
);
await ask("status", () =>
  objects.patchNamespacedCustomObjectStatus(
    { ...of("node"), body: { status: { replicas: 4 } } },
    asMerge,
  ),
);
await ask("scale", () => objects.getNamespacedCustomObjectScale(of("node")));
await ask("list", () =>
  objects.listNamespacedCustomObject({ ...place, labelSelector: "of=node", limit: 5 }),
);
await ask("bad selector", () =>
  objects.listNamespacedCustomObject({ ...place, labelSelector: "a b" }),
);

const path = "/apis/stable.example.com/v1/namespaces/default/crontabs";
const seen = [];
const informer = k8s.makeInformer(config, path, () => objects.listNamespacedCustomObject(place));
for (const event of ["add", "update", "delete"]) {
  informer.on(event, (object) => seen.push(`${event} ${object.metadata.name}`));
}
informer.on("error", (error) => {
  if (error.name !== "AbortError") seen.push(`error ${error}`);
});
await informer.start();
await until("the first object", () => seen.length >= 1);
await objects.createNamespacedCustomObject({ ...place, body: cronTab("later") });
await until("an event", () => seen.length >= 2);
await objects.deleteNamespacedCustomObject(of("later"));
await until("an event", () => seen.length >= 3);
await informer.stop();
say("informer", seen);

const events = [];
const controller = await new k8s.Watch(config).watch(
  path,
  { timeoutSeconds: 5 },
  (type, object) => events.push([type, object.metadata.name]),
  () => undefined,
);
await until("a watch", () => events.length >= 1);
controller.abort();
say("watch", events);

const leases = config.makeApiClient(k8s.CoordinationV1Api);
const time = new k8s.V1MicroTime("2026-01-02T03:04:05.678901Z");
const type = { apiVersion: "coordination.k8s.io/v1", kind: "Lease" };
const spec = { holderIdentity: "node", leaseDurationSeconds: 15, renewTime: time };
await ask("create lease", () =>
  leases.createNamespacedLease({
    namespace: "default",
    body: { ...type, metadata: { name: "node" }, spec },
  }),
);
const lease = await leases.readNamespacedLease({ name: "node", namespace: "default" });
lease.spec.holderIdentity = "other";
await ask("replace lease", () =>
  leases.replaceNamespacedLease({ name: "node", namespace: "default", body: lease }),
);
await ask("replace lease stale", () =>
  leases.replaceNamespacedLease({ name: "node", namespace: "default", body: lease }),
);
await ask("list leases", () => leases.listNamespacedLease({ namespace: "default" }));
await ask("delete lease", () =>
  leases.deleteNamespacedLease({ name: "node", namespace: "default" }),
);
await ask("delete", () => objects.deleteNamespacedCustomObject(of("node")));
await ask("delete again", () => objects.deleteNamespacedCustomObject(of("node")));
