/**
 * The facts about one version of a resource that the API server and its clients must know, apart
 * from its schema.
 */
export interface ResourceDefinition {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
  readonly listKind: string;
  readonly plural: string;
  readonly singular: string;
  readonly scope: Scope;
  readonly shortNames: readonly string[];
  readonly categories: readonly string[];
  readonly subresources: Subresources;
  /** Empty = the server shows the age alone. */
  readonly printerColumns: readonly PrinterColumn[];
  /**
   * Paths that field selectors may name, such as `spec.color`, besides `metadata.name` and
   * `metadata.namespace`.
   */
  readonly selectableFields: readonly string[];
}

/** A definition that knows the types of its resource, which a client takes over. */
export interface TypedDefinition<Types> extends ResourceDefinition {
  /** Never there: a place for the types. */
  readonly types?: Types | undefined;
}

/** The scope of a resource: its objects live in namespaces, or they do not. */
export type Scope = "Namespaced" | "Cluster";

/** The subresources that a version declares. */
export interface Subresources {
  readonly status: boolean;
  readonly scale?: ScalePaths | undefined;
}

/**
 * Where the parts of a Scale lie in the resource: JSON paths as in the CRD, such as
 * `.spec.replicas`.
 */
export interface ScalePaths {
  readonly specReplicasPath: string;
  readonly statusReplicasPath: string;
  readonly labelSelectorPath?: string | undefined;
  /** Of built-in kinds, whose selectors are no texts: the selector as a query. */
  readonly selectorOf?: ((object: object) => string) | undefined;
}

/** A column of `kubectl get`; the server puts the name before the first one. */
export interface PrinterColumn {
  readonly name: string;
  readonly type: string;
  readonly format?: string | undefined;
  readonly description?: string | undefined;
  /** 0 is always shown, others only in wide output. Absent = 0. */
  readonly priority?: number | undefined;
  readonly jsonPath: string;
}
