import { ageColumn, nameColumn } from "../../testing/table.js";

/** What is said of columns that most tables have. */
const common: Readonly<Record<string, string | undefined>> = {
  Name: nameColumn.description,
  Age: ageColumn.description,
  "Created At": ageColumn.description,
};

/**
 * What the server says of columns, for the kinds that are always there, by group and kind
 * (Kubernetes `pkg/printers/internalversion/printers.go`; apiextensions
 * `registry/customresourcedefinition/etcd.go`). Those of others are not told.
 */
const descriptions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "apiextensions.k8s.io/CustomResourceDefinition": {
    Scope: "Cluster/Namespaced",
    Versions: "Served versions",
    Group: "API group",
    Kind: "CustomResource kind",
    ShortNames: "Short names",
    Established: "Established status",
  },
  "/Event": {
    "Last Seen": "The time at which the most recent occurrence of this event was recorded.",
    Type: "Type of this event (Normal, Warning), new types could be added in the future",
    Reason:
      "This should be a short, machine understandable string that gives the reason for the transition into the object's current status.",
    Object: "The object that this event is about.",
    Subobject:
      'If referring to a piece of an object instead of an entire object, this string should contain a valid JSON/Go field access statement, such as desiredState.manifest.containers[2]. For example, if the object reference is to a container within a pod, this would take on a value like: "spec.containers{name}" (where "name" refers to the name of the container that triggered the event) or if no container name is specified "spec.containers[2]" (container with index 2 in this pod). This syntax is chosen only to have some well-defined way of referencing a part of an object.',
    Source: "The component reporting this event. Should be a short machine understandable string.",
    Message: "A human-readable description of the status of this operation.",
    "First Seen":
      "The time at which the event was first recorded. (Time of server receipt is in TypeMeta.)",
    Count: "The number of times this event has occurred.",
  },
  "/Namespace": {
    Status: "The status of the namespace",
  },
  "/ConfigMap": {
    Data: "Data contains the configuration data. Each key must consist of alphanumeric characters, '-', '_' or '.'. Values with non-UTF-8 byte sequences must use the BinaryData field. The keys stored in Data must not overlap with the keys in the BinaryData field, this is enforced during validation process.",
  },
  "/Secret": {
    Type: "Used to facilitate programmatic handling of secret data. More info: https://kubernetes.io/docs/concepts/configuration/secret/#secret-types",
    Data: "Data contains the secret data. Each key must consist of alphanumeric characters, '-', '_' or '.'. The serialized form of the secret data is a base64 encoded string, representing the arbitrary (possibly non-string) data value here. Described in https://tools.ietf.org/html/rfc4648#section-4",
  },
  "coordination.k8s.io/Lease": {
    Holder:
      "holderIdentity contains the identity of the holder of a current lease. If Coordinated Leader Election is used, the holder identity must be equal to the elected LeaseCandidate.metadata.name field.",
  },
  "/ServiceAccount": {},
};

/** The description of a column; `""` for the kinds whose columns have none here. */
export function columnDescription(kind: string, column: string): string {
  const own = descriptions[kind];
  return own === undefined ? "" : (own[column] ?? common[column] ?? "");
}
