import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textsOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import type { ServerEnvironment } from "./environment.js";
import { serverTime } from "./environment.js";
import { Failure, orThrow, resultOf } from "./failure.js";
import type { ChangeMetadata, CollectedServer, KeptObject } from "./garbage-collector.js";
import { GarbageCollector } from "./garbage-collector.js";
import { ResourceCall } from "./resource-reads.js";
import type { ServedResource } from "./served-resource.js";
import type { RemainingContent } from "./served-version.js";
import type { ServerAnswer } from "./server-call.js";
import { ServerCall } from "./server-call.js";
import type { Collection, Revision, StoreChange } from "./store.js";
import { unref } from "./watch-stream.js";

/** Deletes an object as a client would, with a policy. */
type DeleteKept = (resource: ServedResource, key: string, policy: string) => Promise<unknown>;

/** The result of handling a request. */
export type Handled = Promise<ServerAnswer | Failure> | ServerAnswer;

/** The server as its controllers see and change it. */
export interface KeptServer {
  /** By `<plural>.<group>`. */
  readonly resources: ReadonlyMap<string, ServedResource>;
  readonly environment: ServerEnvironment;
  /** Answers a request for objects. */
  readonly answer: (target: ResourceCall) => Handled;
}

/**
 * The work that controllers do behind all answers: namespaces that are deleted are emptied, and
 * garbage is collected.
 */
export class Housekeeper {
  readonly #server: KeptServer;
  readonly #garbage: GarbageCollector | undefined;
  readonly #emptiesNamespaces: boolean;
  #isDirty = false;
  /** Names of resources by the versions and kinds that discovery knows. */
  #kinds: ReadonlyMap<string, string> | undefined;
  #work: Promise<void> | undefined;

  constructor(server: KeptServer, collectsGarbage: boolean, emptiesNamespaces = true) {
    this.#server = server;
    this.#emptiesNamespaces = emptiesNamespaces;
    if (collectsGarbage) this.#garbage = new GarbageCollector(this.#collected());
  }

  /** Settled when namespaces are emptied and garbage is collected. */
  get work(): Promise<void> | undefined {
    return this.#work;
  }

  /** Hears of a change of a resource, `<plural>.<group>`. */
  note(resource: string, change: StoreChange): void {
    this.#garbage?.note(resource, change);
  }

  /** All objects are about to be others. */
  forget(): void {
    this.#garbage?.reset();
  }

