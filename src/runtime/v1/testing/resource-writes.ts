import type { Admission, AdmitOptions, YamlSource } from "../admission/admission.js";
import { unrecognizedText } from "../admission/decode-body.js";
import { otherNamespaceText } from "../admission/object-write.js";
import { noReplicas, scaleOf } from "../admission/scale-write.js";
import { invalidStatus } from "../admission/status.js";
import { modifiedFault, nameFault, storeVersion } from "../admission/write-conflict.js";
import { newestDialect } from "../dialect.js";
import { invalidError } from "../field-errors.js";
import { jsonKind } from "../go/json-kind.js";
import { goJson } from "../go/json.js";
import { JsonFault, parseJson } from "../go/parse-json.js";
import { quote } from "../go/quote.js";
import { deepEqual } from "../json/deep-equal.js";
import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import type { Status } from "../kubernetes.js";
import { validateManagedFields } from "../metadata/managed-fields.js";
import { isFinished, metadataOf, withEntries } from "../metadata/resource-metadata.js";
import { textOf } from "../metadata/rules.js";
import { apiVersionOf, pathSegmentFaults } from "../names.js";
import { serverTime } from "./environment.js";
import {
  badRequestFailure,
  conflicting,
  failed,
  Failure,
  forbiddenFailure,
  internalFailure,
  missing,
  resourceName,
  tooLongToStore,
  unsupportedMediaType,
} from "./failure.js";
import { negotiateInput, protobuf, protobufFault } from "./media-types.js";
import type { NumberedText } from "./numbered-text.js";
import { numberedText } from "./numbered-text.js";
import type { WriteSettings } from "./options-of-request.js";
import { writeSettings } from "./options-of-request.js";
import { Ownership } from "./ownership.js";
import type { ReadPatch } from "./patches.js";
import { readJsonPatch, readMergePatch, readStrategicPatch } from "./patches.js";
import type { ResourceCall } from "./resource-reads.js";
import { scalePatchFault } from "./scale-patch-fault.js";
import type { TypedKind } from "./served-version.js";
import type { ServerAnswer } from "./server-call.js";
import type { Revision } from "./store.js";
import { parseStored } from "./store.js";
import { structJson } from "./struct-json.js";
import { inTouchedOrder } from "./touched-order.js";
import type { YamlBody } from "./yaml-body.js";
import { strictWarnings, yamlOrFailure } from "./yaml-body.js";

/** How many times a write is tried, or a name made up. */
const maxAttempts = 8;

/** Adds an object to a collection. */
export async function createObject(target: ResourceCall): Promise<ServerAnswer> {
  const output = target.negotiate();
  const type = negotiateInput(target.call.header("content-type"));
  target.call.rawBody();
  const given = writeSettings(target.call.query, "CreateOptions");
  const { body, settings } = readBody(target, type, given);
  for (let attempt = 1; ; attempt++) {
    const nameSuffix = randomSuffix();
    const object = completeNew(target, admitNew(target, body, settings, nameSuffix));
    const { generateName = "", name = "" } = metadataOf(object);
    const generated = generateName !== "" && String(name).endsWith(nameSuffix);
    try {
      const text = await storeNew(target, object, settings);
      return output.object(201, text);
    } catch (error) {
      const isTaken = error instanceof Failure && error.status.reason === "AlreadyExists";
      if (!isTaken || generateName === "") throw error;
      if (!generated || attempt === maxAttempts) throw noUniqueName(target, String(name), error);
    }
  }
}

/** It is the store that refuses objects with a resource version, which a dry run does not reach. */
function admitNew(
  target: ResourceCall,
  body: string,
  settings: BodySettings,
  nameSuffix: string,
): JsonObject {
  const warned = target.call.warnings.length;
  const options = { operation: "create", nameSuffix } as const;
  const parsed = settings.dryRun ? parseJson(body) : undefined;
  const given = parsed === undefined || parsed instanceof JsonFault ? null : parsed.value;
  const metadata = isObject(given) ? { ...metadataOf(given) } : {};
  const resourceVersion = textOf(metadata, "resourceVersion");
  const withVersion = (admitted: JsonObject): JsonObject => {
    if (resourceVersion === "") return admitted;
    return { ...admitted, metadata: { ...metadataOf(admitted), resourceVersion } };
  };
  try {
    return withVersion(admitOwned(target, body, options, settings, undefined));
  } catch (error) {
    const isStored = error instanceof Failure && error.status.code === 500;
    if (!isStored || !isObject(given)) throw error;
    target.call.warnings.length = warned;
    delete metadata["resourceVersion"];
    const object = { ...given, metadata };
    return withVersion(admitOwned(target, object, options, settings, undefined));
  }
}

