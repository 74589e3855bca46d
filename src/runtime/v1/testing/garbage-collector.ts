import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { objectsOf, textOf, textsOf } from "../values/metadata/rules.js";
import { foregroundFinalizer, orphanFinalizer } from "./resource-deletes.js";
import type { ServedResource } from "./served-resource.js";
import type { Revision, StoreChange } from "./store.js";

/** An object as it is stored now. */
export interface KeptObject {
  readonly resource: ServedResource;
  readonly revision: Revision;
}

/** How objects are deleted. */
type DeletionPolicy = "Background" | "Foreground" | "Orphan";

/** The server as its garbage collector sees and changes it. */
export interface CollectedServer {
  /** By `<plural>.<group>`. */
  resource(name: string): ServedResource | undefined;
  /** The resource of a kind in a version that discovery knows. */
  resourceOf(apiVersion: string, kind: string): ServedResource | undefined;
  remove(object: KeptObject, policy: DeletionPolicy): Promise<unknown>;
  /** A merge patch of the metadata, which `change` makes of those that there are. */
  patch(object: KeptObject, change: ChangeMetadata): Promise<void>;
  /** An Event about an object, of the type Warning. */
  warn(object: KeptObject, reason: string, message: string): Promise<unknown>;
}

/** Makes a merge patch of metadata. */
export type ChangeMetadata = (metadata: JsonObject) => JsonObject;

/** The state in which an owner is found. */
type OwnerState = "solid" | "dangling" | "waiting" | "unknown";

/** Where an object is: `<plural>.<group> <key>`. */
type Place = string;

/** How many owners that are gone are remembered (`garbagecollector.go`, NewGarbageCollector). */
const mostAbsent = 500;

/** After so many objects others have their turn. */
const atOnce = 100;

/** Events are no objects of which owners matter (`graph_builder.go`, ignoredResources). */
const ignored = ["events.", "events.events.k8s.io"];

/**
 * The garbage collector (Kubernetes `pkg/controller/garbagecollector`): objects whose owners are
 * all gone are deleted, references to owners that are gone are removed, and the finalizers of
 * orphaning and of deletion in the foreground do their work. It hears of each change, and looks at
 * what the change concerns alone.
 *
 * Owners are looked up by their coordinates: API version, kind, name, and the namespace of the
 * dependent. One of an unknown kind keeps its dependents; so does a namespaced one of an object
 * without a namespace.
 */
export class GarbageCollector {
  readonly #server: CollectedServer;
  /** By the uid of the owner. */
  readonly #dependents = new Map<string, Set<Place>>();
  /** Owners that wait for their dependents to be deleted, by uid. */
  readonly #waiting = new Map<string, Place>();
  /** To be looked at. */
  readonly #queue = new Set<Place>();
  /** The objects that have owners of unknown kinds. */
  readonly #undecided = new Set<Place>();
  /** The namespaces of owners that were deleted, by uid; the last ones. */
  readonly #absent = new Map<string, string>();
  /** Messages of events to come: who names an owner in another namespace is told so. */
  readonly #warnings = new Map<Place, readonly string[]>();

  constructor(server: CollectedServer) {
    this.#server = server;
  }

  /** True if there is nothing to do. */
  get isIdle(): boolean {
    return this.#queue.size === 0;
  }

  /** Hears of a change of a resource, `<plural>.<group>`, that concerns housekeeping. */
  note(resource: string, { before, after }: StoreChange): void {
    if (ignored.includes(resource)) return;
    const place = `${resource} ${(after ?? before)?.key ?? ""}`;
    this.#compareOwners(place, referencesOf(before), referencesOf(after));
    if (after !== undefined) this.#noteDeletion(place, before, after);
    else if (before !== undefined) this.#noteGone(place, before);
  }

