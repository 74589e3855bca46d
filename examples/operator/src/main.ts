import { Controller, EventRecorder, generationChanged } from "./generated/runtime/v1/controller.js";
import { ResourceClient } from "./generated/runtime/v1/index.js";
import { connect } from "./generated/runtime/v1/node.js";
import { SiteClient } from "./generated/example.com/v1/sites/index.js";
import { pageDefinition } from "./page.js";
import { SiteReconciler } from "./reconcile.js";

const name = "site-operator";

// The cluster of the kubeconfig, or the one that this pod runs in.
const transport = await connect();
const sites = new SiteClient(transport, { fieldManager: name });
const pages = new ResourceClient(pageDefinition, transport, { fieldManager: name });
const events = new EventRecorder({ transport, controller: `example.com/${name}` });
const reconciler = new SiteReconciler(sites, pages, events);

const controller = new Controller(sites.all(), {
  reconcile: (site, context) => reconciler.reconcile(site, context),
  cleanup: (site, context) => reconciler.cleanup(site, context),
  finalizer: `example.com/${name}`,
  predicate: generationChanged,
  // A page that somebody changes or deletes leads to its site.
  owns: [pages.all()],
  // One of several replicas acts; the others wait.
  leaderElection: { transport, name, namespace: transport.defaultNamespace ?? "default" },
});

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
await controller.run({ signal: stopping.signal });
await events.flush();
