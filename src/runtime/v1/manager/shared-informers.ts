import type { ResourceClient, ResourceTypes } from "../client/resource-client.js";
import { fieldSelectorText, labelSelectorText } from "../client/selector.js";
import type { InformerOptions } from "../operators/informer/informer-options.js";
import { SharedInformer } from "./shared-informer.js";
import type { WatchFacts, WatchHooks } from "./shared-watch.js";
import { SharedWatch } from "./shared-watch.js";

/** What the informers of a manager report. */
export interface SharedInformerHooks extends WatchHooks {
  /** A watch is made. */
  made(watch: WatchFacts): void;
  /** A handler has thrown. */
  handlerFailed(watch: WatchFacts, error: unknown): void;
}

/**
 * The informers of a program: those who ask for the same objects of the same server share one list
 * and watch. The same objects are those of one resource, version, transport, set of namespaces,
 * label selector and field selector. What would change the objects that others see, or how they are
 * followed (`transform`, `freeze`, `idleTimeout` and the like), makes a watch of its own, unless it
 * is the same function or value.
 */
export class SharedInformers {
  readonly #watches = new Map<string, SharedWatch>();
  readonly #hooks: SharedInformerHooks;
  readonly #ids = new Identities();

  constructor(hooks: SharedInformerHooks) {
    this.#hooks = hooks;
  }

  /** Those that somebody uses. */
  get watches(): WatchFacts[] {
    return [...this.#watches.values()].filter(({ isUsed }) => isUsed);
  }

  informer<T extends ResourceTypes, Index extends string = string>(
    client: ResourceClient<T>,
    options: InformerOptions<T, Index> = {},
  ): SharedInformer<T, Index> {
    const { indexers, resync, onError, verifyEvery, ...ofAll } = options;
    const watch = this.#watch(client, ofAll); // without indexes, any fits
    const report = (error: unknown): void => {
      this.#hooks.handlerFailed(watch, error);
    };
    const own = { indexers, resync, onError, verifyEvery } as InformerOptions<T, Index>; // optional, all of them
    return new SharedInformer(watch, own, report);
  }

  #watch<T extends ResourceTypes>(
    client: ResourceClient<T>,
    options: InformerOptions<T>,
  ): SharedWatch<T> {
    const key = this.#keyOf(client, options);
    const known = this.#watches.get(key);
    if (known !== undefined) return known as object as SharedWatch<T>; // the key says so
    const watch = new SharedWatch<T>(client, options, this.#hooks);
    this.#watches.set(key, watch as object as SharedWatch); // as above
    this.#hooks.made(watch);
    return watch;
  }

  #keyOf<T extends ResourceTypes>(
    client: ResourceClient<T>,
    { namespaces, allNamespaces, labelSelector, fieldSelector, ...rest }: InformerOptions<T>,
  ): string {
    const { group, version, plural, scope } = client.definition;
    const { transport, namespace } = client.reach;
    const isEverywhere = scope === "Cluster" || allNamespaces === true;
    const places = isEverywhere ? [undefined] : (namespaces ?? [namespace]);
    return JSON.stringify([
      [this.#ids.of(transport), group, version, plural],
      [...new Set(places)].map((each) => each ?? "*").sort(),
      labelSelector === undefined ? "" : labelSelectorText(labelSelector),
      fieldSelector === undefined ? "" : fieldSelectorText(fieldSelector),
      Object.entries(rest)
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => [name, this.#ids.of(value)])
        .sort(),
    ]);
  }
}

/** Texts that are equal for the same object, function or value alone. */
class Identities {
  readonly #known = new WeakMap<object, string>();
  #count = 0;

  of(value: unknown): string {
    const isObject = typeof value === "function" || (typeof value === "object" && value !== null);
    if (!isObject) return JSON.stringify(value);
    const id = this.#known.get(value) ?? `#${this.#count++}`;
    this.#known.set(value, id);
    return id;
  }
}
