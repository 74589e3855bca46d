import { kindTable } from "../../runtime/v1/built-in/table/kind-table.js";
import { BindingClient } from "../../runtime/v1/client/built-in-clients.js";
import type { DefinedTypes } from "../../runtime/v1/client/define-resource.js";
import { defineResource } from "../../runtime/v1/client/define-resource.js";
import { ResourceClient } from "../../runtime/v1/client/resource-client.js";
import { statusClientOf } from "../../runtime/v1/client/subresource-clients.js";
import type { Transport } from "../../runtime/v1/client/transport.js";
import { controllerOf, ownerReference } from "../../runtime/v1/operators/controller/owners.js";
import { EventRecorder } from "../../runtime/v1/operators/events/event-recorder.js";
import { Informer } from "../../runtime/v1/operators/informer/informer.js";
import { serverTime } from "../../runtime/v1/testing/environment.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { ObjectMeta } from "../../runtime/v1/values/kubernetes.js";

/** An object of a built-in kind, of which a simulation looks at a few fields. */
export interface SimulatedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly spec?: JsonObject;
  readonly status?: JsonObject;
  /** Of EndpointSlices. */
  readonly endpoints?: Json;
  readonly ports?: Json;
}

/** The types of the clients of a simulation. */
export interface SimulatedTypes extends DefinedTypes<SimulatedObject, "Namespaced"> {
  readonly read: SimulatedObject;
}

const podDefinition = defineResource<SimulatedObject>({
  group: "",
  version: "v1",
  kind: "Pod",
  plural: "pods",
  scope: "Namespaced",
});

class PodClient extends ResourceClient<SimulatedTypes> {
  readonly binding: BindingClient = new BindingClient(this.caller);
}

/** A resource: its client, and the objects that are there. */
export interface SimulatedResource {
  readonly client: ResourceClient<SimulatedTypes>;
  readonly cache: Informer<SimulatedTypes>;
  /** Replaces the status, as it is in the store then, and adds annotations. */
  readonly writeStatus: (
    object: SimulatedObject,
    status: (old: JsonObject) => JsonObject,
    annotations?: Readonly<Record<string, string>>,
  ) => Promise<void>;
}

/** What the controllers of a simulation share: one watch for each resource. */
export class World {
  /** Milliseconds after which what a cluster does is done. */
  readonly delay: number;
  readonly #transport: Transport;
  readonly #minor: KubernetesMinor;
  readonly #resources = new Map<string, SimulatedResource>();
  /** What binds pods to nodes. */
  readonly bindings: BindingClient;
  /** Records what the scheduler does. */
  readonly scheduler: EventRecorder;

  constructor(transport: Transport, minor: KubernetesMinor, delay: number) {
    this.#transport = transport;
    this.#minor = minor;
    this.delay = delay;
    this.scheduler = new EventRecorder({ transport, controller: "default-scheduler" });
    this.bindings = new PodClient(podDefinition, transport).binding;
  }

