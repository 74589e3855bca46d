import type { KubernetesMinor } from "../../values/kubernetes-version.js";
import { splitApiVersion } from "../../values/kubernetes-version.js";

/**
 * A version of a group in which Kubernetes itself serves a kind, and the minor releases that do so.
 */
export interface BuiltinVersion {
  readonly version: string;
  /** The first minor release (36 means 1.36); absent: 1.28 or one before it. */
  readonly since?: number;
  /** The last minor release; absent: the newest that crdgen answers for still serves it. */
  readonly until?: number;
}

/** The entries of the table for one version of a group. */
interface Row {
  /** The `apiVersion` of the objects. */
  readonly at: string;
  /** Kinds, with a space between two. */
  readonly kinds: string;
  readonly since?: number;
  readonly until?: number;
}

/**
 * The kinds that are part of Kubernetes, also those whose API version is off unless it is switched
 * on, without lists and without the options of requests. Versions that went before 1.28 are there
 * so that crdgen can say so. Source: `register.go` and `zz_generated.prerelease-lifecycle.go` of
 * k8s.io/api, k8s.io/apiextensions-apiserver and k8s.io/kube-aggregator, releases 0.18 to 0.37.
 */
const table: readonly Row[] = [
  { at: "v1", kinds: "PodStatusResult", until: 36 },
  {
    at: "v1",
    kinds:
      "Binding ComponentStatus ConfigMap Endpoints Event LimitRange Namespace Node PersistentVolume PersistentVolumeClaim Pod PodTemplate RangeAllocation ReplicationController ResourceQuota Secret SerializedReference Service ServiceAccount",
  },
  { at: "admission.k8s.io/v1", kinds: "AdmissionReview" },
  { at: "admission.k8s.io/v1beta1", kinds: "AdmissionReview", until: 21 },
  {
    at: "admissionregistration.k8s.io/v1",
    kinds: "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
  },
  {
    at: "admissionregistration.k8s.io/v1",
    kinds: "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
    since: 30,
  },
  {
    at: "admissionregistration.k8s.io/v1",
    kinds: "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding",
    since: 36,
  },
  {
    at: "admissionregistration.k8s.io/v1alpha1",
    kinds: "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
    until: 31,
  },
  {
    at: "admissionregistration.k8s.io/v1alpha1",
    kinds: "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding",
    since: 32,
  },
  {
    at: "admissionregistration.k8s.io/v1beta1",
    kinds: "MutatingWebhookConfiguration ValidatingWebhookConfiguration",
    until: 21,
  },
  {
    at: "admissionregistration.k8s.io/v1beta1",
    kinds: "ValidatingAdmissionPolicy ValidatingAdmissionPolicyBinding",
    until: 33,
  },
  {
    at: "admissionregistration.k8s.io/v1beta1",
    kinds: "MutatingAdmissionPolicy MutatingAdmissionPolicyBinding",
    since: 34,
  },
  { at: "apidiscovery.k8s.io/v2", kinds: "APIGroupDiscovery", since: 30 },
  { at: "apidiscovery.k8s.io/v2beta1", kinds: "APIGroupDiscovery", until: 34 },
  { at: "apiextensions.k8s.io/v1", kinds: "ConversionReview CustomResourceDefinition" },
  {
    at: "apiextensions.k8s.io/v1beta1",
    kinds: "ConversionReview CustomResourceDefinition",
    until: 21,
  },
  { at: "apiregistration.k8s.io/v1", kinds: "APIService" },
  { at: "apiregistration.k8s.io/v1beta1", kinds: "APIService", until: 21 },
  { at: "apps/v1", kinds: "ControllerRevision DaemonSet Deployment ReplicaSet StatefulSet" },
  {
    at: "apps/v1beta1",
    kinds: "ControllerRevision Deployment DeploymentRollback Scale StatefulSet",
    until: 15,
  },
  {
    at: "apps/v1beta2",
    kinds: "ControllerRevision DaemonSet Deployment ReplicaSet Scale StatefulSet",
    until: 15,
  },
  { at: "auditregistration.k8s.io/v1alpha1", kinds: "AuditSink", until: 18 },
  { at: "authentication.k8s.io/v1", kinds: "SelfSubjectReview TokenRequest TokenReview" },
  { at: "authentication.k8s.io/v1alpha1", kinds: "SelfSubjectReview", until: 31 },
  { at: "authentication.k8s.io/v1beta1", kinds: "TokenReview", until: 21 },
  { at: "authentication.k8s.io/v1beta1", kinds: "SelfSubjectReview", until: 32 },
  {
    at: "authorization.k8s.io/v1",
    kinds:
      "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
  },
  {
    at: "authorization.k8s.io/v1beta1",
    kinds:
      "LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview",
    until: 21,
  },
  { at: "autoscaling/v1", kinds: "HorizontalPodAutoscaler Scale" },
  { at: "autoscaling/v2", kinds: "HorizontalPodAutoscaler" },
  { at: "autoscaling/v2beta1", kinds: "HorizontalPodAutoscaler", until: 24 },
  { at: "autoscaling/v2beta2", kinds: "HorizontalPodAutoscaler", until: 25 },
  { at: "batch/v1", kinds: "CronJob Job" },
  { at: "batch/v1beta1", kinds: "CronJob JobTemplate", until: 24 },
  { at: "batch/v2alpha1", kinds: "CronJob JobTemplate", until: 20 },
  { at: "certificates.k8s.io/v1", kinds: "CertificateSigningRequest" },
  { at: "certificates.k8s.io/v1", kinds: "ClusterTrustBundle PodCertificateRequest", since: 37 },
  { at: "certificates.k8s.io/v1alpha1", kinds: "ClusterTrustBundle", until: 36 },
  { at: "certificates.k8s.io/v1alpha1", kinds: "PodCertificateRequest", since: 34, until: 34 },
  { at: "certificates.k8s.io/v1beta1", kinds: "CertificateSigningRequest", until: 21 },
  { at: "certificates.k8s.io/v1beta1", kinds: "ClusterTrustBundle", since: 33 },
  { at: "certificates.k8s.io/v1beta1", kinds: "PodCertificateRequest", since: 35 },
  { at: "coordination.k8s.io/v1", kinds: "Lease" },
  { at: "coordination.k8s.io/v1alpha1", kinds: "LeaseCandidate", since: 31, until: 31 },
  { at: "coordination.k8s.io/v1alpha2", kinds: "LeaseCandidate", since: 32 },
  { at: "coordination.k8s.io/v1beta1", kinds: "Lease", until: 21 },
  { at: "coordination.k8s.io/v1beta1", kinds: "LeaseCandidate", since: 33 },
  { at: "discovery.k8s.io/v1", kinds: "EndpointSlice" },
  { at: "discovery.k8s.io/v1alpha1", kinds: "EndpointSlice", until: 20 },
  { at: "discovery.k8s.io/v1beta1", kinds: "EndpointSlice", until: 24 },
  { at: "events.k8s.io/v1", kinds: "Event" },
  { at: "events.k8s.io/v1beta1", kinds: "Event", until: 24 },
  {
    at: "extensions/v1beta1",
    kinds:
      "DaemonSet Deployment DeploymentRollback NetworkPolicy PodSecurityPolicy ReplicaSet Scale",
    until: 15,
  },
  { at: "extensions/v1beta1", kinds: "Ingress", until: 21 },
  {
    at: "flowcontrol.apiserver.k8s.io/v1",
    kinds: "FlowSchema PriorityLevelConfiguration",
    since: 29,
  },
  {
    at: "flowcontrol.apiserver.k8s.io/v1alpha1",
    kinds: "FlowSchema PriorityLevelConfiguration",
    until: 20,
  },
  {
    at: "flowcontrol.apiserver.k8s.io/v1beta1",
    kinds: "FlowSchema PriorityLevelConfiguration",
    until: 25,
  },
  {
    at: "flowcontrol.apiserver.k8s.io/v1beta2",
    kinds: "FlowSchema PriorityLevelConfiguration",
    until: 28,
  },
  {
    at: "flowcontrol.apiserver.k8s.io/v1beta3",
    kinds: "FlowSchema PriorityLevelConfiguration",
    until: 31,
  },
  { at: "imagepolicy.k8s.io/v1alpha1", kinds: "ImageReview" },
  { at: "internal.apiserver.k8s.io/v1alpha1", kinds: "StorageVersion" },
  { at: "lifecycle.k8s.io/v1alpha1", kinds: "Eviction EvictionRequest", since: 37 },
  { at: "networking.k8s.io/v1", kinds: "Ingress IngressClass NetworkPolicy" },
  { at: "networking.k8s.io/v1", kinds: "IPAddress ServiceCIDR", since: 33 },
  { at: "networking.k8s.io/v1alpha1", kinds: "ClusterCIDR", until: 28 },
  { at: "networking.k8s.io/v1alpha1", kinds: "IPAddress", until: 32 },
  { at: "networking.k8s.io/v1alpha1", kinds: "ServiceCIDR", since: 29, until: 32 },
  { at: "networking.k8s.io/v1beta1", kinds: "Ingress IngressClass", until: 21 },
  { at: "networking.k8s.io/v1beta1", kinds: "IPAddress ServiceCIDR", since: 31, until: 36 },
  { at: "node.k8s.io/v1", kinds: "RuntimeClass" },
  { at: "node.k8s.io/v1alpha1", kinds: "RuntimeClass" },
  { at: "node.k8s.io/v1beta1", kinds: "RuntimeClass", until: 24 },
  { at: "policy/v1", kinds: "Eviction PodDisruptionBudget" },
  { at: "policy/v1beta1", kinds: "Eviction PodDisruptionBudget PodSecurityPolicy", until: 24 },
  { at: "rbac.authorization.k8s.io/v1", kinds: "ClusterRole ClusterRoleBinding Role RoleBinding" },
  {
    at: "rbac.authorization.k8s.io/v1alpha1",
    kinds: "ClusterRole ClusterRoleBinding Role RoleBinding",
  },
  {
    at: "rbac.authorization.k8s.io/v1beta1",
    kinds: "ClusterRole ClusterRoleBinding Role RoleBinding",
    until: 21,
  },
  {
    at: "resource.k8s.io/v1",
    kinds: "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    since: 34,
  },
  { at: "resource.k8s.io/v1", kinds: "DeviceTaintRule", since: 37 },
  {
    at: "resource.k8s.io/v1alpha1",
    kinds: "PodScheduling ResourceClaim ResourceClaimTemplate ResourceClass",
    until: 26,
  },
  {
    at: "resource.k8s.io/v1alpha2",
    kinds: "PodSchedulingContext ResourceClaim ResourceClaimTemplate ResourceClass",
    until: 30,
  },
  {
    at: "resource.k8s.io/v1alpha2",
    kinds: "ResourceClaimParameters ResourceClassParameters ResourceSlice",
    since: 30,
    until: 30,
  },
  { at: "resource.k8s.io/v1alpha3", kinds: "PodSchedulingContext", since: 31, until: 31 },
  {
    at: "resource.k8s.io/v1alpha3",
    kinds: "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    since: 31,
    until: 33,
  },
  { at: "resource.k8s.io/v1alpha3", kinds: "DeviceTaintRule", since: 33 },
  { at: "resource.k8s.io/v1alpha3", kinds: "ResourcePoolStatusRequest", since: 36 },
  {
    at: "resource.k8s.io/v1beta1",
    kinds: "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    since: 32,
  },
  {
    at: "resource.k8s.io/v1beta2",
    kinds: "DeviceClass ResourceClaim ResourceClaimTemplate ResourceSlice",
    since: 33,
  },
  { at: "resource.k8s.io/v1beta2", kinds: "DeviceTaintRule", since: 36 },
  { at: "scheduling.k8s.io/v1", kinds: "PriorityClass" },
  { at: "scheduling.k8s.io/v1alpha1", kinds: "PriorityClass", until: 35 },
  { at: "scheduling.k8s.io/v1alpha1", kinds: "Workload", since: 35, until: 35 },
  { at: "scheduling.k8s.io/v1alpha2", kinds: "PodGroup Workload", since: 36, until: 36 },
  { at: "scheduling.k8s.io/v1alpha3", kinds: "CompositePodGroup PodGroup Workload", since: 37 },
  { at: "scheduling.k8s.io/v1beta1", kinds: "PriorityClass", until: 21 },
  { at: "scheduling.k8s.io/v1beta1", kinds: "PodGroup Workload", since: 37 },
  { at: "settings.k8s.io/v1alpha1", kinds: "PodPreset", until: 19 },
  {
    at: "storage.k8s.io/v1",
    kinds: "CSIDriver CSINode CSIStorageCapacity StorageClass VolumeAttachment",
  },
  { at: "storage.k8s.io/v1", kinds: "VolumeAttributesClass", since: 34 },
  { at: "storage.k8s.io/v1alpha1", kinds: "CSIStorageCapacity VolumeAttachment", until: 23 },
  { at: "storage.k8s.io/v1alpha1", kinds: "VolumeAttributesClass", since: 29, until: 34 },
  {
    at: "storage.k8s.io/v1beta1",
    kinds: "CSIDriver CSINode StorageClass VolumeAttachment",
    until: 21,
  },
  { at: "storage.k8s.io/v1beta1", kinds: "CSIStorageCapacity", until: 26 },
  { at: "storage.k8s.io/v1beta1", kinds: "VolumeAttributesClass", since: 31, until: 36 },
  { at: "storagemigration.k8s.io/v1", kinds: "StorageVersionMigration", since: 37 },
  {
    at: "storagemigration.k8s.io/v1alpha1",
    kinds: "StorageVersionMigration",
    since: 30,
    until: 34,
  },
  { at: "storagemigration.k8s.io/v1beta1", kinds: "StorageVersionMigration", since: 35 },
];

