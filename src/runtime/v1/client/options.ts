import type { Scope } from "../values/resource-definition.js";
import type { FieldSelector, LabelSelector } from "./selector.js";

/** Options of every call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * Milliseconds until the call rejects with a `TimeoutError`; a watch, until the server begins to
   * answer. Absent = the client's; 0 = no limit.
   */
  readonly timeout?: number | undefined;
}

/** Where a call goes: in a namespace, for namespaced resources alone. */
export interface Placement<S extends Scope> {
  /** Absent = the object's own, then the client's. */
  readonly namespace?: IfNamespaced<S, string> | undefined;
}

/** Selects the objects of a list or watch. */
export interface Coverage<S extends Scope> {
  /** Absent = the client's. */
  readonly namespace?: IfNamespaced<S, string> | undefined;
  /** All namespaces, whatever `namespace` says. */
  readonly allNamespaces?: IfNamespaced<S, boolean> | undefined;
}

/** The type of an option that calls for cluster-scoped resources do not have. */
export type IfNamespaced<S extends Scope, T> = { Namespaced: T; Cluster: never }[S];

/**
 * The paths that field selectors may name: two on every resource, and those that the resource
 * declares.
 */
export type SelectableField<S extends Scope, Field extends string> =
  Field | "metadata.name" | IfNamespaced<S, "metadata.namespace">;

/** Which objects are meant; both selectors must match. */
export interface Selection<Field extends string = string> {
  /** `{ app: "web", tier: ["a", "b"] }`, or the text that `kubectl -l` takes. */
  readonly labelSelector?: string | LabelSelector | undefined;
  /** `{ "spec.color": "blue" }`, or the text that `kubectl --field-selector` takes. */
  readonly fieldSelector?: string | FieldSelector<Field> | undefined;
}

/** Which state of the store is wanted (Kubernetes API concepts, "Resource versions"). */
export interface GetParameters {
  /** Absent = the latest; `"0"` = any, from the server's cache; else that one or a newer one. */
  readonly resourceVersion?: string | undefined;
}

/** Which lines of a log are wanted (`PodLogOptions`). */
export interface LogParameters {
  /** Which container; absent = the only one. */
  readonly container?: string | undefined;
  /** Go on as the container writes. */
  readonly follow?: boolean | undefined;
  /** The log of the container that ran before this one. */
  readonly previous?: boolean | undefined;
  readonly sinceSeconds?: number | undefined;
  /** A time, as RFC 3339 says; not together with `sinceSeconds`. */
  readonly sinceTime?: string | undefined;
  /** Begin each line with its time. */
  readonly timestamps?: boolean | undefined;
  /** How many of the last lines; absent = all. */
  readonly tailLines?: number | undefined;
  /** Stop after so many bytes. */
  readonly limitBytes?: number | undefined;
}

/** Which objects `listAll` and `pages` go through, and how many at a time. */
export interface ListAllParameters<Field extends string = string>
  extends Selection<Field>, GetParameters {
  readonly resourceVersionMatch?: "Exact" | "NotOlderThan" | undefined;
  /** Objects per page; 0 = all at once. */
  readonly limit?: number | undefined;
}

/** Which objects `list` returns. */
export interface ListParameters<Field extends string = string> extends ListAllParameters<Field> {
  /** `metadata.continue` of the page before; all other parameters must be the same. */
  readonly continue?: string | undefined;
}

/** Which objects a watch reports, and from when on. */
export interface WatchParameters<Field extends string = string> extends Selection<Field> {
  /**
   * Absent = begin with an ADDED event for every object; else only what comes after this version.
   */
  readonly resourceVersion?: string | undefined;
  /** Only with `sendInitialEvents`. */
  readonly resourceVersionMatch?: "NotOlderThan" | undefined;
  /** Ask for BOOKMARK events, which carry nothing but a newer resourceVersion. */
  readonly allowWatchBookmarks?: boolean | undefined;
  /** The whole state first, then a BOOKMARK that ends it (KEP-3157); needs the other two above. */
  readonly sendInitialEvents?: boolean | undefined;
  /** Seconds after which the server ends the watch; absent = 30 to 60 minutes, at random. */
  readonly timeoutSeconds?: number | undefined;
  /** Called when the server has begun to answer: the events that follow may take a while. */
  readonly onOpen?: (() => void) | undefined;
}