  /** The resources are others now. */
  reconsider(): void {
    this.forgetKinds();
    this.#garbage?.reconsider();
    if (this.#garbage?.isIdle === false) this.start();
  }

  /** A resource is served no longer. */
  forgetKinds(): void {
    this.#kinds = undefined;
  }

  /** After a write that may leave garbage. */
  start(): void {
    if (this.#work !== undefined) {
      this.#isDirty = true;
      return;
    }
    this.#work = new Promise<void>((resolve) => setTimeout(resolve, 0))
      .then(() => this.#clean())
      .catch((error: unknown) => {
        if (!(error instanceof Failure)) throw error;
        // What cannot be stored now may be later, as for controllers that try again.
        unref(
          setTimeout(() => {
            this.start();
          }, 1000),
        );
      })
      .finally(() => {
        this.#work = undefined;
        if (!this.#isDirty) return;
        this.#isDirty = false;
        this.start();
      });
  }

  /**
   * Deletes the objects of a resource, `<plural>.<group>`, in the version in which they are stored,
   * whether it is served or not. Whether all of them are gone.
   */
  async empty(name: string): Promise<boolean> {
    const resource = this.#server.resources.get(name);
    if (resource === undefined) return true;
    for (const { key } of resource.collection.list("")) {
      await this.#act("DELETE", resource, key, {});
    }
    return resource.collection.list("").length === 0;
  }

  async #clean(): Promise<void> {
    const remove: DeleteKept = (resource, key, policy) =>
      this.#act("DELETE", resource, key, { propagationPolicy: policy });
    for (let isChanged = true; isChanged;) {
      isChanged = this.#emptiesNamespaces && (await this.#emptyNamespaces(remove));
      if (this.#garbage === undefined || this.#garbage.isIdle) continue;
      await this.#garbage.work();
      isChanged = true;
    }
  }

  #emptyNamespaces(remove: DeleteKept): Promise<boolean> {
    const resources = [...this.#server.resources.values()];
    return emptyNamespaces(resources, remove, this.#server.environment.now());
  }

  #collected(): CollectedServer {
    return {
      resource: (name) => this.#server.resources.get(name),
      resourceOf: (apiVersion, kind) => this.#resourceOf(apiVersion, kind),
      remove: ({ resource, revision }, propagationPolicy) => {
        const preconditions = { uid: revision.uid };
        return this.#act("DELETE", resource, revision.key, { propagationPolicy, preconditions });
      },
      patch: ({ resource, revision: { key } }, change) =>
        this.#patchMetadata(resource, key, change),
      warn: (kept, reason, message) => this.#warn(kept, reason, message),
    };
  }

  #resourceOf(apiVersion: string, kind: string): ServedResource | undefined {
    this.#kinds ??= new Map(
      [...this.#server.resources].flatMap(([name, { versions }]) =>
        [...versions.values()]
          .filter(({ served = true, unresolved = false }) => served && !unresolved)
          .map((version) => [`${apiVersionOf(version)} ${version.kind}`, name] as const),
      ),
    );
    return this.#server.resources.get(this.#kinds.get(`${apiVersion} ${kind}`) ?? "");
  }

  /** Until nobody writes in between. */
  async #patchMetadata(
    resource: ServedResource,
    key: string,
    change: ChangeMetadata,
  ): Promise<void> {
    for (;;) {
      const revision = resource.collection.get(key);
      if (revision === undefined) return;
      const resourceVersion = String(revision.resourceVersion);
      const metadata = { ...change(metadataOf(revision.read())), resourceVersion };
      const refused = await this.#act("PATCH", resource, key, { metadata });
      if (refused?.code !== 409) return;
    }
  }