/** By `group/Kind`, with an empty group for the core. */
const byName: ReadonlyMap<string, readonly BuiltinVersion[]> = readTable();

function readTable(): ReadonlyMap<string, readonly BuiltinVersion[]> {
  const found = new Map<string, BuiltinVersion[]>();
  for (const { at, kinds, ...range } of table) {
    const { group, version } = splitApiVersion(at);
    for (const kind of kinds.split(" ")) {
      const name = `${group}/${kind}`;
      const versions = found.get(name) ?? [];
      versions.push({ version, ...range });
      found.set(name, versions);
    }
  }
  return found;
}

const kinds: ReadonlySet<string> = new Set(table.flatMap((row) => row.kinds.split(" ")));

/** Tells whether Kubernetes has, or once had, a kind of this name in some group. */
export function isBuiltinKind(kind: string): boolean {
  return kinds.has(kind);
}

const places: ReadonlySet<string> = new Set(table.map(({ at }) => at));

/** Tells whether Kubernetes has, or once had, kinds of its own at an `apiVersion`. */
export function isBuiltinVersion(apiVersion: string): boolean {
  return places.has(apiVersion);
}

/**
 * The versions in which Kubernetes serves, or once served, a kind of its own; none for a kind that
 * is not its own.
 */
export function registeredVersions(group: string, kind: string): readonly BuiltinVersion[] {
  return byName.get(`${group}/${kind}`) ?? [];
}

