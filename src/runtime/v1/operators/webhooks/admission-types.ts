import type { FieldError } from "../../values/field-error.js";
import type { KubernetesObject, ObjectMeta, Status } from "../../values/kubernetes.js";

/** An object that is being created: the store has not filled in its metadata yet. */
export type Unstored<T extends KubernetesObject> = {
  [Key in keyof T]: Key extends "metadata" ? UnstoredMeta : T[Key];
};

/** Metadata before the first write. `name` is absent where `generateName` is to make it. */
export type UnstoredMeta = Omit<ObjectMeta, "name" | "resourceVersion" | "generation"> &
  Partial<Pick<ObjectMeta, "name" | "resourceVersion" | "generation">>;

/** What every request for admission says (`admission/v1/types.go`, AdmissionRequest). */
export interface AdmissionFacts {
  /** Of this request, not of the object. */
  readonly uid: string;
  /** What the object is, in the version that the webhook asked for. */
  readonly kind: GroupVersionKind;
  readonly resource: GroupVersionResource;
  /** Such as `status` or `scale`; the object is a Scale then, or whatever goes there. */
  readonly subResource?: string | undefined;
  /** What the client sent, where the webhook's version is another one. */
  readonly requestKind?: GroupVersionKind | undefined;
  readonly requestResource?: GroupVersionResource | undefined;
  readonly requestSubResource?: string | undefined;
  /** Absent while the server has not made up a name yet. */
  readonly name?: string | undefined;
  /** Absent for cluster-scoped resources. */
  readonly namespace?: string | undefined;
  readonly userInfo: UserInfo;
  /** Nothing will be stored: have no side effects. */
  readonly dryRun: boolean;
  /** The options of the call, such as `CreateOptions`. */
  readonly options?: unknown;
  /** Aborts when the API server has given up the request. */
  readonly signal?: AbortSignal | undefined;
  /**
   * A text that the user sees as a warning, whether the object is admitted or not. The server cuts
   * it at 256 characters if all warnings of a call have more than 4,096; best are up to 120.
   */
  readonly warn: (text: string) => void;
  /**
   * An annotation in the server's audit log; the server puts the webhook's name before the key.
   *
   * @throws TypeError for a key that the server would drop: it has at most 63 letters, digits, `-`,
   *   `_` and `.`, and begins and ends with a letter or digit
   */
  readonly audit: (key: string, value: string) => void;
}

/** An object is to be created. */
export interface CreateAdmission<T extends KubernetesObject> extends AdmissionFacts {
  readonly operation: "CREATE";
  readonly object: Unstored<T>;
  readonly oldObject?: undefined;
}

/** An object, its status or its scale is to be changed. */
export interface UpdateAdmission<T extends KubernetesObject> extends AdmissionFacts {
  readonly operation: "UPDATE";
  readonly object: T;
  readonly oldObject: T;
}

/** An object is to be deleted. */
export interface DeleteAdmission<T extends KubernetesObject> extends AdmissionFacts {
  readonly operation: "DELETE";
  readonly object?: undefined;
  readonly oldObject: T;
}

/** A connection to a subresource, such as `pods/exec`; `object` has its options. */
export interface ConnectAdmission extends AdmissionFacts {
  readonly operation: "CONNECT";
  readonly object: unknown;
  readonly oldObject?: undefined;
}

/** What a validator is asked, told apart by `operation`. */
export type AdmissionRequest<T extends KubernetesObject> =
  CreateAdmission<T> | UpdateAdmission<T> | DeleteAdmission<T> | ConnectAdmission;

/** What a mutator is asked: there is something to change. */
export type MutationRequest<T extends KubernetesObject> = CreateAdmission<T> | UpdateAdmission<T>;

/**
 * What a validator says: nothing or no errors admit the object; a message, errors of fields (such
 * as those of a generated `validate…`), or a Status with a code of its own refuse it.
 */
export type Verdict = void | string | readonly FieldError[] | Status | undefined;

/** A group, version and kind; the core group is `""`. */
export interface GroupVersionKind {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}

/** A group, version and plural; the core group is `""`. */
export interface GroupVersionResource {
  readonly group: string;
  readonly version: string;
  readonly resource: string;
}

/** Who sent the request. */
export interface UserInfo {
  readonly username?: string | undefined;
  readonly uid?: string | undefined;
  readonly groups?: readonly string[] | undefined;
  readonly extra?: { readonly [key: string]: readonly string[] } | undefined;
}
