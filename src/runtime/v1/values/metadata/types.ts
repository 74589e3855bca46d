/*
 * The Go types that metadata is decoded into (apimachinery `meta/v1/types.go`), as far as decoding
 * and encoding need them.
 */

/**
 * A Go type: a scalar or a map by the name that decoding errors have for it, a list by its item, or
 * a struct. `*` stands before pointers: null and absent differ from zero, so zero is written.
 * `time` is a text, `raw` any value, kept as it is.
 */
export type MetadataType = string | readonly [item: MetadataType] | MetadataStruct;

/** A struct, its fields by their names in JSON. */
export interface MetadataStruct {
  /** Without its package, `v1`. */
  readonly name: string;
  readonly fields: Readonly<Record<string, MetadataType>>;
  /** Texts that are written even where they are empty. */
  readonly always?: readonly string[];
}

/** The type of a field of a struct. */
export function goFieldType({ fields }: MetadataStruct, key: string): MetadataType | undefined {
  return Object.hasOwn(fields, key) ? fields[key] : undefined;
}

/** Tells whether a type is a struct. */
export function isStruct(type: MetadataType | undefined): type is MetadataStruct {
  return typeof type === "object" && "fields" in type;
}

/** The type of the items of a list. */
export function goItemType(type: MetadataType | undefined): MetadataType | undefined {
  return typeof type === "object" && !isStruct(type) ? type[0] : undefined;
}

/** `metav1.OwnerReference`. */
export const ownerReferenceType: MetadataStruct = {
  name: "OwnerReference",
  fields: {
    apiVersion: "string",
    kind: "string",
    name: "string",
    uid: "types.UID",
    controller: "*bool",
    blockOwnerDeletion: "*bool",
  },
  always: ["apiVersion", "kind", "name", "uid"],
};

const managedFieldsEntry: MetadataStruct = {
  name: "ManagedFieldsEntry",
  fields: {
    manager: "string",
    operation: "v1.ManagedFieldsOperationType",
    apiVersion: "string",
    time: "*time",
    fieldsType: "string",
    fieldsV1: "raw",
    subresource: "string",
  },
};

/** `metav1.ObjectMeta`. */
export const objectMetaType: MetadataStruct = {
  name: "ObjectMeta",
  fields: {
    name: "string",
    generateName: "string",
    namespace: "string",
    selfLink: "string",
    uid: "types.UID",
    resourceVersion: "string",
    generation: "int64",
    creationTimestamp: "time",
    deletionTimestamp: "*time",
    deletionGracePeriodSeconds: "*int64",
    labels: "map[string]string",
    annotations: "map[string]string",
    ownerReferences: [ownerReferenceType],
    finalizers: ["string"],
    managedFields: [managedFieldsEntry],
  },
};
