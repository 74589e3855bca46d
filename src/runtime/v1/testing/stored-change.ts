import { scaleOf } from "../admission/scale-write.js";
import { modifiedFault } from "../admission/write-conflict.js";
import { goJson } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { isFinished, metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { BodySettings, OwnedWrite } from "./admit-write.js";
import { escalation, placeFault } from "./admit-write.js";
import { serverTime } from "./environment.js";
import { conflicting, failed, Failure, missing, resourceName } from "./failure.js";
import type { NumberedText } from "./json-texts.js";
import { numberedText, structJson } from "./json-texts.js";
import { patchTypes } from "./patches.js";
import type { ResourceCall } from "./resource-reads.js";
import type { Revision } from "./store.js";
import { parseStored } from "./store.js";
import { askPlugins } from "./write-plugins.js";

/** The stored object of a write, as JSON for the answer, and its warnings. */
export interface StoredWrite {
  readonly text: string;
  readonly warnings: readonly string[];
}

/**
 * Makes a change and stores the result, again if another write came between (apiserver
 * `storage/etcd3/store.go`, GuaranteedUpdate).
 *
 * @param tryChange makes the write of the object as it is now; without one it has to fail
 */
export async function change(
  target: ResourceCall,
  settings: BodySettings,
  tryChange: (old: JsonObject | undefined, settings: BodySettings) => OwnedWrite | Failure,
): Promise<StoredWrite | Failure> {
  const { resource, version, call } = target;
  for (;;) {
    const revision = target.stored(call.info.name);
    const old = revision && (await resource.read(revision, version));
    if (old instanceof Failure) return old;
    const run = (given: BodySettings): Promise<OwnedWrite | Failure> =>
      resource.conversion.settled(() => tryChange(old, given));
    const plugged = await askPlugins(target, "UPDATE", settings, run, old);
    const write = plugged instanceof Failure ? plugged : await plugged.run();
    if (write instanceof Failure) return write;
    if (revision === undefined || old === undefined) {
      return missing(resource, call.info.name).behind(write.warnings);
    }
    const live = { revision, old };
    const told = await validated(write, (object) => asReplaced(target, live, object, write.owners));
    if (told instanceof Failure) return told.behind(write.warnings);
    const stored = await replace(target, live, write, settings);
    if (stored !== undefined) return storedOrFailure(stored, [...write.warnings, ...told]);
  }
}

/** Asks plugins whether a write is valid, in the form in which it is stored; their warnings. */
async function validated(
  { validation }: OwnedWrite,
  finish: (object: JsonObject) => JsonObject,
): Promise<readonly string[] | Failure> {
  return validation === undefined ? [] : validation.validate(finish(validation.object));
}

/** An object that was seen in the store, in the version of the request. */
interface LiveObject {
  readonly revision: Revision;
  readonly old: JsonObject;
}

/** The object that takes the place of another; what is written to a Scale is not stored. */
function asReplaced(
  { call }: ResourceCall,
  { revision, old }: LiveObject,
  object: JsonObject,
  owners: Json | undefined,
): JsonObject {
  if (call.info.subresource === "scale" && object["kind"] === "Scale") return object;
  const owned = withEntries(object, owners);
  const metadata = { ...metadataOf(owned), resourceVersion: String(revision.resourceVersion) };
  return withOldTimes({ ...owned, metadata }, old);
}

function storedOrFailure(
  stored: string | Failure,
  warnings: readonly string[],
): StoredWrite | Failure {
  return stored instanceof Failure ? stored.behind(warnings) : { text: stored, warnings };
}

/** Puts what a write made in the place of an object; undefined if that is not there any more. */
async function replace(
  target: ResourceCall,
  live: LiveObject,
  { object, owners }: OwnedWrite,
  settings: BodySettings,
): Promise<string | Failure | undefined> {
  const { resource, version, call, environment } = target;
  const { revision } = live;
  if (environment.takesConflict(resource, revision)) {
    return conflicting(resource, call.info.name, modifiedFault);
  }
  const granting = escalation(target, object, live.old);
  if (granting !== undefined) return granting;
  const written = asReplaced(target, live, object, owners);
  const form = await resource.storedForm(written, version);
  if (form instanceof Failure) return form;
  const { key } = revision;
  if (resource.collection.get(key) !== revision) return undefined;
  if (settings.dryRun) return shown(target, goJson(written));
  const stored = withoutLink(form);
  if (isFinished(stored) && version.typed?.isHeld?.(stored) !== true) {
    const removed = resource.collection.remove(key);
    return removed instanceof Failure ? removed : shown(target, goJson(written));
  }
  const text = numberedText(stored);
  const isSame = text.at(revision.resourceVersion) === revision.text;
  const isOfNow = [resource.storage, resource.converted].includes(revision.version);
  const isKept = isSame && isOfNow && !revision.isFilledWhenRead;
  return shown(
    target,
    await keptText(target, isKept ? revision : storeText(target, key, stored, text)),
  );
}

async function keptText(
  { resource, version }: ResourceCall,
  kept: Revision | Failure,
): Promise<string | Failure> {
  return kept instanceof Failure ? kept : resource.textOf(kept, version);
}

/** The storage drops the link that objects once had (apiserver `storage/etcd3`). */
export function withoutLink(object: JsonObject): JsonObject {
  const { selfLink, ...metadata } = metadataOf(object);
  return selfLink === undefined ? object : { ...object, metadata };
}

/**
 * Managed fields get no other times where nothing else has changed, so that nothing is written
 * (apimachinery `util/managedfields`, apiserver `endpoints/handlers/fieldmanager/equality.go`).
 */
function withOldTimes(object: JsonObject, old: JsonObject): JsonObject {
  const entries = metadataOf(old)["managedFields"];
  // Most changes are found in the object, soon.
  const isSame =
    deepEqual(withEntries(object, undefined), withEntries(old, undefined)) &&
    deepEqual(timeless(metadataOf(object)["managedFields"]), timeless(entries));
  return isSame ? withEntries(object, entries) : object;
}

function timeless(entries: Json | undefined): Json {
  if (!Array.isArray(entries)) return null;
  return entries.map((entry) => {
    if (!isObject(entry)) return entry;
    const copy = { ...entry };
    delete copy["time"];
    return copy;
  });
}

/** Writes to `/scale` are answered with the Scale. */
function shown({ call, version }: ResourceCall, text: string | Failure): string | Failure {
  const { scale } = version.subresources;
  const isScale = call.info.subresource === "scale" && scale !== undefined;
  if (!isScale || text instanceof Failure) return text;
  return structJson(scaleOf(parseStored(text), scale));
}

/** Stores an object that is in the form of the stored version. */
export function storeObject(
  target: ResourceCall,
  key: string,
  object: JsonObject,
  isFilledWhenRead = false,
): Revision | Failure {
  return storeText(target, key, object, numberedText(object), isFilledWhenRead);
}

/**
 * The owners of fields, which may be many, are given up where an object is too long with them
 * (apiserver `endpoints/handlers/create.go`, isTooLargeError).
 */
function storeText(
  { resource, version, call }: ResourceCall,
  key: string,
  object: JsonObject,
  text: NumberedText,
  isFilledWhenRead = false,
): Revision | Failure {
  const put = (numbered: NumberedText): Revision | Failure =>
    resource.collection.put(key, (resourceVersion) => ({
      text: numbered.at(resourceVersion),
      version: version === resource.storage ? resource.storage : resource.converted,
      isFilledWhenRead: isFilledWhenRead || numbered.isReadOtherwise,
    }));
  const kept = put(text);
  const isTooLong = kept instanceof Failure && kept.cause?.kind === "tooLong";
  if (!isTooLong || call.header("content-type").startsWith(patchTypes.apply)) return kept;
  return put(numberedText(withEntries(object, undefined)));
}

/** Of kinds with types, the uid may have been needed before the object is stored. */
function uidIn({ version }: ResourceCall, object: JsonObject): string | undefined {
  const { uid } = metadataOf(object);
  return version.typed !== undefined && typeof uid === "string" && uid !== "" ? uid : undefined;
}

/** Stores what a write made where nothing is yet. */
export async function storeNew(
  target: ResourceCall,
  write: OwnedWrite,
  settings: BodySettings,
): Promise<StoredWrite | Failure> {
  const made = {
    uid: uidIn(target, write.object) ?? crypto.randomUUID(),
    creationTimestamp: serverTime(target.environment.now()),
  };
  const complete = (object: JsonObject): JsonObject => {
    const owned = withEntries(object, write.owners);
    return { ...owned, metadata: { ...metadataOf(owned), ...made } };
  };
  // Plugins may have made it another one.
  const granting = escalation(target, write.object, undefined);
  if (granting !== undefined) return granting.behind(write.warnings);
  const told = await validated(write, complete);
  if (told instanceof Failure) return told.behind(write.warnings);
  const stored = await create(target, complete(write.object), settings);
  return storedOrFailure(stored, [...write.warnings, ...told]);
}

async function create(
  target: ResourceCall,
  object: JsonObject,
  settings: BodySettings,
): Promise<string | Failure> {
  const { resource, version } = target;
  const name = textOf(metadataOf(object), "name");
  const misplaced = placeFault(target, name);
  if (misplaced !== undefined) return misplaced;
  const form = await resource.storedForm(object, version);
  if (form instanceof Failure) return form;
  const key = target.keyOf(name);
  if (key instanceof Failure) return key;
  const existing = resource.collection.get(key);
  if (existing !== undefined) return taken(target, name, existing);
  if (settings.dryRun) return goJson(object);
  const stored = withoutLink(form);
  // What a create says of the status is dropped: what there is of it are defaults.
  const { subresources, typed } = version;
  const isFilledWhenRead =
    typed === undefined && subresources.status && stored["status"] !== undefined;
  return keptText(target, storeObject(target, key, stored, isFilledWhenRead));
}

/** The fault of a name whose object waits for its finalizers. */
export const beingDeleted = "object is being deleted: ";

function taken({ resource }: ResourceCall, name: string, existing: Revision): Failure {
  const isTerminating = metadataOf(existing.read())["deletionTimestamp"] !== undefined;
  const message = `${isTerminating ? beingDeleted : ""}${resourceName(resource)} ${quote(name)} already exists`;
  const group = resource.group === "" ? {} : { group: resource.group };
  const details = { name, ...group, kind: resource.plural };
  const { status } = failed(409, "AlreadyExists", message, details);
  return new Failure(status, [], { kind: "taken", isTerminating });
}
