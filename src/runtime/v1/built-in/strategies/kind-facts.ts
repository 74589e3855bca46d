import type { NameRule } from "../../values/metadata/rules.js";
import { pathSegmentNames, subdomainNames } from "../../values/metadata/rules.js";
import { labelFaults, maskTrailingDash } from "../../values/names.js";

/**
 * What a kind makes of a write, as far as it is but a fact (Kubernetes
 * `pkg/registry/<group>/<kind>/strategy.go`, `storage/storage.go`).
 */
export interface KindFacts {
  /** Absent: DNS subdomains. */
  readonly names?: NameRule;
  /** The parts of an object of which a change raises its generation; absent: it has none. */
  readonly generation?: readonly string[];
  /** An empty list is another one than none (`reflect.DeepEqual`). */
  readonly countsEmpty?: true;
  /** A generation counts from a first change only: new objects have none (CSIDriver). */
  readonly startsWithoutGeneration?: true;
  /** Its status is written with the object itself too. */
  readonly keepsStatus?: true;
  /** Writes to `/status` change nothing of the metadata (`ResetObjectMetaForStatus`). */
  readonly statusAlone?: true;
  /** Metadata that writes to `/status` do not change. */
  readonly statusKeeps?: readonly string[];
  /**
   * The fields that writes leave as they are, by subresource, where they are others than those of
   * most kinds (`GetResetFields`).
   */
  readonly resets?: { readonly [subresource: string]: readonly string[] };
  readonly returnsDeleted?: true;
  /** Its dependents stay where a deletion says nothing (`rest.OrphanDependents`). */
  readonly orphansDependents?: true;
  /** What a deletion that says nothing of dependents is warned of. */
  readonly deletionWarning?: string;
  readonly createsOnUpdate?: true;
  readonly needsVersion?: true;
  /** It has no word on finalizers without a domain. */
  readonly isOutsideCore?: true;
}

const ofSpec = { generation: ["spec"] } as const;
const registration = { needsVersion: true, isOutsideCore: true } as const;
const webhooks = { ...registration, generation: ["webhooks"], countsEmpty: true } as const;
const rights = { names: pathSegmentNames, createsOnUpdate: true } as const;
const reset = { statusAlone: true } as const;

const labelNames: NameRule = {
  name: labelFaults,
  prefix: (value) => labelFaults(maskTrailingDash(value)),
};