/** @throws Failure 409 if there is such an object */
async function storeNew(
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

/** @throws Failure where nothing can be created */
function checkPlace(target: ResourceCall, name: string): void {
  const fault = placeFault(target, name);
  if (fault !== undefined) throw fault;
}

/** The server looks at the place of a new object before it judges the object. */
function placeFault(
  { resource, version, environment, call }: ResourceCall,
  name: string,
): Failure | undefined {
  const fault = environment.namespaceFault(resource, call.info.namespace, name);
  if (fault !== undefined || version.terminating !== true) return fault;
  const words = "create not allowed while custom resource definition is terminating";
  return forbiddenFailure(resource, name, words);
}

function taken({ resource }: ResourceCall, name: string, existing: Revision): Failure {
  const isTerminating = metadataOf(existing.read())["deletionTimestamp"] !== undefined;
  const message = `${isTerminating ? "object is being deleted: " : ""}${resourceName(resource)} ${quote(name)} already exists`;
  const group = resource.group === "" ? {} : { group: resource.group };
  return failed(409, "AlreadyExists", message, { name, ...group, kind: resource.plural });
}

/** apiserver `registry/rest/create.go`, CheckGeneratedNameError: also where a name was given. */
function noUniqueName(target: ResourceCall, name: string, { status }: Failure): Failure {
  const { plural } = target.resource;
  // It is the group inside that is told.
  const isOfCore = target.version.typed?.goType.startsWith("core.") === true;
  const group = isOfCore ? "" : target.resource.group;
  const message = `${resourceName({ group, plural })} ${quote(name)} already exists, the server was not able to generate a unique name for the object`;
  const details = { ...status.details, retryAfterSeconds: 1 };
  if (isOfCore) delete details.group;
  return new Failure({ ...status, message, details });
}

const suffixLetters = "bcdfghjklmnpqrstvwxz2456789";

/** apimachinery `util/rand`, String */
function randomSuffix(): string {
  const random = (): string =>
    suffixLetters.charAt(Math.floor(Math.random() * suffixLetters.length));
  return Array.from({ length: 5 }, random).join("");
}

/** Fills in what only the server knows. */
function completeNew({ environment }: ResourceCall, admitted: JsonObject): JsonObject {
  const metadata = { ...metadataOf(admitted) };
  metadata["uid"] = crypto.randomUUID();
  metadata["creationTimestamp"] = serverTime(environment.now());
  return { ...admitted, metadata };
}

/** Replaces an object, or what a subresource writes of it. */
export async function updateObject(target: ResourceCall): Promise<ServerAnswer> {
  checkNamed(target);
  const output = target.negotiate();
  target.call.rawBody();
  const { name } = target.call.info;
  const given = writeSettings(target.call.query, "UpdateOptions");
  const type = negotiateInput(target.call.header("content-type"));
  const { body, settings } = readBody(target, type, given);
  const isUnnamed = target.resource.namespaced && target.call.info.namespace === "";
  if (isUnnamed || pathSegmentFaults(name).length > 0) {
    const failure = absent(target, body, settings, name);
    if (failure.status.code !== 404) throw failure;
  }
  const isThere = target.resource.collection.get(target.keyOf(name)) !== undefined;
  if (!isThere && target.version.typed?.createsOnUpdate === true) {
    return output.object(201, await createByUpdate(target, body, settings));
  }
  const text = await change(target, settings, (old) => {
    if (old === undefined) throw absent(target, body, settings, name);
    return admitChange(target, body, old, settings);
  });
  return output.object(200, text);
}

/** @throws Failure 400 */
function checkNamed({ call }: ResourceCall): void {
  if (call.info.name === "") throw badRequestFailure("name must be provided");
}

/** An update that creates an object: it has the name of the URL, and replaces none. */
async function createByUpdate(
  target: ResourceCall,
  json: string,
  settings: BodySettings,
): Promise<string> {
  const { resource, call } = target;
  const { name, namespace } = call.info;
  const { input, resourceVersion } = withoutVersion(json);
  const check = (decoded: JsonObject): Failure | undefined => {
    const other = otherNamespace(target, decoded);
    if (other !== undefined) return other;
    const metadata = metadataOf(decoded);
    const given = textOf(metadata, "name");
    if (given !== name) return badRequestFailure(nameFault(given, name));
    const uid = textOf(metadata, "uid");
    if (uid === "") {
      const stored = storeVersion(resourceVersion);
      return typeof stored === "string" ? failed(500, undefined, stored) : undefined;
    }
    const key = `/registry/${resource.plural}/${namespace}/${name}`;
    const fault = `Precondition failed: UID in precondition: ${uid}, UID in object meta: `;
    const words = `StorageError: invalid object, Code: 4, Key: ${key}, ResourceVersion: 0, AdditionalErrorMsg: ${fault}`;
    return conflicting(resource, name, words);
  };
  const options = { operation: "create" } as const;
  const admitted = admitOwned(target, input, options, settings, undefined, check);
  const object = completeNew(target, admitted);
  // What a dry run does not store keeps the version that was sent.
  const isShown = settings.dryRun && resourceVersion !== "";
  if (isShown) metadataOf(object)["resourceVersion"] = resourceVersion;
  return storeNew(target, object, settings);
}

/** The store has no version that could be another one. */
function withoutVersion(json: string): {
  readonly input: unknown;
  readonly resourceVersion: string;
} {
  const parsed = parseJson(json);
  const value = parsed instanceof JsonFault ? null : parsed.value;
  const metadata = isObject(value) ? { ...metadataOf(value) } : {};
  const resourceVersion = textOf(metadata, "resourceVersion");
  if (resourceVersion === "" || !isObject(value)) return { input: json, resourceVersion: "" };
  delete metadata["resourceVersion"];
  return { input: { ...value, metadata }, resourceVersion };
}

/**
 * The body is looked at before the object is.
 *
 * @throws Failure for a bad body
 */
function absent(target: ResourceCall, json: string, settings: BodySettings, name: string): Failure {
  try {
    const { subresource } = target.call.info;
    const options = { operation: "update" } as const;
    if (subresource !== "status" && subresource !== "scale") admit(target, json, options, settings);
    else admit(target, json, { ...options, subresource }, settings);
  } catch (error) {
    if (!(error instanceof Failure) || error.status.code !== 404) throw error;
    const given = error.status.details?.name ?? "";
    const failure =
      given === name ? missing(target.resource, name) : badRequestFailure(nameFault(given, name));
    return new Failure(failure.status, error.warnings);
  }
  return missing(target.resource, name);
}

/** The types of patches. */
export const patchTypes = {
  json: "application/json-patch+json",
  merge: "application/merge-patch+json",
  strategic: "application/strategic-merge-patch+json",
  apply: "application/apply-patch+yaml",
};

/** Changes parts of an object. */
export async function patchObject(target: ResourceCall): Promise<ServerAnswer> {
  const { call } = target;
  const type = call.header("content-type").split(";")[0]?.trim() ?? "";
  const { typed } = target.version;
  const known = Object.values(patchTypes).filter(
    (one) => typed !== undefined || one !== patchTypes.strategic,
  );
  if (!known.includes(type)) throw unsupportedMediaType(known);
  checkNamed(target);
  const output = target.negotiate();
  const body = call.body();
  const settings = writeSettings(call.query, "PatchOptions", type === patchTypes.apply);
  if (type === patchTypes.apply) return applyObject(target, settings, body);
  if (parseJson(body) instanceof JsonFault) throw badRequestFailure("invalid JSON patch");
  const isLenient = settings.fieldValidation === "Ignore";
  let patch: ReadPatch | undefined;
  const text = await change(target, settings, (old) => {
    if (old === undefined) throw missing(target.resource, call.info.name);
    patch ??=
      type === patchTypes.json
        ? readJsonPatch(body, isLenient)
        : type === patchTypes.strategic && typed !== undefined
          ? readStrategicPatch(body, isLenient, typed)
          : readMergePatch(body, isLenient);
    return admitPatched(target, patch, old, settings);
  });
  return output.object(200, text);
}

/** Server-side apply, which creates what is not there. */
async function applyObject(
  target: ResourceCall,
  settings: BodySettings,
  body: string,
): Promise<ServerAnswer> {
  const output = target.negotiate();
  const transcoded = transcodeConfiguration(target, body);
  const isThere = target.resource.collection.get(target.keyOf(target.call.info.name)) !== undefined;
  const isWhole = target.call.info.subresource === "";
  if (!isThere && !isWhole) throw missing(target.resource, target.call.info.name);
  const { configuration, yaml } = readConfiguration(target, transcoded);
  const owners = new Ownership(target, settings);
  if (!isThere) {
    const applied = owners.merge(undefined, configuration);
    checkRepeats(target, yaml, settings);
    const { name } = target.call.info;
    const isNamed = textOf(metadataOf(configuration), "name") !== "";
    if (target.version.typed !== undefined && !isNamed)
      throw badRequestFailure(nameFault("", name));
    const uid = textOf(metadataOf(applied), "uid");
    if (uid !== "") {
      const fault = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
      throw conflicting(target.resource, target.call.info.name, fault);
    }
    const options = { operation: "create", applied: true } as const;
    // An apply may say which version it means, though there is none yet.
    const metadata = { ...metadataOf(applied) };
    delete metadata["resourceVersion"];
    if (!isNamed) throw badRequestFailure(nameFault("", name));
    checkAppliedName(target, configuration);
    const fault = storeVersion(textOf(metadataOf(applied), "resourceVersion"));
    if (typeof fault === "string") throw failed(500, undefined, fault);
    checkPlace(target, target.call.info.name);
    const admitted = admit(target, { ...applied, metadata }, options, settings).object;
    const object = completeNew(target, withEntriesOf(admitted, applied));
    return output.object(201, await storeNew(target, object, settings));
  }
  const text = await change(target, settings, (old) => {
    if (old === undefined) throw missing(target.resource, target.call.info.name);
    const check = (): void => {
      checkRepeats(target, yaml, settings);
    };
    return target.call.info.subresource === "scale"
      ? applyToScale(target, configuration, old, settings, check)
      : applyToObject(target, configuration, old, settings, check);
  });
  return output.object(200, text);
}

/** What is to be applied. */
interface Configuration {
  readonly configuration: JsonObject;
  readonly yaml: YamlBody;
}

const noYaml: YamlBody = { json: "{}", strictFault: "" };

/**
 * A configuration, whose text was looked at before; what begins as JSON is read as YAML only when
 * it is decoded.
 *
 * @throws Failure 400
 */
function readConfiguration(target: ResourceCall, yaml: YamlBody | undefined): Configuration {
  const step = "error decoding patch: error converting YAML to JSON";
  const read = yaml ?? readYamlBody(target, step);
  const parsed = parseJson(read.json);
  const value = parsed instanceof JsonFault ? null : (parsed.value ?? {});
  if (!isObject(value)) {
    throw badRequestFailure(
      `error decoding patch: error unmarshaling JSON: while decoding JSON: json: cannot unmarshal ${jsonKind(value)} into Go value of type map[string]interface {}`,
    );
  }
  return { configuration: value, yaml: read };
}

function readYamlBody({ call, environment }: ResourceCall, step: string): YamlBody {
  return yamlOrFailure(environment.readYaml, call.rawBody(), (fault) => `${step}: ${fault}`);
}

/** Before there is any object; undefined for what begins as JSON. @throws Failure 400 */
function transcodeConfiguration(target: ResourceCall, body: string): YamlBody | undefined {
  if (body.trim() === "") return noYaml;
  return /^\s*\{/.test(body) ? undefined : readYamlBody(target, "error encoding patch");
}

/**
 * Names are compared when all is merged (apiserver `endpoints/handlers/patch.go`, checkName).
 *
 * @throws Failure 400 for a configuration of another name
 */
function checkAppliedName(target: ResourceCall, configuration: JsonObject): void {
  const { call } = target;
  const fault = otherNamespace(target, configuration);
  if (fault !== undefined) throw fault;
  const given = textOf(metadataOf(configuration), "name");
  const { name } = call.info;
  if (given !== "" && given !== name) throw badRequestFailure(nameFault(given, name));
}

/** Said before names are compared. */
function otherNamespace({ resource, call }: ResourceCall, object: Json): Failure | undefined {
  if (!resource.namespaced || !isObject(object)) return undefined;
  const given = textOf(metadataOf(object), "namespace");
  const isSame = given === "" || given === call.info.namespace;
  return isSame ? undefined : badRequestFailure(otherNamespaceText);
}

/** Keys that came twice are no fault until the rest is known to be none (`patch.go`). */
function checkRepeats(
  { call }: ResourceCall,
  yaml: YamlBody,
  { fieldValidation }: WriteSettings,
): void {
  if (yaml.strictFault === "" || fieldValidation === "Ignore") return;
  if (fieldValidation !== "Strict") call.warnings.push(...strictWarnings(yaml));
  else {
    const fault = `error converting YAML to JSON: ${yaml.strictFault}`;
    throw badRequestFailure(`error strict decoding patch: ${fault}`);
  }
}

function applyToObject(
  target: ResourceCall,
  configuration: JsonObject,
  old: JsonObject,
  settings: BodySettings,
  check: () => void,
): JsonObject {
  const applied = new Ownership(target, settings).merge(old, configuration);
  check();
  checkAppliedName(target, configuration);
  const subresource = target.call.info.subresource === "status" ? "status" : undefined;
  const oldObject = withoutOtherUid(old, applied);
  const options = { oldObject, operation: "update", subresource, applied: true } as const;
  return withEntriesOf(admit(target, applied, options, settings).object, applied);
}

function applyToScale(
  target: ResourceCall,
  configuration: JsonObject,
  old: JsonObject,
  settings: BodySettings,
  check: () => void,
): JsonObject {
  const { replicas, entries } = new Ownership(target, settings).mergeScale(old, configuration);
  check();
  checkAppliedName(target, configuration);
  const metadata = { name: target.call.info.name };
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata, spec: { replicas } };
  const options = { oldObject: old, operation: "update", subresource: "scale" } as const;
  return withEntries(admit(target, scale, options, settings).object, entries);
}

function withEntriesOf(object: JsonObject, owned: JsonObject): JsonObject {
  return withEntries(object, metadataOf(owned)["managedFields"]);
}

/**
 * Makes a change and stores the result, again if another write came between (apiserver
 * `storage/etcd3/store.go`, GuaranteedUpdate). Gives the answer as JSON.
 */
async function change(
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
    const isSame = text(revision.resourceVersion) === revision.text;
    const isOfNow = [resource.storage, resource.converted].includes(revision.version);
    const isKept = isSame && isOfNow && !revision.isFilledWhenRead;
    const kept = isKept ? revision : storeText(target, key, stored, text);
    return shown(target, await resource.textOf(kept, version));
  }
}