/** How create, update and patch treat the object. */
export interface WriteParameters {
  /** Do everything but store the object. */
  readonly dryRun?: boolean | undefined;
  /**
   * Who is recorded as the owner of the fields; absent = the client's, then the user agent's name.
   */
  readonly fieldManager?: string | undefined;
  /** How the server treats unknown and duplicate fields; the server's default is `Warn`. */
  readonly fieldValidation?: FieldValidation | undefined;
  /**
   * Let update and apply send integers beyond 2^53, as JavaScript prints them. They are refused
   * unless this is true, since such a number may have been read, and rounded: `modify` keeps it.
   */
  readonly allowLargeIntegers?: boolean | undefined;
}

/**
 * `Ignore` drops unknown fields silently, `Warn` with a warning, `Strict` refuses the object (400).
 */
export type FieldValidation = "Ignore" | "Warn" | "Strict";

/** How apply treats the configuration. */
export interface ApplyParameters extends WriteParameters {
  /** Whose fields these are; absent = the client's. The server takes no apply without it. */
  readonly fieldManager?: string | undefined;
  /** Take over fields that other managers own, instead of failing with a conflict. */
  readonly force?: boolean | undefined;
}

/** How an object is deleted. */
export interface DeleteParameters {
  /** Do everything but delete the object. */
  readonly dryRun?: boolean | undefined;
  /** How the server treats the objects that this one owns; absent = `Background`. */
  readonly propagationPolicy?: "Orphan" | "Background" | "Foreground" | undefined;
  /** Fail with a conflict unless the object is still this one. */
  readonly preconditions?: Preconditions | undefined;
  /** Without effect on custom resources; here because the server takes it. */
  readonly gracePeriodSeconds?: number | undefined;
}

/** Conditions that the object must meet to be deleted. */
export interface Preconditions {
  readonly uid?: string | undefined;
  readonly resourceVersion?: string | undefined;
}

/** Options of `get`. */
export type GetOptions<S extends Scope> = CallOptions & Placement<S> & GetParameters;
/** Options of `list`. */
export type ListOptions<S extends Scope, Field extends string> = CallOptions &
  Coverage<S> &
  ListParameters<SelectableField<S, Field>>;
/** Options of `listAll` and `pages`. */
export type ListAllOptions<S extends Scope, Field extends string> = CallOptions &
  Coverage<S> &
  ListAllParameters<SelectableField<S, Field>>;
/** Options of `watch`. */
export type WatchOptions<S extends Scope, Field extends string> = CallOptions &
  Coverage<S> &
  WatchParameters<SelectableField<S, Field>>;
/** Options of `create`, `update` and `patch`; `DryRun` is false for those that store the object. */
export type WriteOptions<S extends Scope, DryRun extends boolean = boolean> = CallOptions &
  Placement<S> &
  WriteParameters & { readonly dryRun?: DryRun | undefined };
/** Options of `apply`; `DryRun` is false for those that store the object. */
export type ApplyOptions<S extends Scope, DryRun extends boolean = boolean> = CallOptions &
  Placement<S> &
  ApplyParameters & { readonly dryRun?: DryRun | undefined };
/** Options of `delete`. */
export type DeleteOptions<S extends Scope> = CallOptions & Placement<S> & DeleteParameters;
/**
 * Options of `deleteCollection`: no selector means all objects of the namespace. A selector that is
 * there must have a term.
 */
export type DeleteCollectionOptions<S extends Scope, Field extends string> = CallOptions &
  Placement<S> &
  DeleteParameters &
  Selection<SelectableField<S, Field>>;
