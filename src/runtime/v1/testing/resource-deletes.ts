import { goJson } from "../values/go/json.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import { metadataOf, raiseGeneration } from "../values/metadata/resource-metadata.js";
import { textOf, textsOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import { serverTime } from "./environment.js";
import { badRequestFailure, conflicting, Failure, missing, storageConflict } from "./failure.js";
import type { GracefulDeletion, GraceMark } from "./graceful-deletion.js";
import { beginGracefully } from "./graceful-deletion.js";
import { negotiateInput, protobuf, protobufFault } from "./media-types.js";
import type { DeleteSettings, ListSettings } from "./options-of-request.js";
import { checkCollectionSettings, deleteSettings } from "./options-of-request.js";
import type { ResourceCall, StoredPage } from "./resource-reads.js";
import { readSelection, storedPage } from "./resource-reads.js";
import type { ObjectSelection } from "./selection.js";
import type { ServerAnswer } from "./server-call.js";
import type { Revision } from "./store.js";
import { storeObject } from "./stored-change.js";
import { Turns } from "./turns.js";
import { yamlOrFailure } from "./yaml-body.js";

/** The two finalizers that a deletion itself sets. */
export const orphanFinalizer = "orphan";
export const foregroundFinalizer = "foregroundDeletion";

/** Deletes an object, or marks it as deleted if finalizers hold it. */
export async function deleteObject(target: ResourceCall): Promise<ServerAnswer | Failure> {
  const output = target.negotiate();
  const settings = readDeleteSettings(target);
  const { call, resource, version } = target;
  const { name } = call.info;
  if (settings.isUnsafe) return notUnsafe(target, name);
  warnOfOrphans(target, settings);
  const outcome = await deleteRevision(target, name, settings);
  if (outcome instanceof Failure) return outcome;
  if (outcome.lingering !== undefined) {
    const isWaiting = settings.orphanDependents === false && outcome.isOver !== true;
    const status = isWaiting ? 202 : 200;
    return output.object(status, goJson(outcome.lingering));
  }
  if (version.typed?.returnsDeleted === true) {
    const object = await resource.read(outcome.deleted, version);
    if (object instanceof Failure) return object;
    const { deletedAt } = outcome;
    if (deletedAt !== undefined) setKey(metadataOf(object), "resourceVersion", String(deletedAt));
    return output.object(200, goJson(object));
  }
  const uid = textOf(metadataOf(outcome.deleted.read()), "uid");
  const group = resource.group === "" ? {} : { group: resource.group };
  return call.answerObject(200, {
    kind: "Status",
    apiVersion: "v1",
    metadata: {},
    status: "Success",
    details: { name, ...group, kind: resource.plural, uid },
  });
}

/** apiserver `registry/generic/registry/corrupt_obj_deleter.go`: all objects here can be read. */
function notUnsafe(target: ResourceCall, name: string): Failure {
  const { resource } = target;
  const revision = target.stored(name);
  if (revision === undefined) return missing(resource, name);
  const fault = "unsafe deletion is not allowed because the object is decodable from storage";
  return storageConflict(resource, revision.key, fault);
}

function readDeleteSettings({ call, environment }: ResourceCall): DeleteSettings {
  const body = call.body();
  const type = body === "" ? "" : negotiateInput(call.header("content-type"));
  if (type === protobuf) throw badRequestFailure(protobufFault(call.rawBody()));
  const isYaml = type === "application/yaml";
  const json = isYaml ? yamlOrFailure(environment.readYaml, call.rawBody()).json : body;
  return deleteSettings(json, call.query);
}

/** The result of a deletion: the object is gone, or it waits for its finalizers. */
interface Deletion {
  readonly deleted: Revision;
  /** The resource version of its end; undefined after a dry run. */
  readonly deletedAt?: number | undefined;
  /** As the version of the request shows it. */
  readonly lingering?: JsonObject;
  /** A dry run shows what would be gone. */
  readonly isOver?: boolean;
}

/** apiserver `registry/generic/registry/store.go`, Delete: 404 or 409 where there is nothing. */
async function deleteRevision(
  target: ResourceCall,
  name: string,
  settings: DeleteSettings,
): Promise<Deletion | Failure> {
  const { resource, version, environment } = target;
  for (;;) {
    const revision = target.stored(name);
    if (revision === undefined) return missing(resource, name);
    const { key } = revision;
    // The server decodes an object before it deletes it: what cannot be converted stays.
    const shown = await resource.read(revision, version);
    if (shown instanceof Failure) return shown;
    const isStored = version === resource.storage;
    const object = isStored ? shown : await resource.read(revision, resource.storage);
    if (object instanceof Failure) return object;
    const begun = beginDeletion(target, object, settings) ?? object;
    if (begun instanceof Failure) return begun;
    const misfit = begun === object ? preconditionsFailure(target, object, settings) : undefined;
    if (misfit !== undefined) return misfit;
    const grace = graceIn(target, object, settings);
    if (grace?.kind === "pending") return { deleted: revision, lingering: shown };
    const asked =
      grace === undefined ? settings : { ...settings, gracePeriodSeconds: grace.seconds };
    const refused = await pluginsRefusal(target, asked, shown, object);
    if (refused !== undefined) return refused;
    if (resource.collection.get(key) !== revision) continue;
    if (grace !== undefined) return endGracefully(target, revision, grace, settings);
    const before = textsOf(metadataOf(begun), "finalizers");
    // Namespaces are held by what is in them.
    const isNamespace = resource.group === "" && resource.plural === "namespaces";
    const policy = propagationOf(target, settings, isNamespace);
    const finalizers = begun === object ? deletionFinalizers(before, policy) : before;
    const isHeld = finalizers.length > 0 || isNamespace;
    const isMarked = isHeld && begun === object;
    const marked = isMarked ? markDeleted(object, finalizers, environment.now()) : begun;
    if (isNamespace && isMarked) {
      const { status = null } = marked;
      marked["status"] = { ...(isObject(status) && status), phase: "Terminating" };
      delete metadataOf(marked)["deletionGracePeriodSeconds"];
    }
    if (!isHeld) {
      if (before.length > 0 && settings.resourceVersion !== undefined) {
        return unheldFailure(target, key, object);
      }
      const deletedAt = settings.dryRun ? undefined : resource.collection.remove(key);
      if (deletedAt instanceof Failure) return deletedAt;
      return { deleted: revision, deletedAt };
    }
    const isSame = goJson(marked) === revision.text;
    const stored = settings.dryRun || isSame ? undefined : storeObject(target, key, marked);
    if (stored instanceof Failure) return stored;
    const [lingering = marked] =
      stored === undefined
        ? await resource.shownAs([marked], version)
        : await resource.readAll([stored], version);
    return { deleted: stored ?? revision, lingering };
  }
}

/** The time that an object gets to end; undefined where its kind knows none, or it is over. */
function graceIn(
  { version, environment }: ResourceCall,
  object: JsonObject,
  { gracePeriodSeconds }: DeleteSettings,
): GracefulDeletion | undefined {
  const graceSeconds = version.typed?.graceSeconds;
  if (graceSeconds === undefined) return undefined;
  return beginGracefully(object, gracePeriodSeconds, graceSeconds, environment.now());
}

/**
 * Stores an object with the time that it has; one without any is stored all the same before it
 * goes, so that watches see it (`registry/generic/registry/store.go`).
 */
async function endGracefully(
  target: ResourceCall,
  revision: Revision,
  { object, seconds }: GraceMark,
  settings: DeleteSettings,
): Promise<Deletion | Failure> {
  const { resource, version } = target;
  const policy = propagationOf(target, settings, false);
  const finalizers = deletionFinalizers(textsOf(metadataOf(object), "finalizers"), policy);
  const marked = withFinalizers(object, finalizers);
  const isOver = seconds === 0 && finalizers.length === 0;
  if (settings.dryRun) {
    const [lingering = marked] = await resource.shownAs([marked], version);
    return { deleted: revision, lingering, isOver };
  }
  const stored = storeObject(target, revision.key, marked);
  if (stored instanceof Failure) return stored;
  if (isOver) {
    const deletedAt = resource.collection.remove(revision.key);
    return deletedAt instanceof Failure ? deletedAt : { deleted: stored, deletedAt };
  }
  const [lingering = marked] = await resource.readAll([stored], version);
  return { deleted: stored, lingering };
}

function withFinalizers(object: JsonObject, finalizers: readonly string[]): JsonObject {
  const metadata = { ...metadataOf(object) };
  if (finalizers.length > 0) metadata["finalizers"] = [...finalizers];
  else delete metadata["finalizers"];
  return { ...object, metadata };
}

/**
 * Why plugins do not let an object be deleted. They are not asked of a namespace or a CRD that is
 * being deleted already (`registry/core/namespace/storage`, apiextensions
 * `registry/customresourcedefinition/etcd.go`).
 */
async function pluginsRefusal(
  { resource, version, call, environment }: ResourceCall,
  settings: DeleteSettings,
  shown: JsonObject,
  stored: JsonObject,
): Promise<Failure | undefined> {
  const isNamespace = resource.group === "" && resource.plural === "namespaces";
  const isBegun = isNamespace || resource.storage.beginDeletion !== undefined;
  if (isBegun && metadataOf(stored)["deletionTimestamp"] !== undefined) return undefined;
  const chain = environment.plugins?.concerning({
    resource,
    version,
    call,
    operation: "DELETE",
    isDryRun: settings.dryRun,
    options: deleteOptionsOf(settings),
  });
  if (chain === undefined) return undefined;
  const subject = { old: shown, name: call.info.name };
  const mutated = await chain.mutate(subject);
  if (mutated instanceof Failure) return mutated;
  call.warn(mutated.warnings);
  const told = await chain.validate(subject);
  if (told instanceof Failure) return told;
  call.warn(told);
  return undefined;
}

/** As plugins see them. */
function deleteOptionsOf(settings: DeleteSettings): JsonObject {
  const { gracePeriodSeconds, uid, resourceVersion, orphanDependents, propagationPolicy } =
    settings;
  const preconditions = {
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    kind: "DeleteOptions",
    apiVersion: "meta.k8s.io/v1",
    ...(gracePeriodSeconds !== undefined && { gracePeriodSeconds }),
    ...(Object.keys(preconditions).length > 0 && { preconditions }),
    ...(orphanDependents !== undefined && { orphanDependents }),
    ...(propagationPolicy !== undefined && { propagationPolicy }),
    ...(settings.dryRun && { dryRun: ["All"] }),
  };
}

/**
 * The server forgets the version that is asked for where it takes the last finalizer away: then no
 * object is of that version.
 */
function unheldFailure({ resource }: ResourceCall, key: string, object: JsonObject): Failure {
  const fault = `Precondition failed: ResourceVersion in precondition: , ResourceVersion in object meta: ${textOf(metadataOf(object), "resourceVersion")}`;
  return storageConflict(resource, key, fault);
}

/** Where a deletion begins otherwise than by the rules of all objects. */
function beginDeletion(
  { resource, environment }: ResourceCall,
  object: JsonObject,
  { uid, resourceVersion }: DeleteSettings,
): JsonObject | Failure | undefined {
  const { beginDeletion: begin } = resource.storage;
  if (metadataOf(object)["deletionTimestamp"] !== undefined) return undefined;
  return begin?.(object, serverTime(environment.now()), { uid, resourceVersion });
}

function preconditionsFailure(
  { resource, version }: ResourceCall,
  object: JsonObject,
  { uid, resourceVersion }: DeleteSettings,
): Failure | undefined {
  const [metadata, name] = [metadataOf(object), textOf(metadataOf(object), "name")];
  const [uidNow, versionNow] = ["uid", "resourceVersion"].map((key) => textOf(metadata, key));
  if (resource.group === "" && resource.plural === "namespaces") {
    // Their storage has words of its own (Kubernetes `registry/core/namespace/storage`).
    const fault =
      preconditionFault("UID", uid, uidNow) ??
      preconditionFault("ResourceVersion", resourceVersion, versionNow);
    return fault === undefined ? undefined : conflicting(resource, name, fault);
  }
  // It is the kind that stands in the place of the resource here, as it is inside.
  const isOfCore = version.typed?.goType.startsWith("core.") === true;
  const named = { group: isOfCore ? "" : resource.group, plural: resource.kind };
  if (uid !== undefined && uid !== uidNow) {
    const fault = `the UID in the precondition (${uid}) does not match the UID in record (${uidNow ?? ""}). The object might have been deleted and then recreated`;
    return conflicting(named, name, fault);
  }
  if (resourceVersion !== undefined && resourceVersion !== versionNow) {
    const fault = `the ResourceVersion in the precondition (${resourceVersion}) does not match the ResourceVersion in record (${versionNow ?? ""}). The object might have been modified`;
    return conflicting(named, name, fault);
  }
  return undefined;
}

function preconditionFault(
  what: string,
  wanted: string | undefined,
  now: string | undefined,
): string | undefined {
  if (wanted === undefined || wanted === now) return undefined;
  return `Precondition failed: ${what} in precondition: ${wanted}, ${what} in object meta: ${now ?? ""}`;
}

/** Nothing is made of dependents, and nothing is waited for. */
const noPolicy = { orphanDependents: false, propagationPolicy: undefined } as const;

interface Propagation extends Pick<DeleteSettings, "orphanDependents" | "propagationPolicy"> {
  /** Dependents stay where nothing else is said, also not by the object. */
  readonly isOrphaning?: boolean;
}

/** Kubernetes `registry/batch/job/storage/storage.go` */
function warnOfOrphans({ call, version }: ResourceCall, settings: DeleteSettings): void {
  const { orphanDependents, propagationPolicy } = settings;
  const warning = version.typed?.deletionWarning;
  if (warning === undefined) return;
  if (orphanDependents === undefined && propagationPolicy === undefined) call.warn([warning]);
}

/** Namespaces understand the older option otherwise (Kubernetes `registry/core/namespace`). */
function propagationOf(
  { version }: ResourceCall,
  settings: Propagation,
  isNamespace: boolean,
): Propagation {
  if (version.typed?.hasDependents === false) return noPolicy;
  const { orphanDependents } = settings;
  if (version.typed?.orphansDependents === true) return { ...settings, isOrphaning: true };
  if (!isNamespace || orphanDependents !== false) return settings;
  return { orphanDependents: undefined, propagationPolicy: "Foreground" };
}

/** The finalizers with those that the way of deletion adds or takes away. */
function deletionFinalizers(
  before: readonly string[],
  { orphanDependents, propagationPolicy, isOrphaning = false }: Propagation,
): readonly string[] {
  const given = before.find((one) => one === orphanFinalizer || one === foregroundFinalizer);
  const own = before.filter((one) => one !== orphanFinalizer && one !== foregroundFinalizer);
  if (orphanDependents !== undefined) return orphanDependents ? [...own, orphanFinalizer] : own;
  const finalizer =
    propagationPolicy === undefined
      ? (given ?? (isOrphaning ? orphanFinalizer : undefined))
      : { Orphan: orphanFinalizer, Foreground: foregroundFinalizer }[propagationPolicy];
  if (finalizer === undefined) return own;
  return finalizer === given ? before : [...own, finalizer];
}

function markDeleted(object: JsonObject, finalizers: readonly string[], now: number): JsonObject {
  const metadata = { ...metadataOf(object) };
  if (finalizers.length > 0) metadata["finalizers"] = [...finalizers];
  if (metadata["deletionTimestamp"] === undefined) {
    raiseGeneration(metadata);
    metadata["deletionTimestamp"] = serverTime(now);
  }
  metadata["deletionGracePeriodSeconds"] = 0;
  return { ...object, metadata };
}

/** How many objects are listed at a time (apiserver `registry/generic/registry/store.go`). */
const pageSize = 10_000;

/** All pages in one, unless a limit was given. */
async function wholePage(
  target: ResourceCall,
  list: ListSettings,
  selection: ObjectSelection,
): Promise<StoredPage> {
  if (list.limit > 0) return storedPage(target, list, selection);
  const first = await storedPage(target, { ...list, limit: pageSize }, selection);
  const revisions = [...first.revisions];
  let next = first.head.continue;
  while (next !== "") {
    const following = { ...list, limit: pageSize, continue: next, resourceVersion: "", match: "" };
    const page = await storedPage(target, following, selection);
    revisions.push(...page.revisions);
    next = page.head.continue;
  }
  return { ...first, revisions };
}

/** Deletes the objects that the selectors of the query match. */
export async function deleteCollection(target: ResourceCall): Promise<ServerAnswer | Failure> {
  const output = target.negotiate();
  const [list, selection] = readSelection(target);
  const settings = readDeleteSettings(target);
  checkCollectionSettings(settings);
  warnOfOrphans(target, settings);
  const { resource, version, environment } = target;
  const turns = new Turns(environment.pause);
  const page = await wholePage(target, list, selection);
  const texts = await resource.textsOf(page.revisions, version, environment.pause);
  for (const { key } of page.revisions) {
    const [name = ""] = key.split("/").reverse();
    const outcome = await deleteRevision(target, name, settings);
    const isGone = outcome instanceof Failure && outcome.code === 404;
    if (outcome instanceof Failure && !isGone) return outcome;
    await turns.next();
  }
  return output.list(apiVersionOf(version), version.listKind, page.head, texts);
}
