import type { ObjectMetaInput, Status } from "../values/kubernetes.js";
import { leavable, SubresourceClient } from "./caller.js";
import type {
  CallOptions,
  DeleteParameters,
  LogParameters,
  Placement,
  WriteOptions,
} from "./options.js";
import { createRequest, logRequest } from "./request.js";
import type { ResourceTypes } from "./resource-client.js";
import { ObjectPartClient } from "./subresource-clients.js";

/*
 * The subresources that only Kubernetes' own kinds have (Kubernetes `pkg/registry/core`).
 */

/** The `/resize` subresource of pods: it writes the resources of containers alone. */
export class ResizeClient<T extends ResourceTypes> extends ObjectPartClient<T, T["input"]> {
  protected override readonly part = "resize";
}

/** The `/ephemeralcontainers` subresource of pods: it adds containers to debug a pod with. */
export class EphemeralContainersClient<T extends ResourceTypes> extends ObjectPartClient<
  T,
  T["input"]
> {
  protected override readonly part = "ephemeralcontainers";
}

/** The `/approval` subresource of certificate signing requests: it writes their conditions. */
export class ApprovalClient<T extends ResourceTypes> extends ObjectPartClient<T, T["input"]> {
  protected override readonly part = "approval";
}

/** The `/log` subresource of pods. */
export class LogClient extends SubresourceClient {
  /** The log as it is now. */
  async get(name: string, options: LogOptions = {}): Promise<string> {
    const target = this.caller.named(name, options, "log");
    return this.caller.callForText(target, logRequest(target, options), options);
  }

  /**
   * The lines of the log, without their ends, as they come: with `follow`, until the container
   * ends. Leaving the loop closes the connection.
   */
  lines(
    name: string,
    options: LogOptions & Pick<LogParameters, "follow"> = {},
  ): AsyncGenerator<string, void, undefined> {
    return leavable((controller) => this.#lines(name, options, controller));
  }

  async *#lines(
    name: string,
    options: LogOptions & Pick<LogParameters, "follow">,
    controller: AbortController,
  ): AsyncGenerator<string, void, undefined> {
    const target = this.caller.named(name, options, "log");
    const request = { ...logRequest(target, options), stream: true };
    for await (const lines of this.caller.streamText(target, request, options, controller)) {
      yield* lines;
    }
  }
}

/** Options of a call that reads a log. */
export interface LogOptions
  extends CallOptions, Placement<"Namespaced">, Omit<LogParameters, "follow"> {}

/** The `/eviction` subresource of pods: a deletion that disruption budgets may forbid. */
export class EvictionClient extends SubresourceClient {
  /** Rejects with an `ApiError` of 429 while a disruption budget forbids it. */
  async create(name: string, options: EvictionOptions = {}): Promise<Status> {
    const target = this.caller.named(name, options, "eviction");
    const { deleteOptions } = options;
    const metadata = { name, namespace: target.namespace };
    const eviction = { apiVersion: "policy/v1", kind: "Eviction", metadata, deleteOptions };
    const request = createRequest(target, eviction, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }
}

/** Options of an eviction. */
export interface EvictionOptions extends WriteOptions<"Namespaced"> {
  /** How the pod is deleted. */
  readonly deleteOptions?: Omit<DeleteParameters, "dryRun"> | undefined;
}

/** The `/binding` subresource of pods: it says on which node a pod runs. */
export class BindingClient extends SubresourceClient {
  /** @param node the name of the node */
  async create(
    name: string,
    node: string,
    options: WriteOptions<"Namespaced"> = {},
  ): Promise<Status> {
    const place = this.caller.named(name, options, "binding");
    const metadata: ObjectMetaInput = { name, namespace: place.namespace };
    const target = { apiVersion: "v1", kind: "Node", name: node };
    const binding = { apiVersion: "v1", kind: "Binding", metadata, target };
    const request = createRequest(place, binding, this.caller.asManager(options));
    return this.caller.call(place, request, options);
  }
}

/** The `/token` subresource of service accounts. */
export class TokenClient extends SubresourceClient {
  /** Issues a token. Without `audiences` it is for the API server. */
  async create(
    name: string,
    spec: TokenRequestSpecInput = {},
    options: WriteOptions<"Namespaced"> = {},
  ): Promise<IssuedToken> {
    const target = this.caller.named(name, options, "token");
    const body = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec };
    const request = createRequest(target, body, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }
}

/** What a token is to be good for. */
export interface TokenRequestSpecInput {
  readonly audiences?: readonly string[] | undefined;
  /** At least 600; absent = 3600. */
  readonly expirationSeconds?: number | undefined;
  /** The token ends with this object: a Pod, a Node or a Secret. */
  readonly boundObjectRef?:
    | {
        readonly apiVersion?: string | undefined;
        readonly kind?: string | undefined;
        readonly name?: string | undefined;
        readonly uid?: string | undefined;
      }
    | undefined;
}

/** A token that was issued. */
export interface IssuedToken {
  apiVersion: "authentication.k8s.io/v1";
  kind: "TokenRequest";
  status: { token: string; expirationTimestamp: string };
}
