import { isConflict, isNotFound } from "../../client/api-error.js";
import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type {
  KubernetesList,
  KubernetesObject,
  KubernetesObjectApply,
  KubernetesObjectInput,
} from "../../values/kubernetes.js";
import { asKubernetesObject, metaOf } from "./object-cache.js";

/** Tells whether an object has a finalizer. */
export function hasFinalizer(object: object, finalizer: string): boolean {
  return metaOf(object).finalizers?.includes(finalizer) === true;
}

/**
 * Adds a finalizer unless it is there. Resolves with the object as it is now, and with undefined
 * where it is gone or being deleted, when no finalizer can be added. An object of the same name
 * with another uid counts as gone. Conflicts are tried again with the latest state.
 */
export function addFinalizer<T extends ResourceTypes>(
  client: ResourceClient<T>,
  object: T["read"],
  finalizer: string,
): Promise<T["read"] | undefined> {
  return changeFinalizers(client, object, ({ deletionTimestamp, finalizers = [] }) => {
    if (finalizers.includes(finalizer)) return finalizers;
    return deletionTimestamp === undefined ? [...finalizers, finalizer] : undefined;
  });
}

/**
 * Removes a finalizer if it is there; the server deletes an object whose last one this was.
 * Resolves with the object as it is now, or was last, and with undefined where it was gone.
 */
export function removeFinalizer<T extends ResourceTypes>(
  client: ResourceClient<T>,
  object: T["read"],
  finalizer: string,
): Promise<T["read"] | undefined> {
  return changeFinalizers(client, object, ({ finalizers = [] }) =>
    finalizers.includes(finalizer) ? finalizers.filter((each) => each !== finalizer) : finalizers,
  );
}

/** The part of a generic object that is looked at. */
type Metadata = KubernetesObject["metadata"];

interface AnyTypes {
  readonly scope: "Namespaced";
  readonly read: KubernetesObject;
  readonly input: KubernetesObjectInput;
  readonly apply: KubernetesObjectApply;
  readonly list: KubernetesList<KubernetesObject>;
  readonly field: string;
}

const finalizerTries = 5;

/** `change` gives the new list, the same one for no change, undefined to give up. */
async function changeFinalizers<T extends ResourceTypes>(
  client: ResourceClient<T>,
  object: T["read"],
  change: (metadata: Metadata) => string[] | undefined,
): Promise<T["read"] | undefined> {
  const objects = client as unknown as ResourceClient<AnyTypes>; // what all resources share
  let latest = asKubernetesObject(object);
  const { name, namespace, uid } = latest.metadata;
  for (let tries = 1; ; tries++) {
    const { resourceVersion, finalizers } = latest.metadata;
    const wanted = change(latest.metadata);
    if (wanted === undefined || wanted.length === (finalizers?.length ?? 0)) {
      return wanted && latest;
    }
    try {
      // The version makes it a conflict where the list has changed meanwhile.
      const metadata = { resourceVersion, finalizers: wanted };
      return await objects.patch(name, { merge: { metadata } }, { namespace });
    } catch (error) {
      if (isNotFound(error)) return undefined;
      if (!isConflict(error) || tries === finalizerTries) throw error;
    }
    const found = await objects.get(name, { namespace }).catch(undefinedIfMissing);
    if (found?.metadata.uid !== uid) return undefined;
    latest = found;
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isNotFound(error)) throw error;
}
