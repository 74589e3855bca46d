/*
 * What changed between the servers that crdgen answers for, of built-in kinds: feature gates, and
 * code that moved.
 */

/** Where Kubernetes does it, and the minor version that it came with: 34 means 1.34. */
interface KindChange {
  readonly since: number;
  readonly source: string;
}

type KindChangeName =
  | "allFieldNames"
  | "schemeAtLine110"
  | "schemeAtLine111"
  | "jobReplacementDefaults"
  | "externalAddressPolicies"
  | "loadBalancerModes"
  | "podResourceDefaults"
  | "lateResourceDefaults"
  | "imageVolumePolicies"
  | "unavailableInSets"
  | "unavailableInSetsWithdrawn"
  | "unavailableInSetsAgain"
  | "missingDriverDefaults"
  | "deprecatedEndpoints"
  | "podsGoFirst";

const kindChanges: Readonly<Record<KindChangeName, KindChange>> = {
  /** Messages of decoding name all fields on the way. */
  allFieldNames: { since: 35, source: "recorded answers of servers 1.28 to 1.37" },
  /** Errors name the line where the registry of types is made. */
  schemeAtLine110: { since: 33, source: "apimachinery `runtime/scheme.go`" },
  /** The line moved. */
  schemeAtLine111: { since: 35, source: "apimachinery `runtime/scheme.go`" },
  /** Jobs say whether their selector is their own, and when their pods are replaced. */
  jobReplacementDefaults: { since: 29, source: "Kubernetes `batch/v1/defaults.go`" },
  /** Services with external addresses have a policy for outside traffic. */
  externalAddressPolicies: { since: 29, source: "Kubernetes `core/v1/defaults.go`" },
  /** Addresses of load balancers have a mode. */
  loadBalancerModes: { since: 30, source: "gate LoadBalancerIPMode" },
  /** Pods as a whole request what their containers do. */
  podResourceDefaults: { since: 34, source: "gate PodLevelResources" },
  /** They do so on creation, behind admission. */
  lateResourceDefaults: { since: 37, source: "gate PodLevelResourcesFixDefaulting" },
  /** Volumes of images have a pull policy. */
  imageVolumePolicies: { since: 35, source: "gate ImageVolume" },
  /** StatefulSets say how many pods may be away in an update. */
  unavailableInSets: { since: 35, source: "gate MaxUnavailableStatefulSet" },
  /** For one release they do not. */
  unavailableInSetsWithdrawn: { since: 36, source: "gate MaxUnavailableStatefulSet" },
  /** From then on they do again. */
  unavailableInSetsAgain: { since: 37, source: "gate MaxUnavailableStatefulSet" },
  /** Drivers say whether pods wait for nodes that have them. */
  missingDriverDefaults: { since: 37, source: "gate VolumeLimitScaling" },
  /** Endpoints are no longer recommended, which each answer about them says. */
  deprecatedEndpoints: { since: 33, source: "core/v1 zz_generated.prerelease-lifecycle.go" },
  /** The pods of a namespace that is deleted go before all else. */
  podsGoFirst: { since: 33, source: "gate OrderedNamespaceDeletion" },
};

/** Tells whether a server has a change. */
export function hasKindChange(minor: number, change: KindChangeName): boolean {
  return minor >= kindChanges[change].since;
}
