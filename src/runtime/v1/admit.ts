import { copyJson } from "./copy-json.js";
import { deepEqual } from "./deep-equal.js";
import { coerceEmbeddedResources } from "./embedded-resources.js";
import type { FieldError } from "./field-error.js";
import { fieldError, fieldErrorText } from "./field-error.js";
import { quote } from "./go/quote.js";
import type { Json, JsonObject } from "./json.js";
import { isObject } from "./json.js";
import { JsonFault, parseJson } from "./json-text.js";
import type { Status } from "./kubernetes.js";
import { decodeObjectMeta, MetaFault } from "./metadata/decode.js";
import { addedFinalizers, dedupOwnerReferences, finalizerWarnings } from "./metadata/warnings.js";
import type { ResourceValidation } from "./resource-validation.js";
import { prepare, validatePrepared } from "./resource-validation.js";
import {
  createdMetadata,
  metadataOf,
  raiseGeneration,
  updatedMetadata,
} from "./resource-metadata.js";
import { badRequest, conflict, serverError } from "./admission-status.js";
import { sentWarnings } from "./sent-warnings.js";
import { invalidStatus } from "./status.js";
import { stringifyJson } from "./stringify-json.js";

/** What admission needs to know of a resource, beside its validation. */
export interface ResourceAdmission extends ResourceValidation {
  readonly plural: string;
  /** The CRD's other versions. */
  readonly otherVersions: readonly string[];
  /** Sent with every answer of a deprecated version. */
  readonly deprecationWarning?: string;
  /** `spec.preserveUnknownFields` of old CRDs: nothing is pruned. */
  readonly preserveUnknownFields?: boolean;
  /** Removes unknown fields in place; gives their paths. */
  readonly prune: (object: unknown) => string[];
  /** Where another version is stored, and has another schema: what that makes of an object, in place. */
  readonly stored?: Pick<ResourceAdmission, "prune" | "fill">;
}

/** How an object is written. */
export interface AdmitOptions {
  /** The stored object, as read from the server: the write is an update. */
  readonly oldObject?: unknown;
  /** `status`: the write goes to `/status`. */
  readonly subresource?: "status" | undefined;
  /** Follows from `oldObject` where it is left out. */
  readonly operation?: "create" | "update" | undefined;
  /** What becomes of unknown and duplicate fields: nothing, warnings (the default), or a refusal. */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict" | undefined;
  /** The namespace that the write goes to; that of the object if left out, else `default`. */
  readonly namespace?: string | undefined;
}

/** The server's answer to a write. */
export type Admission =
  | {
      readonly allowed: true;
      /** The object as it would be stored, without what only the server can know: uid, times, resourceVersion. */
      readonly object: JsonObject;
      readonly warnings: readonly string[];
    }
  | {
      readonly allowed: false;
      /** What the server would answer. */
      readonly status: Status;
      /** The causes. */
      readonly errors: readonly FieldError[];
      readonly warnings: readonly string[];
    };

/**
 * The write path of the API server on one object: decode, prune, drop nulls, coerce, default, take what the write cannot
 * change from the old object, validate, ratchet, warn (apiserver `endpoints/handlers`, `registry/rest`, apiextensions
 * `apiserver/customresource_handler.go`, `registry/customresource`). The given objects stay as they are.
 *
 * @param input the object, or the text of the request's body
 * @throws TypeError for a value that is not JSON
 */
export function admitResource(
  resource: ResourceAdmission,
  input: unknown,
  options: AdmitOptions = {},
): Admission {
  const warnings = resource.deprecationWarning === undefined ? [] : [resource.deprecationWarning];
  const refuse = (refusal: Refusal): Admission => ({
    allowed: false,
    status: refusal.status,
    errors: refusal.errors,
    warnings: sentWarnings([...warnings, ...refusal.warnings]),
  });
  const decoded = decode(resource, input, options.fieldValidation ?? "Warn");
  if (decoded instanceof Refusal) return refuse(decoded);
  warnings.push(...decoded.warnings);
  const write = new Write(resource, decoded.object, options);
  const refusal = write.run();
  warnings.push(...write.warnings);
  if (refusal !== undefined) return refuse(refusal);
  storeAndRead(resource, write.object);
  return { allowed: true, object: write.object, warnings: sentWarnings(warnings) };
}

