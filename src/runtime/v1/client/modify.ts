import { isConflict } from "./api-error.js";
import type { JsonPatchOperation, Patch } from "./exact-changes.js";
import { changesSince, findLargeInteger, mayHoldLargeInteger } from "./exact-changes.js";
import type { Identified } from "./list-pages.js";
import type { CallOptions, WriteParameters } from "./options.js";
import { pauseFor, retryDelay } from "./timing.js";

/**
 * Changes an object: in place, or by returning another one, perhaps later. It may be called several
 * times, each time with the object as the server has it then.
 */
export type Change<Read, Input> = (object: Read) => Changed<Input> | Promise<Changed<Input>>;

type Changed<Input> = Input | void;

/** An object that reads, replaces and patches API objects: a client, or its status. */
export interface Replacing<Read, Input, Options> {
  get(name: string, options?: Options): Promise<Read>;
  update(object: Input, options?: Options): Promise<Read>;
  patch(name: string, patch: Patch<Input>, options?: Options): Promise<Read>;
}

/** How often an object that others change at the same time is tried to be replaced. */
const modifyAttempts = 10;

/**
 * Read, change, replace; again on conflict. What the change leaves as it was is not sent. Of an
 * object with integers that JavaScript cannot hold, only what was changed is sent, as a patch.
 */
export async function modifyObject<
  Read extends Identified,
  Input extends Identified,
  Options extends CallOptions & WriteParameters,
>(
  client: Replacing<Read, Input, Options>,
  name: string,
  change: Change<Read, Input>,
  options: Options,
): Promise<Read> {
  for (let attempt = 1; ; attempt++) {
    const object = await client.get(name, options);
    const before = JSON.stringify(object);
    const isLossy = mayHoldLargeInteger(before) && findLargeInteger(object) !== undefined;
    const changes = isLossy ? changesSince(object) : undefined;
    // Before the change, which may put other metadata in their place.
    const { resourceVersion } = object.metadata as { resourceVersion?: string }; // of the server
    const changed = ((await change(object)) ?? object) as Identified; // either of them is
    if (JSON.stringify(changed) === before) return object;
    const metadata = { ...changed.metadata, resourceVersion };
    const input = { ...changed, metadata };
    const json = changes?.(input);
    if (json?.length === 0) return object;
    try {
      if (json === undefined) {
        // Whatever large integers it holds, the change has set them.
        const write = { ...options, allowLargeIntegers: true };
        return await client.update(input as unknown as Input, write); // it is one
      }
      return await client.patch(name, { json: [versionTest(resourceVersion), ...json] }, options);
    } catch (error) {
      if (!isConflict(error) || attempt === modifyAttempts) throw error;
      await pauseFor(retryDelay(attempt, 10, 1000), options.signal);
    }
  }
}

/** Where the object has another version meanwhile, to set this one is a conflict. */
function versionTest(value: string | undefined): JsonPatchOperation {
  return { op: "replace", path: "/metadata/resourceVersion", value };
}
