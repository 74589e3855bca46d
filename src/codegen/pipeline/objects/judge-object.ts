import type { Diagnostics } from "../../../crd/diagnostics/diagnostics.js";
import { copyJson } from "../../../crd/ir/copy-json.js";
import type { Admission, AdmitOptions } from "../../../runtime/v1/admission/admission.js";
import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import type { Status } from "../../../runtime/v1/values/kubernetes.js";
import type { ObjectDocument } from "./find-objects.js";
import type { JudgingVersion } from "./known-resources.js";
import type { ObjectAdvice } from "./object-advice.js";
import type { WriteTarget } from "./object-reporter.js";
import { ObjectReporter } from "./object-reporter.js";

/** What an object is judged by. */
export interface Judgement extends WriteTarget {
  readonly compiled: JudgingVersion;
  readonly namespaced: boolean;
  readonly fieldValidation: NonNullable<AdmitOptions["fieldValidation"]>;
  /** The object that is replaced. */
  readonly old: ObjectDocument | undefined;
  readonly advice: ObjectAdvice;
}

/**
 * Judges one object as the API server would judge its creation or, beside an old object, its
 * replacement; what there is to say goes to `diagnostics`. Gives the object as it would be stored,
 * or undefined if it is refused.
 *
 * As kubectl does, it takes the resourceVersion of the old object where the new one has none.
 */
export function judgeObject(
  object: ObjectDocument,
  judgement: Judgement,
  diagnostics: Diagnostics,
): JsonObject | undefined {
  const { subresource, fieldValidation, version } = judgement;
  const old = oldObjectOf(object, judgement);
  const reporter = new ObjectReporter(object, old, judgement, judgement.advice, diagnostics);
  if (subresource === "status" && !version.status) {
    reporter.rejected(noSubresource);
    return undefined;
  }
  const given = old === undefined ? object.value : withResourceVersion(object.value, old);
  const options: AdmitOptions = { oldObject: old, subresource };
  const admit = (validation: AdmitOptions["fieldValidation"]): Admission =>
    judgement.compiled.admit(given, { ...options, fieldValidation: validation });
  const strict = admit(fieldValidation);
  // A strict server ends at the first unknown field; whoever mends an object wants to know all that
  // is wrong with it.
  const isStrict = !strict.allowed && isStrictRefusal(strict.status);
  const admission = isStrict ? admit("Warn") : strict;
  reporter.warnings(admission.warnings, isStrict ? "error" : "warning");
  if (admission.allowed) return isStrict ? undefined : admission.object;
  if (admission.errors.length > 0) reporter.invalid(admission.errors);
  else reporter.rejected(admission.status.message ?? "");
  return undefined;
}

const noSubresource =
  "the server could not find the requested resource: there is no subresource status";

function isStrictRefusal({ message = "" }: Status): boolean {
  return message.includes(": strict decoding error: ");
}

/**
 * The old object as the server reads it; of a write to the status without one, the object itself
 * without its status.
 */
function oldObjectOf(object: ObjectDocument, judgement: Judgement): JsonObject | undefined {
  const { old, subresource } = judgement;
  if (old !== undefined) return storedForm(old.value, object, judgement);
  if (subresource !== "status") return undefined;
  const stored = storedForm(object.value, object, judgement);
  delete stored["status"];
  return stored;
}

/**
 * As stored by this version or by one that is converted without a webhook, read in this version.
 */
function storedForm(
  value: JsonObject,
  object: ObjectDocument,
  { compiled, namespaced }: Judgement,
): JsonObject {
  const stored = copyJson(value) as JsonObject; // of an object
  stored["apiVersion"] = `${object.group}/${object.version}`;
  compiled.prune(stored);
  compiled.default(stored);
  const metadata = isObject(stored["metadata"]) ? stored["metadata"] : {};
  stored["metadata"] = namespaced ? { ...metadata, namespace: object.namespace } : metadata;
  return stored;
}

function withResourceVersion(value: JsonObject, old: JsonObject): JsonObject {
  const { metadata } = value;
  const oldMetadata = isObject(old["metadata"]) ? old["metadata"] : {};
  const { resourceVersion } = oldMetadata;
  if (!isObject(metadata) || resourceVersion === undefined) return value;
  if (Object.hasOwn(metadata, "resourceVersion")) return value;
  return { ...value, metadata: { ...metadata, resourceVersion } };
}
