import type { Scope } from "../values/resource-definition.js";
import type { ApiError } from "./api-error.js";
import {
  isApiError,
  isExpired,
  isTimeoutError,
  isTransportError,
  TimeoutError,
} from "./api-error.js";
import type { Identified } from "./list-pages.js";
import type { CallOptions, Placement } from "./options.js";
import type { ResourceClient, ResourceTypes } from "./resource-client.js";
import { pauseFor, retryDelay, startDeadline } from "./timing.js";

/** Options of `waitFor`. */
export type WaitOptions<S extends Scope> = CallOptions & Placement<S>;

/**
 * Waits until an object meets a condition, or until it is gone: lists and watches it, again and
 * again where the connection breaks. An object that does not exist yet may come to be; one that is
 * deleted and made anew counts as gone.
 *
 * ```ts
 * const ready = await waitFor(client, "nightly", ({ status }) => status?.ready === true);
 * await client.delete("nightly");
 * await waitFor(client, "nightly", "deleted", { timeout: 30_000 });
 * ```
 *
 * @param options `timeout`: milliseconds for the whole wait, 90,000 by default; 0 = no limit
 * @returns the object that meets the condition
 * @throws TimeoutError that says what was missing; the signal's reason; an `ApiError` that waiting
 *   does not mend, such as `Forbidden`; what the condition throws
 */
export async function waitFor<T extends ResourceTypes>(
  client: ResourceClient<T>,
  name: string,
  condition: "deleted",
  options?: WaitOptions<T["scope"]>,
): Promise<void>;
export async function waitFor<T extends ResourceTypes>(
  client: ResourceClient<T>,
  name: string,
  condition: (object: T["read"]) => boolean,
  options?: WaitOptions<T["scope"]>,
): Promise<T["read"]>;
export async function waitFor<T extends ResourceTypes>(
  client: ResourceClient<T>,
  name: string,
  condition: "deleted" | ((object: T["read"]) => boolean),
  { namespace, signal, timeout = 90_000 }: WaitOptions<T["scope"]> = {},
): Promise<T["read"] | undefined> {
  const place = namespace === undefined ? client : client.in(namespace);
  // Throws where the wait could only be one for the whole collection.
  const { namespace: where } = client["caller"].named(name, { namespace });
  const wait = new WaitState<T["read"]>(condition);
  const deadline = startDeadline(signal, timeout);
  try {
    return await untilMet(
      where === undefined ? place : place.in(where),
      name,
      wait,
      deadline.signal,
    );
  } catch (error) {
    if (signal?.aborted === true || !deadline.signal.aborted) throw error;
    const object = `${client.definition.plural} ${JSON.stringify(name)}`;
    throw new TimeoutError(timeout, `${object} ${wait.missing()} after ${timeout} ms`);
  } finally {
    deadline.end();
  }
}

async function untilMet<T extends ResourceTypes>(
  client: ResourceClient<T>,
  name: string,
  wait: WaitState<T["read"]>,
  signal: AbortSignal,
): Promise<T["read"] | undefined> {
  const fieldSelector = `metadata.name=${name}`;
  for (let failures = 1; ; failures++) {
    try {
      const { items, metadata } = await client.list({ fieldSelector, signal });
      if (wait.see(items[0])) return items[0];
      failures = 0;
      const { resourceVersion } = metadata;
      for await (const event of client.watch({ fieldSelector, signal, resourceVersion })) {
        if (event.type === "BOOKMARK") continue;
        const object = event.type === "DELETED" ? undefined : event.object;
        if (wait.see(object)) return object;
      }
    } catch (error) {
      if (signal.aborted || !willPass(error)) throw error;
    }
    await pauseFor(retryDelay(failures + 1, 50, 5000), signal);
  }
}

/** The condition, and what was seen of the object last. */
class WaitState<Read extends Identified> {
  readonly #condition: "deleted" | ((object: Read) => boolean);
  #first: Read | undefined;
  #last: Read | undefined;

  constructor(condition: "deleted" | ((object: Read) => boolean)) {
    this.#condition = condition;
  }

  /**
   * Tells whether the wait is over, now that the object is like this; `undefined` = there is none.
   */
  see(object: Read | undefined): boolean {
    this.#first ??= object;
    this.#last = object;
    if (this.#condition !== "deleted") return object !== undefined && this.#condition(object);
    return object === undefined || partsOf(object).uid !== partsOf(this.#first).uid;
  }

  /** Returns the reason why the wait is not over, as a part of a sentence. */
  missing(): string {
    if (this.#condition !== "deleted") {
      return this.#last === undefined ? "does not exist" : "does not meet the condition";
    }
    const { finalizers = [] } = partsOf(this.#last);
    return finalizers.length === 0
      ? "is still there"
      : `is still there, with the finalizers ${finalizers.join(", ")},`;
  }
}

interface WaitedParts {
  readonly uid?: string;
  readonly finalizers?: readonly string[];
}

function partsOf(object: Identified | undefined): WaitedParts {
  return (object?.metadata ?? {}) as WaitedParts; // of the server
}

/** Tells whether an error may be gone when the same is asked again. */
function willPass(error: unknown): error is ApiError {
  if (isTransportError(error) || isTimeoutError(error) || isExpired(error)) return true;
  return isApiError(error) && (error.code === 429 || error.code >= 500);
}
