import { DeploymentClient } from "./generated/apps/v1/deployments/index.js";
import type { Manager } from "./generated/runtime/v1/manager.js";
import { CRDGEN_CLIENT } from "CRDGEN_MODULE";
import { Reconciler } from "./reconcile.js";

const name = "CRDGEN_NAME";

/** All that the operator does, on any API server: a cluster, or one in memory. */
export function addControllers(manager: Manager): void {
  const { transport } = manager;
  const client = new CRDGEN_CLIENT(transport, { fieldManager: name });
  const deployments = new DeploymentClient(transport, { fieldManager: name });
  const reconciler = new Reconciler(deployments, manager.events("CRDGEN_FINALIZER"));
  manager.controller(client.all(), {
    reconcile: (object, context) => reconciler.reconcile(object, context),
    cleanup: (object, context) => reconciler.cleanup(object, context),
    finalizer: "CRDGEN_FINALIZER",
    // A Deployment that somebody changes or deletes leads to the object that it belongs to.
    owns: [deployments.all()],
  });
}
