import { configMapOf, deploymentOf, selectorOf, serviceOf } from "./children.js";
import type { Deployment, DeploymentClient } from "./generated/apps/v1/deployments/index.js";
import type { ConfigMapClient } from "./generated/core/v1/configmaps/index.js";
import type { ServiceClient } from "./generated/core/v1/services/index.js";
import type { Site, SiteClient, SiteStatus } from "./generated/example.com/v1/sites/index.js";
import type {
  ConditionInput,
  EventRecorder,
  ReconcileContext,
  ReconcileResult,
} from "./generated/runtime/v1/controller.js";
import { findCondition, setCondition } from "./generated/runtime/v1/controller.js";
import type { Hosts } from "./hosts.js";

/** The ways to the cluster that a reconcile needs. */
export interface Clients {
  readonly sites: SiteClient;
  readonly configMaps: ConfigMapClient;
  readonly deployments: DeploymentClient;
  readonly services: ServiceClient;
}

/** Keeps a ConfigMap, a Deployment and a Service for each Site. */
export class SiteReconciler {
  constructor(
    private readonly clients: Clients,
    private readonly hosts: Hosts,
    private readonly events: EventRecorder,
  ) {}

  /** May run at any time, so it says what is to be there. The site is shared: it is not changed. */
  async reconcile(site: Site, { signal }: ReconcileContext): Promise<ReconcileResult | void> {
    if (!(await this.hosts.claim(site, signal))) {
      const message = `another site has the host ${site.spec.host}`;
      await this.report(site, undefined, no("HostTaken", message), signal);
      // Nobody tells this site when the host is free.
      return { requeueAfter: 60_000 };
    }
    // An apply that changes nothing is not even stored.
    const options = { namespace: site.metadata.namespace, force: true, signal };
    await this.clients.configMaps.apply(configMapOf(site), options);
    await this.clients.services.apply(serviceOf(site), options);
    const deployment = await this.clients.deployments.apply(deploymentOf(site), options);
    await this.report(site, deployment, readiness(site, deployment), signal);
  }

  /** Runs before the site is gone, perhaps more than once, for what nobody else cleans up. */
  async cleanup(site: Site, { signal }: ReconcileContext): Promise<void> {
    await this.hosts.release(site, signal);
  }

  /** Writes the status, and tells people, if there is anything new. */
  private async report(
    site: Site,
    deployment: Deployment | undefined,
    ready: ConditionInput,
    signal: AbortSignal,
  ): Promise<void> {
    const { name, namespace, generation: observedGeneration } = site.metadata;
    const old = site.status?.conditions;
    const conditions = setCondition(old, { ...ready, observedGeneration });
    const replicas = deployment?.status?.replicas ?? 0;
    const status: SiteStatus = { replicas, selector: selectorOf(site), conditions };
    if (conditions !== old || site.status?.replicas !== replicas) {
      await this.clients.sites.status.patch(name, { merge: { status } }, { namespace, signal });
    }
    if (findCondition(old, "Ready")?.reason === ready.reason) return;
    const type = ready.reason === "HostTaken" ? "Warning" : "Normal";
    this.events.record(site, { type, reason: ready.reason, note: ready.message ?? "" });
  }
}

/** A site is ready when all of its servers are those that it asks for, and answer. */
function readiness(site: Site, { metadata, status }: Deployment): ConditionInput {
  const { replicas } = site.spec;
  const { availableReplicas = 0, updatedReplicas = 0, observedGeneration = 0 } = status ?? {};
  const done =
    observedGeneration >= (metadata.generation ?? 0) &&
    updatedReplicas === replicas &&
    availableReplicas === replicas;
  const message = `${availableReplicas} of ${replicas} servers answer`;
  return done
    ? { type: "Ready", status: "True", reason: "Serving", message }
    : no("RollingOut", message);
}

function no(reason: string, message: string): ConditionInput {
  return { type: "Ready", status: "False", reason, message };
}
