import type { AdmittedObject, WritePlugins } from "../admission/admission.js";
import { scaleOf } from "../admission/scale-write.js";
import { decodeManagers } from "../apply/field-managers.js";
import { FieldsFault } from "../apply/path-element.js";
import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type {
  AdmissionChain,
  OwnersOf,
  PluginOperation,
  PluginsOfWrite,
} from "./admission-plugins.js";
import type { BodySettings, OwnedWrite } from "./admit-write.js";
import { Ownership } from "./admit-write.js";
import { Failure } from "./failure.js";
import { optionIn } from "./request-info.js";
import type { ResourceCall } from "./resource-reads.js";

/** The writing of an object as its settings are. */
type RunWrite = (settings: BodySettings) => Promise<OwnedWrite | Failure>;

/** A write that plugins have no word in, or whose object they have changed. */
export interface PluggedWrite {
  /** Runs the write with what plugins made of its object. */
  readonly run: () => Promise<OwnedWrite | Failure>;
}

/**
 * Asks plugins what they make of the object of a write.
 *
 * @param old the stored object, in the version of the request
 * @returns how to go on: that may be done more than once, for names that are made up
 */
export async function askPlugins(
  target: ResourceCall,
  operation: "CREATE" | "UPDATE",
  settings: BodySettings,
  run: RunWrite,
  old?: JsonObject,
): Promise<PluggedWrite | Failure> {
  const { resource, version, call, environment } = target;
  const isDryRun = settings.dryRun;
  const request = { resource, version, call, operation, isDryRun };
  const chain = environment.plugins?.concerning({
    ...request,
    options: writeOptionsOf(target, operation),
  });
  if (chain === undefined) return { run: () => run(settings) };
  const look = new Look(target, operation);
  const stopped = await run({ ...settings, pluginsOfWrite: look });
  const { found } = look;
  if (found === undefined) return { run: () => Promise.resolve(stopped) };
  const name = nameOf(target, found);
  const before =
    call.info.subresource === "scale" && old !== undefined
      ? new Ownership(target, settings).scaleBefore(old)
      : old;
  const mutated = await chain.mutate({ object: found, old: before, name });
  if (mutated instanceof Failure) return mutated.behind(stopped.warnings);
  const admitted = withReadableOwners(mutated, metadataOf(found)["managedFields"]);
  return { run: () => runAdmitted({ target, chain, settings, run, old }, admitted) };
}

/** The options of a write; those of a patch are of the write that it makes. */
function writeOptionsOf({ call }: ResourceCall, operation: "CREATE" | "UPDATE"): JsonObject {
  const dryRun = optionIn(call.query, "dryRun");
  const [fieldManager, fieldValidation] = (["fieldManager", "fieldValidation"] as const).map(
    (name) => optionIn(call.query, name),
  );
  return {
    kind: operation === "CREATE" ? "CreateOptions" : "UpdateOptions",
    apiVersion: "meta.k8s.io/v1",
    ...(dryRun.length > 0 && { dryRun: [...dryRun] }),
    ...(fieldManager !== "" && { fieldManager: fieldManager ?? "" }),
    ...(fieldValidation !== "" && { fieldValidation: fieldValidation ?? "" }),
  };
}

/** One attempt at a write, with all that belongs to it. */
interface Attempt {
  readonly target: ResourceCall;
  readonly chain: AdmissionChain;
  readonly settings: BodySettings;
  readonly run: RunWrite;
  readonly old: JsonObject | undefined;
}

/** The write has the object that plugins made; they are asked once more before it is stored. */
async function runAdmitted(
  { target, chain, settings, run, old }: Attempt,
  admitted: AdmittedObject,
): Promise<OwnedWrite | Failure> {
  let validated: JsonObject | undefined;
  const plugins: WritePlugins = {
    admit: () => {
      const object = copyJson(admitted.object) as JsonObject; // of its source
      return { ...admitted, object };
    },
    onValidated: (object) => (validated = object),
  };
  const write = await run({ ...settings, pluginsOfWrite: { within: () => plugins } });
  if (write instanceof Failure || validated === undefined) return write;
  const isScale = target.call.info.subresource === "scale";
  const owners = isScale ? write.owners : metadataOf(admitted.object)["managedFields"];
  const validate = (object: JsonObject): Promise<readonly string[] | Failure> =>
    chain.validate({ object, old: subjectOf(target, old), name: nameOf(target, object) });
  return { ...write, owners, validation: { object: validated, validate } };
}

/** Ends a write before it is validated, and keeps its object. */
class Look implements PluginsOfWrite {
  found: JsonObject | undefined;
  readonly #target: ResourceCall;
  readonly #operation: PluginOperation;

  constructor(target: ResourceCall, operation: PluginOperation) {
    this.#target = target;
    this.#operation = operation;
  }

  within(owners: OwnersOf): WritePlugins {
    return {
      admit: (object) => {
        const whole = this.#completed(object);
        this.found = withEntries(whole, owners(object) ?? metadataOf(object)["managedFields"]);
        return undefined;
      },
      onValidated: () => undefined,
    };
  }

  /** As it is when plugins see it (apiserver `registry/rest/meta.go`). */
  #completed(object: JsonObject): JsonObject {
    const { resource, call } = this.#target;
    const metadata = { ...metadataOf(object) };
    if (this.#operation === "CREATE") for (const key of systemFields) delete metadata[key];
    if (resource.namespaced) metadata["namespace"] = call.info.namespace;
    return copyJson({ ...object, metadata }) as JsonObject; // of its source
  }
}

/** What only the server says of a new object (`WipeObjectMetaSystemFields`). */
const systemFields = [
  "uid",
  "creationTimestamp",
  "deletionTimestamp",
  "deletionGracePeriodSeconds",
  "selfLink",
];

/** The name of the request, or that of a new object. */
function nameOf({ call }: ResourceCall, object: JsonObject): string {
  return call.info.name === "" ? textOf(metadataOf(object), "name") : call.info.name;
}

/**
 * Plugins may change owners, but not so that nobody can read them (apiserver
 * `endpoints/handlers/fieldmanager/admission.go`).
 */
function withReadableOwners(admitted: AdmittedObject, before: Json | undefined): AdmittedObject {
  const { object, warnings } = admitted;
  try {
    decodeManagers(metadataOf(object)["managedFields"]);
    return admitted;
  } catch (error) {
    if (!(error instanceof FieldsFault)) throw error;
    const warning = `.metadata.managedFields was in an invalid state after admission; this could be caused by an outdated mutating admission controller; please fix your requests: ${error.message}`;
    return { object: withEntries(object, before), warnings: [...warnings, warning] };
  }
}

/** Of a Scale the old object is a Scale too. */
function subjectOf(target: ResourceCall, old: JsonObject | undefined): JsonObject | undefined {
  const { scale } = target.version.subresources;
  const isScale = target.call.info.subresource === "scale" && scale !== undefined;
  return isScale && old !== undefined ? scaleOf(old, scale) : old;
}
