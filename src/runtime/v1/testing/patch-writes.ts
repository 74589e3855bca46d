import { invalidStatus } from "../admission/admission-status.js";
import type { BodyFault } from "../admission/admission.js";
import { unreadable } from "../admission/decode-body.js";
import { noReplicas, scaleOf, strictScaleFaults } from "../admission/scale-write.js";
import { strictFault, strictText } from "../admission/strict-errors.js";
import { nameFault } from "../admission/write-conflict.js";
import { invalidError } from "../values/field-errors.js";
import { goJson, jsonKind } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isInt64, isObject } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import type { BodySettings, OwnedWrite } from "./admit-write.js";
import { admitChange, checkNamed, otherNamespace, withoutOtherUid } from "./admit-write.js";
import { applyObject } from "./apply-writes.js";
import type { FailureCause } from "./failure.js";
import {
  badRequestFailure,
  failed,
  Failure,
  internalFailure,
  missing,
  unsupportedMediaType,
} from "./failure.js";
import { structJson } from "./json-texts.js";
import { writeSettings } from "./options-of-request.js";
import type { ReadPatch } from "./patches.js";
import {
  inTouchedOrder,
  patchTypes,
  readJsonPatch,
  readMergePatch,
  readStrategicPatch,
} from "./patches.js";
import type { ResourceCall } from "./resource-reads.js";
import { answerOf } from "./resource-writes.js";
import type { TypedKind } from "./served-version.js";
import type { ServerAnswer } from "./server-call.js";
import { parseStored } from "./store.js";
import { change } from "./stored-change.js";

/** Changes parts of an object. */
export async function patchObject(target: ResourceCall): Promise<ServerAnswer | Failure> {
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
  const stored = await change(target, settings, (old, plugged) => {
    if (old === undefined) return missing(target.resource, call.info.name);
    patch ??=
      type === patchTypes.json
        ? readJsonPatch(body, isLenient)
        : type === patchTypes.strategic && typed !== undefined
          ? readStrategicPatch(body, isLenient, typed)
          : readMergePatch(body, isLenient);
    return admitPatched(target, patch, old, { ...plugged, patched: true });
  });
  return answerOf(target, output, 200, stored);
}

/** A patch is applied to the object as the version shows it. */
function admitPatched(
  target: ResourceCall,
  patch: ReadPatch,
  old: JsonObject,
  settings: BodySettings,
): OwnedWrite | Failure {
  const isStrict = settings.fieldValidation === "Strict";
  // A Scale has a type of its own.
  const isScale = target.call.info.subresource === "scale";
  const kind = isScale ? undefined : target.version.typed;
  const base = patchBase(target, old);
  const applied = patch.apply(structuredCopy(base, kind)); // as its source
  const converted = isObject(applied) && !isScale ? patch.convert?.(applied) : undefined;
  const patched = converted?.object ?? applied;
  const text = textOfPatched(patched, patch, kind);
  const patchShown = patch.shown?.() ?? text;
  if (converted?.fault !== undefined) return invalidPatch(patchShown, converted.fault);
  if (patch.badNumber !== undefined) return invalidPatch(patchShown, patch.badNumber);
  const isLenient = settings.fieldValidation === "Ignore";
  const oddities = [...patch.oddities, ...(isLenient ? [] : (converted?.unknown ?? []))];
  const unknown = unknownByVersion(target, patched);
  if (isStrict && unknown.length > 0) {
    return invalidPatch(patchShown, strictFault([...oddities, ...unknown]));
  }
  const odd =
    isStrict && oddities.length > 0 ? invalidPatch(patchShown, strictFault(oddities)) : undefined;
  const refused = odd ?? otherNamespace(target, patched) ?? namedOtherwise(target, patched, old);
  // Nothing is said of an object that cannot be decoded; of others, before anything else.
  const told = isLenient ? [] : unknown;
  const said = [...(isStrict ? [] : oddities), ...told];
  const mistyped = patchedTypeFault(target, patched, old);
  if (mistyped !== undefined) return (refused ?? mistyped).behind(said);
  const typed = withOwnType(target, patched);
  const isOfKind = isObject(typed) && typed["kind"] === target.version.kind;
  // What has types is read from its text, which has sorted keys: the first fault is told.
  const input = isOfKind && target.version.typed === undefined ? typed : text;
  const compared = withoutOtherUid(target, old, patched);
  const write = admitChange(target, input, old, settings, compared, () => refused);
  if (!(write instanceof Failure)) {
    const warnings = [...said, ...write.warnings];
    return odd?.behind(warnings) ?? { ...write, warnings };
  }
  const fault = undecodedText(write.cause, patched, oddities);
  if (fault !== undefined) return invalidPatch(patchShown, fault).behind(write.warnings);
  // The same has the warnings of decoding.
  const isSame = refused === undefined || write.message === refused.message;
  return (isSame ? write : refused).behind(said);
}

