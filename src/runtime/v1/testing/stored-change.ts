import { scaleOf } from "../admission/scale-write.js";
import { modifiedFault } from "../admission/write-conflict.js";
import { goJson } from "../values/go/json.js";
import { quote } from "../values/go/quote.js";
import { deepEqual } from "../values/json/deep-equal.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { isFinished, metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { BodySettings } from "./admit-write.js";
import { checkPlace } from "./admit-write.js";
import { serverTime } from "./environment.js";
import { conflicting, failed, Failure, missing, resourceName, tooLongToStore } from "./failure.js";
import type { NumberedText } from "./numbered-text.js";
import { numberedText } from "./numbered-text.js";
import { patchTypes } from "./patches.js";
import type { ResourceCall } from "./resource-reads.js";
import type { Revision } from "./store.js";
import { parseStored } from "./store.js";
import { structJson } from "./struct-json.js";

/**
 * Makes a change and stores the result, again if another write came between (apiserver
 * `storage/etcd3/store.go`, GuaranteedUpdate). Gives the answer as JSON.
 */
export async function change(
  target: ResourceCall,
  settings: BodySettings,
  tryChange: (old: JsonObject | undefined) => JsonObject,
): Promise<string> {
  const { resource, version, call, environment } = target;
  const key = target.keyOf(call.info.name);
  for (;;) {
    const revision = resource.collection.get(key);
    const old = revision === undefined ? undefined : await resource.read(revision, version);
    const warned = call.warnings.length;
    const object = await resource.conversion.settled(() => {
      call.warnings.length = warned;
      return tryChange(old);
    });
    if (revision === undefined || old === undefined) throw missing(resource, call.info.name);
    if (environment.takesConflict(resource, revision)) {
      throw conflicting(resource, call.info.name, modifiedFault);
    }
    const metadata = { ...metadataOf(object) };
    metadata["resourceVersion"] = String(revision.resourceVersion);
    const written = withOldTimes({ ...object, metadata }, old);
    const stored = withoutLink(await resource.storedForm(written, version));
    if (resource.collection.get(key) !== revision) {
      call.warnings.length = warned;
      continue;
    }
    if (settings.dryRun) return shown(target, goJson(written));
    if (isFinished(stored) && version.typed?.isHeld?.(stored) !== true) {
      resource.collection.remove(key);
      return shown(target, goJson(written));
    }
    const text = numberedText(stored);
    const isSame = text.at(revision.resourceVersion) === revision.text;
    const isOfNow = [resource.storage, resource.converted].includes(revision.version);
    const isKept = isSame && isOfNow && !revision.isFilledWhenRead;
    const kept = isKept ? revision : storeText(target, key, stored, text);
    return shown(target, await resource.textOf(kept, version));
  }
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
function shown({ call, version }: ResourceCall, text: string): string {
  const { scale } = version.subresources;
  if (call.info.subresource !== "scale" || scale === undefined) return text;
  return structJson(scaleOf(parseStored(text), scale));
}

/** Stores an object that is in the form of the stored version. */
export function storeObject(
  target: ResourceCall,
  key: string,
  object: JsonObject,
  isFilledWhenRead = false,
): Revision {
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
): Revision {
  const put = (numbered: NumberedText): Revision =>
    resource.collection.put(key, (resourceVersion) => ({
      text: numbered.at(resourceVersion),
      version: version === resource.storage ? resource.storage : resource.converted,
      isFilledWhenRead: isFilledWhenRead || numbered.isReadOtherwise,
    }));
  try {
    return put(text);
  } catch (error) {
    const isTooLong = error instanceof Failure && error.message === tooLongToStore;
    if (!isTooLong || call.header("content-type").startsWith(patchTypes.apply)) throw error;
    return put(numberedText(withEntries(object, undefined)));
  }
}

/** @throws Failure 409 if there is such an object */
export async function storeNew(
  target: ResourceCall,
  object: JsonObject,
  settings: BodySettings,
): Promise<string> {
  const { resource, version } = target;
  const name = textOf(metadataOf(object), "name");
  checkPlace(target, name);
  const stored = withoutLink(await resource.storedForm(object, version));
  const key = target.keyOf(name);
  const existing = resource.collection.get(key);
  if (existing !== undefined) throw taken(target, name, existing);
  if (settings.dryRun) return goJson(object);
  // What a create says of the status is dropped: what there is of it are defaults.
  const { subresources, typed } = version;
  const isFilledWhenRead =
    typed === undefined && subresources.status && stored["status"] !== undefined;
  return resource.textOf(storeObject(target, key, stored, isFilledWhenRead), version);
}

function taken({ resource }: ResourceCall, name: string, existing: Revision): Failure {
  const isTerminating = metadataOf(existing.read())["deletionTimestamp"] !== undefined;
  const message = `${isTerminating ? "object is being deleted: " : ""}${resourceName(resource)} ${quote(name)} already exists`;
  const group = resource.group === "" ? {} : { group: resource.group };
  return failed(409, "AlreadyExists", message, { name, ...group, kind: resource.plural });
}

/** Fills in what only the server knows. */
export function completeNew({ environment }: ResourceCall, admitted: JsonObject): JsonObject {
  const metadata = { ...metadataOf(admitted) };
  metadata["uid"] = crypto.randomUUID();
  metadata["creationTimestamp"] = serverTime(environment.now());
  return { ...admitted, metadata };
}
