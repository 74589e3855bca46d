import type { KubernetesObject, ObjectMeta } from "../../values/kubernetes.js";

/** The version in the `apiVersion` of a type: `v1beta1` of `example.com/v1beta1`. */
export type VersionOf<T extends KubernetesObject> = T extends unknown
  ? T["apiVersion"] extends `${string}/${infer Version}`
    ? Version
    : T["apiVersion"]
  : never;

/** The one of several types whose `apiVersion` has a version. */
export type OfVersion<T extends KubernetesObject, Version> = T extends unknown
  ? Version extends VersionOf<T>
    ? T
    : never
  : never;

/**
 * What a converter returns: the object without what the handler fills in. `apiVersion` and `kind`
 * are always those that were asked for. Of `metadata` the labels and annotations count, as on the
 * API server; without `metadata` all of it stays as it is.
 */
export type Converted<T extends KubernetesObject> = {
  [Key in keyof T as Key extends "apiVersion" | "kind" | "metadata" ? never : Key]: T[Key];
} & {
  apiVersion?: string | undefined;
  kind?: string | undefined;
  metadata?: Partial<ObjectMeta> | undefined;
};

/**
 * Converts an object from one version to another. It may change the object that it gets, and return
 * parts of it. The object has the defaults of its version; on its way into the store it has no
 * `metadata.resourceVersion` yet.
 */
export type Converter<From extends KubernetesObject, To extends KubernetesObject> = (
  from: From,
) => Converted<To> | Promise<Converted<To>>;

/**
 * Converters by the version from which, and the version to which, they convert. Not every pair
 * needs one: an object is converted in as few steps as possible, so it is enough if all versions
 * are converted from and to one of them (a hub), or each from and to the next one.
 */
export type Converters<T extends KubernetesObject> = {
  readonly [From in VersionOf<T>]: {
    readonly [To in OtherVersion<VersionOf<T>, From>]?:
      Converter<OfVersion<T, From>, OfVersion<T, To>> | undefined;
  };
};

// Without literal types of versions there is nothing to leave out.
type OtherVersion<All extends string, From> = string extends All ? All : Exclude<All, From>;
