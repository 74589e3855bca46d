import type { ListMeta, Status } from "../values/kubernetes.js";
import type { ResourceDefinition, Scope, TypedDefinition } from "../values/resource-definition.js";
import type { NamespacedClientOptions, Reach, TargetOptions } from "./caller.js";
import { Caller, copyClient, leavable } from "./caller.js";
import type { Contact } from "./contact.js";
import { isObjectMissing } from "./error-response.js";
import type { Patch } from "./exact-changes.js";
import type { Identified, ListPage } from "./list-pages.js";
import { itemsOfPages, listPages } from "./list-pages.js";
import type { Change } from "./modify.js";
import { modifyObject } from "./modify.js";
import type {
  ApplyOptions,
  CallOptions,
  DeleteCollectionOptions,
  DeleteOptions,
  GetOptions,
  ListAllOptions,
  ListOptions,
  WatchOptions,
  WatchParameters,
  WriteOptions,
} from "./options.js";
import {
  applyRequest,
  createRequest,
  deleteCollectionRequest,
  deleteRequest,
  getRequest,
  listRequest,
  patchRequest,
  updateRequest,
  watchRequest,
} from "./request.js";
import type { StrategicPatch } from "./strategic-patch.js";
import type { Transport } from "./transport.js";
import type { WatchEvent } from "./watch-event.js";
import { parseWatchEvent } from "./watch-event.js";

/** The types of one resource, as its client needs them. */
export interface ResourceTypes {
  readonly scope: Scope;
  /** As the server returns it. */
  readonly read: Identified;
  /** As it is sent on create and replace. */
  readonly input: Identified;
  /** As it is applied. */
  readonly apply: Identified;
  readonly list: { readonly metadata: ListMeta; readonly items: readonly Identified[] };
  /** The paths that field selectors may name, besides `metadata.name` and `metadata.namespace`. */
  readonly field: string;
  /** A row of its table: the columns by their names. */
  readonly columns?: object | undefined;
  /** What strategic merge patches are made of; absent for custom resources, which take none. */
  readonly strategic?: unknown;
}

/** A strategic merge patch, where the server takes one. */
export type StrategicPatchOf<T> = T extends { readonly strategic: infer Object }
  ? StrategicPatch<Object>
  : never;

/**
 * An object that a dry run made: it was never stored, so it may have no `resourceVersion`. Source:
 * apiserver `registry/generic/registry/dryrun.go`.
 */
export type NeverStored<Read> = Read extends { metadata: infer Meta }
  ? Omit<Read, "metadata"> & {
      metadata: Omit<Meta, "resourceVersion"> & { resourceVersion?: string | undefined };
    }
  : Read;

/** The types of a resource whose status has an endpoint of its own. */
export interface StatusTypes extends ResourceTypes {
  /** The status as it is sent to that endpoint. */
  readonly status: unknown;
}

/**
 * Calls the API server for one version of one resource. Every call rejects with an `ApiError` when
 * the server refuses it, with a `TransportError` when no usable answer came, with a `TimeoutError`
 * or the signal's reason when it was given up, and with a TypeError when a name or selector cannot
 * be one.
 */
export class ResourceClient<T extends ResourceTypes> {
  /** The types that the client was made for, where code for any resource looks; never there. */
  declare readonly types?: T | undefined;
  readonly definition: ResourceDefinition;
  protected readonly caller: Caller;

  constructor(
    definition: TypedDefinition<T>,
    transport: Transport,
    options: NamespacedClientOptions = {},
  ) {
    this.definition = definition;
    this.caller = new Caller(definition, transport, options);
  }

  /** Told when the server answers anybody who uses the same transport. */
  get contact(): Contact {
    return this.caller.contact;
  }

  /** What lists and watches see: clients of one resource that have the same see the same. */
  get reach(): Reach {
    return this.caller.reach;
  }

  /**
   * The client of another namespace; this one stays as it is. Without effect on cluster-scoped
   * resources.
   */
  in(namespace: string): this {
    return copyClient(this, this.caller.with({ namespace, allNamespaces: false }));
  }

  /**
   * The client of all namespaces, for `list`, `listAll`, `pages` and `watch`. All other calls need
   * a namespace, of the object or of the call.
   */
  all(): this {
    return copyClient(this, this.caller.with({ allNamespaces: true }));
  }

  /** Read an object by its name; rejects with an `ApiError` (`NotFound`) where there is none. */
  async get(name: string, options: GetOptions<T["scope"]> = {}): Promise<T["read"]> {
    const target = this.caller.named(name, options);
    return this.caller.call(target, getRequest(target, options), options);
  }

  /**
   * Tells whether there is an object of this name; rejects if the server does not know the
   * resource.
   */
  async exists(name: string, options: GetOptions<T["scope"]> = {}): Promise<boolean> {
    try {
      await this.get(name, options);
      return true;
    } catch (error) {
      if (isObjectMissing(error)) return false;
      throw error;
    }
  }

  /** All objects, or a page of them where there is a `limit`; `listAll` goes through the pages. */
  async list(options: ListOptions<T["scope"], T["field"]> = {}): Promise<T["list"]> {
    const target = this.caller.collection(options);
    const list = await this.caller.call<T["list"]>(target, listRequest(target, options), options);
    return withItems(list, this.definition);
  }

  /**
   * All objects in the order of namespace and name, fetched a page at a time (500 objects unless
   * `limit` says otherwise). When the pages expire half way (410), the rest comes from a newer
   * state of the store; nothing comes twice. The time limit is that of one page.
   */
  listAll(
    options: ListAllOptions<T["scope"], T["field"]> = {},
  ): AsyncGenerator<T["read"], void, undefined> {
    return itemsOfPages(this.pages(options), options.signal);
  }