/** The storage drops the link that objects once had (apiserver `storage/etcd3`). */
function withoutLink(object: JsonObject): JsonObject {
  const { selfLink, ...metadata } = metadataOf(object);
  return selfLink === undefined ? object : { ...object, metadata };
}

/**
 * Managed fields get no other times where nothing else has changed, so that nothing is written
 * (apimachinery `util/managedfields`, apiserver `endpoints/handlers/fieldmanager/equality.go`).
 */
function withOldTimes(object: JsonObject, old: JsonObject): JsonObject {
  const entries = metadataOf(old)["managedFields"];
  const isSame =
    deepEqual(timeless(metadataOf(object)["managedFields"]), timeless(entries)) &&
    deepEqual(withEntries(object, undefined), withEntries(old, undefined));
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
      text: numbered(resourceVersion),
      version: version === resource.storage ? resource.storage : resource.converted,
      isFilledWhenRead,
    }));
  try {
    return put(text);
  } catch (error) {
    const isTooLong = error instanceof Failure && error.message === tooLongToStore;
    if (!isTooLong || call.header("content-type").startsWith(patchTypes.apply)) throw error;
    return put(numberedText(withEntries(object, undefined)));
  }
}

/** `old` may differ from the live object in what a patch does not compare. */
function admitChange(
  target: ResourceCall,
  input: unknown,
  live: JsonObject,
  settings: BodySettings,
  old: JsonObject = live,
  check?: CheckDecoded,
): JsonObject {
  const { subresource } = target.call.info;
  const options = { oldObject: old, operation: "update" } as const;
  const owners = new Ownership(target, settings);
  if (subresource === "scale") {
    const written = admit(target, input, { ...options, subresource }, settings);
    return withEntries(written.object, owners.entriesOfScale(live, written.replicas));
  }
  const place = subresource === "status" ? ("status" as const) : undefined;
  const isFinalize = subresource === "finalize";
  const parts = { ...options, subresource: place, isFinalize };
  return admitOwned(target, input, parts, settings, live, check);
}

