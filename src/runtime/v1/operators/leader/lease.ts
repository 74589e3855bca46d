import { defineResource } from "../../client/define-resource.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../values/kubernetes.js";
import type { ResourceDefinition } from "../../values/resource-definition.js";

/** Who leads, and until when (`api/coordination/v1/types.go`, LeaseSpec). */
export interface LeaseSpec {
  holderIdentity?: string | undefined;
  leaseDurationSeconds?: number | undefined;
  /** RFC 3339 with microseconds. */
  acquireTime?: string | undefined;
  /** RFC 3339 with microseconds. */
  renewTime?: string | undefined;
  leaseTransitions?: number | undefined;
}

/** A Lease as the server returns it. */
export interface Lease extends KubernetesObject<"coordination.k8s.io/v1", "Lease"> {
  spec?: LeaseSpec | undefined;
}

/** The types of a client of Leases. */
export interface LeaseTypes {
  readonly scope: "Namespaced";
  readonly read: Lease;
  readonly input: KubernetesObjectInput & { spec?: LeaseSpec | undefined };
  readonly apply: KubernetesObjectApply & { spec?: LeaseSpec | undefined };
  readonly list: KubernetesList<Lease>;
  readonly field: never;
}

/** The facts about Leases that a client must know. */
export const leaseDefinition: ResourceDefinition = /* @__PURE__ */ defineResource({
  group: "coordination.k8s.io",
  version: "v1",
  kind: "Lease",
  plural: "leases",
  scope: "Namespaced",
});

/** Who holds a lease; a lease that was given back has no holder. */
export function holderOf(spec: LeaseSpec | undefined): string | undefined {
  const holder = spec?.holderIdentity;
  return holder === "" ? undefined : holder;
}

/** Milliseconds since 1970 as a `metav1.MicroTime`: the server takes six digits alone. */
export function microTime(time: number): string {
  return new Date(time).toISOString().replace("Z", "000Z");
}
