import { TransportError } from "../client/api-error.js";
import type { Transport, TransportRequest, TransportResponse } from "../client/transport.js";
import { goJson } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import { isObject } from "../values/json/json.js";
import { textOf } from "../values/metadata/rules.js";
import { pathSegmentFaults } from "../values/names.js";
import type { ResourceDefinition } from "../values/resource-definition.js";
import type { AdmissionPlugins } from "./admission-plugins.js";
import { answerAccessReview } from "./authorization/access-reviews.js";
import type { BootstrapPolicy } from "./authorization/bootstrap-policy.js";
import { userPolicy } from "./authorization/bootstrap-policy.js";
import { rbacVersions } from "./authorization/rbac-resources.js";
import { RoleKeeper } from "./authorization/role-keeper.js";
import { notLetIn, ServerRights } from "./authorization/server-rights.js";
import type { UserOptions } from "./authorization/user.js";
import { completeUser, withUser } from "./authorization/user.js";
import { builtinVersions, systemNamespace, systemNamespaces } from "./builtin-resources.js";
import {
  aggregatedDiscovery,
  coreVersions,
  groupDocument,
  groupList,
  resourceList,
} from "./discovery.js";
import type { ServerEnvironment } from "./environment.js";
import { serverTime } from "./environment.js";
import {
  failed,
  Failure,
  forbiddenFailure,
  internalFailure,
  methodNotAllowed,
  methodNotSupported,
  missing,
  orThrow,
  resultOf,
  tooLongToStore,
} from "./failure.js";
import type { Fault } from "./faults.js";
import { FaultPlan } from "./faults.js";
import type { Handled } from "./housekeeping.js";
import { Housekeeper } from "./housekeeping.js";
import { aggregatedFormat, negotiateOutput } from "./media-types.js";
import { timeLimitOf } from "./options-of-request.js";
import { patchObject } from "./patch-writes.js";
import { isLongPart } from "./request-info.js";
import { deleteCollection, deleteObject } from "./resource-deletes.js";
import { getObject, listObjects, ResourceCall, watchObjects } from "./resource-reads.js";
import { createObject, updateObject } from "./resource-writes.js";
import { ServedResource } from "./served-resource.js";
import type { ConvertObjects, ServedVersion, ServerObjects } from "./served-version.js";
import { checkServedVersion } from "./served-version.js";
import type { ServerAnswer } from "./server-call.js";
import { plainAnswer, ServerCall } from "./server-call.js";
import type { KeepChange } from "./store.js";
import { Collection, parseStored, Revision, VersionCounter } from "./store.js";
import type { WatchStream } from "./watch-stream.js";
import { RecentLines, unref } from "./watch-stream.js";
import type { ParseYamlBody, ReadYamlBody } from "./yaml-body.js";
import { yamlReader } from "./yaml-body.js";

/** How a server in memory differs from a fresh one. */
export interface MemoryApiServerOptions {
  /**
   * Namespaces must exist before objects are created in them, as in a cluster; `default` and those
   * of the system are there. The default: any namespace will do.
   */
  readonly namespaces?: boolean | undefined;
  /**
   * Namespaces that are deleted are emptied, and go. Default: true; else a controller beside the
   * server does it.
   */
  readonly emptiesNamespaces?: boolean | undefined;
  /** The garbage collector runs: dependents of deleted objects are deleted. Default: false. */
  readonly garbageCollector?: boolean | undefined;
  /**
   * Rights are asked, as in a cluster: by Roles, ClusterRoles and their bindings, which the server
   * then stores. Requests of `server.as(user)` need them; those that are sent to the server itself
   * are an administrator's. Default: everybody may do everything.
   */
  readonly authorization?: "rbac" | undefined;
  /** How resources with several versions are converted, by `<plural>.<group>`. */
  readonly convert?: { readonly [resource: string]: ConvertObjects } | undefined;
  /** How many changes of each resource are kept for watches and lists of old states. */
  readonly history?: number | undefined;
  /** Milliseconds between the bookmarks of a watch. Default: a minute. */
  readonly bookmarkInterval?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /**
   * Reads bodies in YAML, such as `parse` of the package `yaml`, which reads as Kubernetes does
   * with its option `version: "1.1"`. Without it, bodies must be JSON.
   */
  readonly parseYaml?: ParseYamlBody | undefined;
  /** Reads bodies in YAML to the letter as the server does, in the place of `parseYaml`. */
  readonly readYaml?: ReadYamlBody | undefined;
  /**
   * Hears of each change before it is made, and so before the request is answered. If it throws,
   * the change is not made, and the request gets 500 with the message, as if etcd had failed.
   */
  readonly onChange?: ((change: StoredChange) => void) | undefined;
  /** Admission plugins: they may change what is written, and refuse it. Default: none. */
  readonly plugins?: AdmissionPlugins | undefined;
  /** Lets others work while much is done for one request. Default: nobody else waits. */
  readonly pause?: (() => Promise<void>) | undefined;
  /** Members that `/version` answers besides those that it has anyway. */
  readonly version?: { readonly [key: string]: string } | undefined;
}

