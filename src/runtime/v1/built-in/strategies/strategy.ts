import type { WritingUser } from "../../admission/admission.js";
import type {
  GraceSeconds,
  OtherSubresource,
  ServerObjects,
} from "../../testing/served-version.js";
import type { FieldError } from "../../values/field-error.js";
import { invalidError } from "../../values/field-errors.js";
import type { JsonObject } from "../../values/json/json.js";
import { isObject } from "../../values/json/json.js";
import {
  metadataErrors,
  metadataOf,
  metadataUpdateErrors,
} from "../../values/metadata/resource-metadata.js";
import type { NameRule } from "../../values/metadata/rules.js";
import { textsOf } from "../../values/metadata/rules.js";

/** The part of an object that is written: all but its status, or a subresource. */
export type WrittenPart =
  "object" | "status" | "finalize" | "ephemeralcontainers" | "resize" | "approval";

/** The server around an object that is written. */
export interface KindSurroundings extends ServerObjects {
  /** The treatment of kinds that need more than there is in here, such as a compiler of CEL. */
  readonly strategyOf?: (kind: {
    readonly group: string;
    readonly kind: string;
  }) => Strategy | undefined;
}

/** The same around an object that is changed. */
export interface ChangeSurroundings extends KindSurroundings {
  /** The object came with an empty list or map in its spec. */
  readonly hasEmptyPart: boolean;
}

/** The same around a new object. */
export interface NewSurroundings extends KindSurroundings {
  /** The object as it was read and filled, which `fill` has seen. */
  readonly decoded: JsonObject;
  /** Who creates it; undefined where nobody says so. */
  readonly user?: (() => WritingUser) | undefined;
}

/** A server without any objects. */
export const nothingAround: KindSurroundings = {
  now: () => new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  texts: () => [],
};

/** The treatment of writes by a kind (Kubernetes `pkg/registry/<group>/<kind>/strategy.go`). */
export interface Strategy {
  /** Fields to select by, beside those of metadata. */
  readonly selectable?: readonly string[] | undefined;
  /** The text of such a field, where it is not that of the field itself. */
  readonly fieldText?: ((object: JsonObject, field: string) => string | undefined) | undefined;
  readonly otherSubresources?: readonly OtherSubresource[] | undefined;
  /** A deletion is answered with the object (`ReturnDeletedObject`). */
  readonly returnsDeleted?: true | undefined;
  /** How long an object has to end (`CheckGracefulDelete`); absent: it goes at once. */
  readonly graceSeconds?: GraceSeconds | undefined;
  /** A deletion does not ask what becomes of dependents (`rest.Unsupported`). */
  readonly hasDependents?: false | undefined;
  /** Reads are answered by etcd itself. */
  readonly isCached?: false | undefined;
  /** A PUT creates what is not there (`AllowCreateOnUpdate`). */
  readonly createsOnUpdate?: true | undefined;
  /** An update must say which version it replaces (`AllowUnconditionalUpdate` is false). */
  readonly needsVersion?: true | undefined;
  /** Defaults, and what reading another form changes, in place. */
  readonly fill?: ((object: JsonObject) => void) | undefined;
  /** `PrepareForCreate`, in place. */
  readonly prepareCreate?: ((object: JsonObject, around: NewSurroundings) => void) | undefined;
  /** `PrepareForUpdate`, in place. */
  readonly prepareUpdate?:
    | ((object: JsonObject, old: JsonObject, part: WrittenPart, around: ChangeSurroundings) => void)
    | undefined;
  /** `Validate`: the errors of a new object, those of its metadata among them. */
  readonly validate: (object: JsonObject) => readonly FieldError[];
  /** `ValidateUpdate`, likewise. */
  readonly validateUpdate: (
    object: JsonObject,
    old: JsonObject,
    part: WrittenPart,
  ) => readonly FieldError[];
  readonly warnings?:
    ((object: JsonObject, old: JsonObject | undefined) => readonly string[]) | undefined;
  /** The same of a write to `/status`. */
  readonly statusWarnings?: ((object: JsonObject) => readonly string[]) | undefined;
}

/** What a kind does beside what follows from its facts; each step comes behind the general one. */
export type KindHooks = Pick<
  Strategy,
  "fill" | "graceSeconds" | "prepareCreate" | "prepareUpdate" | "statusWarnings" | "warnings"
>;

/** `ValidateObjectMeta` of the core kinds, which have a word on finalizers, too. */
export function coreMetadataErrors(
  object: JsonObject,
  namespaced: boolean,
  names: NameRule,
): readonly FieldError[] {
  return [
    ...metadataErrors(object["metadata"], namespaced, names),
    ...metadataFinalizerErrors(object),
  ];
}

/** `ValidateObjectMetaUpdate` of the core kinds. */
export function coreMetadataUpdateErrors(
  object: JsonObject,
  old: JsonObject,
): readonly FieldError[] {
  return [
    ...metadataUpdateErrors(object["metadata"], old["metadata"]),
    ...metadataFinalizerErrors(object),
  ];
}

/** A map of an object; none is empty. */
export function mapAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

const standardFinalizers = ["kubernetes", "orphan", "foregroundDeletion"];

/** Names of finalizers without a domain that Kubernetes does not know (`core/validation`). */
export function finalizerNameErrors(name: string, field: string): readonly FieldError[] {
  if (name.includes("/") || standardFinalizers.includes(name)) return [];
  const detail = "name is neither a standard finalizer name nor is it fully qualified";
  return [invalidError(field, name, detail)];
}

function metadataFinalizerErrors(object: JsonObject): readonly FieldError[] {
  return textsOf(metadataOf(object), "finalizers").flatMap((name, index) =>
    finalizerNameErrors(name, `metadata.finalizers[${index}]`),
  );
}