/** What an object that was decoded is refused with before it is looked at any further. */
type CheckDecoded = (decoded: JsonObject) => Failure | undefined;

/** Owners are found before parts that the write cannot change are taken from the old object. */
function admitOwned(
  target: ResourceCall,
  input: unknown,
  options: AdmitOptions,
  settings: BodySettings,
  live: JsonObject | undefined,
  check: CheckDecoded = () => undefined,
): JsonObject {
  const owners = new Ownership(target, settings);
  let entries: Json | undefined;
  const onDecoded = (decoded: JsonObject, warnings: readonly string[]): void => {
    const isNew = live === undefined;
    const name = textOf(metadataOf(decoded), "name");
    const place = (): Failure | undefined => (isNew ? placeFault(target, name) : undefined);
    const fault = check(decoded) ?? otherNamespace(target, decoded) ?? place();
    if (fault !== undefined) throw new Failure(fault.status, warnings);
    entries = owners.entriesOfUpdate(live, isNew ? asCreated(decoded) : decoded);
  };
  const { object } = admit(target, input, { ...options, onDecoded }, settings);
  if (live !== undefined) checkEntries(target, entries);
  return withEntries(object, entries);
}

/** Without what nobody owns, as it is the server's (`registry/rest/meta.go`). */
function asCreated(decoded: JsonObject): JsonObject {
  const { deletionTimestamp, deletionGracePeriodSeconds, ...metadata } = metadataOf(decoded);
  const isPlain = deletionTimestamp === undefined && deletionGracePeriodSeconds === undefined;
  return isPlain ? decoded : { ...decoded, metadata };
}

