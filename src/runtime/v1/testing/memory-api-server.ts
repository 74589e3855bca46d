import type { ResourceDefinition } from "../client/resource-definition.js";
import type { Transport, TransportRequest, TransportResponse } from "../client/transport.js";
import { goJson } from "../go/json.js";
import { builtinVersions } from "./builtin-resources.js";
import {
  aggregatedDiscovery,
  coreVersions,
  groupDocument,
  groupList,
  resourceList,
} from "./discovery.js";
import type { ServerEnvironment } from "./environment.js";
import { badRequestFailure, Failure, forbiddenFailure, methodNotSupported, missing } from "./failure.js";
import type { FieldManager } from "./field-manager.js";
import { negotiateOutput } from "./media-types.js";
import { deleteCollection, deleteObject } from "./resource-deletes.js";
import { getObject, listObjects, ResourceCall, watchObjects } from "./resource-reads.js";
import { createObject, patchObject, updateObject } from "./resource-writes.js";
import { ServedResource } from "./served-resource.js";
import type { ConvertObjects, ServedVersion } from "./served-version.js";
import { checkServedVersion } from "./served-version.js";
import type { ServerAnswer } from "./server-call.js";
import { plainAnswer, ServerCall } from "./server-call.js";
import { Collection, VersionCounter } from "./store.js";
import type { WatchStream } from "./watch-stream.js";

/** How a server in memory differs from a fresh one. */
export interface MemoryApiServerOptions {
  /**
   * Namespaces must exist before objects are created in them, as in a cluster; `default` and those
   * of the system are there. The default: any namespace will do.
   */
  readonly namespaces?: boolean | undefined;
  /** The garbage collector runs: dependents of deleted objects are deleted. Default: false. */
  readonly garbageCollector?: boolean | undefined;
  /** How resources with several versions are converted, by `<plural>.<group>`. */
  readonly convert?: { readonly [resource: string]: ConvertObjects } | undefined;
  /** How many changes of each resource are kept for watches and lists of old states. */
  readonly history?: number | undefined;
  /** Milliseconds between the bookmarks of a watch. Default: a minute. */
  readonly bookmarkInterval?: number | undefined;
  /** Milliseconds since 1970. Default: `Date.now`. */
  readonly now?: (() => number) | undefined;
  /** Server-side apply, and managed fields. */
  readonly fieldManager?: FieldManager | undefined;
  /** What `/version` answers, besides what it has anyway. */
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

/** See `memoryApiServer`. */
export class MemoryApiServer implements Transport {
  readonly defaultNamespace: string = "default";
  readonly #options: MemoryApiServerOptions;
  readonly #counter = new VersionCounter();
  /** By `<plural>.<group>`. */
  readonly #resources = new Map<string, ServedResource>();
  readonly #environment: ServerEnvironment;
  readonly #watches = new Set<WatchStream>();

  constructor(versions: readonly ResourceDefinition[], options: MemoryApiServerOptions = {}) {
    this.#options = options;
    const { now = Date.now, history = 10_000, bookmarkInterval = 60_000 } = options;
    this.#environment = {
      now,
      current: () => this.#counter.current,
      fieldManager: options.fieldManager,
      namespaceFault: (resource, namespace, name) => this.#namespaceFault(resource, namespace, name),
      extraFinalizers: () => [],
      watches: this.#watches,
      bookmarkInterval,
      history,
      takesConflict: () => false,
    };
    this.serve(builtinVersions());
    this.serve(versions);
  }

