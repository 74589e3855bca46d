import type { Scale, ScaleInput } from "../values/kubernetes.js";
import type { Scope } from "../values/resource-definition.js";
import { SubresourceClient } from "./caller.js";
import type { Patch } from "./exact-changes.js";
import type { Identified } from "./list-pages.js";
import type { Change } from "./modify.js";
import { modifyObject } from "./modify.js";
import type { ApplyOptions, GetOptions, WriteOptions } from "./options.js";
import type { Subresource } from "./request.js";
import { applyRequest, getRequest, patchRequest, updateRequest } from "./request.js";
import type {
  ResourceClient,
  ResourceTypes,
  StatusTypes,
  StrategicPatchOf,
} from "./resource-client.js";

/**
 * An object as its status is sent. All fields but these may be there, with any value: the server
 * takes them from the stored object (apiextensions `registry/customresource/status_strategy.go`).
 */
export type StatusUpdate<T extends StatusTypes> = Pick<T["input"], Identity<T["input"]>> & {
  [Field in Exclude<keyof T["input"], Identity<T["input"]> | "status">]?: unknown;
} & { status?: T["status"] | null | undefined };

type Identity<Input> = Extract<keyof Input, "apiVersion" | "kind" | "metadata">;

/** A subresource that returns and takes whole objects, and writes a part of them. */
export abstract class ObjectPartClient<
  T extends ResourceTypes,
  Update extends Identified,
> extends SubresourceClient {
  protected abstract readonly part: Subresource;

  /** Read the whole object through this endpoint, for which permissions can be given apart. */
  async get(name: string, options: GetOptions<T["scope"]> = {}): Promise<T["read"]> {
    const target = this.caller.named(name, options, this.part);
    return this.caller.call(target, getRequest(target, options), options);
  }

  /** Replace the part; an object without one loses it. */
  async update(object: Update, options: WriteOptions<T["scope"]> = {}): Promise<T["read"]> {
    const target = this.caller.namedAs(object, options, this.part);
    const request = updateRequest(target, object, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /**
   * Read the object, change it, and replace the part; begin anew where somebody else was faster.
   * See `modify` of the client.
   */
  async modify(
    name: string,
    change: Change<T["read"], Update>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    return modifyObject(this, name, change, options);
  }

  /** The patch is one of the whole object: `{ merge: { status: { ready: true } } }`. */
  async patch(
    name: string,
    patch: Patch<Update> | StrategicPatchOf<T>,
    options: WriteOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.named(name, options, this.part);
    const request = patchRequest(target, patch, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }

  /** Server-side apply of the part. */
  async apply(
    configuration: T["apply"],
    options: ApplyOptions<T["scope"]> = {},
  ): Promise<T["read"]> {
    const target = this.caller.namedAs(configuration, options, this.part);
    const request = applyRequest(target, configuration, this.caller.asManager(options));
    return this.caller.call(target, request, options);
  }
}

/**
 * The `/status` subresource: it returns and takes whole objects, but writes nothing but their
 * `status`.
 */
export class StatusClient<T extends StatusTypes> extends ObjectPartClient<T, StatusUpdate<T>> {
  protected override readonly part = "status";
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
