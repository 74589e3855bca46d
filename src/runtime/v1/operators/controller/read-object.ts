import type { KubernetesObject } from "../../values/kubernetes.js";

/** An object that was read from the server, in the types that all kinds share. */
export function asKubernetesObject(object: object): KubernetesObject {
  return object as KubernetesObject; // every object that was read is one
}

/** Its metadata. */
export function metaOf(object: object): KubernetesObject["metadata"] {
  return asKubernetesObject(object).metadata;
}