/**
 * A Kubernetes API server in memory: a transport for clients, informers and controllers. It answers
 * what the real one answers.
 *
 * ```ts
 * const server = memoryApiServer([cronTab]); // from the resource's testing.js
 * const client = new CronTabClient(server, { namespace: "default" });
 * ```
 *
 * @throws TypeError for definitions without the functions of `testing.js`
 */
export function memoryApiServer(
  versions: readonly ResourceDefinition[],
  options: MemoryApiServerOptions = {},
): MemoryApiServer {
  return new MemoryApiServer(versions, options);
}

/** An object that was stored or removed. */
export interface StoredChange {
  /** `<plural>.<group>` */
  readonly resource: string;
  /** `namespace/name`, or the name alone. */
  readonly key: string;
  readonly resourceVersion: number;
  /** The object as JSON; undefined if it was removed. */
  readonly text: string | undefined;
}

/** Which watches end, and how. */
export interface EndWatchesOptions {
  /** Their connections break. Default: false. */
  readonly reset?: boolean | undefined;
  /** Those of one resource alone: `<plural>.<group>`. */
  readonly resource?: string | undefined;
  /** Those that there are now end later, in ms. Default: 0. */
  readonly delay?: number | undefined;
}

/** The objects of a server. */
export interface ServerSnapshot {
  readonly resourceVersion: number;
  /** By `<plural>.<group>`; the texts are JSON. */
  readonly objects: {
    readonly [resource: string]: readonly (readonly [key: string, text: string])[];
  };
}

