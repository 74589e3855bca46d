import type { Admission, AdmitOptions } from "../admission/admission.js";
import type { MergeSchema } from "../apply/merge-schema.js";
import type { JsonPath } from "../client/tables/json-path.js";
import type { Json, JsonObject } from "../values/json/json.js";
import type { ResourceDefinition } from "../values/resource-definition.js";
import type { Failure } from "./failure.js";

/**
 * One version of a resource, as `memoryApiServer` serves it. Generated code has it in `testing.ts`
 * of the resource (part `testing`).
 */
export interface ServedVersion extends ResourceDefinition {
  /** Objects are stored in this version; one version of each resource is. */
  readonly storage: boolean;
  /** Absent = true. Objects may be stored in a version that is not served. */
  readonly served?: boolean | undefined;
  /** Its CRD is being deleted: no objects are created any more. */
  readonly terminating?: boolean | undefined;
  /** Nobody can convert its objects: each request fails, and discovery does not know it. */
  readonly unresolved?: boolean | undefined;
  /** Sent with every answer. */
  readonly deprecationWarning?: string | undefined;
  /** Returns the server's verdict on a write. */
  readonly admit: (object: unknown, options?: AdmitOptions) => Admission<object>;
  /** Removes unknown fields in place. */
  readonly prune: (object: unknown) => unknown;
  /** Handles nulls and fills in defaults, in place. */
  readonly fill: (object: unknown) => void;
  /**
   * Begins the deletion of an object: it marks the object as deleted, and holds it by a finalizer;
   * a `Failure` for preconditions that do not hold. Absent = objects are deleted at once, unless
   * they have finalizers.
   */
  readonly beginDeletion?:
    | ((object: JsonObject, now: string, wanted: DeletePreconditions) => JsonObject | Failure)
    | undefined;
  /**
   * Reads the paths of printer columns and selectable fields that consist of more than names, such
   * as `.spec.ports[0].name`: `parseJsonPath`, which generated code has where it is needed. Without
   * it, a column with such a path is left out, and those behind it are.
   */
  readonly readPath?: ((path: string) => JsonPath | undefined) | undefined;
  /** The schema that server-side apply merges by; without it, every field has an owner. */
  readonly mergeSchema?: MergeSchema | undefined;
  /**
   * The resource, `<plural>.<group>`, that stores the objects in its own form, and is served
   * already. Default: this one.
   */
  readonly storedBy?: string | undefined;
  /** How its objects are converted, where nobody says otherwise. */
  readonly convert?: ConvertObjects | undefined;
  /** Returns it as it is within a server, at whose objects it looks. Default: the same. */
  readonly within?: ((server: ServerObjects) => ServedVersion) | undefined;
  /** Of kinds that the server has types for in Go; custom resources have none. */
  readonly typed?: TypedKind | undefined;
  /** The verbs that can be used, if those are not all: reviews are created, and not kept. */
  readonly verbs?: readonly string[] | undefined;
  /**
   * The subresources of an object beside `/status` and `/scale`, such as `/finalize`, to which
   * whoever holds an object writes that it does no longer.
   */
  readonly otherSubresources?: readonly OtherSubresource[] | undefined;
}

/** A server, as those see it who treat writes. */
export interface ServerObjects {
  /** RFC 3339. */
  readonly now: () => string;
  /** The objects of a resource, `<plural>.<group>`, as JSON. */
  readonly texts: (resource: string) => readonly string[];
}

/** A subresource that only built-in kinds have. */
export interface OtherSubresource {
  readonly name: string;
  readonly verbs: readonly string[];
  /** The kind that is sent there, if it is another one than that of the object. */
  readonly sends?: {
    /** With its version where they are others than those of the object. */
    readonly group?: string;
    readonly version?: string;
    readonly kind: string;
  };
}

/** The conditions that an object must meet to be deleted. */
export interface DeletePreconditions {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
}

/**
 * The seconds that an object has from the request to delete it to its end, such as those in which
 * a kubelet stops the containers of a pod.
 *
 * @param asked by the request; undefined where it leaves them to the kind
 */
export type GraceSeconds = (object: JsonObject, asked: number | undefined) => number;

/** The objects that are left of a resource in a namespace that is being deleted. */
export interface RemainingContent {
  /** `<plural>.<group>`; the core group has no name. */
  readonly resource: string;
  /** Of each object. */
  readonly finalizers: readonly (readonly string[])[];
}

