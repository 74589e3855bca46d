import { noReplicas, scaleOf } from "../admission/scale-write.js";
import { invalidStatus } from "../admission/status.js";
import { strictFault } from "../admission/strict-errors.js";
import { nameFault } from "../admission/write-conflict.js";
import { invalidError } from "../values/field-errors.js";
import { goJson } from "../values/go/json.js";
import { JsonFault, parseJson } from "../values/go/parse-json.js";
import { quote } from "../values/go/quote.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";
import { metadataOf } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { apiVersionOf } from "../values/names.js";
import type { BodySettings } from "./admit-write.js";
import { admitChange, checkNamed, otherNamespace, withoutOtherUid } from "./admit-write.js";
import { applyObject } from "./apply-writes.js";
import {
  badRequestFailure,
  failed,
  Failure,
  internalFailure,
  missing,
  unsupportedMediaType,
} from "./failure.js";
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
import { scalePatchFault } from "./scale-patch-fault.js";
import type { TypedKind } from "./served-version.js";
import type { ServerAnswer } from "./server-call.js";
import { parseStored } from "./store.js";
import { change } from "./stored-change.js";
import { structJson } from "./struct-json.js";

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
    return admitPatched(target, patch, old, { ...settings, patched: true });
  });
  return output.object(200, text);
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
  // Nothing is said of an object that cannot be decoded; of others, before anything else.
  const { warnings } = target.call;
  const at = warnings.length;
  let isWarned = false;
  const warn = (): void => {
    if (isWarned) return;
    isWarned = true;
    const told = settings.fieldValidation === "Ignore" ? [] : unknown;
    warnings.splice(at, 0, ...(isStrict ? [] : oddities), ...told);
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
    const compared = withoutOtherUid(target, old, patched);
    changed = admitChange(target, input, old, settings, compared, check);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const fault = decodeFault(error.status) ?? scalePatchFault(patched, error.status.message ?? "");
    if (fault === undefined) {
      const refused = check();
      // The same, with the warnings of decoding.
      const isSame = error.status.message === refused?.status.message;
      throw refused === undefined || isSame ? error : refused;
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

function structuredCopy(object: JsonObject, typed?: TypedKind): JsonObject {
  return parseStored(typed === undefined ? goJson(object) : structJson(typed.ordered(object)));
}
