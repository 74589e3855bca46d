/**
 * Where something is done: in the namespace `in NAME`, in that of the program (`own`), in one that
 * is known at run time alone (`objects`), or in all of them and outside of namespaces (`all`).
 */
export type Place = "all" | "own" | "objects" | `in ${string}`;

/** One verb on one resource, as a program needs it. */
export interface Right {
  readonly group: string;
  /** The plural, with a slash and the subresource where it is one. */
  readonly resource: string;
  readonly verb: string;
  readonly place: Place;
  /** The only object that it is needed for; absent = any. */
  readonly name?: string | undefined;
}

/** A resource of the API, as rules name it. */
export interface ApiResource {
  readonly group: string;
  readonly version: string;
  readonly plural: string;
  readonly isNamespaced: boolean;
}

/** An admission webhook that the program serves. */
export interface ServedWebhook {
  /** Begins with a slash. */
  readonly path: string;
  readonly kind: "validating" | "mutating";
  readonly resource: ApiResource;
}

/** Something that the program does, and of which nobody can tell which rights it needs. */
export interface Untold {
  readonly path: string;
  /** From 1 on, as the column. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

/** All that was found in a program. */
export interface FoundRights {
  readonly rights: readonly Right[];
  readonly untold: readonly Untold[];
}
