import type { ReconcileContext } from "./generated/runtime/v1/controller.js";
import type { CRDGEN_TYPE } from "CRDGEN_MODULE";

/**
 * Brings the world to what the object says. It is called for every object at the start, when its
 * specification changes, and again later when it throws. It may be called at any time: look at what
 * is there, and change only what differs. Do not change the object itself; it is shared.
 */
export async function reconcile(object: CRDGEN_TYPE, { signal }: ReconcileContext): Promise<void> {
  signal.throwIfAborted();
  console.log("reconcile", object.metadata.namespace, object.metadata.name);
}

/** Removes what `reconcile` has made outside of the cluster, once the object is deleted. */
export async function cleanup(object: CRDGEN_TYPE, { signal }: ReconcileContext): Promise<void> {
  signal.throwIfAborted();
  console.log("clean up", object.metadata.namespace, object.metadata.name);
}
