import { isConflict } from "./api-error.js";
import type { Identified } from "./list-pages.js";
import type { CallOptions } from "./options.js";
import { pauseFor, retryDelay } from "./pause.js";

/**
 * Changes an object: in place, or by returning another one, perhaps later. It may be called several
 * times, each time with the object as the server has it then.
 */
export type Change<Read, Input> = (object: Read) => Changed<Input> | Promise<Changed<Input>>;

type Changed<Input> = Input | void;

/** What reads and replaces objects: a client, or its status. */
export interface Replacing<Read, Input, Options> {
  get(name: string, options?: Options): Promise<Read>;
  update(object: Input, options?: Options): Promise<Read>;
}

/** How often an object that others change at the same time is tried to be replaced. */
const modifyAttempts = 10;

/** Read, change, replace; again on conflict. What the change leaves as it was is not sent. */
export async function modifyObject<
  Read extends Identified,
  Input extends Identified,
  Options extends CallOptions,
>(
  client: Replacing<Read, Input, Options>,
  name: string,
  change: Change<Read, Input>,
  options: Options,
): Promise<Read> {
  for (let attempt = 1; ; attempt++) {
    const object = await client.get(name, options);
    const before = JSON.stringify(object);
    // Before the change, which may put other metadata in their place.
    const { resourceVersion } = object.metadata as { resourceVersion?: string }; // of the server
    const changed = ((await change(object)) ?? object) as Identified; // either of them is
    if (JSON.stringify(changed) === before) return object;
    const metadata = { ...changed.metadata, resourceVersion };
    try {
      return await client.update({ ...changed, metadata } as unknown as Input, options); // it is one
    } catch (error) {
      if (!isConflict(error) || attempt === modifyAttempts) throw error;
      await pauseFor(retryDelay(attempt, 10, 1000), options.signal);
    }
  }
}
