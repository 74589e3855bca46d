import { Controller, generationChanged } from "./generated/runtime/v1/controller.js";
import { connect } from "./generated/runtime/v1/node.js";
import { CRDGEN_CLIENT } from "CRDGEN_MODULE";
import { cleanup, reconcile } from "./reconcile.js";

// The cluster of the kubeconfig, or the one that this pod runs in.
const transport = await connect();
const client = new CRDGEN_CLIENT(transport, { fieldManager: "CRDGEN_NAME" });

const controller = new Controller(client.all(), {
  reconcile,
  cleanup,
  finalizer: "CRDGEN_FINALIZER",
  predicate: generationChanged,
  // One of several replicas acts; the others wait.
  leaderElection: {
    transport,
    name: "CRDGEN_NAME",
    namespace: transport.defaultNamespace ?? "default",
  },
});

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => stopping.abort());
await controller.run({ signal: stopping.signal });
