import { unrecognizedText } from "../admission/decode-body.js";
import { nameFault, storeVersion } from "../admission/write-conflict.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { isOfOwners } from "../values/metadata/warnings.js";
import { pathSegmentFaults } from "../values/names.js";
import type { BodySettings } from "./admit-write.js";
import { admit, admitChange, admitOwned, checkNamed, otherNamespace } from "./admit-write.js";
import type { ServerEnvironment } from "./environment.js";
import {
  badRequestFailure,
  failed,
  Failure,
  missing,
  resourceName,
  storageConflict,
} from "./failure.js";
import { negotiateInput, protobuf, protobufFault } from "./media-types.js";
import { writeSettings } from "./options-of-request.js";
import type { ResourceCall } from "./resource-reads.js";
import type { ServedVersion } from "./served-version.js";
import type { ServerAnswer, ServerCall } from "./server-call.js";
import { change, completeNew, storeNew } from "./stored-change.js";
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

/** apiserver `registry/rest/create.go`, CheckGeneratedNameError: also where a name was given. */
function noUniqueName(target: ResourceCall, name: string, { status }: Failure): Failure {
  const { plural } = target.resource;
  // It is the group inside that is told.
  const isOfCore = target.version.typed?.goType.startsWith("core.") === true;
  const group = isOfCore ? "" : target.resource.group;
  const [prefix = ""] = /^object is being deleted: /.exec(status.message ?? "") ?? [];
  const message = `${prefix}${resourceName({ group, plural })} ${quote(name)} already exists, the server was not able to generate a unique name for the object`;
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

/** An update that creates an object: it has the name of the URL, and replaces none. */
async function createByUpdate(
  target: ResourceCall,
  json: string,
  settings: BodySettings,
): Promise<string> {
  const { resource, call } = target;
  const { name } = call.info;
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
    const fault = `Precondition failed: UID in precondition: ${uid}, UID in object meta: `;
    return storageConflict(resource, target.keyOf(name), fault);
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
    // Owners are looked at only once the name is known to be the right one.
    const warnings = error.warnings.filter((text) => given === name || !isOfOwners(text));
    return new Failure(failure.status, warnings);
  }
  return missing(target.resource, name);
}

/** What the body of a write is read by. */
export interface BodySource {
  readonly call: ServerCall;
  readonly environment: Pick<ServerEnvironment, "readYaml">;
  readonly version: Pick<ServedVersion, "kind">;
}

/** A body as JSON. @throws Failure 400 */
export function readBody(
  { call, environment, version }: BodySource,
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
