import type { ResourceDefinition } from "../values/resource-definition.js";
import type { Patch } from "./exact-changes.js";
import { refuseLargeIntegers } from "./exact-changes.js";
import type {
  ApplyParameters,
  DeleteParameters,
  GetParameters,
  ListParameters,
  LogParameters,
  Selection,
  WatchParameters,
  WriteParameters,
} from "./options.js";
import { fieldSelectorText, labelSelectorText } from "./selector.js";
import type { StrategicPatch } from "./strategic-patch.js";
import type { TransportRequest } from "./transport.js";

/** The target of a request: a collection, an object in it, or a subresource of the object. */
export interface Target {
  readonly resource: ResourceDefinition;
  /** `undefined` for cluster-scoped resources, and for all namespaces at once. */
  readonly namespace?: string | undefined;
  /** `undefined` = the collection. */
  readonly name?: string | undefined;
  readonly subresource?: Subresource | undefined;
}

/** A part of an object with an endpoint of its own; custom resources have the first two. */
export type Subresource =
  | "status"
  | "scale"
  | "approval"
  | "binding"
  | "ephemeralcontainers"
  | "eviction"
  | "finalize"
  | "log"
  | "resize"
  | "token";

/**
 * The path of a target (Kubernetes API concepts, "Resource URIs"). Throws a TypeError on names that
 * no object can have and that would lead elsewhere: the server decodes `%2F` before it splits the
 * path, and an empty name would address the whole collection (apimachinery
 * `api/validation/path/name.go`).
 */
export function resourcePath(target: Target): string {
  const { group, version, plural } = target.resource;
  // The core group has no name, and a place of its own.
  const api = group === "" ? ["api"] : ["apis", encodeURIComponent(group)];
  const segments = ["", ...api, encodeURIComponent(version)];
  if (target.namespace !== undefined) {
    segments.push("namespaces", pathSegment(target.namespace, "namespace"));
  }
  segments.push(encodeURIComponent(plural));
  if (target.name !== undefined) segments.push(pathSegment(target.name, "name"));
  if (target.subresource !== undefined) segments.push(target.subresource);
  return segments.join("/");
}

/** Reads an object or one of its subresources. */
export function getRequest(target: Target, parameters: GetParameters): TransportRequest {
  const query = queryText([["resourceVersion", parameters.resourceVersion]]);
  return { method: "GET", path: resourcePath(target), query, headers: accept() };
}

/** Reads the log of a pod, as text. */
export function logRequest(target: Target, parameters: LogParameters): TransportRequest {
  const query = queryText([
    ["container", parameters.container],
    ["follow", parameters.follow],
    ["previous", parameters.previous],
    ["sinceSeconds", parameters.sinceSeconds],
    ["sinceTime", parameters.sinceTime],
    ["timestamps", parameters.timestamps],
    ["tailLines", parameters.tailLines],
    ["limitBytes", parameters.limitBytes],
  ]);
  const isStream = parameters.follow === true;
  const headers: [string, string][] = [["accept", "*/*"]];
  return { method: "GET", path: resourcePath(target), query, headers, stream: isStream };
}

/** Reads a collection, or one page of it. */
export function listRequest(target: Target, parameters: ListParameters): TransportRequest {
  const query = queryText([
    ...selectionQuery(parameters),
    ["resourceVersion", parameters.resourceVersion],
    ["resourceVersionMatch", parameters.resourceVersionMatch],
    ["limit", parameters.limit],
    ["continue", parameters.continue],
  ]);
  return { method: "GET", path: resourcePath(target), query, headers: accept() };
}

/** Asks for the changes of a collection, as a stream of lines. */
export function watchRequest(target: Target, parameters: WatchParameters): TransportRequest {
  const query = queryText([
    ["watch", true],
    ...selectionQuery(parameters),
    ["resourceVersion", parameters.resourceVersion],
    ["resourceVersionMatch", parameters.resourceVersionMatch],
    ["allowWatchBookmarks", parameters.allowWatchBookmarks],
    ["sendInitialEvents", parameters.sendInitialEvents],
    ["timeoutSeconds", parameters.timeoutSeconds],
  ]);
  return { method: "GET", path: resourcePath(target), query, headers: accept(), stream: true };
}

/** Adds an object to the collection. */
export function createRequest(
  target: Target,
  object: unknown,
  parameters: WriteParameters,
): TransportRequest {
  return writeRequest("POST", target, writeQuery(parameters), "application/json", object);
}

/**
 * Replaces an object, or what a subresource writes of it. Throws a TypeError for an integer that
 * reading may have rounded, unless they are allowed.
 */
export function updateRequest(
  target: Target,
  object: unknown,
  parameters: WriteParameters,
): TransportRequest {
  const request = writeRequest("PUT", target, writeQuery(parameters), "application/json", object);
  return parameters.allowLargeIntegers === true ? request : refuseLargeIntegers(request);
}

/** Changes parts of an object; the kind of patch decides the media type. */
export function patchRequest(
  target: Target,
  patch: Patch<unknown> | StrategicPatch<unknown>,
  parameters: WriteParameters,
): TransportRequest {
  const [type, body] = patchBody(patch);
  return writeRequest("PATCH", target, writeQuery(parameters), type, body);
}

