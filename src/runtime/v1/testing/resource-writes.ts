import { unrecognizedText } from "../admission/decode-body.js";
import { nameFault, storeVersion } from "../admission/write-conflict.js";
import { quote } from "../values/go/quote.js";
import type { JsonObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { isOfOwners } from "../values/metadata/validate.js";
import { pathSegmentFaults } from "../values/names.js";
import type { BodySettings, OwnedWrite } from "./admit-write.js";
import {
  admit,
  admitChange,
  admitOwned,
  checkNamed,
  creationFault,
  otherNamespace,
} from "./admit-write.js";
import type { ServerEnvironment } from "./environment.js";
import {
  badRequestFailure,
  failed,
  Failure,
  missing,
  orThrow,
  resourceName,
  storageConflict,
} from "./failure.js";
import { negotiateInput, protobuf, protobufFault } from "./media-types.js";
import { writeSettings } from "./options-of-request.js";
import type { ObjectOutput } from "./output.js";
import type { ResourceCall } from "./resource-reads.js";
import type { ServedVersion } from "./served-version.js";
import type { ServerAnswer, ServerCall } from "./server-call.js";
import type { StoredWrite } from "./stored-change.js";
import { beingDeleted, change, storeNew } from "./stored-change.js";
import { askPlugins } from "./write-plugins.js";
import { strictWarnings, yamlOrFailure } from "./yaml-body.js";

/** How many times a write is tried, or a name made up. */
const maxAttempts = 8;

/** Adds an object to a collection. */
export async function createObject(target: ResourceCall): Promise<ServerAnswer | Failure> {
  const output = target.negotiate();
  const type = negotiateInput(target.call.header("content-type"));
  target.call.rawBody();
  const given = writeSettings(target.call.query, "CreateOptions");
  const { body, settings } = readBody(target, type, given);
  return answerOf(target, output, 201, await createUniquely(target, body, settings));
}

/** Makes an answer of what was stored, with its warnings behind those that were sent before. */
export function answerOf(
  { call }: ResourceCall,
  output: ObjectOutput,
  status: number,
  stored: StoredWrite | Failure,
): ServerAnswer | Failure {
  if (stored instanceof Failure) return stored;
  call.warn(stored.warnings);
  return output.object(status, stored.text);
}

/** Names that the server makes up may be taken: then it makes up another one. */
async function createUniquely(
  target: ResourceCall,
  body: string,
  settings: BodySettings,
): Promise<StoredWrite | Failure> {
  let nameSuffix = "";
  const mayNameVersion = settings.dryRun;
  const run = (given: BodySettings): Promise<OwnedWrite | Failure> => {
    const options = { operation: "create", nameSuffix, mayNameVersion } as const;
    return Promise.resolve(admitOwned(target, body, options, given, undefined));
  };
  const plugged = await askPlugins(target, "CREATE", settings, run);
  if (plugged instanceof Failure) return plugged;
  for (let attempt = 1; ; attempt++) {
    nameSuffix = randomSuffix();
    const write = await plugged.run();
    if (write instanceof Failure) return write;
    const stored = await storeNew(target, write, settings);
    const { generateName = "", name = "" } = metadataOf(write.object);
    const isTaken = stored instanceof Failure && stored.cause?.kind === "taken";
    if (!isTaken || generateName === "") return stored;
    const isGenerated = String(name).endsWith(nameSuffix);
    if (!isGenerated || attempt === maxAttempts) return noUniqueName(target, String(name), stored);
  }
}

/** apiserver `registry/rest/create.go`, CheckGeneratedNameError: also where a name was given. */
function noUniqueName(
  target: ResourceCall,
  name: string,
  { status, warnings, cause }: Failure,
): Failure {
  const { plural } = target.resource;
  // It is the group inside that is told.
  const isOfCore = target.version.typed?.goType.startsWith("core.") === true;
  const group = isOfCore ? "" : target.resource.group;
  const isTerminating = cause?.kind === "taken" && cause.isTerminating;
  const prefix = isTerminating ? beingDeleted : "";
  const message = `${prefix}${resourceName({ group, plural })} ${quote(name)} already exists, the server was not able to generate a unique name for the object`;
  const details = { ...status.details, retryAfterSeconds: 1 };
  if (isOfCore) delete details.group;
  return new Failure({ ...status, message, details }, warnings);
}

const suffixLetters = "bcdfghjklmnpqrstvwxz2456789";

/** apimachinery `util/rand`, String */
function randomSuffix(): string {
  const random = (): string =>
    suffixLetters.charAt(Math.floor(Math.random() * suffixLetters.length));
  return Array.from({ length: 5 }, random).join("");
}

/** Replaces an object, or what a subresource writes of it. */
export async function updateObject(target: ResourceCall): Promise<ServerAnswer | Failure> {
  checkNamed(target);
  const output = target.negotiate();
  target.call.rawBody();
  const { name } = target.call.info;
  const given = writeSettings(target.call.query, "UpdateOptions");
  const type = negotiateInput(target.call.header("content-type"));
  const { body, settings } = readBody(target, type, given);
  const isUnnamed = target.resource.namespaced && target.call.info.namespace === "";
  if (isUnnamed || pathSegmentFaults(name).length > 0) {
    const failure = absent(target, body, settings);
    if (failure.code !== 404) return failure;
  }
  if (target.version.typed?.createsOnUpdate === true && target.stored(name) === undefined) {
    return answerOf(target, output, 201, await createByUpdate(target, body, settings));
  }
  const stored = await change(target, settings, (old, plugged) =>
    old === undefined ? absent(target, body, settings) : admitChange(target, body, old, plugged),
  );
  return answerOf(target, output, 200, stored);
}

/** An update that creates an object: it has the name of the URL, and replaces none. */
async function createByUpdate(
  target: ResourceCall,
  body: string,
  settings: BodySettings,
): Promise<StoredWrite | Failure> {
  const { resource, call } = target;
  const { name } = call.info;
  const check = (decoded: JsonObject): Failure | undefined => {
    const other = otherNamespace(target, decoded);
    if (other !== undefined) return other;
    const metadata = metadataOf(decoded);
    const given = textOf(metadata, "name");
    if (given !== name) return badRequestFailure(nameFault(given, name));
    const uid = textOf(metadata, "uid");
    if (uid === "") {
      const stored = storeVersion(textOf(metadata, "resourceVersion"));
      return typeof stored === "string" ? failed(500, undefined, stored) : undefined;
    }
    const fault = `Precondition failed: UID in precondition: ${uid}, UID in object meta: `;
    return storageConflict(resource, orThrow(target.keyOf(name)), fault);
  };
  // The store has no version that could be another one.
  const options = { operation: "create", mayNameVersion: true } as const;
  return createPlugged(target, settings, (given) =>
    admitOwned(target, body, options, given, undefined, check),
  );
}

/** Stores a new object, which plugins have a word in. */
export async function createPlugged(
  target: ResourceCall,
  settings: BodySettings,
  write: (settings: BodySettings) => OwnedWrite | Failure,
): Promise<StoredWrite | Failure> {
  const create = (given: BodySettings): OwnedWrite | Failure => {
    const written = write(given);
    if (written instanceof Failure) return written;
    return creationFault(target)?.behind(written.warnings) ?? written;
  };
  const run = (given: BodySettings): Promise<OwnedWrite | Failure> =>
    Promise.resolve(create(given));
  const plugged = await askPlugins(target, "CREATE", settings, run);
  const written = plugged instanceof Failure ? plugged : await plugged.run();
  return written instanceof Failure ? written : storeNew(target, written, settings);
}

/** Why there is nothing to change: the body is looked at before the object is. */
function absent(target: ResourceCall, body: string, settings: BodySettings): Failure {
  const { subresource, name } = target.call.info;
  const part = subresource === "status" || subresource === "scale" ? subresource : undefined;
  const found = admit(target, body, { operation: "update", subresource: part }, settings);
  if (!(found instanceof Failure)) {
    return missing(target.resource, name).behind(found.warnings);
  }
  if (found.code !== 404) return found;
  const given = found.status.details?.name ?? "";
  const failure =
    given === name ? missing(target.resource, name) : badRequestFailure(nameFault(given, name));
  // Owners are looked at only once the name is known to be the right one.
  const warnings = found.warnings.filter((text) => given === name || !isOfOwners(text));
  return failure.behind(warnings);
}

/** The parts of the server that read the body of a write. */
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
