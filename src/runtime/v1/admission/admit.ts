import { copyJson } from "../values/json/copy-json.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import { decodeObjectMeta, MetaFault } from "../values/metadata/decode.js";
import { metadataOf, withEntries } from "../values/metadata/resource-metadata.js";
import { textOf } from "../values/metadata/rules.js";
import { notFound, Refusal, refuse } from "./admission-status.js";
import type { Admission, AdmitOptions, ResourceAdmission } from "./admission.js";
import { decodeBody } from "./decode-body.js";
import { ObjectWrite } from "./object-write.js";
import { sentWarnings } from "./strict-errors.js";

/**
 * The write path of the API server on one object: decode, prune, drop nulls, coerce, default, take
 * what the write cannot change from the old object, validate, ratchet, warn (apiserver
 * `endpoints/handlers`, `registry/rest`, apiextensions `apiserver/customresource_handler.go`,
 * `registry/customresource`). The given objects stay as they are.
 *
 * A write to a subresource that the version does not have is answered with 404, so is an update
 * without an old object.
 *
 * @typeParam Stored the resource's type as it would be stored
 * @typeParam Answer what the server answers with, if that is another one
 * @param input the object, or the text of the request's body
 * @throws TypeError for a value that is not JSON
 */
export function admitResource<Stored = JsonObject, Answer = Stored>(
  resource: ResourceAdmission,
  input: unknown,
  options: AdmitOptions = {},
): Admission<Stored, Answer> {
  const admission = admitInput(resource, input, options);
  const answer = options.allWarnings === true ? admission : asSent(admission);
  return answer as Admission<never>; // what the schema allows is of its type
}

function asSent(admission: Admission): Admission {
  const sent = { ...admission, warnings: sentWarnings(admission.warnings) };
  if ("cause" in sent) delete sent.cause;
  return sent;
}

function admitInput(resource: ResourceAdmission, input: unknown, options: AdmitOptions): Admission {
  const { oldObject, subresource } = options;
  const copy = oldObject === undefined ? undefined : copyJson(oldObject);
  const old = isObject(copy) ? copy : undefined;
  if (!serves(resource, subresource)) {
    const name = nameOf(old ?? copyJson(input));
    return refuse(new Refusal(notFound(resource.group, resource.plural, name)));
  }
  return subresource === "scale" && resource.writeScale !== undefined
    ? resource.writeScale(resource, input, old, options)
    : writeObject(resource, input, old, options);
}

function serves(
  { status, writeScale }: ResourceAdmission,
  subresource: AdmitOptions["subresource"],
): boolean {
  if (subresource === "status") return status;
  return subresource === undefined || writeScale !== undefined;
}

function nameOf(object: unknown): string {
  return isObject(object) ? textOf(metadataOf(object), "name") : "";
}

function writeObject(
  resource: ResourceAdmission,
  input: unknown,
  old: JsonObject | undefined,
  options: AdmitOptions,
): Admission {
  const first = resource.deprecationWarning === undefined ? [] : [resource.deprecationWarning];
  const decoded =
    options.applied === true
      ? { object: decodeApplied(resource, input), warnings: [] }
      : decodeBody(resource, input, options);
  if (decoded instanceof Refusal) return refuse(decoded, first);
  const early = options.checkDecoded?.(decoded.object);
  if (early !== undefined) return refuse(new Refusal(early), [...first, ...decoded.warnings]);
  options.onDecoded?.(decoded.object, decoded.warnings);
  const { managedFields } = metadataOf(decoded.object);
  const write = new ObjectWrite(resource, decoded.object, old, options);
  const refusal = write.run();
  const warnings = [...first, ...decoded.warnings, ...write.warnings];
  if (refusal !== undefined) return refuse(refusal, warnings);
  // What is stored is another form of it, made in place.
  options.plugins?.onValidated(copyJson(write.object) as JsonObject); // of its source
  const stored = write.stored();
  // What was applied has its owners already; those of other writes are for the server to tell.
  const object = options.applied === true ? withEntries(stored, managedFields) : stored;
  return { allowed: true, object, warnings };
}

/**
 * The object that an apply made, with its defaults. It was in no body: what its schema does not
 * know stays until it is stored, and so do nulls (apimachinery
 * `managedfields/internal/structuredmerge.go`).
 *
 * @throws TypeError for a value that is not JSON
 */
function decodeApplied(resource: ResourceAdmission, input: unknown): JsonObject {
  const copy = copyJson(input);
  const object = isObject(copy) ? copy : {};
  fillAroundNulls(resource, object);
  const meta = decodeObjectMeta(object["metadata"] ?? null);
  if (!(meta instanceof MetaFault)) object["metadata"] = meta.metadata;
  return object;
}

/**
 * Fills in the defaults of an object that was in no body, in place: nulls without a default stay
 * until it is stored.
 */
export function fillAroundNulls(
  { fill }: Pick<ResourceAdmission, "fill">,
  object: JsonObject,
): void {
  const nulls = nullsOf(object);
  fill(object);
  for (const [parent, key] of nulls) {
    if (!Object.hasOwn(parent, key)) setKey(parent, key, null);
  }
}

/** Where there are nulls. */
function nullsOf(object: JsonObject): readonly (readonly [JsonObject, string])[] {
  const nulls: (readonly [JsonObject, string])[] = [];
  const pending: Json[] = [object];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (Array.isArray(next)) for (const item of next) pending.push(item);
    else if (isObject(next)) {
      for (const [key, member] of Object.entries(next)) {
        if (member === null) nulls.push([next, key]);
        else pending.push(member);
      }
    }
  }
  return nulls;
}
