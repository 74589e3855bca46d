import { isNotFound } from "../client/api-error.js";
import type { ResourceClient, ResourceTypes } from "../client/resource-client.js";
import type { InformerOptions } from "../operators/informer/informer-options.js";
import { Informer } from "../operators/informer/informer.js";

/** One list and watch of a resource, for all who use it; it runs while somebody does. */
export class SharedWatch<T extends ResourceTypes = ResourceTypes> {
  /** The resource: `crontabs.stable.example.com/v1`. */
  readonly name: string;
  readonly informer: Informer<T>;
  readonly #users = new Set<WatchUser>();
  /** When it began, or was last seen to be of a kind that does not exist; by the steady clock. */
  #since = 0;

  /** `options` without those of single users. */
  constructor(client: ResourceClient<T>, options: InformerOptions<T>, hooks: WatchHooks) {
    const { plural, group, version } = client.definition;
    this.name = `${plural}${group === "" ? "" : `.${group}`}/${version}`;
    const onError = (error: unknown): void => {
      if (isNotFound(error)) this.#since = performance.now();
      for (const user of this.#users) user.failed(error);
      hooks.failed(this, error);
    };
    this.informer = new Informer<T>(client, { ...options, onError });
  }

  /** Whether somebody uses it. */
  get isUsed(): boolean {
    return this.#users.size > 0;
  }

  /** For how many milliseconds there could have been a whole state. */
  get waited(): number {
    return this.informer.state.phase === "missing" ? 0 : performance.now() - this.#since;
  }

  use(user: WatchUser): void {
    if (!this.isUsed) this.#since = performance.now();
    this.#users.add(user);
    this.#setPace();
    this.informer.start();
  }

  async leave(user: WatchUser): Promise<void> {
    this.#users.delete(user);
    this.#setPace();
    if (!this.isUsed) await this.informer.stop();
  }

  /** As often as anybody asks for. */
  #setPace(): void {
    const asked = [...this.#users].map((user) => user.verifyEvery).filter((every) => every > 0);
    this.informer.verify(asked.length === 0 ? 0 : Math.min(...asked));
  }
}

/** Who uses a watch. */
export interface WatchUser {
  readonly verifyEvery: number;
  failed(error: unknown): void;
}

/** What becomes of a watch. */
export interface WatchHooks {
  failed(watch: WatchFacts, error: unknown): void;
}

/** What is known of a watch, whatever its objects are. */
export type WatchFacts = Pick<SharedWatch, "name" | "waited" | "isUsed"> & {
  readonly informer: Pick<
    Informer<ResourceTypes>,
    "hasSynced" | "synced" | "state" | "lastSynced" | "isStale"
  >;
};
