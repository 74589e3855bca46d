import type { ResourceValidation } from "../validation/resource-validation.js";
import type { ValueSchema } from "../validation/value-schema.js";
import type { FieldError } from "../values/field-error.js";
import type { Json, JsonObject } from "../values/json/json.js";
import type { Status } from "../values/kubernetes.js";

/** The facts about a resource that admission needs. */
export type ResourceAdmission = ResourceValidation & ResourceWrites;

/** The facts about a resource that admission needs, beside its validation. */
export interface ResourceWrites {
  readonly plural: string;
  /** The CRD's other versions. */
  readonly otherVersions: readonly string[];
  /** Sent with every answer of a deprecated version. */
  readonly deprecationWarning?: string;
  /** Removes unknown fields in place; gives their paths. */
  readonly prune: (object: unknown) => string[];
  /** Handles nulls and fills in defaults, in place. */
  readonly fill: (object: unknown) => void;
  /**
   * Brings the metadata of embedded resources into the form in which they are read from the store,
   * in place: `coerceStoredResources`, where there are any.
   */
  readonly coerceStored?: (schema: ValueSchema, value: Json) => void;
  /** The version has the scale subresource: writes to it. */
  readonly writeScale?: WriteScale;
  /**
   * Where another version is stored, and has another schema: what that makes of an object, in
   * place.
   */
  readonly stored?: Required<Pick<ResourceWrites, "prune" | "fill">>;
}

/**
 * The two in one. A call, because bundlers leave out a call that is marked as pure where nobody
 * uses its result, but keep an object that spreads another with all that both refer to.
 */
export function resourceAdmission(
  validation: ResourceValidation,
  writes: ResourceWrites,
): ResourceAdmission {
  return { ...validation, ...writes };
}

/** How a body is written to `/scale`; without an old object there is nothing to scale. */
export type WriteScale = (
  resource: ResourceAdmission,
  input: unknown,
  old: JsonObject | undefined,
  options: AdmitOptions,
) => Admission;

/** How an object is written. */
export interface AdmitOptions {
  /** The stored object, as read from the server: the write is an update. */
  readonly oldObject?: unknown;
  /**
   * `status`: the write goes to `/status`; `scale`: to `/scale`, and what is written is a `Scale`.
   */
  readonly subresource?: "status" | "scale" | undefined;
  /** The write goes to `/finalize`, which namespaces have. */
  readonly otherPart?: string | undefined;
  /** Follows from `oldObject` and `subresource` where it is left out. */
  readonly operation?: "create" | "update" | undefined;
  /**
   * The consequence of unknown and duplicate fields: nothing, warnings (the default), or a refusal.
   */
  readonly fieldValidation?: "Ignore" | "Warn" | "Strict" | undefined;
  /**
   * The object is what server-side apply made of the old object and a configuration: unknown fields
   * and nulls are validated too, and go when it is stored.
   */
  readonly applied?: boolean | undefined;
  /**
   * Warnings are given as they are found, for who sends them behind others, and so is the cause of
   * a refusal; else warnings are as they reach a client, which are fewer and shorter where there
   * are too many.
   */
  readonly allWarnings?: boolean | undefined;
  /**
   * The object is what a patch made of the old object: one warning depends on it, and its version
   * may be another one of its kind.
   */
  readonly patched?: boolean | undefined;
  /**
   * Called with the object as it was decoded, pruned and filled in, before anything is taken from
   * the old object: that is what managed fields are computed from. It must stay as it is. The
   * warnings are those of decoding.
   */
  readonly onDecoded?: ((object: JsonObject, warnings: readonly string[]) => void) | undefined;
  /** Returns the Status with which the object is refused once it was decoded, before all else. */
  readonly checkDecoded?: ((object: JsonObject) => Status | undefined) | undefined;
  /** Who else has a word in the write, between decoding and storing. */
  readonly plugins?: WritePlugins | undefined;
  /** An object that is created may name a resource version: what a dry run does not store. */
  readonly mayNameVersion?: boolean | undefined;
  /**
   * The suffix that a create appends to `generateName`; `xxxxx`, which stands for any, if left out.
   */
  readonly nameSuffix?: string | undefined;
  /** The namespace that the write goes to; that of the object if left out, else `default`. */
  readonly namespace?: string | undefined;
  /** Who writes; kinds may note it in what they create. */
  readonly user?: (() => WritingUser) | undefined;
  /** The source of the input, where that was YAML. */
  readonly yaml?: YamlSource | undefined;
  /** The source of the input, where that is no text; errors show its beginning. */
  readonly bytes?: Uint8Array | undefined;
}

/** Who writes an object (apiserver `authentication/user`). */
export interface WritingUser {
  readonly username: string;
  /** `""` for most. */
  readonly uid: string;
  readonly groups: readonly string[];
  /** By keys in lower case. */
  readonly extra: { readonly [key: string]: readonly string[] };
}

/**
 * Plugins have a word in a write before the object is validated, and after it (apiserver
 * `registry/rest`). They take their time: whoever asks them runs a write up to them, and once more
 * with their answer.
 */
export interface WritePlugins {
  /**
   * Hears of the object that is to be written, once it is known to be the one that the request
   * means, and before anything is taken from the old object. Gives the object in its place;
   * `undefined` ends the write.
   */
  readonly admit: (object: JsonObject) => AdmittedObject | undefined;
  /** Hears of the object as it was validated. */
  readonly onValidated: (object: JsonObject) => void;
}

/** What plugins made of an object, and what they said to it. */
export interface AdmittedObject {
  readonly object: JsonObject;
  readonly warnings: readonly string[];
}

/** A body in YAML, of which the server shows a part where it refuses it. */
export interface YamlSource {
  readonly text: string;
  /** The error of a strict reader about keys that came twice, in Go's words; `""` if none did. */
  readonly strictFault: string;
  /** The same, one by one. */
  readonly repeats: readonly string[];
}

/** How an object is written to a resource itself, or to its status. */
export interface AdmitObjectOptions extends AdmitOptions {
  readonly subresource?: "status" | undefined;
}

/** Why a body was not read, before it is put into words. */
export type BodyFault =
  | { readonly kind: "unreadable"; readonly fault: string }
  /** The faults that a strict reader finds in it, one by one. */
  | { readonly kind: "odd"; readonly items: readonly string[] }
  | { readonly kind: "noScale"; readonly scheme: string };

/**
 * The server's answer to a write. `Stored` is the resource's type as it would be stored, `Answer`
 * what the server answers with: the same, but for writes to `/scale`.
 */
export type Admission<Stored = JsonObject, Answer = Stored> =
  | {
      readonly allowed: true;
      /**
       * The object as it would be stored, without what only the server can know: uid, times,
       * resourceVersion. Of a write to `/scale` the `Scale` that the server answers with. Numbers
       * of a text that `JSON.parse` would change are a `bigint` or a `Float64`, whatever their type
       * says.
       */
      readonly object: Answer;
      /** Of a write to `/scale`: the object that was scaled, as it would be stored. */
      readonly scaled?: Stored;
      readonly warnings: readonly string[];
    }
  | {
      readonly allowed: false;
      /** The answer that the server would give. */
      readonly status: Status;
      /** The causes. */
      readonly errors: readonly FieldError[];
      readonly warnings: readonly string[];
      /** Why the body was not read, if it was not; with `allWarnings`. */
      readonly cause?: BodyFault;
    };