/**
 * Entries that a client made up are looked at when they have their form: with custom resources by
 * each of three validations.
 *
 * @throws Failure 422
 */
function checkEntries({ version, call }: ResourceCall, entries: Json | undefined): void {
  const found = Array.isArray(entries) ? entries.filter(isObject) : [];
  const errors = validateManagedFields(found, "metadata.managedFields", newestDialect);
  if (errors.length === 0) return;
  const { group, kind, typed } = version;
  const times = typed === undefined ? 3 : 1;
  const all = Array.from({ length: times }, () => errors).flat();
  throw new Failure(invalidStatus({ group, kind, name: call.info.name }, all));
}

/** What a write makes. */
interface Written {
  readonly object: JsonObject;
  /** Of a write to `/scale`. */
  readonly replicas: number;
}

/** @throws Failure with the server's refusal */
function admit(
  target: ResourceCall,
  input: unknown,
  options: AdmitOptions,
  { fieldValidation, yaml, bytes }: BodySettings,
): Written {
  const { call, version } = target;
  const { namespace } = call.info;
  const place = namespace === "" && version.typed === undefined ? {} : { namespace };
  const admission = version.admit(input, { ...options, ...place, fieldValidation, yaml, bytes });
  const own = admission.warnings.filter((text) => text !== version.deprecationWarning);
  if (!admission.allowed) throw new Failure(admission.status, own);
  call.warnings.push(...own);
  return writtenOf(admission);
}