  #warn({ resource, revision }: KeptObject, reason: string, message: string): Promise<unknown> {
    const events = this.#server.resources.get("events.");
    if (events === undefined) return Promise.resolve();
    const { key, uid } = revision;
    const [name = "", namespace] = key.split("/").reverse();
    const source = { component: "garbage-collector-controller" };
    const now = serverTime(this.#server.environment.now());
    return this.#act("POST", events, `${namespace ?? "default"}/`, {
      metadata: { name: `${name}.${Math.floor(Math.random() * 2 ** 48).toString(16)}` },
      involvedObject: {
        kind: resource.kind,
        ...(namespace !== undefined && { namespace }),
        name,
        uid,
        apiVersion: apiVersionOf(resource.storage),
      },
      reason,
      message,
      source,
      firstTimestamp: now,
      lastTimestamp: now,
      count: 1,
      type: "Warning",
      eventTime: null,
      reportingComponent: source.component,
      reportingInstance: "",
    });
  }

  /**
   * As a controller does it. What is refused is left alone, with the refusal as the result; what
   * cannot be stored is thrown.
   */
  async #act(
    method: "DELETE" | "PATCH" | "POST",
    resource: ServedResource,
    key: string,
    body: JsonObject,
  ): Promise<Failure | undefined> {
    const [name = "", namespace] = key.split("/").reverse();
    const { group, storage, plural } = resource;
    const place = namespace === undefined ? "" : `/namespaces/${encodeURIComponent(namespace)}`;
    const api = group === "" ? "api" : `apis/${group}`;
    const path = `/${api}/${storage.version}${place}/${plural}/${encodeURIComponent(name)}`;
    const type = method === "PATCH" ? "application/merge-patch+json" : "application/json";
    const headers: [string, string][] = [
      ["content-type", type],
      ["user-agent", "kube-controller-manager"],
    ];
    const call = new ServerCall({ method, path, headers, body: goJson(body) });
    const target = new ResourceCall(this.#server.environment, resource, storage, call);
    const result = await resultOf(() => this.#server.answer(target));
    if (!(result instanceof Failure)) return undefined;
    // Others may have been faster.
    if (result.code >= 500) throw result;
    return result;
  }
}

/**
 * One round of the namespace controller: the objects of namespaces that are being deleted are
 * deleted, and the namespaces that are empty go (Kubernetes `pkg/controller/namespace`). Whether it
 * changed anything.
 */
async function emptyNamespaces(
  resources: readonly ServedResource[],
  remove: DeleteKept,
  now: number,
): Promise<boolean> {
  const namespaces = resources.find(({ group, plural }) => group === "" && plural === "namespaces");
  if (namespaces === undefined) return false;
  let isChanged = false;
  for (const { key, text } of namespaces.collection.housekept()) {
    if (!text.includes('"deletionTimestamp"')) continue;
    const emptied = await emptyNamespace(namespaces, contained(resources), key, remove);
    isChanged = settleNamespace(namespaces, key, emptied, now) || emptied.isChanged || isChanged;
  }
  return isChanged;
}

/** The resources whose objects are in namespaces. */
function contained(resources: readonly ServedResource[]): readonly ServedResource[] {
  return resources.filter(({ namespaced, isView }) => namespaced && !isView);
}

/** What a round leaves of a namespace. */
interface Emptied {
  readonly remaining: readonly RemainingContent[];
  /** What remains must be gone before others are deleted. */
  readonly isWaiting: boolean;
  readonly isChanged: boolean;
}

async function emptyNamespace(
  { storage }: ServedResource,
  resources: readonly ServedResource[],
  namespace: string,
  remove: DeleteKept,
): Promise<Emptied> {
  const name = storage.typed?.emptiedFirst;
  const first = resources.find((one) => fullNameOf(one) === name);
  const remaining: RemainingContent[] = [];
  let isChanged = false;
  const empty = async (resource: ServedResource): Promise<void> => {
    for (const revision of resource.collection.list(`${namespace}/`)) {
      if (revision.text.includes('"deletionTimestamp"')) continue;
      await remove(resource, revision.key, "Background");
      isChanged = true;
    }
    const left = resource.collection.list(`${namespace}/`);
    if (left.length === 0) return;
    const finalizers = left.map((one) => textsOf(metadataOf(one.read()), "finalizers"));
    remaining.push({ resource: fullNameOf(resource), finalizers });
  };
  if (first !== undefined) await empty(first);
  if (remaining.length > 0) return { remaining, isWaiting: true, isChanged };
  for (const resource of resources) if (resource !== first) await empty(resource);
  return { remaining, isWaiting: false, isChanged };
}

function fullNameOf({ plural, group }: ServedResource): string {
  return `${plural}.${group}`;
}

/** Stores what the controller says of a namespace; one that nothing holds goes. */
function settleNamespace(
  { collection, storage }: ServedResource,
  key: string,
  { remaining, isWaiting }: Emptied,
  now: number,
): boolean {
  const revision = collection.get(key);
  if (revision === undefined) return false;
  const object = revision.read();
  const settled = storage.typed?.settleNamespace?.(object, remaining, isWaiting, now) ?? object;
  const isHeld = storage.typed?.isHeld?.(settled) ?? remaining.length > 0;
  const text = goJson(settled);
  const isSame = text === goJson(object);
  if (!isSame) orThrow(putObject(collection, revision, settled));
  if (isHeld || remaining.length > 0) return !isSame;
  const { finalizers = [] } = metadataOf(settled);
  if (storage.typed !== undefined && Array.isArray(finalizers) && finalizers.length > 0) {
    return !isSame;
  }
  orThrow(collection.remove(key));
  return true;
}

function putObject(
  collection: Collection,
  revision: Revision,
  object: JsonObject,
): Revision | Failure {
  return collection.put(revision.key, (resourceVersion) => {
    const metadata = { ...metadataOf(object), resourceVersion: String(resourceVersion) };
    return { text: goJson({ ...object, metadata }), version: revision.version };
  });
}