  /** @param name the group version and the kind: `apps/v1/Deployment` */
  resource(name: string): SimulatedResource {
    const known = this.#resources.get(name);
    if (known !== undefined) return known;
    const [kind = "", version = "", group = ""] = name.split("/").reverse();
    const row = kindTable(this.#minor).ofKind({ group, version, kind });
    if (row === undefined) throw new TypeError(`no kind ${name}`);
    const { plural, subresources } = row;
    const status = subresources.some((one) => one.name === "status");
    const sketch = { group, version, kind, plural, subresources: { status } };
    // Cluster-scoped ones take no namespace either way.
    const definition = defineResource<SimulatedObject>({ ...sketch, scope: "Namespaced" });
    const scoped = { ...definition, scope: row.scope } as typeof definition; // as it is served
    const client = new ResourceClient(scoped, this.#transport).all();
    const statuses = statusClientOf(client);
    const resource: SimulatedResource = {
      client,
      cache: new Informer(client, { freeze: false, onError: ignored }),
      writeStatus: async ({ metadata: { name: own, namespace } }, change, annotations) => {
        await statuses.modify(
          own,
          (stored) => ({
            ...stored,
            metadata: withAnnotations(stored.metadata, annotations),
            status: change(stored.status ?? {}), // as stored
          }),
          namespace === undefined ? {} : { namespace },
        );
      },
    };
    this.#resources.set(name, resource);
    return resource;
  }

  /** Ends all watches. */
  async stop(): Promise<void> {
    await Promise.all([...this.#resources.values()].map(({ cache }) => cache.stop()));
  }
}

function withAnnotations(
  metadata: ObjectMeta,
  annotations: Readonly<Record<string, string>> | undefined,
): ObjectMeta {
  if (annotations === undefined) return metadata;
  return { ...metadata, annotations: { ...metadata.annotations, ...annotations } };
}

/** What fails while a server ends, or an object goes, is tried again or does not matter. */
export function ignored(): void {
  // Nobody has to hear of it.
}

/** The reference of an owner that controls an object, as plain data. */
export function controllerReference(owner: SimulatedObject): JsonObject {
  return { ...ownerReference(owner, { controller: true }) } as JsonObject; // all fields are there
}

/** Tells whether an object is controlled by an owner. */
export function isControlledBy(object: SimulatedObject, owner: SimulatedObject): boolean {
  return controllerOf(object)?.uid === owner.metadata.uid;
}

/** Tells whether an object is on its way out. */
export function isGoing({ metadata }: SimulatedObject): boolean {
  return metadata.deletionTimestamp !== undefined;
}

/** A number at a place of an object; a fallback where there is none. */
export function numberAt(object: Json | undefined, key: string, fallback: number): number {
  const { [key]: value } = asMap(object);
  return typeof value === "number" ? value : fallback;
}

/** A text at a place of an object; `""` where there is none. */
export function textIn(object: Json | undefined, key: string): string {
  const { [key]: value } = asMap(object);
  return typeof value === "string" ? value : "";
}

/** A map; an empty one for what is none. */
export function asMap(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The items of a list that are maps. */
export function mapsIn(value: Json | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.map(asMap) : [];
}

/** Now, as servers write times. */
export function timeNow(): string {
  return serverTime(Date.now());
}

/** Letters and digits that Kubernetes makes names of: none that make words. */
const letters = "bcdfghjklmnpqrstvwxz2456789";

/** The end of a name that a controller makes up, from a number. */
export function nameEnd(seed: number, length: number): string {
  let [rest, text] = [Math.abs(Math.floor(seed)), ""];
  for (let index = 0; index < length; index++) {
    text += letters.charAt(rest % letters.length);
    rest = Math.floor(rest / letters.length) + index * 7;
  }
  return text;
}

/** A number that equal values have in common (FNV-1a over their JSON). */
export function hashOf(value: unknown): number {
  let hash = 0x811c9dc5;
  for (const character of JSON.stringify(value)) {
    hash ^= character.codePointAt(0) ?? 0;
    hash = Math.imul(hash, 0x01000193) >>> 0;
  }
  return hash;
}

/** A condition as controllers write it. */
export function condition(
  type: string,
  status: "True" | "False",
  reason: string,
  message = "",
): JsonObject {
  const now = timeNow();
  return { type, status, lastTransitionTime: now, reason, message };
}

/** The conditions with one of a type, whose time stays where its status does. */
export function withCondition(old: Json | undefined, added: JsonObject): JsonObject[] {
  const conditions = mapsIn(old);
  const before = conditions.find(({ type }) => type === added["type"]);
  const isSame = before?.["status"] === added["status"];
  const { lastTransitionTime = added["lastTransitionTime"] ?? null } = before ?? {};
  const own = isSame ? { ...added, lastTransitionTime } : added;
  return [...conditions.filter(({ type }) => type !== added["type"]), own];
}