function writtenOf({ object, scaled }: Admission<object> & { allowed: true }): Written {
  const answered = object as JsonObject; // as the write path makes it
  if (scaled === undefined) return { object: answered, replicas: 0 };
  const { spec = null } = answered;
  const replicas = isObject(spec) ? Number(spec["replicas"] ?? 0) : 0;
  return { object: scaled as JsonObject, replicas }; // likewise
}

/** A patch is applied to the object as the version shows it. */
function admitPatched(
  target: ResourceCall,
  patch: ReadPatch,
  old: JsonObject,
  settings: BodySettings,
): JsonObject {
  const isStrict = settings.fieldValidation === "Strict";
  const { typed: kind } = target.version;
  const base = patchBase(target, old);
  const applied = patch.apply(structuredCopy(base, kind)); // as its source
  const converted = isObject(applied) ? patch.convert?.(applied) : undefined;
  const patched = converted?.object ?? applied;
  const text = textOfPatched(patched, patch, kind);
  const patchShown = patch.shown?.() ?? text;
  if (converted?.fault !== undefined) throw invalidPatch(patchShown, converted.fault, []);
  if (patch.badNumber !== undefined) throw invalidPatch(patchShown, patch.badNumber, []);
  const oddities = [...patch.oddities, ...(converted?.unknown ?? [])];
  const unknown = unknownByVersion(target, patched);
  if (isStrict && unknown.length > 0) {
    throw invalidPatch(patchShown, strictFault([...oddities, ...unknown]), []);
  }
  // Nothing is said of an object that cannot be decoded.
  const warn = (): void => {
    const { warnings } = target.call;
    if (!isStrict) warnings.push(...oddities);
    if (settings.fieldValidation !== "Ignore") warnings.push(...unknown);
  };
  const check = (): Failure | undefined => {
    warn();
    return odd ?? otherNamespace(target, patched) ?? misnamed;
  };
  const odd =
    isStrict && oddities.length > 0
      ? invalidPatch(patchShown, strictFault(oddities), [])
      : undefined;
  const misnamed = namedOtherwise(target, patched, old);
  const mistyped = patchedTypeFault(target, patched, old);
  if (mistyped !== undefined) throw check() ?? mistyped;
  let changed: JsonObject;
  try {
    const typed = withOwnType(target, patched);
    const isOfKind = isObject(typed) && typed["kind"] === target.version.kind;
    // What has types is read from its text, which has sorted keys: the first fault is told.
    const input = isOfKind && target.version.typed === undefined ? typed : text;
    const compared = withoutOtherUid(old, patched);
    changed = admitChange(target, input, old, settings, compared, check);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fault = decodeFault(error.status) ?? scalePatchFault(patched, error.status.message ?? "");
    if (fault === undefined) {
      const refused = check();
      // The same, with the warnings of decoding.
      throw refused === undefined || error.status === refused.status ? error : refused;
    }
    const strict = /^strict decoding error: (.*)$/s.exec(fault);
    const words = strict === null ? fault : strictFault([...oddities, strict[1] ?? ""]);
    throw invalidPatch(patchShown, words, error.warnings);
  }
  warn();
  if (odd !== undefined) throw odd;
  return changed;
}