  /** More kinds are served: what was undecided may be decided now. */
  reconsider(): void {
    for (const place of this.#undecided) this.#queue.add(place);
    this.#undecided.clear();
  }

  /** Forgets all, before other objects take the place of those that there were. */
  reset(): void {
    for (const known of [this.#dependents, this.#waiting, this.#queue, this.#undecided]) {
      known.clear();
    }
    this.#absent.clear();
    this.#warnings.clear();
  }

  /** Does what there is to do. What fails is left for the next time. */
  async work(): Promise<void> {
    let count = 0;
    for (const place of this.#queue) {
      this.#queue.delete(place);
      try {
        await this.#look(place);
      } catch (error) {
        this.#queue.add(place);
        throw error;
      }
      if (++count % atOnce === 0) await new Promise((resolve) => setTimeout(resolve, 0));
    }
  }

  #compareOwners(place: Place, before: readonly OwnerLink[], after: readonly OwnerLink[]): void {
    for (const old of before) {
      const now = after.find(({ uid }) => uid === old.uid);
      if (now === undefined) this.#dependents.get(old.uid)?.delete(place);
      if (this.#dependents.get(old.uid)?.size === 0) this.#dependents.delete(old.uid);
      const owner = this.#waiting.get(old.uid);
      const isFreed = old.isBlocking && now?.isBlocking !== true;
      if (owner !== undefined && (isFreed || now === undefined)) this.#queue.add(owner);
    }
    const fresh = after.filter((now) => !before.some((old) => goJson(old) === goJson(now)));
    for (const { uid } of fresh) {
      const dependents = this.#dependents.get(uid) ?? new Set();
      this.#dependents.set(uid, dependents.add(place));
    }
    if (fresh.length === 0) return;
    const warnings = fresh.flatMap((reference) => this.#warningsOf(place, reference));
    this.#warnings.set(place, [...(this.#warnings.get(place) ?? []), ...warnings]);
    this.#queue.add(place);
  }

  /** The beginning of a deletion that finalizers of its own hold, and its end. */
  #noteDeletion(place: Place, before: Revision | undefined, after: Revision): void {
    const [was, is] = [heldBy(before), heldBy(after)];
    if (was === is) return;
    if (is === undefined || is === orphanFinalizer) this.#waiting.delete(after.uid);
    if (is === undefined) return;
    this.#queue.add(place);
    if (is === orphanFinalizer) return;
    this.#waiting.set(after.uid, place);
    for (const dependent of this.#dependents.get(after.uid) ?? []) this.#queue.add(dependent);
  }

  #noteGone(place: Place, before: Revision): void {
    this.#queue.delete(place);
    this.#undecided.delete(place);
    this.#warnings.delete(place);
    if (this.#dependents.size === 0 && this.#waiting.size === 0) return;
    this.#waiting.delete(before.uid);
    const dependents = this.#dependents.get(before.uid);
    if (dependents === undefined) return;
    this.#absent.set(before.uid, namespaceOf(before.key));
    const [oldest] = this.#absent.keys();
    if (this.#absent.size > mostAbsent && oldest !== undefined) this.#absent.delete(oldest);
    for (const dependent of dependents) this.#queue.add(dependent);
  }

  async #look(place: Place): Promise<void> {
    const [name = "", key = ""] = place.split(" ");
    const resource = this.#server.resource(name);
    const revision = resource?.collection.get(key);
    if (resource === undefined || revision === undefined) return;
    const kept = { resource, revision };
    const warnings = this.#warnings.get(place) ?? [];
    this.#warnings.delete(place);
    for (const message of warnings) {
      await this.#server.warn(kept, "OwnerRefInvalidNamespace", message);
    }
    const holder = heldBy(revision);
    if (holder === orphanFinalizer) await this.#orphan(kept);
    else if (holder === foregroundFinalizer) await this.#finish(kept);
    else if (!isDeleted(revision)) await this.#collect(place, kept);
  }

  /** `attemptToOrphanWorker` */
  async #orphan(owner: KeptObject): Promise<void> {
    for (const dependent of this.#dependentsOf(owner.revision.uid)) {
      await this.#dropOwners(dependent, [owner.revision.uid]);
    }
    await this.#dropFinalizer(owner, orphanFinalizer);
  }

  /** `processDeletingDependentsItem` */
  async #finish(owner: KeptObject): Promise<void> {
    const { uid } = owner.revision;
    const blocking = this.#dependentsOf(uid).filter(({ revision }) =>
      referencesOf(revision).some((one) => one.uid === uid && one.isBlocking),
    );
    if (blocking.length === 0) await this.#dropFinalizer(owner, foregroundFinalizer);
  }

