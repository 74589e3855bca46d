/**
 * The types that all Kubernetes API objects share: metadata, lists, the Status of a failed call,
 * and the Scale subresource. Field names and their meaning: apimachinery `meta/v1/types.go`,
 * `api/autoscaling/v1/types.go`. Times are RFC 3339 strings, as they are on the wire.
 */

/** A value of `x-kubernetes-int-or-string`. */
export type IntOrString = number | string;

/** A result of `JSON.parse`: the type of a field whose schema says nothing about its content. */
export type JsonValue =
  null | boolean | number | string | JsonValue[] | { [key: string]: JsonValue };

/** Metadata as the API server returns it: what the server always fills in is present. */
export interface ObjectMeta {
  name: string;
  /** Absent for cluster-scoped resources. */
  namespace?: string | undefined;
  uid: string;
  /** Opaque; changes with every write. Send it back to make an update conditional. */
  resourceVersion: string;
  /** Rises with every change of what is neither metadata nor status. */
  generation: number;
  creationTimestamp: string;
  /** Set once the object is being deleted and waits for its finalizers. */
  deletionTimestamp?: string | undefined;
  deletionGracePeriodSeconds?: number | undefined;
  generateName?: string | undefined;
  labels?: { [key: string]: string } | undefined;
  annotations?: { [key: string]: string } | undefined;
  ownerReferences?: OwnerReference[] | undefined;
  finalizers?: string[] | undefined;
  managedFields?: ManagedFieldsEntry[] | undefined;
  selfLink?: string | undefined;
}

/**
 * Metadata as it is sent on create and replace. The server demands `name` or `generateName`, and on
 * replace `resourceVersion`; it ignores or overwrites what it alone decides. Null leaves a field as
 * it is (Go's encoding/json).
 */
export interface ObjectMetaInput {
  name?: string | null | undefined;
  /** Prefix of a name that the server makes up; only where `name` is absent. */
  generateName?: string | null | undefined;
  namespace?: string | null | undefined;
  uid?: string | null | undefined;
  resourceVersion?: string | null | undefined;
  generation?: number | null | undefined;
  creationTimestamp?: string | null | undefined;
  deletionTimestamp?: string | null | undefined;
  deletionGracePeriodSeconds?: number | null | undefined;
  labels?: { [key: string]: string | null } | null | undefined;
  annotations?: { [key: string]: string | null } | null | undefined;
  ownerReferences?: OwnerReferenceInput[] | null | undefined;
  finalizers?: string[] | null | undefined;
  managedFields?: ManagedFieldsEntryInput[] | null | undefined;
  selfLink?: string | null | undefined;
}

/** Metadata of an object inside another one, as read: the server fills in nothing there. */
export interface EmbeddedObjectMeta {
  name?: string | undefined;
  generateName?: string | undefined;
  namespace?: string | undefined;
  uid?: string | undefined;
  resourceVersion?: string | undefined;
  generation?: number | undefined;
  creationTimestamp?: string | null | undefined;
  deletionTimestamp?: string | null | undefined;
  deletionGracePeriodSeconds?: number | null | undefined;
  labels?: { [key: string]: string } | null | undefined;
  annotations?: { [key: string]: string } | null | undefined;
  ownerReferences?: OwnerReference[] | null | undefined;
  finalizers?: string[] | null | undefined;
  managedFields?: ManagedFieldsEntry[] | null | undefined;
  selfLink?: string | undefined;
}

/** Metadata of an apply configuration: identity, and the parts that a field manager can own. */
export interface ObjectMetaApply {
  name: string;
  namespace?: string | undefined;
  /** The apply fails with a conflict if the object has another one. */
  uid?: string | undefined;
  /** The apply fails with a conflict if the object has another one. */
  resourceVersion?: string | undefined;
  labels?: { [key: string]: string } | undefined;
  annotations?: { [key: string]: string } | undefined;
  ownerReferences?: OwnerReference[] | undefined;
  finalizers?: string[] | undefined;
}

/**
 * An object that this one depends on; when all owners are gone, the garbage collector deletes it.
 */
export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True if this owner is the managing controller; at most one is. */
  controller?: boolean | undefined;
  /** True if foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean | undefined;
}

/** An `OwnerReference` as it is sent. */
export interface OwnerReferenceInput {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  /** True if this owner is the managing controller; at most one is. */
  controller?: boolean | null | undefined;
  /** True if foreground deletion of the owner waits for this object. */
  blockOwnerDeletion?: boolean | null | undefined;
}

/** Which fields one field manager owns (server-side apply). */
export interface ManagedFieldsEntry {
  manager?: string | undefined;
  operation?: "Apply" | "Update" | (string & {}) | undefined;
  apiVersion?: string | undefined;
  time?: string | undefined;
  fieldsType?: "FieldsV1" | (string & {}) | undefined;
  /**
   * A set of paths: keys are `f:field`, `k:{"key":"…"}`, `v:value` or `i:index`, values the same
   * again.
   */
  fieldsV1?: { [key: string]: unknown } | undefined;
  subresource?: string | undefined;
}