/** Of kinds with types it is in the order of these, but for what the patch has read. */
function textOfPatched(patched: Json, { touched }: ReadPatch, typed?: TypedKind): string {
  if (typed === undefined || !isObject(patched)) return goJson(patched);
  return structJson(inTouchedOrder(patched, touched) as JsonObject); // as it was
}

/** A write to `/status` takes the type from the old object, as all but the status. */
function withOwnType({ version, call }: ResourceCall, patched: Json): Json {
  if (call.info.subresource !== "status" || version.typed !== undefined) return patched;
  if (!isObject(patched)) return patched;
  const { apiVersion, kind } = patched;
  const isTyped = typeof apiVersion === "string" && typeof kind === "string" && kind !== "";
  if (!isTyped || apiVersion.split("/").length > 2) return patched;
  return { ...patched, apiVersion: apiVersionOf(version), kind: version.kind };
}

/** Of a version that the CRD does not have every field is unknown. */
function unknownByVersion({ resource, version, call }: ResourceCall, patched: Json): string[] {
  if (!isObject(patched) || version.typed !== undefined || call.info.subresource === "scale") {
    return [];
  }
  const [name = "", group = ""] = textOf(patched, "apiVersion").split("/").reverse();
  const isOther = group === resource.group && patched["kind"] === version.kind;
  if (!isOther || resource.versions.has(name)) return [];
  const known = ["apiVersion", "kind", "metadata"];
  const unknown = Object.keys(patched).filter((key) => !known.includes(key));
  return unknown.sort().map((key) => `unknown field ${quote(key)}`);
}

function strictFault(items: readonly string[]): string {
  return `strict decoding error: ${items.join(", ")}`;
}

/** A Scale without a number of replicas has one that stands for it. */
function patchBase({ call, version }: ResourceCall, old: JsonObject): JsonObject {
  const { scale } = version.subresources;
  if (call.info.subresource !== "scale" || scale === undefined) return old;
  const shownOld = scaleOf(old, scale);
  const path = scale.specReplicasPath.replace(/^\./, "").split(".");
  let value: Json | undefined = old;
  for (const step of path)
    value = isObject(value ?? null) ? (value as JsonObject)[step] : undefined; // was checked
  return value === undefined ? { ...shownOld, spec: { replicas: noReplicas } } : shownOld;
}