  /** `attemptToDeleteItem` */
  async #collect(place: Place, kept: KeptObject): Promise<void> {
    const references = referencesOf(kept.revision);
    const byState = new Map<OwnerState, string[]>();
    for (const reference of references) {
      const state = this.#stateOf(kept, reference);
      byState.set(state, [...(byState.get(state) ?? []), reference.uid]);
    }
    const [gone = [], waiting = []] = [byState.get("dangling"), byState.get("waiting")];
    if (byState.has("unknown")) this.#undecided.add(place);
    else if (gone.length + waiting.length === 0) return;
    else if (byState.has("solid")) await this.#dropOwners(kept, [...gone, ...waiting]);
    else await this.#delete(kept, waiting.length > 0);
  }

  async #delete(kept: KeptObject, isOwnerWaiting: boolean): Promise<void> {
    const dependents = isOwnerWaiting ? this.#dependentsOf(kept.revision.uid) : [];
    if (dependents.length === 0) {
      await this.#server.remove(kept, policyOf(kept.revision));
      return;
    }
    // Owners in a circle would wait for each other.
    const isCircle = dependents.some(({ revision }) => heldBy(revision) === foregroundFinalizer);
    if (isCircle) await this.#unblockOwners(kept);
    const current = currentOf(kept);
    if (current !== undefined) await this.#server.remove(current, "Foreground");
  }

  /** `isDangling`, `classifyReferences` */
  #stateOf({ revision }: KeptObject, reference: OwnerLink): OwnerState {
    const namespace = namespaceOf(revision.key);
    const absent = this.#absent.get(reference.uid);
    if (absent === "" || absent === namespace) return "dangling";
    const kind = this.#server.resourceOf(reference.apiVersion, reference.kind);
    if (kind === undefined) return "unknown";
    if (kind.namespaced && namespace === "") return "unknown";
    const key = kind.namespaced ? `${namespace}/${reference.name}` : reference.name;
    const owner = kind.collection.get(key);
    if (owner?.uid !== reference.uid) return "dangling";
    return heldBy(owner) === foregroundFinalizer ? "waiting" : "solid";
  }

  /** `addDependentToOwners`, `reportInvalidNamespaceOwnerRef` */
  #warningsOf(place: Place, reference: OwnerLink): readonly string[] {
    const { apiVersion, kind, name, uid } = reference;
    const owners = this.#server.resourceOf(apiVersion, kind);
    if (owners?.namespaced !== true) return [];
    const namespace = namespaceOf(place.split(" ")[1] ?? "");
    if (owners.collection.get(`${namespace}/${name}`)?.uid === uid) return [];
    const owner = owners.collection.keyOf(uid);
    if (owner === undefined || namespaceOf(owner) === namespace) return [];
    const named = `[${apiVersion}/${kind}, namespace: ${namespace}, name: ${name}, uid: ${uid}]`;
    return [`ownerRef ${named} does not exist in namespace "${namespace}"`];
  }

  #dependentsOf(uid: string): readonly KeptObject[] {
    return [...(this.#dependents.get(uid) ?? [])].flatMap((place) => {
      const [name = "", key = ""] = place.split(" ");
      const resource = this.#server.resource(name);
      const revision = resource?.collection.get(key);
      return resource === undefined || revision === undefined ? [] : [{ resource, revision }];
    });
  }

  #dropOwners(dependent: KeptObject, uids: readonly string[]): Promise<void> {
    return this.#changeOwners(dependent, (references) =>
      references.filter((one) => !uids.includes(textOf(one, "uid"))),
    );
  }

  #unblockOwners(dependent: KeptObject): Promise<void> {
    return this.#changeOwners(dependent, (references) =>
      references.map((one) => ({ ...one, blockOwnerDeletion: false })),
    );
  }

  #changeOwners(
    dependent: KeptObject,
    change: (references: readonly JsonObject[]) => readonly JsonObject[],
  ): Promise<void> {
    return this.#server.patch(dependent, (metadata) => {
      const references = change(objectsOf(metadata, "ownerReferences"));
      return { ownerReferences: references.length === 0 ? null : [...references] };
    });
  }

  #dropFinalizer(owner: KeptObject, finalizer: string): Promise<void> {
    return this.#server.patch(owner, (metadata) => {
      const finalizers = textsOf(metadata, "finalizers").filter((one) => one !== finalizer);
      return { finalizers: finalizers.length === 0 ? null : finalizers };
    });
  }
}

function isDeleted(revision: Revision): boolean {
  if (!revision.text.includes('"deletionTimestamp"')) return false;
  return metadataOf(revision.read())["deletionTimestamp"] !== undefined;
}

/** The finalizer by which a deletion waits for dependents; undefined where none does. */
function heldBy(revision: Revision | undefined): string | undefined {
  const names = [orphanFinalizer, foregroundFinalizer];
  if (!names.some((name) => revision?.text.includes(`"${name}"`) === true)) return undefined;
  if (revision === undefined || !isDeleted(revision)) return undefined;
  const finalizers = textsOf(metadataOf(revision.read()), "finalizers");
  return names.find((name) => finalizers.includes(name));
}

/** An orphan or foreground finalizer that is there already decides. */
function policyOf(revision: Revision): DeletionPolicy {
  const finalizers = textsOf(metadataOf(revision.read()), "finalizers");
  if (finalizers.includes(orphanFinalizer)) return "Orphan";
  return finalizers.includes(foregroundFinalizer) ? "Foreground" : "Background";
}

function namespaceOf(key: string): string {
  const [, namespace = ""] = key.split("/").reverse();
  return namespace;
}

function currentOf({ resource, revision }: KeptObject): KeptObject | undefined {
  const current = resource.collection.get(revision.key);
  return current === undefined ? undefined : { resource, revision: current };
}

/** One of `metadata.ownerReferences`, as far as a garbage collector looks at it. */
interface OwnerLink {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  /** `blockOwnerDeletion` */
  readonly isBlocking: boolean;
}

/** The owners of an object; none of one that is not there. */
function referencesOf(revision: Revision | undefined): readonly OwnerLink[] {
  if (revision?.text.includes('"ownerReferences"') !== true) return [];
  return objectsOf(metadataOf(revision.read()), "ownerReferences").map((reference) => ({
    apiVersion: textOf(reference, "apiVersion"),
    kind: textOf(reference, "kind"),
    name: textOf(reference, "name"),
    uid: textOf(reference, "uid"),
    isBlocking: reference["blockOwnerDeletion"] === true,
  }));
}
