import type { DeploymentClient } from "./generated/apps/v1/deployments/index.js";
import type { EventRecorder, ReconcileContext } from "./generated/runtime/v1/controller.js";
import { ownerReference } from "./generated/runtime/v1/controller.js";
import type { CRDGEN_TYPE } from "CRDGEN_MODULE";

/** What objects are made to: here, a Deployment for each. */
export class Reconciler {
  constructor(
    private readonly deployments: DeploymentClient,
    private readonly events: EventRecorder,
  ) {}

  /**
   * Brings the world to what the object says. It is called for every object at the start, when its
   * specification or its Deployment changes, and again later when it throws. It may be called at
   * any time: look at what is there. Do not change the object itself; it is shared.
   */
  async reconcile(object: CRDGEN_TYPE, { signal }: ReconcileContext): Promise<void> {
    const { name, namespace = "default", uid } = object.metadata;
    const isNew = !(await this.deployments.exists(name, { namespace, signal }));
    const labels = { "app.kubernetes.io/instance": uid };
    // An apply that changes nothing is not even stored.
    await this.deployments.apply(
      {
        apiVersion: "apps/v1",
        kind: "Deployment",
        metadata: {
          name,
          namespace,
          labels,
          ownerReferences: [ownerReference(object, { controller: true })],
        },
        spec: {
          selector: { matchLabels: labels },
          template: {
            metadata: { labels },
            // Begin here: let the specification of the object say what runs.
            spec: { containers: [{ name: "main", image: "registry.k8s.io/pause:3.10" }] },
          },
        },
      },
      { force: true, signal },
    );
    if (!isNew) return;
    const note = `made the Deployment ${name}`;
    this.events.record(object, { type: "Normal", reason: "Deployed", note });
  }

  /**
   * Removes what `reconcile` has made outside of the cluster, once the object is deleted. What it
   * owns within the cluster is deleted by the cluster.
   */
  async cleanup(object: CRDGEN_TYPE, { signal }: ReconcileContext): Promise<void> {
    signal.throwIfAborted();
    console.log("clean up", object.metadata.name);
  }
}