/**
 * What the server answers with: the object as it would be read again, with the defaults of the stored version. Where that
 * is another version with another schema, only what both specify remains.
 */
function storeAndRead({ prune, fill, stored }: ResourceAdmission, object: JsonObject): void {
  if (stored === undefined) {
    fill(object);
  } else {
    stored.prune(object);
    stored.fill(object);
    prune(object);
  }
}

/** Why a write fails. */
class Refusal {
  readonly status: Status;
  readonly errors: readonly FieldError[];
  readonly warnings: readonly string[];
  constructor(
    status: Status,
    errors: readonly FieldError[] = [],
    warnings: readonly string[] = [],
  ) {
    this.status = status;
    this.errors = errors;
    this.warnings = warnings;
  }
}

interface Decoded {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

function decode(
  resource: ResourceAdmission,
  input: unknown,
  fieldValidation: "Ignore" | "Warn" | "Strict",
): Decoded | Refusal {
  const parsed =
    typeof input === "string" ? parseJson(input) : { value: copyJson(input), duplicates: [] };
  const isStrict = fieldValidation !== "Ignore";
  if (parsed instanceof JsonFault) {
    return unrecognized(
      resource,
      `couldn't get version/kind; json parse error: ${parsed.message}`,
      String(input),
    );
  }
  const { value, duplicates } = parsed;
  const body = (): string => (typeof input === "string" ? input : stringifyJson(value));
  const typeFault = typeMetaFault(value);
  if (typeFault !== undefined) {
    return unrecognized(
      resource,
      `couldn't get version/kind; json parse error: ${typeFault}`,
      body(),
    );
  }
  const object = value as JsonObject; // no type fault
  const kind = textAt(object, "kind");
  if (kind === "") return unrecognized(resource, `Object 'Kind' is missing in '${body()}'`, body());
  const decoding = decodeObject(resource, object, kind);
  if (decoding instanceof DecodeFault) return cannotHandle(resource, object, decoding.message);
  const items = [...duplicates, ...decoding.map((path) => `unknown field "${path}"`)];
  if (fieldValidation === "Strict" && items.length > 0) {
    return cannotHandle(resource, object, `strict decoding error: ${items.join(", ")}`);
  }
  const warnings = isStrict ? items : [];
  const apiVersion = textAt(object, "apiVersion");
  const expected = `${resource.group}/${resource.version}`;
  if (apiVersion !== expected) {
    const message = `the API version in the data (${apiVersion}) does not match the expected API version (${expected})`;
    return new Refusal(badRequest(message), [], warnings);
  }
  return { object, warnings };
}

class DecodeFault {
  readonly message: string;
  constructor(message: string) {
    this.message = message;
  }
}

/** Brings an object into the form that the server works with; the paths of unknown fields, metadata first. */
function decodeObject(
  resource: ResourceAdmission,
  object: JsonObject,
  kind: string,
): readonly string[] | DecodeFault {
  const meta = decodeObjectMeta(object["metadata"] ?? null);
  if (meta instanceof MetaFault) return new DecodeFault(meta.message);
  const unknown = meta.unknownFields.map((path) => `metadata.${path}`);
  const [version = "", group = ""] = textAt(object, "apiVersion").split("/").reverse();
  if (group === resource.group && kind === resource.kind) {
    const { apiVersion } = object;
    unknown.push(...pruneByVersion(resource, object, version));
    if (version === resource.version) {
      const coerced =
        resource.embedded === true
          ? coerceEmbeddedResources(resource.schema, object, resource.dialect)
          : [];
      if (typeof coerced === "string") return new DecodeFault(coerced);
      unknown.push(...coerced);
      resource.fill(object);
    }
    if (apiVersion !== undefined) object["apiVersion"] = apiVersion;
    object["kind"] = kind;
  }
  object["metadata"] = meta.metadata;
  return unknown;
}

/** Of a version that the CRD does not have every field is unknown; the others have their own code. */
function pruneByVersion(
  resource: ResourceAdmission,
  object: JsonObject,
  version: string,
): string[] {
  if (resource.preserveUnknownFields === true) return [];
  if (version === resource.version) return resource.prune(object);
  if (resource.otherVersions.includes(version)) return [];
  const unknown = Object.keys(object).filter((key) => !metaKeys.has(key));
  for (const key of unknown) delete object[key];
  return unknown.sort();
}

const metaKeys: ReadonlySet<string> = /* @__PURE__ */ new Set(["apiVersion", "kind", "metadata"]);

/** Go's text where apiVersion or kind is no string, or the whole no object. */
function typeMetaFault(value: Json): string | undefined {
  if (!isObject(value)) {
    if (value === null) return undefined;
    const target =
      'struct { APIVersion string "json:\\"apiVersion,omitempty\\""; Kind string "json:\\"kind,omitempty\\"" }';
    return `json: cannot unmarshal ${goKind(value)} into Go value of type ${target}`;
  }
  for (const key of Object.keys(value)) {
    const member = value[key] ?? null;
    const isTypeMeta = key === "apiVersion" || key === "kind";
    if (isTypeMeta && member !== null && typeof member !== "string") {
      return `json: cannot unmarshal ${goKind(member)} into Go struct field .${key} of type string`;
    }
  }
  return undefined;
}

function goKind(value: Json): string {
  if (Array.isArray(value)) return "array";
  if (isObject(value)) return "object";
  if (typeof value === "string") return "string";
  return typeof value === "boolean" ? "bool" : "number";
}

function textAt(object: JsonObject, key: string): string {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === "string" ? value : "";
}

function unrecognized({ kind }: ResourceAdmission, fault: string, body: string): Refusal {
  const message = `the object provided is unrecognized (must be of type ${kind}): ${fault} (${summary(body)})`;
  return new Refusal(badRequest(message));
}

/** The beginning of a body, in bytes; the server shows other things than JSON in hexadecimal. */
function summary(body: string): string {
  if (body === "") return "<empty>";
  return body.length > 30 ? `${body.slice(0, 30)} ...` : body;
}

function cannotHandle({ kind }: ResourceAdmission, object: JsonObject, fault: string): Refusal {
  const [version = ""] = textAt(object, "apiVersion").split("/").reverse();
  const message = `${textAt(object, "kind")} in version ${quote(version)} cannot be handled as a ${kind}: ${fault}`;
  return new Refusal(badRequest(message));
}

/** One write of an object that was decoded. */
class Write {
  object: JsonObject;
  readonly warnings: string[] = [];
  readonly #resource: ResourceAdmission;
  readonly #options: AdmitOptions;
  readonly #old: JsonObject | undefined;