/**
 * Returns a namespace that is being deleted as the namespace controller changes it.
 *
 * @param content what is left in it
 * @param isWaiting what is left must be gone before other objects are deleted
 */
export type SettleNamespace = (
  namespace: JsonObject,
  content: readonly RemainingContent[],
  isWaiting: boolean,
  now: number,
) => JsonObject;

/** The differences that a type in Go makes. */
export interface TypedKind {
  /** The name of the type in Go, such as `core.ConfigMap`. */
  readonly goType: string;
  /** Its tables, which follow from no columns of a CRD. */
  readonly columns: TableLayout;
  /** `/status` cannot be shown as a table. */
  readonly hidesStatus: boolean;
  /**
   * Tells whether something but finalizers of its metadata holds an object that is being deleted.
   */
  readonly isHeld?: ((object: JsonObject) => boolean) | undefined;
  /** Returns a namespace that is being deleted as the namespace controller changes it. */
  readonly settleNamespace?: SettleNamespace | undefined;
  /**
   * Of namespaces: the resource, `<plural>.<group>`, whose objects must be gone before those of
   * others are deleted.
   */
  readonly emptiedFirst?: string | undefined;
  /** A deletion is answered with the object. */
  readonly returnsDeleted: boolean;
  /** The time that objects have to end; absent: none, they go at once. */
  readonly graceSeconds?: GraceSeconds | undefined;
  /** A deletion asks what becomes of dependents; nothing depends on events. */
  readonly hasDependents: boolean;
  /** Dependents stay where a deletion does not say what becomes of them. Default: they go. */
  readonly orphansDependents?: boolean | undefined;
  /** Whoever deletes without saying what becomes of dependents is told this. */
  readonly deletionWarning?: string | undefined;
  /** Reads are answered from a cache. */
  readonly isCached: boolean;
  /** A PUT creates what is not there (`AllowCreateOnUpdate`). */
  readonly createsOnUpdate: boolean;
  /** The text of a field that selectors name, where it is not that of the field itself. */
  readonly fieldText: (object: JsonObject, field: string) => string | undefined;
  /** Returns the fault of a selector that names a field by which nothing can be selected. */
  readonly fieldFault: (field: string) => string;
  /** The refusal of what a patch takes the version away from. */
  readonly unversionedFault: (patched: JsonObject, name: string) => Failure;
  /**
   * The parts that an object has before it is created: who creates one does not own these parts.
   */
  readonly empty: JsonObject;
  /** The object with its members in the order in which Go writes them. */
  readonly ordered: (object: JsonObject) => JsonObject;
  /**
   * Applies a strategic merge patch to an object, both of which are changed; custom resources
   * refuse such patches.
   */
  readonly strategicPatch: (object: JsonObject, patch: JsonObject) => JsonObject;
  /** Puts what such a patch made into the type. */
  readonly converted: (object: JsonObject) => ConvertedObject;
}

/** An object that had no type, in that of its kind. */
export interface ConvertedObject {
  readonly object: JsonObject;
  /** The faults that a strict reader finds: fields that there are not. */
  readonly unknown: readonly string[];
  /** Why it does not fit. */
  readonly fault: string | undefined;
}

/**
 * Turns objects into another version, as a conversion webhook does: as many objects in the same
 * order, with the wanted `apiVersion`. Metadata other than labels and annotations stay as they
 * were, whatever it makes of them.
 */
export type ConvertObjects = (
  objects: JsonObject[],
  apiVersion: string,
) => readonly object[] | Promise<readonly object[]>;

/** @throws TypeError that says what to import, for a definition that only clients know */
export function checkServedVersion(version: ResourceDefinition): asserts version is ServedVersion {
  if ("admit" in version && typeof version.admit === "function") return;
  const { kind, group } = version;
  const file = `${group}/${version.version}/${version.plural}/testing.js`;
  throw new TypeError(
    `memoryApiServer cannot serve ${kind} from the definition that clients use: import it from ".../${file}", which \`crdgen generate --parts types,admit,client,testing\` writes`,
  );
}

/** The columns of a kind, and the cells of its objects. */
export interface TableLayout {
  readonly definitions: JsonObject[];
  row(object: JsonObject, now: number): Json[];
}
