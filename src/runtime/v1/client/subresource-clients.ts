import type { Scale, ScaleInput } from "../values/kubernetes.js";
import type { Scope } from "../values/resource-definition.js";
import { SubresourceClient } from "./caller.js";
import type { Patch } from "./exact-changes.js";
import type { Change } from "./modify.js";
import { modifyObject } from "./modify.js";
import type { ApplyOptions, GetOptions, WriteOptions } from "./options.js";
import { applyRequest, getRequest, patchRequest, updateRequest } from "./request.js";
import type { ResourceClient, ResourceTypes, StatusTypes } from "./resource-client.js";

/**
 * An object as its status is sent. All fields but these may be there, with any value: the server
 * takes them from the stored object (apiextensions `registry/customresource/status_strategy.go`).
 */
export type StatusUpdate<T extends StatusTypes> = Pick<T["input"], Identity<T["input"]>> & {
  [Field in Exclude<keyof T["input"], Identity<T["input"]> | "status">]?: unknown;
} & { status?: T["status"] | null | undefined };

type Identity<Input> = Extract<keyof Input, "apiVersion" | "kind" | "metadata">;

/**
 * The `/status` subresource: it returns and takes whole objects, but writes nothing but their
 * `status`.
 */
export class StatusClient<T extends StatusTypes> extends SubresourceClient {
  /**
   * Read the whole object through its status endpoint, for which permissions can be given apart.
   */
  async get(name: string, options: GetOptions<T["scope"]> = {}): Promise<T["read"]> {
    const target = this.caller.named(name, options, "status");
    return this.caller.call(target, getRequest(target, options), options);
  }

  /** Replace the status; an object without one loses it. */
  async update(
    object: StatusUpdate<T>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.namedAs(object, options, "status");
    const request = updateRequest(target, object, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /**
   * Read the object, change it, and replace its status; begin anew where somebody else was faster.
   * See `modify` of the client.
   */
  async modify(
    name: string,
    change: Change<T["read"], StatusUpdate<T>>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    return modifyObject(this, name, change, options);
  }

  /** The patch is one of the whole object: `{ merge: { status: { ready: true } } }`. */
  async patch(
    name: string,
    patch: Patch<StatusUpdate<T>>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.named(name, options, "status");
    const request = patchRequest(target, patch, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /** Server-side apply of the status. */
  async apply(
    configuration: T["apply"],
    options: ApplyOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.namedAs(configuration, options, "status");
    const request = applyRequest(target, configuration, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }
}

/** The status of the objects of a client; a generated one has it as `client.status`. */
export function statusClientOf<T extends StatusTypes>(client: ResourceClient<T>): StatusClient<T> {
  return new StatusClient(client["caller"]);
}

/** The scale of the objects of a client; a generated one has it as `client.scale`. */
export function scaleClientOf<T extends ResourceTypes>(
  client: ResourceClient<T>,
): ScaleClient<T["scope"]> {
  return new ScaleClient(client["caller"]);
}

/** The `/scale` subresource: the number of replicas, without the rest of the object. */
export class ScaleClient<S extends Scope> extends SubresourceClient {
  /** Fails with a 500 where the object has no value at the path of the replicas. */
  async get(name: string, options: GetOptions<S> = {}): Promise<Scale> {
    const target = this.caller.named(name, options, "scale");
    return this.caller.call(target, getRequest(target, options), options);
  }

  /** Set `spec.replicas`; unconditional unless the Scale has a `resourceVersion`. */
  async update(scale: ScaleInput, options: WriteOptions<S> = {}): Promise<Scale> {
    const target = this.caller.namedAs(scale, options, "scale");
    const request = updateRequest(target, scale, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /** `{ merge: { spec: { replicas: 3 } } }` */
  async patch(
    name: string,
    patch: Patch<ScaleInput>,
    options: WriteOptions<S> = {},
  ): Promise<Scale> {
    const target = this.caller.named(name, options, "scale");
    const request = patchRequest(target, patch, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }
}
