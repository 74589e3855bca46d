import type { AdmittedObject, WritePlugins } from "../admission/admission.js";
import type { Json, JsonObject } from "../values/json/json.js";
import type { Failure } from "./failure.js";
import type { ServedResource } from "./served-resource.js";
import type { ServedVersion } from "./served-version.js";
import type { ServerCall } from "./server-call.js";

/*
 * Admission plugins: they may change what is written, and refuse it (apiserver `admission`). They
 * are asked while a write is made, behind decoding and defaults, and again once the object is
 * valid; where another write came between, they are asked anew.
 */

/** The operations that plugins hear of (apiserver `admission/interfaces.go`). */
export type PluginOperation = "CREATE" | "UPDATE" | "DELETE" | "CONNECT";

/** Knows the plugins of a server. */
export interface AdmissionPlugins {
  /** Returns those that a request concerns; undefined if there are none. */
  concerning(request: PluggedRequest): AdmissionChain | undefined;
}

/** A request as plugins see it. */
export interface PluggedRequest {
  readonly resource: ServedResource;
  readonly version: ServedVersion;
  readonly call: ServerCall;
  readonly operation: PluginOperation;
  readonly isDryRun: boolean;
  /** Such as `CreateOptions`, as it was decoded. */
  readonly options: JsonObject;
}

/** The plugins that one request concerns. */
export interface AdmissionChain {
  /** Asks those that may change the object; what they say is in the warnings. */
  mutate(subject: AdmissionSubject): Promise<AdmittedObject | Failure>;
  /** Asks those that may refuse it, and gives their warnings. */
  validate(subject: AdmissionSubject): Promise<readonly string[] | Failure>;
}

/** The objects that plugins are asked about, in the version of the request. */
export interface AdmissionSubject {
  /** Absent for deletions. */
  readonly object?: JsonObject | undefined;
  /** The stored object; absent for creations. */
  readonly old?: JsonObject | undefined;
  /** `""` while there is none. */
  readonly name: string;
}

/** The entries of an object that is written. */
export type OwnersOf = (object: JsonObject) => Json | undefined;

/** Plugins within a write, as `BodySettings` carry them. */
export interface PluginsOfWrite {
  /** @param owners the entries of the object, if it has other ones than it says */
  readonly within: (owners: OwnersOf) => WritePlugins;
}