  /**
   * The pages that `listAll` goes through, each with the metadata of its list: all of them have one
   * `resourceVersion`, from which a watch misses nothing, unless the pages expired half way.
   */
  pages(
    options: ListAllOptions<T["scope"], T["field"]> = {},
  ): AsyncGenerator<ListPage<T["read"]>, void, undefined> {
    const limit = options.limit ?? 500;
    return listPages<T["read"]>((token) =>
      token === undefined
        ? this.list({ ...options, limit })
        : this.list({
            ...options,
            limit,
            continue: token,
            // The token holds both, and the server takes neither beside it.
            resourceVersion: undefined,
            resourceVersionMatch: undefined,
          }),
    );
  }

  /**
   * Create an object. Its name may be left to the server with `metadata.generateName`. What a dry
   * run gives has no `resourceVersion`.
   */
  create(object: T["input"], options?: WriteOptions<T["scope"], false>): Promise<T["read"]>;
  create(object: T["input"], options: WriteOptions<T["scope"]>): Promise<NeverStored<T["read"]>>;
  async create(object: T["input"], options: WriteOptions<T["scope"]> = {}): Promise<T["read"]> {
    const target = this.caller.placeOf(object, options);
    const request = createRequest(target, object, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /**
   * Replace an object. Without `metadata.resourceVersion` the server refuses, for custom resources.
   */
  async update(object: T["input"], options: WriteOptions<T["scope"]> = {}): Promise<T["read"]> {
    const target = this.caller.namedAs(object, options);
    const request = updateRequest(target, object, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /**
   * Read an object, change it, and replace it; begin anew, after a short while, where somebody else
   * replaced it meanwhile. Ten attempts are made, then the call rejects with the last `ApiError`
   * (`Conflict`). Nothing is sent if nothing changed; resolves with the object as it is then.
   *
   * @param change changes the object in place, or returns another one: `(cronTab) => {
   *   cronTab.spec.replicas = 3; }`
   */
  async modify(
    name: string,
    change: Change<T["read"], T["input"]>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    return modifyObject(this, name, change, options);
  }

  /**
   * Change parts of an object: `{ merge: { spec: { image: "a:2" } } }` or
   * `{ json: [{ op: "remove", path: "/spec/image" }] }`; built-in kinds take
   * `{ strategic: { … } }` too.
   */
  async patch(
    name: string,
    patch: Patch<T["input"]> | StrategicPatchOf<T>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.named(name, options);
    const request = patchRequest(target, patch, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /**
   * Server-side apply: create the object, or make the fields of this manager what the configuration
   * says. What a dry run would create has no `resourceVersion`.
   */
  apply(configuration: T["apply"], options?: ApplyOptions<T["scope"], false>): Promise<T["read"]>;
  apply(
    configuration: T["apply"],
    options: ApplyOptions<T["scope"]>,
  ): Promise<NeverStored<T["read"]>>;
  async apply(
    configuration: T["apply"],
    options: ApplyOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.namedAs(configuration, options);
    const request = applyRequest(target, configuration, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /**
   * Delete an object. Resolves with a Status when it is gone at once, with the object when it
   * lingers until its finalizers are done; `isStatus` tells which.
   */
  async delete(name: string, options: DeleteOptions<T["scope"]> = {}): Promise<T["read"] | Status> {
    const target = this.caller.named(name, options);
    return this.caller.call(target, deleteRequest(target, options), options);
  }

  /**
   * Delete all objects of the namespace (or of a cluster-scoped resource) that the selectors match;
   * resolves with them.
   */
  async deleteCollection(
    options: DeleteCollectionOptions<T["scope"], T["field"]> = {},
  ): Promise<T["list"]> {
    const target = this.caller.place(options);
    const request = deleteCollectionRequest(target, options);
    return withItems(await this.caller.call<T["list"]>(target, request, options), this.definition);
  }

  /**
   * Yields the events of the objects, beginning when the first event is asked for. Ends when the
   * server ends the watch, which it does after a while; breaking out of the loop closes the
   * connection, and so does `return()`, without waiting for another event. Throws an ApiError of
   * 410 when `resourceVersion` is too old.
   */
  watch(
    options: WatchOptions<T["scope"], T["field"]> = {},
  ): AsyncGenerator<WatchEvent<T["read"]>, void, undefined> {
    return leavable((controller) => watchEvents(this.caller, options, controller));
  }
}

/**
 * Go writes lists that were never filled as `null`, and leaves out what items of built-in kinds are
 * called.
 */
function withItems<List extends { readonly items: readonly Identified[] }>(
  list: List,
  { group, version, kind }: ResourceDefinition,
): List {
  const items = list.items as List["items"] | null | undefined; // see above
  if (items === null) return { ...list, items: [] };
  const [first] = items ?? [];
  if (items === undefined || first === undefined || ("kind" in first && "apiVersion" in first))
    return list;
  const named = { apiVersion: group === "" ? version : `${group}/${version}`, kind };
  return { ...list, items: items.map((item) => ({ ...named, ...item })) };
}

async function* watchEvents<Read>(
  caller: Caller,
  options: CallOptions & TargetOptions & WatchParameters,
  controller: AbortController,
): AsyncGenerator<WatchEvent<Read>, void, undefined> {
  const target = caller.collection(options);
  const stream = caller.stream(target, watchRequest(target, options), options, controller);
  for await (const lines of stream) {
    for (const line of lines) {
      yield parseWatchEvent<Read>(line);
      // Whoever gives up in the middle of what came together gets no more of it.
      if (controller.signal.aborted) break;
    }
  }
}