/** By group and kind, with a slash between them. */
const facts: { readonly [kind: string]: KindFacts | undefined } = {
  "/Endpoints": { createsOnUpdate: true },
  "/LimitRange": { createsOnUpdate: true },
  "/Node": {
    keepsStatus: true,
  },
  "/PersistentVolume": { returnsDeleted: true },
  "/PersistentVolumeClaim": { returnsDeleted: true },
  "/Pod": {
    returnsDeleted: true,
    statusKeeps: ["ownerReferences"],
    resets: { status: ["spec", "metadata.deletionTimestamp", "metadata.ownerReferences"] },
    ...ofSpec,
  },
  "/PodTemplate": { returnsDeleted: true, generation: ["template"] },
  "/ReplicationController": { ...ofSpec, orphansDependents: true },
  "/ResourceQuota": { returnsDeleted: true },
  "/Service": {
    returnsDeleted: true,
    createsOnUpdate: true,
    names: labelNames,
  },
  "/ServiceAccount": { returnsDeleted: true },
  "admissionregistration.k8s.io/MutatingAdmissionPolicy": { ...registration, ...ofSpec },
  "admissionregistration.k8s.io/MutatingAdmissionPolicyBinding": { ...registration, ...ofSpec },
  "admissionregistration.k8s.io/MutatingWebhookConfiguration": webhooks,
  "admissionregistration.k8s.io/ValidatingAdmissionPolicy": {
    ...registration,
    ...ofSpec,
    ...reset,
  },
  "admissionregistration.k8s.io/ValidatingAdmissionPolicyBinding": { ...registration, ...ofSpec },
  "admissionregistration.k8s.io/ValidatingWebhookConfiguration": webhooks,
  "apiregistration.k8s.io/APIService": {
    needsVersion: true,
    statusKeeps: ["labels", "annotations", "finalizers", "ownerReferences"],
    resets: { status: ["spec", "metadata"] },
  },
  "apps/DaemonSet": ofSpec,
  "apps/Deployment": {
    generation: ["spec", "metadata.annotations"],
    statusKeeps: ["labels"],
    resets: { status: ["spec", "metadata.labels"] },
  },
  "apps/ReplicaSet": ofSpec,
  "apps/StatefulSet": ofSpec,
  "autoscaling/HorizontalPodAutoscaler": { ...ofSpec, resets: { "": ["status"] } },
  "batch/CronJob": ofSpec,
  "batch/Job": {
    ...ofSpec,
    orphansDependents: true,
    deletionWarning:
      "child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning",
  },
  "certificates.k8s.io/CertificateSigningRequest": {
    resets: {
      "": ["spec", "status"],
      status: ["spec", "status.conditions"],
      approval: ["spec", "status.certificate"],
    },
  },
  "certificates.k8s.io/ClusterTrustBundle": {
    needsVersion: true,
    names: pathSegmentNames,
  },
  "certificates.k8s.io/PodCertificateRequest": {
    needsVersion: true,
    ...reset,
  },
  "discovery.k8s.io/EndpointSlice": {
    generation: ["addressType", "endpoints", "ports", "metadata.labels"],
  },
  "flowcontrol.apiserver.k8s.io/FlowSchema": { ...ofSpec, ...reset },
  "flowcontrol.apiserver.k8s.io/PriorityLevelConfiguration": { ...ofSpec, ...reset },
  "networking.k8s.io/Ingress": ofSpec,
  "networking.k8s.io/IngressClass": ofSpec,
  "networking.k8s.io/IPAddress": { names: pathSegmentNames },
  "networking.k8s.io/NetworkPolicy": { ...ofSpec, countsEmpty: true },
  "networking.k8s.io/ServiceCIDR": reset,
  "node.k8s.io/RuntimeClass": { needsVersion: true, createsOnUpdate: true },
  "policy/PodDisruptionBudget": { ...ofSpec, needsVersion: true, createsOnUpdate: true },
  "rbac.authorization.k8s.io/ClusterRole": rights,
  "rbac.authorization.k8s.io/ClusterRoleBinding": rights,
  "rbac.authorization.k8s.io/Role": rights,
  "rbac.authorization.k8s.io/RoleBinding": rights,
  "resource.k8s.io/DeviceClass": { ...ofSpec, returnsDeleted: true },
  "resource.k8s.io/DeviceTaintRule": { ...ofSpec, ...reset },
  "resource.k8s.io/ResourceClaim": { ...reset, returnsDeleted: true },
  "resource.k8s.io/ResourceClaimTemplate": { returnsDeleted: true },
  "resource.k8s.io/ResourceSlice": {
    ...ofSpec,
    returnsDeleted: true,
  },
  // Its generation never changes.
  "scheduling.k8s.io/PriorityClass": { generation: [] },
  "storage.k8s.io/CSIDriver": {
    ...ofSpec,
    startsWithoutGeneration: true,
    returnsDeleted: true,
    needsVersion: true,
  },
  "storage.k8s.io/CSINode": { ...reset, returnsDeleted: true, needsVersion: true },
  "storage.k8s.io/CSIStorageCapacity": { needsVersion: true },
  "storage.k8s.io/StorageClass": { returnsDeleted: true },
  "storage.k8s.io/VolumeAttachment": { ...reset, returnsDeleted: true, needsVersion: true },
  "storage.k8s.io/VolumeAttributesClass": { returnsDeleted: true },
  "storagemigration.k8s.io/StorageVersionMigration": { ...reset, needsVersion: true },
};

/** What is to know of a kind; kinds without a row have nothing that is their own. */
export function factsOf(kind: { readonly group: string; readonly kind: string }): KindFacts {
  return facts[`${kind.group}/${kind.kind}`] ?? {};
}

/** The rule for names of a kind without one of its own. */
export const usualNames: NameRule = subdomainNames;