function patchBody(
  patch: Patch<unknown> | StrategicPatch<unknown>,
): readonly [type: string, body: unknown] {
  if ("strategic" in patch) return ["application/strategic-merge-patch+json", patch.strategic];
  return patch.json === undefined
    ? ["application/merge-patch+json", patch.merge]
    : ["application/json-patch+json", patch.json];
}

/**
 * Server-side apply. The media type says YAML; JSON is YAML. Throws a TypeError if no field manager
 * is named, and for an integer that reading may have rounded, unless they are allowed.
 */
export function applyRequest(
  target: Target,
  configuration: unknown,
  parameters: ApplyParameters,
): TransportRequest {
  if (!parameters.fieldManager) {
    throw new TypeError("apply needs a fieldManager, the call's or the client's: \"my-operator\"");
  }
  const query: QueryEntry[] = [...writeQuery(parameters), ["force", parameters.force]];
  const type = "application/apply-patch+yaml";
  const request = writeRequest("PATCH", target, query, type, configuration);
  return parameters.allowLargeIntegers === true ? request : refuseLargeIntegers(request);
}

/** Deletes an object. The options travel in the body, where preconditions have a place. */
export function deleteRequest(target: Target, parameters: DeleteParameters): TransportRequest {
  return writeRequest("DELETE", target, [], "application/json", deleteOptions(parameters));
}

/**
 * Deletes the objects of a collection that the selectors match. Throws a TypeError if a selector or
 * a term of one is undefined or empty, or an option has an unknown name: elsewhere that is nothing,
 * but here what is missing by mistake would delete more.
 */
export function deleteCollectionRequest(
  target: Target,
  parameters: DeleteParameters & Selection,
): TransportRequest {
  for (const [option, value] of Object.entries(parameters)) refuseAccident(option, value);
  const query = selectionQuery(parameters);
  return writeRequest("DELETE", target, query, "application/json", deleteOptions(parameters));
}

type QueryEntry = readonly [name: string, value: string | number | boolean | undefined];

function writeRequest(
  method: string,
  target: Target,
  query: readonly QueryEntry[],
  contentType: string,
  body: unknown,
): TransportRequest {
  return {
    method,
    path: resourcePath(target),
    query: queryText(query),
    headers: [...accept(), ["content-type", contentType]],
    body: JSON.stringify(body),
  };
}

function accept(): [string, string][] {
  return [["accept", "application/json"]];
}

function selectionQuery({ labelSelector, fieldSelector }: Selection): QueryEntry[] {
  return [
    ["labelSelector", labelSelector === undefined ? undefined : labelSelectorText(labelSelector)],
    ["fieldSelector", fieldSelector === undefined ? undefined : fieldSelectorText(fieldSelector)],
  ];
}

function refuseAccident(option: string, value: unknown): void {
  if (!/^(label|field)Selector$/.test(option)) {
    if (deletionOptions.test(option)) return;
    throw new TypeError(`deleteCollection has no option ${JSON.stringify(option)}`);
  }
  const terms = typeof value === "string" ? value.trim() : Object.entries(value ?? {});
  if (terms.length === 0) {
    const all = "leave it out to delete all objects";
    throw new TypeError(`the ${option} of deleteCollection is ${emptyText(value)}: ${all}`);
  }
  if (typeof terms === "string") return;
  const missing = terms.find(([, wanted]) => wanted === undefined);
  if (missing !== undefined) throw new TypeError(`the selector asks ${missing[0]} for undefined`);
}

const deletionOptions =
  /^(signal|timeout|namespace|dryRun|propagationPolicy|preconditions|gracePeriodSeconds)$/;

function emptyText(value: unknown): string {
  return value === undefined || value === null ? String(value) : "empty";
}

function writeQuery(parameters: WriteParameters): QueryEntry[] {
  return [
    ["dryRun", parameters.dryRun === true ? "All" : undefined],
    ["fieldManager", parameters.fieldManager],
    ["fieldValidation", parameters.fieldValidation],
  ];
}

function deleteOptions(parameters: DeleteParameters): object {
  return {
    apiVersion: "v1",
    kind: "DeleteOptions",
    dryRun: parameters.dryRun === true ? ["All"] : undefined,
    propagationPolicy: parameters.propagationPolicy,
    preconditions: parameters.preconditions,
    gracePeriodSeconds: parameters.gracePeriodSeconds,
  };
}

/** Entries without a value are left out; `undefined` = no query at all. */
function queryText(entries: readonly QueryEntry[]): string | undefined {
  const pairs = entries
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`);
  return pairs.length === 0 ? undefined : pairs.join("&");
}

/** Advice for a text that is empty: what to do in place of it. */
const emptyHelp = {
  name: "",
  namespace: ': name one, such as { namespace: "default" }, or list with { allNamespaces: true }',
} as const;

function pathSegment(text: string, what: "name" | "namespace"): string {
  if (text === "") throw new TypeError(`the ${what} must not be empty${emptyHelp[what]}`);
  if (text === "." || text === ".." || /[/%]/.test(text)) {
    throw new TypeError(`${JSON.stringify(text)} is not a legal ${what}`);
  }
  try {
    return encodeURIComponent(text);
  } catch {
    // Half a character has no code in UTF-8.
    throw new TypeError(`${JSON.stringify(text)} is not a legal ${what}`);
  }
}