/** Why what a patch makes cannot be decoded, in the words of patches. */
function undecodedText(
  cause: FailureCause | undefined,
  patched: Json,
  oddities: readonly string[],
): string | undefined {
  switch (cause?.kind) {
    case "noScale":
      return undecodedText(scalePatchFault(patched, cause.scheme), patched, oddities);
    case "odd":
      return strictFault([...oddities, ...cause.items]);
    case "unreadable":
      return cause.fault;
    default:
      return undefined;
  }
}

/** Of kinds with types it is in the order of these, but for what the patch has read. */
function textOfPatched(patched: Json, { touched }: ReadPatch, typed?: TypedKind): string {
  if (typed === undefined || !isObject(patched)) return goJson(patched);
  return structJson(inTouchedOrder(patched, touched()) as JsonObject); // as it was
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

/**
 * Returns the failure with which a patched object of another name is refused, once a strict reader
 * has seen it.
 */
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

/** The answer has no name for what was patched. */
function invalidPatch(text: string, fault: string): Failure {
  const error = invalidError("patch", text, fault);
  const message = ` "" is invalid: patch: ${error.message}`;
  return failed(422, "Invalid", message, { causes: [{ ...error }] });
}

function structuredCopy(object: JsonObject, typed?: TypedKind): JsonObject {
  return parseStored(typed === undefined ? goJson(object) : structJson(typed.ordered(object)));
}

/**
 * Why what a patch makes of a Scale cannot be decoded. The server has words for that which it lacks
 * where a Scale is the body of a request (apiserver `endpoints/handlers/patch.go`).
 *
 * @param scheme where the server looks for the type of a Scale
 */
function scalePatchFault(patched: Json, scheme: string): BodyFault | undefined {
  if (!isObject(patched)) return undefined;
  const fault = kindFault(patched, scheme) ?? metadataFault(patched) ?? typeFaultIn(patched);
  if (fault !== undefined) return unreadable(fault);
  const items = strictScaleFaults(goJson(patched)).map(strictText);
  return items.length === 0 ? undefined : { kind: "odd", items };
}

function kindFault(patched: JsonObject, scheme: string): string | undefined {
  const [apiVersion, kind] = [textOf(patched, "apiVersion"), textOf(patched, "kind")];
  const isScale = /^(autoscaling\/v1)?$/.test(apiVersion) && /^(Scale)?$/.test(kind);
  if (isScale) return undefined;
  return `no kind ${quote(kind)} is registered for version ${quote(apiVersion)} in scheme ${quote(scheme)}`;
}

function metadataFault({ metadata = null }: JsonObject): string | undefined {
  const meta = decodeObjectMeta(metadata, { struct: "Scale", path: "metadata" });
  return meta instanceof MetaFault ? meta.message : undefined;
}

const parts = [
  ["spec", "ScaleSpec", ["replicas"]],
  ["status", "ScaleStatus", ["replicas", "selector"]],
] as const;

function typeFaultIn(patched: JsonObject): string | undefined {
  for (const [part, type, fields] of parts) {
    const value = patched[part] ?? null;
    if (value === null) continue;
    if (!isObject(value)) return wrongType(value, `Scale.${part}`, `v1.${type}`);
    for (const field of fields) {
      const member = value[field] ?? null;
      const wanted = field === "replicas" ? "int32" : "string";
      if (member === null || isOfType(member, wanted)) continue;
      return wrongType(member, `${type}.${part}.${field}`, wanted);
    }
  }
  return undefined;
}

function isOfType(value: Json, type: "int32" | "string"): boolean {
  if (type === "string") return typeof value === "string";
  return typeof value === "number" && isInt64(value) && (value | 0) === value;
}

/** A number of the wrong form is shown. */
function wrongType(value: Json, field: string, type: string): string {
  const kind = jsonKind(value);
  const isForm = kind === "number" && type === "int32";
  const shown = isForm ? `number ${goJson(value)}` : kind;
  return `json: cannot unmarshal ${shown} into Go struct field ${field} of type ${type}`;
}
