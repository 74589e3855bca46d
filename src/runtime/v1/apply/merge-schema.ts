import type { Json } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";

/**
 * The facts about one version of a resource that merging needs (structured-merge-diff `schema`):
 * which lists and objects have one owner as a whole, and which have an owner for each element.
 */
export interface MergeSchema {
  readonly type: MergeType;
  /**
   * The version has the status subresource; it may be one whose writes own the metadata that they
   * change.
   */
  readonly status?: true | "with metadata";
  /**
   * The fields that writes leave as they are, where they are others than those of all resources: by
   * the name of the subresource, with `""` for the resource itself; a path has dots.
   */
  readonly resets?: { readonly [subresource: string]: readonly string[] | undefined };
  /** Of a version with the scale subresource: the steps of its `specReplicasPath`. */
  readonly replicas?: readonly string[];
}

/**
 * The types that a value may have, or the name of such a choice:
 *
 * - `numeric`, `boolean`, `string`: a scalar of that type
 * - `scalar`: any scalar, such as a string with a format
 * - `deduced`: any value, with an owner for each field of an object and each scalar or list below
 *   (`x-kubernetes-preserve-unknown-fields`, `x-kubernetes-int-or-string`)
 * - `untyped`: any value, with one owner as a whole
 * - `metadata`: ObjectMeta
 */
export type MergeType =
  "numeric" | "boolean" | "string" | "scalar" | "deduced" | "untyped" | "metadata" | MergeAtom;

/** The types that a value may have; more than one where the schema declares none. */
export interface MergeAtom {
  readonly map?: MergeMap;
  readonly scalar?: MergeScalar;
  readonly list?: MergeList;
}

/** The type of a scalar. */
export type MergeScalar = "numeric" | "boolean" | "string" | "scalar";

/** An object. */
export interface MergeMap {
  readonly fields?: Readonly<Record<string, MergeType>>;
  /** The type of all other fields; there may be none if it is left out. */
  readonly values?: MergeType;
  /** One owner as a whole (`x-kubernetes-map-type: atomic`). */
  readonly atomic?: true;
}

/** A list: one owner as a whole, unless it is a set, or a map by keys. */
export interface MergeList {
  readonly items: MergeType;
  /** `x-kubernetes-list-type: set`. */
  readonly set?: true;
  /** `x-kubernetes-list-map-keys`. */
  readonly keys?: readonly string[];
  /** The defaults of keys. */
  readonly defaults?: Readonly<Record<string, Json>>;
}

const untyped: MergeAtom = {
  map: { values: "untyped", atomic: true },
  scalar: "scalar",
  list: { items: "untyped" },
};

const deduced: MergeAtom = {
  map: { values: "deduced" },
  scalar: "scalar",
  list: { items: "untyped" },
};

const scalars: Readonly<Record<MergeScalar, MergeAtom>> = {
  numeric: { scalar: "numeric" },
  boolean: { scalar: "boolean" },
  string: { scalar: "string" },
  scalar: { scalar: "scalar" },
};

const texts: MergeAtom = { map: { values: "string" } };

/** `schema_pkg_apis_meta_v1_ObjectMeta`; managed fields are never merged. */
const objectMeta: MergeAtom = {
  map: {
    fields: {
      name: "string",
      generateName: "string",
      namespace: "string",
      selfLink: "string",
      uid: "string",
      resourceVersion: "string",
      generation: "numeric",
      creationTimestamp: "scalar",
      deletionTimestamp: "scalar",
      deletionGracePeriodSeconds: "numeric",
      labels: texts,
      annotations: texts,
      ownerReferences: {
        list: {
          items: {
            map: {
              fields: {
                apiVersion: "string",
                kind: "string",
                name: "string",
                uid: "string",
                controller: "boolean",
                blockOwnerDeletion: "boolean",
              },
              atomic: true,
            },
          },
          keys: ["uid"],
          defaults: { uid: "" },
        },
      },
      finalizers: { list: { items: "string", set: true } },
      managedFields: {
        list: {
          items: {
            map: {
              fields: {
                manager: "string",
                operation: "string",
                apiVersion: "string",
                time: "scalar",
                fieldsType: "string",
                fieldsV1: { map: { values: "deduced" } },
                subresource: "string",
              },
            },
          },
        },
      },
    },
  },
};

/** The schema of `autoscaling/v1` Scale. */
export const scaleMergeSchema: MergeSchema = {
  type: {
    map: {
      fields: {
        apiVersion: "string",
        kind: "string",
        metadata: "metadata",
        spec: { map: { fields: { replicas: "numeric" } } },
        status: { map: { fields: { replicas: "numeric", selector: "string" } } },
      },
    },
  },
};

/** The schema of a resource of which no schema is known: each field has an owner of its own. */
export const deducedMergeSchema: MergeSchema = { type: { map: { values: "deduced" } } };

/** The types that a name stands for. */
export function atomOf(type: MergeType): MergeAtom {
  if (typeof type === "object") return type;
  if (type === "deduced") return deduced;
  if (type === "untyped") return untyped;
  return type === "metadata" ? objectMeta : scalars[type];
}

/** The type of a field of an object; undefined where there may be no such field. */
export function fieldType(map: MergeMap, name: string): MergeType | undefined {
  return namesField(map, name) ? map.fields?.[name] : map.values;
}

/** Tells whether a type names a field. */
export function namesField({ fields }: MergeMap, name: string): boolean {
  return fields !== undefined && Object.hasOwn(fields, name);
}

/** How a value is read, of all the ways that its type allows. */
export type Kind = "map" | "scalar" | "list";

/**
 * How a value is read: as what it is, if its type allows that, else as the first of what its type
 * allows (structured-merge-diff `typed/helpers.go`, `deduceAtom`, `handleAtom`).
 */
export function kindOf(atom: MergeAtom, value: Json | undefined): Kind {
  const own = ownKind(value);
  if (own !== undefined && atom[own] !== undefined) return own;
  if (atom.map !== undefined) return "map";
  return atom.scalar === undefined ? "list" : "scalar";
}

function ownKind(value: Json | undefined): Kind | undefined {
  if (value === undefined || value === null) return undefined;
  if (Array.isArray(value)) return "list";
  return isObject(value) ? "map" : "scalar";
}

/** Tells whether values of a list have owners of their own. */
export function isAssociative({ set, keys }: MergeList): boolean {
  return set === true || keys !== undefined;
}
