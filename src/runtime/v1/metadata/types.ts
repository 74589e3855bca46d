/*
 * The Go types that metadata is decoded into (apimachinery `meta/v1/types.go`), as far as decoding
 * and encoding need them.
 */

/** A Go type: what values it takes, and the name by which decoding errors call it. */
export type GoType =
  | { readonly kind: "string"; readonly name: string }
  /** `isPointer`: null and absent differ from zero, so zero is written. */
  | { readonly kind: "int64" | "bool"; readonly name: string; readonly isPointer: boolean }
  | { readonly kind: "time"; readonly isPointer: boolean }
  /** Any value, kept as it is. */
  | { readonly kind: "raw" }
  /** A map of strings. */
  | { readonly kind: "map"; readonly name: string }
  | { readonly kind: "list"; readonly name: string; readonly item: GoType }
  | GoStruct;

/** A struct, its fields by their names in JSON. */
export interface GoStruct {
  readonly kind: "struct";
  /** `v1.ObjectMeta`; without the package where a field of it is named. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, GoType>;
  /** Fields that are written even where they are empty. */
  readonly always: readonly string[];
}

const text: GoType = { kind: "string", name: "string" };
const uid: GoType = { kind: "string", name: "types.UID" };
const flag: GoType = { kind: "bool", name: "bool", isPointer: true };

const ownerReferenceType: GoStruct = {
  kind: "struct",
  name: "v1.OwnerReference",
  fields: /* @__PURE__ */ new Map<string, GoType>([
    ["apiVersion", text],
    ["kind", text],
    ["name", text],
    ["uid", uid],
    ["controller", flag],
    ["blockOwnerDeletion", flag],
  ]),
  always: ["apiVersion", "kind", "name", "uid"],
};

const managedFieldsEntry: GoStruct = {
  kind: "struct",
  name: "v1.ManagedFieldsEntry",
  fields: /* @__PURE__ */ new Map<string, GoType>([
    ["manager", text],
    ["operation", { kind: "string", name: "v1.ManagedFieldsOperationType" }],
    ["apiVersion", text],
    ["time", { kind: "time", isPointer: true }],
    ["fieldsType", text],
    ["fieldsV1", { kind: "raw" }],
    ["subresource", text],
  ]),
  always: [],
};

/** `metav1.ObjectMeta`. */
export const objectMetaType: GoStruct = {
  kind: "struct",
  name: "v1.ObjectMeta",
  fields: /* @__PURE__ */ new Map<string, GoType>([
    ["name", text],
    ["generateName", text],
    ["namespace", text],
    ["selfLink", text],
    ["uid", uid],
    ["resourceVersion", text],
    ["generation", { kind: "int64", name: "int64", isPointer: false }],
    ["creationTimestamp", { kind: "time", isPointer: false }],
    ["deletionTimestamp", { kind: "time", isPointer: true }],
    ["deletionGracePeriodSeconds", { kind: "int64", name: "int64", isPointer: true }],
    ["labels", { kind: "map", name: "map[string]string" }],
    ["annotations", { kind: "map", name: "map[string]string" }],
    ["ownerReferences", { kind: "list", name: "[]v1.OwnerReference", item: ownerReferenceType }],
    ["finalizers", { kind: "list", name: "[]string", item: text }],
    ["managedFields", { kind: "list", name: "[]v1.ManagedFieldsEntry", item: managedFieldsEntry }],
  ]),
  always: [],
};
