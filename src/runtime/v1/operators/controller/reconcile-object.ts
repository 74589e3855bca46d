import type { ResourceClient, ResourceTypes } from "../../client/resource-client.js";
import type {
  CleanupOptions,
  Reconcile,
  ReconcileContext,
  ReconcileResult,
} from "./controller-options.js";
import { addFinalizer, hasFinalizer, removeFinalizer } from "./finalizers.js";
import { metaOf } from "./object-cache.js";

/** The functions of a controller that look at an object. */
export type ObjectWork<Read> = CleanupOptions<Read> & { readonly reconcile: Reconcile<Read> };

/** Reconciles an object, or cleans up after it, with the finalizer that this needs. */
export async function reconcileObject<T extends ResourceTypes>(
  client: ResourceClient<T>,
  { finalizer, cleanup, reconcile }: ObjectWork<T["read"]>,
  object: T["read"],
  context: ReconcileContext,
): Promise<ReconcileResult | undefined> {
  if (finalizer === undefined) return resultOf(await reconcile(object, context));
  if (metaOf(object).deletionTimestamp === undefined) {
    const kept = await addFinalizer(client, object, finalizer);
    context.signal.throwIfAborted();
    return kept === undefined ? undefined : resultOf(await reconcile(kept, context));
  }
  if (!hasFinalizer(object, finalizer)) return undefined;
  const result = resultOf(await cleanup(object, context));
  // Something is not gone yet: it is asked for again before the object may go.
  if (delayOf(result) !== undefined) return result;
  context.signal.throwIfAborted();
  await removeFinalizer(client, object, finalizer);
  return undefined;
}

/** Callers in JavaScript give null. */
function resultOf(
  result: Awaited<ReturnType<Reconcile<object>>> | null,
): ReconcileResult | undefined {
  return result ?? undefined;
}

/** The time that a result asks for. Throws a TypeError where that is none. */
export function delayOf(result: ReconcileResult | undefined): number | undefined {
  const delay: unknown = result?.requeueAfter;
  if (delay === undefined) return undefined;
  if (typeof delay === "number" && delay >= 0 && delay < Infinity) return delay;
  const found = typeof delay === "string" ? JSON.stringify(delay) : String(delay);
  throw new TypeError(`requeueAfter must be milliseconds from 0 on, not ${found}`);
}