/** For a patch, the uid is no precondition: that it differs is an error like others. */
function withoutOtherUid(old: JsonObject, patched: Json): JsonObject {
  const uid = isObject(patched) ? textOf(metadataOf(patched), "uid") : "";
  const metadata = metadataOf(old);
  if (uid === "" || uid === textOf(metadata, "uid")) return old;
  return { ...old, metadata: { ...metadata, uid: "" } };
}

/** What a patched object of another name is refused with, once a strict reader has seen it. */
function namedOtherwise(
  { version, call }: ResourceCall,
  patched: Json,
  old: JsonObject,
): Failure | undefined {
  const isOwn = version.typed === undefined && call.info.subresource !== "scale";
  if (!isOwn || !isObject(patched) || !isObject(patched["metadata"] ?? {})) return undefined;
  const { name: named = null } = metadataOf(patched);
  if (named !== null && typeof named !== "string") return undefined;
  const name = textOf(metadataOf(old), "name");
  return named === name ? undefined : badRequestFailure(nameFault(named ?? "", name));
}

/** Of patches the server looks at the type later than of bodies. */
function patchedTypeFault(
  { version, call }: ResourceCall,
  patched: Json,
  old: JsonObject,
): Failure | undefined {
  if (!isObject(patched) || call.info.subresource === "scale") return undefined;
  const { apiVersion, kind } = patched;
  const expected = apiVersionOf(version);
  const name = textOf(metadataOf(old), "name");
  if (version.typed !== undefined) {
    return apiVersion === undefined ? version.typed.unversionedFault(patched, name) : undefined;
  }
  if ((apiVersion === undefined || apiVersion === "") && kind === version.kind) {
    return internalFailure("Object 'apiVersion' is missing in 'object has no apiVersion field'");
  }
  if (typeof apiVersion !== "string" || typeof kind !== "string" || kind === "") {
    return undefined;
  }
  if (apiVersion === expected || apiVersion.split("/").length > 2) return undefined;
  if (call.info.subresource === "status") return undefined;
  const errors = [
    ...(kind === version.kind ? [] : [invalidError("kind", kind, `must be ${version.kind}`)]),
    invalidError("apiVersion", apiVersion, `must be ${expected}`),
  ];
  const [, group = ""] = apiVersion.split("/").reverse();
  return new Failure(invalidStatus({ group, kind, name }, errors));
}

/** What is wrong with a body that cannot be decoded; undefined for all other refusals. */
function decodeFault({ code, message = "" }: Status): string | undefined {
  if (code !== 400) return undefined;
  const unrecognized =
    /^the object provided is unrecognized \(must be of type [^)]*\): (.*) \([^(]*\)$/s;
  const found = unrecognized.exec(message) ?? / cannot be handled as an? \S+: (.*)$/s.exec(message);
  return found?.[1];
}

/** The answer has no name for what was patched. */
function invalidPatch(text: string, fault: string, warnings: readonly string[]): Failure {
  const error = invalidError("patch", text, fault);
  const message = ` "" is invalid: patch: ${error.message}`;
  const { status } = failed(422, "Invalid", message, { causes: [{ ...error }] });
  return new Failure(status, warnings);
}

/** The settings of a write, and what its body was if that was YAML. */
interface BodySettings extends WriteSettings {
  /** What was sent, if that is no text. */
  readonly bytes?: Uint8Array | undefined;
  readonly yaml?: YamlSource | undefined;
}

/** A body as JSON. */
function readBody(
  { call, environment, version }: ResourceCall,
  type: string,
  settings: BodySettings,
): { readonly body: string; readonly settings: BodySettings } {
  const text = call.body();
  const kind = call.info.subresource === "scale" ? "Scale" : version.kind;
  const wording = (fault: string): string => unrecognizedText(kind, fault, text);
  if (type === protobuf) throw badRequestFailure(wording(protobufFault(call.rawBody())));
  if (type !== "application/yaml") {
    const raw = call.rawBody();
    const isText = typeof raw === "string" || !text.includes("\ufffd");
    return { body: text, settings: isText ? settings : { ...settings, bytes: raw } };
  }
  const read = yamlOrFailure(environment.readYaml, call.rawBody(), wording);
  const repeats = read.strictFault === "" ? [] : strictWarnings(read);
  const yaml = { text, strictFault: read.strictFault, repeats };
  return { body: read.json, settings: { ...settings, yaml } };
}

function structuredCopy(object: JsonObject, typed?: TypedKind): JsonObject {
  return parseStored(typed === undefined ? goJson(object) : structJson(typed.ordered(object)));
}
