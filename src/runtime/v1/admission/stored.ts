import type { Json } from "../values/json/json.js";
import type { KubernetesObject, ObjectMeta, Scale, ScaleMeta } from "../values/kubernetes.js";

/**
 * An object as the API server would store it: `T` is its type as read. What only the server knows,
 * such as its uid, is in the metadata of an update alone; fields that are not there are not there
 * as `undefined` either.
 */
export type Stored<T extends Pick<KubernetesObject, "metadata">> = {
  [Key in keyof T]: Key extends "metadata" ? StoredMeta : StoredField<T[Key]>;
};

/** Metadata of an object as the API server would store it. */
export type StoredMeta = StoredValue<Known<ObjectMeta, "name">>;

/** The answer to a write to `/scale`. */
export type StoredScale = StoredValue<
  Omit<Scale, "metadata"> & { metadata: Known<ScaleMeta, "name"> }
>;

/** `T` of which nothing is sure to be there but some fields. */
type Known<T, Keys extends keyof T> = Partial<T> & Pick<T, Keys>;

/**
 * The type of a field without the `undefined` of those that may be missing. Where nulls are not
 * checked, unknown also extends objects whose fields are all optional, but these have keys.
 */
type StoredField<T> = unknown extends T
  ? keyof T extends never
    ? Json
    : StoredValue<T>
  : StoredValue<Exclude<T, undefined>>;

type StoredValue<T> = T extends Scalar ? T : { [Key in keyof T]: StoredField<T[Key]> };

type Scalar = string | number | boolean | null;
