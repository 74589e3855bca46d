import type {
  CustomObjectsApi,
  KubernetesObject,
  KubernetesObjectApi,
  V1Condition,
  V1Deployment,
} from "@kubernetes/client-node";
import { PatchStrategy, setHeaderOptions } from "@kubernetes/client-node";
import { configMapOf, deploymentOf, selectorOf, serviceOf } from "./children.js";
import type { EventRecorder } from "./events.js";
import type { Hosts } from "./hosts.js";
import { codeOf } from "./hosts.js";
import type { Site, SiteStatus } from "./types.js";

const finalizer = "example.com/site-operator";
const kind = { group: "example.com", version: "v1", plural: "sites" };

/** Keeps a ConfigMap, a Deployment and a Service for each Site. */
export class SiteReconciler {
  constructor(
    private readonly objects: KubernetesObjectApi,
    private readonly custom: CustomObjectsApi,
    private readonly hosts: Hosts,
    private readonly events: EventRecorder,
  ) {}

  /** Gives milliseconds until it is to be called again, if any. */
  async reconcile(site: Site): Promise<number | undefined> {
    if (site.metadata.deletionTimestamp !== undefined) {
      await this.cleanup(site);
      return undefined;
    }
    if (!(site.metadata.finalizers ?? []).includes(finalizer)) {
      await this.setFinalizers(site, [...(site.metadata.finalizers ?? []), finalizer]);
    }
    if (!(await this.hosts.claim(site))) {
      const message = `another site has the host ${site.spec.host}`;
      await this.report(site, undefined, "False", "HostTaken", message);
      return 60_000;
    }
    await this.apply(configMapOf(site));
    await this.apply(serviceOf(site));
    const deployment = await this.apply<V1Deployment>(deploymentOf(site));
    const {
      availableReplicas = 0,
      updatedReplicas = 0,
      observedGeneration = 0,
    } = deployment.status ?? {};
    const { replicas } = site.spec;
    const done =
      observedGeneration >= (deployment.metadata?.generation ?? 0) &&
      updatedReplicas === replicas &&
      availableReplicas === replicas;
    const message = `${availableReplicas} of ${replicas} servers answer`;
    await this.report(
      site,
      deployment,
      done ? "True" : "False",
      done ? "Serving" : "RollingOut",
      message,
    );
    return undefined;
  }

  private async cleanup(site: Site): Promise<void> {
    const { finalizers = [] } = site.metadata;
    if (!finalizers.includes(finalizer)) return;
    await this.hosts.release(site);
    try {
      await this.setFinalizers(
        site,
        finalizers.filter((each) => each !== finalizer),
      );
    } catch (error) {
      if (codeOf(error) !== 404) throw error;
    }
  }

  private async setFinalizers(site: Site, finalizers: string[]): Promise<void> {
    const { name, namespace, resourceVersion } = site.metadata;
    await this.custom.patchNamespacedCustomObject(
      { ...kind, name, namespace, body: { metadata: { resourceVersion, finalizers } } },
      setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
    );
  }

  private apply<T extends KubernetesObject>(object: T): Promise<T> {
    return this.objects.patch(
      object,
      undefined,
      undefined,
      "site-operator",
      true,
      PatchStrategy.ServerSideApply,
    ) as Promise<T>;
  }

  private async report(
    site: Site,
    deployment: V1Deployment | undefined,
    status: "True" | "False",
    reason: string,
    message: string,
  ): Promise<void> {
    const old = site.status?.conditions?.find(({ type }) => type === "Ready");
    const replicas = deployment?.status?.replicas ?? 0;
    const { name, namespace, generation: observedGeneration } = site.metadata;
    const isSame =
      old?.status === status &&
      old.reason === reason &&
      old.message === message &&
      old.observedGeneration === observedGeneration &&
      site.status?.replicas === replicas;
    if (!isSame) {
      const lastTransitionTime =
        old?.status === status ? old.lastTransitionTime : (new Date().toISOString() as never);
      const condition: V1Condition = {
        type: "Ready",
        status,
        reason,
        message,
        observedGeneration,
        lastTransitionTime,
      };
      const others = site.status?.conditions?.filter(({ type }) => type !== "Ready") ?? [];
      const conditions = [...others, condition];
      const body: { status: SiteStatus } = {
        status: { replicas, selector: selectorOf(site), conditions },
      };
      await this.custom.patchNamespacedCustomObjectStatus(
        { ...kind, name, namespace, body },
        setHeaderOptions("Content-Type", PatchStrategy.MergePatch),
      );
    }
    if (old?.reason === reason) return;
    const type = reason === "HostTaken" ? "Warning" : "Normal";
    await this.events.record(site, type, reason, message);
  }
}