  /**
   * Serves more resources, or others in their place: objects stay.
   *
   * @throws TypeError for definitions without the functions of `testing.js`
   */
  serve(versions: readonly ResourceDefinition[]): void {
    const byName = new Map<string, ServedVersion[]>();
    for (const version of versions) {
      checkServedVersion(version);
      const name = `${version.plural}.${version.group}`;
      byName.set(name, [...(byName.get(name) ?? []), version]);
    }
    for (const [name, group] of byName) {
      const collection =
        this.#resources.get(name)?.collection ??
        new Collection(this.#counter, this.#environment.history);
      const convert = this.#options.convert?.[name];
      this.#resources.set(name, new ServedResource(group, collection, convert));
    }
  }

  /** Serves a resource no longer, and forgets its objects; its watches end. */
  remove(plural: string, group: string): boolean {
    const resource = this.#resources.get(`${plural}.${group}`);
    if (resource === undefined) return false;
    for (const watch of this.#watches) if (watch.isOf(resource.collection)) watch.end();
    return this.#resources.delete(`${plural}.${group}`);
  }

  async send(request: TransportRequest): Promise<TransportResponse> {
    request.signal?.throwIfAborted();
    const answer = await this.handle(request);
    request.signal?.throwIfAborted();
    return responseOf(answer, request.signal);
  }

  /** Answers a request. It never rejects for what a client sends. */
  async handle(request: TransportRequest): Promise<ServerAnswer> {
    let call: ServerCall;
    try {
      call = new ServerCall(request);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      return plainAnswer(400, error.message);
    }
    try {
      return await this.#answer(call);
    } catch (error) {
      if (error instanceof Failure) return call.refusal(error);
      throw error;
    }
  }

  async #answer(call: ServerCall): Promise<ServerAnswer> {
    const { info } = call;
    if (info.resource === undefined) return this.#document(call);
    const resource = this.#resources.get(`${info.resource}.${info.group}`);
    const version = resource?.versions.get(info.version);
    const isServed = version?.served ?? true;
    if (resource === undefined || version === undefined || !isServed) return notThere();
    const hasNamespace = info.namespace !== "" && resource.plural !== "namespaces";
    if (hasNamespace && !resource.namespaced) return notThere();
    const spansNamespaces = info.verb === "list" || info.verb === "watch";
    if (!hasNamespace && resource.namespaced && !spansNamespaces) return notThere();
    if (version.deprecationWarning !== undefined) call.warnings.push(version.deprecationWarning);
    const target = new ResourceCall(this.#environment, resource, version, call);
    return info.subresource === "" ? objectAnswer(target) : subresourceAnswer(target);
  }

  async #document(call: ServerCall): Promise<ServerAnswer> {
    const { path } = call.info;
    const resources = this.#resources.values();
    if (/^\/(healthz|livez|readyz)(\/|$)/.test(path)) return plainAnswer(200, "ok");
    if (path === "/version") return call.answer(200, goJson(versionDocument(this.#options.version)));
    const [prefix, group = "", version = "", ...rest] = path.replace(/^\/|\/$/g, "").split("/");
    if (rest.length > 0 || (prefix !== "api" && prefix !== "apis")) return notThere();
    if (call.info.verb !== "get") return notThere();
    const aggregated = /as=APIGroupDiscoveryList/.test(call.header("accept"));
    if (group === "" && aggregated) {
      const json = goJson(aggregatedDiscovery(resources, prefix === "api"));
      const type = "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList";
      return { status: 200, headers: [["content-type", type]], body: `${json}\n` };
    }
    call.form = negotiateOutput(call.header("accept"), call.isPretty, false, false);
    let document: object | undefined;
    if (prefix === "api") {
      document = group === "" ? coreVersions() : await resourceList(resources, "", group);
    } else if (group === "") document = groupList(resources);
    else if (version === "") document = groupDocument(resources, group);
    else document = await resourceList(resources, group, version);
    return document === undefined ? notThere() : call.answerObject(200, document);
  }

  #namespaceFault(
    resource: ServedResource,
    namespace: string,
    name: string,
  ): Failure | undefined {
    if (this.#options.namespaces !== true || !resource.namespaced) return undefined;
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

function objectAnswer(target: ResourceCall): Promise<ServerAnswer> | ServerAnswer {
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
      return updateObject(withName(target));
    case "patch":
      return patchObject(withName(target));
    case "delete":
      return deleteObject(target);
    case "deletecollection":
      return deleteCollection(target);
    default:
      throw methodNotSupported(target.resource, info.verb);
  }
}

function subresourceAnswer(target: ResourceCall): Promise<ServerAnswer> {
  const { info } = target.call;
  const { status, scale } = target.version.subresources;
  const isThere =
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

/** @throws Failure 400 */
function withName(target: ResourceCall): ResourceCall {
  if (target.call.info.name !== "") return target;
  throw badRequestFailure("name must be provided");
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
): TransportResponse {
  const encoder = new TextEncoder();
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
      if (typeof body === "string") yield encoder.encode(body);
      else for await (const line of body) yield encoder.encode(line);
      signal?.throwIfAborted();
    },
    close,
  };
}