/** A `ManagedFieldsEntry` as it is sent. */
export interface ManagedFieldsEntryInput {
  manager?: string | null | undefined;
  operation?: "Apply" | "Update" | (string & {}) | null | undefined;
  apiVersion?: string | null | undefined;
  time?: string | null | undefined;
  fieldsType?: "FieldsV1" | (string & {}) | null | undefined;
  fieldsV1?: { [key: string]: unknown } | null | undefined;
  subresource?: string | null | undefined;
}

/** Metadata of a list. */
export interface ListMeta {
  /** State of the whole list; a watch from here misses nothing. */
  resourceVersion?: string | undefined;
  /** Where the next page begins; absent or empty on the last page. */
  continue?: string | undefined;
  /** Objects on later pages; absent when a selector is used. */
  remainingItemCount?: number | undefined;
  selfLink?: string | undefined;
}

/** A custom resource as the API server returns it. */
export interface KubernetesObject<
  ApiVersion extends string = string,
  Kind extends string = string,
> {
  apiVersion: ApiVersion;
  kind: Kind;
  metadata: ObjectMeta;
}

/** A custom resource as it is sent on create and replace. */
export interface KubernetesObjectInput<
  ApiVersion extends string = string,
  Kind extends string = string,
> {
  apiVersion: ApiVersion;
  kind: Kind;
  metadata: ObjectMetaInput;
}

/** An apply configuration: the fields that one field manager wants to own. */
export interface KubernetesObjectApply<
  ApiVersion extends string = string,
  Kind extends string = string,
> {
  apiVersion: ApiVersion;
  kind: Kind;
  metadata: ObjectMetaApply;
}

/** A list of custom resources; its items carry `apiVersion` and `kind` too. */
export interface KubernetesList<
  Item,
  ApiVersion extends string = string,
  Kind extends string = string,
> {
  apiVersion: ApiVersion;
  kind: Kind;
  metadata: ListMeta;
  items: Item[];
}

/**
 * An object inside another one (`x-kubernetes-embedded-resource`), of a kind that is not known
 * here.
 */
export interface EmbeddedResource {
  apiVersion: string;
  kind: string;
  metadata?: EmbeddedObjectMeta | undefined;
  [field: string]: unknown;
}

/** An `EmbeddedResource` as it is sent. */
export interface EmbeddedResourceInput {
  apiVersion: string;
  kind: string;
  metadata?: ObjectMetaInput | null | undefined;
  [field: string]: unknown;
}

/** The answer to a call that failed, or that has no object to return. */
export interface Status {
  apiVersion: "v1";
  kind: "Status";
  metadata: ListMeta;
  status?: "Success" | "Failure" | undefined;
  message?: string | undefined;
  /** A word for programs: `NotFound`, `Conflict`, `Invalid`, …; absent when the server has none. */
  reason?: string | undefined;
  details?: StatusDetails | undefined;
  /** The HTTP status. */
  code?: number | undefined;
}

/** Details of what a failed call was about. */
export interface StatusDetails {
  name?: string | undefined;
  group?: string | undefined;
  /** The Kind for `Invalid`, the plural for most other reasons. */
  kind?: string | undefined;
  uid?: string | undefined;
  causes?: StatusCause[] | undefined;
  retryAfterSeconds?: number | undefined;
}

/** One of the faults that made a call fail. */
export interface StatusCause {
  /** `FieldValueInvalid`, `FieldValueRequired`, `FieldManagerConflict`, … */
  reason?: string | undefined;
  message?: string | undefined;
  /** Path such as `spec.env[0].name`; no field where the cause is not one field's. */
  field?: string | undefined;
}

/** The `/scale` subresource as the API server returns it. */
export interface Scale {
  apiVersion: "autoscaling/v1";
  kind: "Scale";
  metadata: ScaleMeta;
  spec: {
    /** Absent stands for 0: the server leaves zeros out. */
    replicas?: number | undefined;
  };
  status: {
    replicas: number;
    /** The label selector of the pods, as text. */
    selector?: string | undefined;
  };
}

/** Metadata of a Scale: those of the scaled object that identify it. */
export interface ScaleMeta {
  name: string;
  namespace?: string | undefined;
  uid: string;
  resourceVersion: string;
  creationTimestamp: string;
}

/**
 * A Scale as it is sent: `status` is ignored, without `resourceVersion` the update is
 * unconditional.
 */
export interface ScaleInput {
  apiVersion: "autoscaling/v1";
  kind: "Scale";
  metadata: ObjectMetaInput;
  spec: { replicas?: number | undefined };
  status?: { replicas?: number | undefined; selector?: string | undefined } | undefined;
}
