// An operator with the runtime: a finalizer, a ConfigMap by apply, and a status for each Widget, as
// go/main.go beside it does with controller-runtime.
import { owned, ownerReference } from "../../dist/runtime/v1/controller.js";
import { defineResource, ResourceClient, statusClientOf } from "../../dist/runtime/v1/index.js";
import { Manager } from "../../dist/runtime/v1/manager.js";
import { fromKubeconfig } from "../../dist/runtime/v1/node.js";

const widget = defineResource({
  group: "bench.example.com",
  version: "v1",
  kind: "Widget",
  plural: "widgets",
  scope: "Namespaced",
  subresources: { status: true },
});
const configMap = defineResource({
  group: "",
  version: "v1",
  kind: "ConfigMap",
  plural: "configmaps",
  scope: "Namespaced",
});

const transport = await fromKubeconfig({ path: process.argv[2] });
const manager = new Manager({ transport });
const options = { fieldManager: "bench" };
const widgets = new ResourceClient(widget, manager.transport, options);
const configMaps = new ResourceClient(configMap, manager.transport, options);
const statuses = statusClientOf(widgets);
let reconciles = 0;

manager.controller(widgets.all(), {
  concurrency: Number(process.argv[3] ?? 1),
  finalizer: "bench.example.com/operator",
  owns: [owned(configMaps, { predicate: (_, old) => old !== undefined })],
  async reconcile(object, { signal }) {
    reconciles++;
    const { name, namespace } = object.metadata;
    const ownerReferences = [ownerReference(object, { controller: true })];
    await configMaps.apply(
      {
        apiVersion: "v1",
        kind: "ConfigMap",
        metadata: { name, namespace, ownerReferences },
        data: { color: object.spec.color },
      },
      { force: true, signal },
    );
    if (object.status?.ready === true) return;
    await statuses.patch(name, { merge: { status: { ready: true } } }, { namespace, signal });
  },
  cleanup() {},
});

await manager.run();
const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
const cpu = (userCPUTime + systemCPUTime) / 1e6;
console.log(JSON.stringify({ reconciles, cpu, megabytes: maxRSS / 1024 }));
