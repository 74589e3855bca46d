import { nameFault, storeVersion } from "../admission/write-conflict.js";
import { jsonKind } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import type { JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import type { BodySettings } from "./admit-write.js";
import { admit, checkPlace, otherNamespace, withoutOtherUid } from "./admit-write.js";
import { badRequestFailure, conflicting, failed, missing } from "./failure.js";
import type { WriteSettings } from "./options-of-request.js";
import { Ownership } from "./ownership.js";
import type { ResourceCall } from "./resource-reads.js";
import type { ServerAnswer } from "./server-call.js";
import { change, completeNew, storeNew } from "./stored-change.js";
import type { YamlBody } from "./yaml-body.js";
import { strictWarnings, yamlOrFailure } from "./yaml-body.js";

/** Server-side apply, which creates what is not there. */
export async function applyObject(
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
    if (!isNamed)
      throw otherNamespace(target, configuration) ?? badRequestFailure(nameFault("", name));
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
  const oldObject = withoutOtherUid(target, old, applied);
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
