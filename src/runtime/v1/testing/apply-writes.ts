import { nameFault, storeVersion } from "../admission/write-conflict.js";
import { jsonKind } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { BodySettings, OwnedWrite } from "./admit-write.js";
import {
  admit,
  escalation,
  otherNamespace,
  Ownership,
  placeFault,
  withoutOtherUid,
} from "./admit-write.js";
import { badRequestFailure, conflicting, failed, Failure, missing } from "./failure.js";
import type { WriteSettings } from "./options-of-request.js";
import type { ResourceCall } from "./resource-reads.js";
import { answerOf, createPlugged } from "./resource-writes.js";
import type { ServerAnswer } from "./server-call.js";
import { change } from "./stored-change.js";
import type { YamlBody } from "./yaml-body.js";
import { strictWarnings, yamlOrFailure } from "./yaml-body.js";

/** Server-side apply, which creates what is not there. */
export async function applyObject(
  target: ResourceCall,
  settings: BodySettings,
  body: string,
): Promise<ServerAnswer | Failure> {
  const output = target.negotiate();
  const { name, subresource } = target.call.info;
  const transcoded = transcodeConfiguration(target, body);
  const isThere = target.stored(name) !== undefined;
  if (!isThere && subresource !== "") return missing(target.resource, name);
  const configuration = readConfiguration(target, transcoded);
  if (!isThere) {
    const created = await createPlugged(target, settings, (given) =>
      applyNew(target, configuration, given),
    );
    return answerOf(target, output, 201, created);
  }
  const stored = await change(target, settings, (old, plugged) => {
    if (old === undefined) return missing(target.resource, name);
    return subresource === "scale"
      ? applyToScale(target, configuration, old, plugged)
      : applyToObject(target, configuration, old, plugged);
  });
  return answerOf(target, output, 200, stored);
}

/** The object that a configuration makes of none. */
function applyNew(
  target: ResourceCall,
  read: Configuration,
  settings: BodySettings,
): OwnedWrite | Failure {
  const { configuration } = read;
  const applied = new Ownership(target, settings).merge(undefined, configuration);
  if (applied instanceof Failure) return applied;
  const repeats = saidOfRepeats(read, settings);
  if (repeats instanceof Failure) return repeats;
  const fault = newFault(target, configuration, applied);
  if (fault !== undefined) return fault.behind(repeats);
  const options = { operation: "create", applied: true } as const;
  // An apply may say which version it means, though there is none yet.
  const metadata = { ...metadataOf(applied) };
  delete metadata["resourceVersion"];
  return owned(
    admit(target, { ...applied, metadata }, options, settings),
    ownersOf(applied),
    repeats,
  );
}

/** Why a configuration cannot be a new object. */
function newFault(
  target: ResourceCall,
  configuration: JsonObject,
  applied: JsonObject,
): Failure | undefined {
  const { name } = target.call.info;
  const isNamed = textOf(metadataOf(configuration), "name") !== "";
  const unnamed = isNamed ? undefined : badRequestFailure(nameFault("", name));
  if (target.version.typed !== undefined && unnamed !== undefined) return unnamed;
  const uid = textOf(metadataOf(applied), "uid");
  if (uid !== "") {
    const fault = `uid mismatch: the provided object specified uid ${uid}, and no existing object was found`;
    return conflicting(target.resource, name, fault);
  }
  const misnamed = otherNamespace(target, configuration) ?? unnamed;
  if (misnamed !== undefined) return misnamed;
  const otherwise = appliedNameFault(target, configuration);
  if (otherwise !== undefined) return otherwise;
  const fault = storeVersion(textOf(metadataOf(applied), "resourceVersion"));
  if (typeof fault === "string") return failed(500, undefined, fault);
  return placeFault(target, name) ?? escalation(target, applied, undefined);
}

/** Gives an object that was admitted of an apply the owners that the merge found. */
function owned(
  admitted: Omit<OwnedWrite, "owners"> | Failure,
  owners: Json | undefined,
  repeats: readonly string[],
): OwnedWrite | Failure {
  if (admitted instanceof Failure) return admitted.behind(repeats);
  return { ...admitted, owners, warnings: [...repeats, ...admitted.warnings] };
}

function ownersOf(object: JsonObject): Json | undefined {
  return metadataOf(object)["managedFields"];
}

/** The configuration to apply. */
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
 * Returns the failure with which a configuration of another name is refused. Names are compared
 * when all is merged (apiserver `endpoints/handlers/patch.go`, checkName).
 */
function appliedNameFault(target: ResourceCall, configuration: JsonObject): Failure | undefined {
  const fault = otherNamespace(target, configuration);
  if (fault !== undefined) return fault;
  const given = textOf(metadataOf(configuration), "name");
  const { name } = target.call.info;
  const isOther = given !== "" && given !== name;
  return isOther ? badRequestFailure(nameFault(given, name)) : undefined;
}

/**
 * Returns the warnings about keys that came twice, or their failure; they are no fault until the
 * rest is known to be none (`patch.go`).
 */
function saidOfRepeats(
  { yaml }: Configuration,
  { fieldValidation }: WriteSettings,
): readonly string[] | Failure {
  if (yaml.strictFault === "" || fieldValidation === "Ignore") return [];
  if (fieldValidation !== "Strict") return strictWarnings(yaml);
  const fault = `error converting YAML to JSON: ${yaml.strictFault}`;
  return badRequestFailure(`error strict decoding patch: ${fault}`);
}

function applyToObject(
  target: ResourceCall,
  read: Configuration,
  old: JsonObject,
  settings: BodySettings,
): OwnedWrite | Failure {
  const applied = new Ownership(target, settings).merge(old, read.configuration);
  if (applied instanceof Failure) return applied;
  const repeats = saidOfRepeats(read, settings);
  if (repeats instanceof Failure) return repeats;
  const misnamed = appliedNameFault(target, read.configuration);
  if (misnamed !== undefined) return misnamed.behind(repeats);
  const granting = escalation(target, applied, old);
  if (granting !== undefined) return granting.behind(repeats);
  const subresource = target.call.info.subresource === "status" ? "status" : undefined;
  const oldObject = withoutOtherUid(target, old, applied);
  const options = { oldObject, operation: "update", subresource, applied: true } as const;
  return owned(admit(target, applied, options, settings), ownersOf(applied), repeats);
}

function applyToScale(
  target: ResourceCall,
  read: Configuration,
  old: JsonObject,
  settings: BodySettings,
): OwnedWrite | Failure {
  const merged = new Ownership(target, settings).mergeScale(old, read.configuration);
  if (merged instanceof Failure) return merged;
  const repeats = saidOfRepeats(read, settings);
  if (repeats instanceof Failure) return repeats;
  const misnamed = appliedNameFault(target, read.configuration);
  if (misnamed !== undefined) return misnamed.behind(repeats);
  const { metadata } = merged;
  const spec = { replicas: merged.replicas };
  const scale = { apiVersion: "autoscaling/v1", kind: "Scale", metadata, spec };
  const options = { oldObject: old, operation: "update", subresource: "scale" } as const;
  const admitted = admit(target, scale, options, { ...settings, patched: true });
  return owned(admitted, merged.entries, repeats);
}