  constructor(resource: ResourceAdmission, object: JsonObject, options: AdmitOptions) {
    this.#resource = resource;
    this.#options = options;
    this.object = object;
    const old = options.oldObject === undefined ? undefined : copyJson(options.oldObject);
    this.#old = isObject(old) ? old : undefined;
  }

  /** Why the write fails; undefined if it does not. */
  run(): Refusal | undefined {
    const metadata = metadataOf(this.object);
    const old = this.#old;
    const oldMetadata = old === undefined ? undefined : metadataOf(old);
    const namespace = this.#namespace(metadata, oldMetadata);
    if (namespace instanceof Refusal) return namespace;
    if (old === undefined || oldMetadata === undefined) return this.#create(metadata, namespace);
    const refusal = checkName(metadata, oldMetadata) ?? this.#checkVersion(metadata, oldMetadata);
    return refusal ?? this.#update(metadata, namespace, old, oldMetadata);
  }

  #create(metadata: JsonObject, namespace: string): Refusal | undefined {
    if (textAt(metadata, "resourceVersion") !== "") {
      return new Refusal(serverError("resourceVersion should not be set on objects to be created"));
    }
    const created = createdMetadata(metadata, this.#resource.namespaced, namespace);
    this.#dropDuplicateOwners(created);
    this.object["metadata"] = created;
    this.object = prepare(this.#resource, this.object, undefined, undefined);
    return this.#validate(undefined);
  }

  #update(
    metadata: JsonObject,
    namespace: string,
    old: JsonObject,
    oldMetadata: JsonObject,
  ): Refusal | undefined {
    const { subresource } = this.#options;
    const { namespaced } = this.#resource;
    const updated = updatedMetadata(metadata, oldMetadata, namespaced, namespace);
    this.#dropDuplicateOwners(updated);
    this.object = prepare(this.#resource, this.object, old, subresource);
    if (subresource === "status") return this.#validate(old);
    const isSame = deepEqual({ ...this.object, metadata: null }, { ...old, metadata: null });
    if (!isSame) raiseGeneration(updated);
    this.object = { ...this.object, metadata: updated };
    return this.#validate(old);
  }

  /** Errors and warnings of the object as it is about to be stored. */
  #validate(old: JsonObject | undefined): Refusal | undefined {
    const { group, kind, dialect } = this.#resource;
    const { subresource } = this.#options;
    const outcome = validatePrepared(this.#resource, this.object, old, subresource, true);
    this.warnings.push(...outcome.warnings.map(fieldErrorText));
    const metadata = metadataOf(this.object);
    if (outcome.errors.length > 0) {
      const identity = { group, kind, name: textAt(metadata, "name") };
      return new Refusal(invalidStatus(identity, outcome.errors), outcome.errors);
    }
    if (subresource === undefined) {
      const added = addedFinalizers(metadata, old === undefined ? undefined : metadataOf(old));
      this.warnings.push(...finalizerWarnings(added, dialect));
    }
    return undefined;
  }

  /** The namespace of the request's URL. */
  #namespace(metadata: JsonObject, oldMetadata: JsonObject | undefined): string | Refusal {
    if (!this.#resource.namespaced) return "";
    const given = textAt(metadata, "namespace");
    const stored = oldMetadata === undefined ? "" : textAt(oldMetadata, "namespace");
    const known = stored === "" ? given : stored;
    const requested = this.#options.namespace ?? (known === "" ? "default" : known);
    if (given === "" || given === requested) return requested;
    const message =
      "the namespace of the provided object does not match the namespace sent on the request";
    return new Refusal(badRequest(message));
  }

  /** Looked at only if the old object says which version it is. */
  #checkVersion(metadata: JsonObject, oldMetadata: JsonObject): Refusal | undefined {
    const { group, plural, dialect } = this.#resource;
    const name = textAt(oldMetadata, "name");
    const uid = textAt(metadata, "uid");
    const oldUid = textAt(oldMetadata, "uid");
    if (uid !== "" && oldUid !== "" && uid !== oldUid) {
      const fault = `Precondition failed: UID in precondition: ${uid}, UID in object meta: ${oldUid}`;
      return new Refusal(conflict(group, plural, name, fault));
    }
    const oldVersion = textAt(oldMetadata, "resourceVersion");
    const version = textAt(metadata, "resourceVersion");
    if (oldVersion === "" || version === oldVersion) return undefined;
    if (version === "" || version === "0") {
      const zero = dialect?.unsignedZeroText ?? "0";
      const detail = "must be specified for an update";
      const error = fieldError("FieldValueInvalid", "metadata.resourceVersion", zero, detail);
      return new Refusal(invalidStatus({ group, kind: plural, name }, [error]), [error]);
    }
    const fault =
      "the object has been modified; please apply your changes to the latest version and try again";
    return new Refusal(conflict(group, plural, name, fault));
  }

  #dropDuplicateOwners(metadata: JsonObject): void {
    const warning = dedupOwnerReferences(metadata);
    if (warning !== undefined) this.warnings.push(warning);
  }
}

/** The name stands in the request's URL. */
function checkName(metadata: JsonObject, oldMetadata: JsonObject): Refusal | undefined {
  const name = textAt(metadata, "name");
  const expected = textAt(oldMetadata, "name");
  if (name === expected) return undefined;
  const message =
    name === ""
      ? `the name of the object (${expected} based on URL) was undeterminable: name must be provided`
      : `the name of the object (${name}) does not match the name on the URL (${expected})`;
  return new Refusal(badRequest(message));
}