/** Tells whether a server of this minor release serves a version. */
export function isServedBy(
  minor: KubernetesMinor,
  { since = 0, until = minor }: BuiltinVersion,
): boolean {
  return since <= minor && minor <= until;
}

/**
 * Kinds that were moved to another group, by `group/Kind`. Source: the deprecated API migration
 * guide of Kubernetes.
 */
const movedTo: ReadonlyMap<string, string> = new Map([
  ["extensions/DaemonSet", "apps"],
  ["extensions/Deployment", "apps"],
  ["extensions/Ingress", "networking.k8s.io"],
  ["extensions/NetworkPolicy", "networking.k8s.io"],
  ["extensions/ReplicaSet", "apps"],
]);

/**
 * The apiVersions that a server of this minor release serves a kind of Kubernetes in, also where
 * the kind was moved to another group: without versions in preparation (alpha), unless there is
 * nothing else. None for a kind that is gone.
 */
export function servedApiVersions(
  group: string,
  kind: string,
  minor: KubernetesMinor,
): readonly string[] {
  const groups = [group, movedTo.get(`${group}/${kind}`) ?? group];
  for (const one of groups) {
    const served = registeredVersions(one, kind).filter((version) => isServedBy(minor, version));
    const names = served.map(({ version }) => version);
    const settled = names.filter((version) => !version.includes("alpha"));
    const shown = settled.length > 0 ? settled : names;
    if (shown.length > 0) return shown.map((name) => (one === "" ? name : `${one}/${name}`));
  }
  return [];
}

/**
 * The kinds that a server of this minor release serves in some version, as `group/Kind`, with an
 * empty group for the core.
 */
export function builtinNames(minor: KubernetesMinor): readonly string[] {
  const names = [...byName].filter(([, versions]) =>
    versions.some((one) => isServedBy(minor, one)),
  );
  return names.map(([name]) => name);
}