/** See `memoryApiServer`. */
export class MemoryApiServer implements Transport {
  readonly defaultNamespace: string = "default";
  /** The address of the server that `/api` tells clients. */
  address = "127.0.0.1";
  readonly #options: MemoryApiServerOptions;
  readonly #counter = new VersionCounter();
  /** By `<plural>.<group>`. */
  readonly #resources = new Map<string, ServedResource>();
  readonly #environment: ServerEnvironment;
  readonly #watches = new Set<WatchStream>();
  readonly #faults = new FaultPlan();
  readonly #lines = new RecentLines();
  readonly #objects: ServerObjects = {
    now: () => serverTime(this.now()),
    texts: (resource) => this.storedTexts(resource),
  };
  /** How far the clock was moved. */
  #advanced = 0;
  /** How many of the next updates meet with another one. */
  #conflicts = 0;
  #isClosed = false;
  readonly #housekeeper: Housekeeper;
  readonly #roles: RoleKeeper | undefined;

  constructor(versions: readonly ResourceDefinition[], options: MemoryApiServerOptions = {}) {
    this.#options = options;
    const { history = 10_000, bookmarkInterval = 60_000, garbageCollector = false } = options;
    const hasRights = options.authorization === "rbac";
    this.#environment = {
      rights: hasRights
        ? new ServerRights((name) => this.#resources.get(name)?.collection)
        : undefined,
      now: () => this.now(),
      current: () => this.#counter.current,
      readYaml: options.readYaml ?? yamlReader(options.parseYaml),
      namespaceFault: (resource, namespace, name) =>
        this.#namespaceFault(resource, namespace, name),
      watches: this.#watches,
      lines: this.#lines,
      bookmarkInterval,
      history,
      pause: options.pause,
      plugins: options.plugins,
      takesConflict: () => this.#conflicts > 0 && this.#conflicts-- > 0,
    };
    const kept = {
      resources: this.#resources,
      environment: this.#environment,
      answer: objectAnswer,
    };
    this.#housekeeper = new Housekeeper(kept, garbageCollector, options.emptiesNamespaces);
    const keptRoles = {
      resourceOf: (name: string) => this.#resources.get(name),
      send: (request: TransportRequest) => this.#answerCall(new ServerCall(request)),
      now: () => serverTime(this.now()),
    };
    this.#roles = hasRights ? new RoleKeeper(keptRoles) : undefined;
    this.serve(builtinVersions());
    if (hasRights) this.serve(rbacVersions());
    this.serve(versions);
    this.#createNamespaces();
    this.makeRoles(userPolicy);
  }

  /**
   * The server as a user sees it, who needs rights where `authorization` says so. Requests that say
   * `Impersonate-User` need the right to.
   *
   * ```ts
   * const operator = server.as({ username: "system:serviceaccount:shop:operator" });
   * const client = new CronTabClient(operator, { namespace: "default" });
   * ```
   */
  as(user: UserOptions): Transport {
    const sender = completeUser(user);
    return {
      defaultNamespace: this.defaultNamespace,
      send: (request) => this.send(withUser(request, sender)),
    };
  }

  /** Makes roles and bindings that are not there, where rights are asked. */
  makeRoles(policy: BootstrapPolicy): void {
    this.#roles?.make(policy);
  }

  /** Waits until ClusterRoles have the rules that they gather of others. */
  settleRoles(): Promise<void> {
    return this.#roles?.work() ?? Promise.resolve();
  }

  /** Decides who may do what; undefined where everybody may do everything. */
  get rights(): ServerRights | undefined {
    return this.#environment.rights;
  }

  /** Milliseconds since 1970, as the server sees it. */
  now(): number {
    return (this.#options.now ?? Date.now)() + this.#advanced;
  }

  /** Moves the server's clock. What waits for real time, such as the end of a watch, stays. */
  advance(milliseconds: number): void {
    this.#advanced += milliseconds;
  }

  /**
   * Makes requests fail, or slow. Faults are taken in the order in which they were added.
   *
   * @returns what takes the fault away before it was met
   */
  fail(fault: Fault): () => void {
    return this.#faults.add(fault);
  }

  /** Takes away all faults and conflicts that were not met. */
  clearFaults(): void {
    this.#faults.clear();
    this.#conflicts = 0;
  }

  /** The next updates and patches are refused as if others had come between (409). */
  createConflicts(times = 1): void {
    this.#conflicts += times;
  }

  /**
   * Forgets old states: lists that go on and watches that begin there are answered with 410.
   *
   * @param plural of one resource alone
   */
  expireHistory(plural?: string): void {
    for (const resource of this.#resources.values()) {
      if (plural === undefined || resource.plural === plural) resource.collection.expire();
    }
  }

  /**
   * Forgets the states before a version for lists alone, as servers do every few minutes. This
   * counts as a change.
   *
   * @returns the version of this change, before which the next call may forget
   */
  compact(resourceVersion: number): number {
    for (const { collection } of this.#resources.values()) collection.compact(resourceVersion);
    return this.#counter.next();
  }

  /** Ends all watches, as a server that restarts; with `reset` their connections break. */
  endWatches({ reset = false, resource, delay = 0 }: EndWatchesOptions = {}): void {
    const error = reset ? new TransportError("the connection of the watch broke") : undefined;
    const only = resource === undefined ? undefined : this.#resources.get(resource)?.collection;
    const ending = [...this.#watches].filter(
      (watch) => resource === undefined || (only !== undefined && watch.isOf(only)),
    );
    const end = (): void => {
      for (const watch of ending) watch.end(error);
    };
    if (delay === 0) end();
    else if (ending.length > 0) unref(setTimeout(end, delay));
  }

  /**
   * Waits until nothing happens any more: namespaces are emptied, garbage is collected, and
   * watches have read all that there is.
   */
  async quiet(): Promise<void> {
    // What hears of a change may write again: that takes a few turns.
    for (let calm = 0, turn = 0; calm < 3 && turn < 1000; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 0));
      await this.#housekeeper.work;
      calm = [...this.#watches].every(({ isIdle }) => isIdle) ? calm + 1 : 0;
    }
  }

  /** All objects, as a value that can be kept, or written as JSON. */
  snapshot(): ServerSnapshot {
    const owners = [...this.#resources].filter(([, { isView }]) => !isView);
    const objects = owners.map(([name, { collection }]) => {
      const entries = collection.list("").map(({ key, text }) => [key, text] as const);
      return [name, entries] as const;
    });
    return { resourceVersion: this.#counter.current, objects: Object.fromEntries(objects) };
  }

  /**
   * Puts the objects of a snapshot in the place of all others. Watches end, and must begin anew
   * with a list. Resources that are not served any more are passed over.
   */
  restore({ resourceVersion, objects }: ServerSnapshot): void {
    this.#counter.current = Math.max(this.#counter.current, resourceVersion) + 1;
    this.#housekeeper.forget();
    for (const [name, { isView }] of this.#resources) {
      if (!isView) this.replaceObjects(name, objects[name] ?? []);
    }
    this.makeRoles(userPolicy);
    this.#housekeeper.start();
    this.endWatches();
  }

  /**
   * Puts objects in the place of all others of one resource, `<plural>.<group>`, if it is
   * served. Watches are not told.
   */
  replaceObjects(resource: string, objects: ServerSnapshot["objects"][string]): void {
    const served = this.#resources.get(resource);
    if (served === undefined) return;
    const { collection, storage, storedMark, versions, isView } = served;
    const revisions = objects.map(([key, text]) => {
      const { apiVersion, metadata } = parseStored(text);
      const [version = ""] = String(apiVersion).split("/").reverse();
      const stored = isObject(metadata) ? textOf(metadata, "resourceVersion") : "";
      const own = isView ? undefined : versions.get(version);
      const content = { text, version: own === storage ? storedMark : (own ?? storage) };
      return new Revision(key, Number(stored), content);
    });
    collection.replaceAll(revisions);
    const { current } = this.#counter;
    for (const after of collection.housekept()) {
      this.#housekeeper.note(resource, { resourceVersion: current, before: undefined, after });
    }
  }

  /** The other resources that store the same objects. */
  sharing({ collection, ...own }: ServedResource): readonly ServedResource[] {
    const all = [...this.#resources.values()];
    return all.filter((one) => one.collection === collection && one.group !== own.group);
  }

  /** The objects of a resource, `<plural>.<group>`, as they are stored, as JSON. */
  storedTexts(resource: string): readonly string[] {
    return (
      this.#resources
        .get(resource)
        ?.collection.list("")
        .map(({ text }) => text) ?? []
    );
  }

  /** An object as it is stored, as JSON, by `<plural>.<group>` and its key. */
  storedText(resource: string, key: string): string | undefined {
    return this.#resources.get(resource)?.collection.get(key)?.text;
  }

  /**
   * Stores what was made of an object elsewhere, unless it is not as it was seen.
   *
   * @param seen its text then; undefined: there was none
   * @param write gives its text with a resource version; undefined: it is removed
   * @returns the resource version; undefined if nothing was stored; 500 if it cannot be kept
   */
  exchange(
    resource: string,
    key: string,
    seen: string | undefined,
    write: (resourceVersion: number) => string | undefined,
  ): number | Failure | undefined {
    const served = this.#resources.get(resource);
    if (served === undefined || this.storedText(resource, key) !== seen) return undefined;
    const { collection, storedMark } = served;
    const text = write(this.#counter.current + 1);
    if (text === undefined) return collection.remove(key);
    const kept = collection.put(key, () => ({ text, version: storedMark }));
    return kept instanceof Failure ? kept : kept.resourceVersion;
  }

  /** Deletes all objects of a resource as the controller of its CRD does, see `Housekeeper`. */
  deleteObjects(resource: string): Promise<boolean> {
    return this.#housekeeper.empty(resource);
  }

  /** Ends all watches; whatever is sent from now on is refused. */
  close(): void {
    this.#isClosed = true;
    this.endWatches();
  }

  /**
   * Serves more resources, or others in their place: objects stay. `convert` is for those of them
   * that have several versions; the default is that of the server's options.
   *
   * @throws TypeError for definitions without the functions of `testing.js`
   */
  serve(versions: readonly ResourceDefinition[], convert?: ConvertObjects): void {
    const byName = new Map<string, ServedVersion[]>();
    for (const version of versions) {
      checkServedVersion(version);
      const name = `${version.plural}.${version.group}`;
      byName.set(name, [...(byName.get(name) ?? []), version.within?.(this.#objects) ?? version]);
    }
    for (const [name, group] of byName) {
      const owner = this.#resources.get(group[0]?.storedBy ?? "");
      const known = owner ?? this.#resources.get(name);
      const collection = known?.collection ?? this.#newCollection(name);
      const converter = convert ?? this.#options.convert?.[name] ?? group[0]?.convert;
      this.#resources.set(name, new ServedResource(group, collection, converter, owner));
    }
    this.#housekeeper.reconsider();
  }

  #newCollection(resource: string): Collection {
    const keep = keepChanges(resource, this.#options.onChange);
    const collection = new Collection(this.#counter, this.#environment.history, keep);
    collection.listen(this.#counter.current, (change) => {
      this.#roles?.note(resource);
      const { before, after } = change;
      const concerned = after?.concernsHousekeeping ?? true;
      if (!concerned && before?.concernsHousekeeping !== true) return;
      this.#housekeeper.note(resource, change);
      this.#housekeeper.start();
    });
    return collection;
  }

  /** Serves a resource no longer, and forgets its objects; its watches end. */
  remove(plural: string, group: string): boolean {
    const resource = this.#resources.get(`${plural}.${group}`);
    if (resource === undefined) return false;
    this.endWatches({ resource: `${plural}.${group}` });
    this.#housekeeper.forgetKinds();
    return this.#resources.delete(`${plural}.${group}`);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    const { signal } = request;
    signal?.throwIfAborted();
    if (this.#isClosed) throw new TransportError("the server in memory was closed");
    const answer = await this.handle(request);
    if (signal?.aborted === true) answer.close?.();
    signal?.throwIfAborted();
    return responseOf(answer, request.signal, (text) => this.#lines.encode(text));
  }

  /** Answers a request. It never rejects for what a client sends. */
  async handle(request: TransportRequest): Promise<ServerAnswer> {
    let call: ServerCall;
    try {
      call = new ServerCall(request);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return plainAnswer(error.status.code ?? 400, error.message);
    }
    const { rights } = this.#environment;
    if (rights === undefined) return this.#answerCall(call);
    await this.settleRoles();
    const admitted = rights.admit(call);
    if (admitted instanceof Failure) return notLetIn(call, admitted);
    const answer = await this.#answerCall(admitted === request ? call : new ServerCall(admitted));
    await this.settleRoles();
    return answer;
  }

  async #answerCall(call: ServerCall): Promise<ServerAnswer> {
    try {
      const isLimited = call.info.verb !== "watch" && !isLongPart(call.request.path);
      const answer = await resultOf(() => {
        if (isLimited) timeLimitOf(call.query);
        return this.#faults.apply(call, () => this.#answer(call));
      });
      return answer instanceof Failure ? call.refusal(answer) : answer;
    } catch (error) {
      // What is nested too deeply for the stack, or too long for one text.
      if (error instanceof RangeError) return call.refusal(internalFailure(error.message));
      throw error;
    }
  }

  async #answer(call: ServerCall): Promise<ServerAnswer | Failure> {
    const { info } = call;
    if (/^\/\/|^\/apis\/\//.test(info.path)) return notThere();
    if (info.resource === undefined) return this.#document(call);
    if (info.group === "authorization.k8s.io") {
      return answerAccessReview(call, this.rights) ?? notThere();
    }
    const resource = this.#resources.get(`${info.resource}.${info.group}`);
    const version = resource?.versions.get(info.version);
    const isServed = version?.served ?? true;
    if (resource === undefined || version === undefined || !isServed) return notThere();
    // What has a type asks for the name of a namespace that has none.
    const isUnnamed = version.typed !== undefined && info.path.includes("/namespaces//");
    const isPlaced = info.namespace !== "" || isUnnamed;
    const hasNamespace = isPlaced && resource.plural !== "namespaces";
    if (hasNamespace && !resource.namespaced) return notThere();
    const spansNamespaces = info.verb === "list" || info.verb === "watch";
    if (!hasNamespace && resource.namespaced && !spansNamespaces) return notThere();
    if (version.unresolved === true) throw internalFailure("error resolving resource");
    if (version.deprecationWarning !== undefined) call.warn([version.deprecationWarning]);
    const target = new ResourceCall(this.#environment, resource, version, call);
    return info.subresource === "" ? objectAnswer(target) : subresourceAnswer(target);
  }

  async #document(call: ServerCall): Promise<ServerAnswer> {
    const { path } = call.info;
    const resources = [...this.#resources.values()];
    if (/^\/(healthz|livez|readyz)(\/(ping|log|etcd))?$/.test(path)) return plainAnswer(200, "ok");
    if (/^\/version\/*$/.test(path)) {
      if (call.request.method !== "GET") throw methodNotAllowed();
      // Always as people read it.
      const body = JSON.stringify(versionDocument(this.#options.version), undefined, 2);
      return { status: 200, headers: [["content-type", "application/json"]], body };
    }
    const [prefix, group = "", version = "", ...rest] = path.replace(/^\/|\/+$/g, "").split("/");
    if (rest.length > 0 || (prefix !== "api" && prefix !== "apis")) return notThere();
    // Who serves groups, and the versions of CRDs, does not ask for the method.
    const isAnyMethod = prefix === "apis";
    if (call.info.verb !== "get" && !isAnyMethod) return notThere();
    const wanted = group === "" ? aggregatedFormat(call.header("accept")) : undefined;
    if (wanted !== undefined) {
      call.form = { format: wanted, as: undefined, version: "v1", isPretty: call.isPretty };
      const answer = call.answerObject(200, aggregatedDiscovery(resources, prefix === "api"));
      const type = `application/${wanted};g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList`;
      return { ...answer, headers: [["content-type", type]] };
    }
    let document: object | undefined;
    if (prefix === "api") {
      document =
        group === "" ? coreVersions(this.address) : await resourceList(resources, "", group);
    } else if (group === "") document = groupList(resources);
    else if (version === "") document = groupDocument(resources, group);
    else document = await resourceList(resources, group, version);
    if (document === undefined) return notThere();
    call.form = negotiateOutput(call.header("accept"), call.isPretty, false, false);
    return call.answerObject(200, document);
  }

  #createNamespaces(): void {
    const namespaces = this.#resources.get("namespaces.");
    if (namespaces === undefined) return;
    for (const name of systemNamespaces) {
      const made = { name, uid: crypto.randomUUID(), creationTimestamp: serverTime(this.now()) };
      const kept = namespaces.collection.put(name, (resourceVersion) => ({
        text: goJson(systemNamespace(made, resourceVersion)),
        version: namespaces.storage,
      }));
      orThrow(kept);
    }
  }

  #namespaceFault(resource: ServedResource, namespace: string, name: string): Failure | undefined {
    if (this.#options.namespaces !== true || !resource.namespaced) return undefined;
    // Without a name it is the object that is at fault.
    if (namespace === "") return undefined;
    const faults = pathSegmentFaults(namespace);
    if (faults.length > 0) {
      const list = faults.join(" ");
      return internalFailure(`invalid resource name ${quote(namespace)}: [${list}]`);
    }
    const namespaces = { group: "", plural: "namespaces" };
    const found = this.#resources.get("namespaces.")?.collection.get(namespace);
    if (found === undefined) return missing(namespaces, namespace);
    if (!found.text.includes('"deletionTimestamp"')) return undefined;
    const fault = `unable to create new content in namespace ${namespace} because it is being terminated`;
    const failure = forbiddenFailure(resource, name, fault);
    const cause = {
      reason: "NamespaceTerminating",
      message: `namespace ${namespace} is being terminated`,
      field: "metadata.namespace",
    };
    const details = { ...failure.status.details, causes: [cause] };
    return new Failure({ ...failure.status, details });
  }
}

/** etcd's errors are no Status of their own: they come with 500, without a reason. */
function keepChanges(resource: string, onChange: MemoryApiServerOptions["onChange"]): KeepChange {
  return ({ resourceVersion, before, after }) => {
    const key = (after ?? before)?.key ?? "";
    if (after !== undefined && isTooLarge(resource, before, after)) {
      return tooLongToStore();
    }
    try {
      onChange?.({ resource, key, resourceVersion, text: after?.text });
      return undefined;
    } catch (error) {
      return failed(500, undefined, error instanceof Error ? error.message : String(error));
    }
  };
}

/** The largest request that etcd takes, in bytes (etcd `server/embed/config.go`). */
const mostStored = 1.5 * 1024 * 1024;

/**
 * Tells whether etcd would refuse to store an object: its path stands in the request twice, or
 * three times if there is one already; the resource version is no part of what is stored.
 */
function isTooLarge(resource: string, before: Revision | undefined, after: Revision): boolean {
  const { text, key, resourceVersion } = after;
  if (text.length * 3 < mostStored / 2) return false;
  const path = `/registry/${resource}/${key}`.length;
  const others = before === undefined ? 2 * path + 41 : 3 * path + 48;
  const version = `"resourceVersion":"${resourceVersion}",`.length;
  return new TextEncoder().encode(text).length - version + others > mostStored;
}

function objectAnswer(target: ResourceCall): Handled {
  const { info } = target.call;
  switch (info.verb) {
    case "get":
      return getObject(target);
    case "list":
      return listObjects(target);
    case "watch":
      return watchObjects(target);
    case "create":
      return createObject(target);
    case "update":
      return updateObject(target);
    case "patch":
      return patchObject(target);
    case "delete":
      return deleteObject(target);
    case "deletecollection":
      return deleteCollection(target);
    default:
      throw methodNotSupported(target.resource, info.verb);
  }
}

function subresourceAnswer(target: ResourceCall): Handled {
  const { info } = target.call;
  const { subresources, otherSubresources = [] } = target.version;
  const { status, scale } = subresources;
  const isThere =
    otherSubresources.some(({ name }) => name === info.subresource) ||
    (info.subresource === "status" && status) ||
    (info.subresource === "scale" && scale !== undefined);
  if (!isThere) throw missing(target.resource, info.name);
  switch (info.verb) {
    case "get":
      return getObject(target);
    case "update":
      return updateObject(target);
    case "patch":
      return patchObject(target);
    default:
      throw methodNotSupported(target.resource, info.verb);
  }
}

function notThere(): ServerAnswer {
  return plainAnswer(404, "404 page not found\n");
}

function versionDocument(more: MemoryApiServerOptions["version"]): object {
  return {
    major: "1",
    minor: "37",
    emulationMajor: "1",
    emulationMinor: "37",
    minCompatibilityMajor: "1",
    minCompatibilityMinor: "36",
    gitVersion: "v1.37.0",
    gitCommit: "",
    gitTreeState: "",
    buildDate: "1970-01-01T00:00:00Z",
    goVersion: "",
    compiler: "",
    platform: "",
    ...more,
  };
}

function responseOf(
  { status, headers, body, close = () => undefined }: ServerAnswer,
  signal: AbortSignal | undefined,
  encode: (text: string) => Uint8Array,
): TransportResponse {
  signal?.addEventListener("abort", close, { once: true });
  return {
    status,
    header(name) {
      const values = headers.flatMap(([key, value]) => (key === name.toLowerCase() ? [value] : []));
      return values.length === 0 ? null : values.join(", ");
    },
    async text() {
      if (typeof body === "string") return body;
      let text = "";
      for await (const line of body) text += line;
      return text;
    },
    async *chunks() {
      if (typeof body === "string") yield new TextEncoder().encode(body);
      else for await (const line of body) yield encode(line);
      signal?.throwIfAborted();
    },
    close,
  };
}
