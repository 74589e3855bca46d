import { trimmed } from "../values/strings.js";
import { badRequestFailure } from "./failure.js";
import { decodePercents } from "./query.js";

/** What a request asks for, as the server reads it from method and path. */
export interface RequestInfo {
  /** `get`, `list`, `watch`, `create`, …; `""` for a method that is none of resources. */
  readonly verb: string;
  /** Decoded. */
  readonly path: string;
  readonly group: string;
  readonly version: string;
  /** `""` outside of namespaces. */
  readonly namespace: string;
  /** The plural; undefined if the path leads to no resource. */
  readonly resource: string | undefined;
  /** `""` for the collection. */
  readonly name: string;
  /** `""` for the object itself. */
  readonly subresource: string;
}

const verbs: Readonly<Record<string, string>> = {
  POST: "create",
  GET: "get",
  HEAD: "get",
  PUT: "update",
  PATCH: "patch",
  DELETE: "delete",
};

const namespaceSubresources = ["status", "finalize"];

/**
 * Reads method and path (apiserver `endpoints/request/requestinfo.go`). A `get` without a name is a
 * `list` or, if the query says so, a `watch`; so is whatever is below `watch`, which is deprecated.
 *
 * @param path percent-encoded
 */
export function requestInfo(method: string, path: string, isWatch: boolean): RequestInfo {
  const decoded = decodePath(path);
  const parts = trimmed(decoded, "/").split("/");
  const none = { path: decoded, namespace: "", name: "", subresource: "" };
  const [prefix, ...rest] = parts;
  const isCore = prefix === "api";
  const [group = "", version = "", ...below] = isCore ? ["", ...rest] : rest;
  const isBelowWatch = below[0] === "watch" && below.length > 1;
  const target = isBelowWatch ? below.slice(1) : below;
  if ((!isCore && prefix !== "apis") || target.length === 0) {
    const verb = method.toLowerCase();
    return { ...none, verb, group, version, resource: undefined };
  }
  let namespace = "";
  let [resource = "", name = "", subresource = ""] = target;
  if (resource === "namespaces" && target.length > 1) {
    namespace = name;
    if (target.length > 2 && !namespaceSubresources.includes(subresource)) {
      [, , resource = "", name = "", subresource = ""] = target;
    }
  }
  const verb = isBelowWatch ? "watch" : collectionVerb(verbs[method] ?? "", name, isWatch);
  return { path: decoded, verb, group, version, namespace, resource, name, subresource };
}

function collectionVerb(verb: string, name: string, isWatch: boolean): string {
  if (name !== "") return verb;
  if (verb === "get") return isWatch ? "watch" : "list";
  return verb === "delete" ? "deletecollection" : verb;
}

/** Whether a path asks for what has no time limit (apiserver `filters/longrunning.go`). */
export function isLongPart(path: string): boolean {
  return longPart.test(path);
}

const longPart =
  /^\/api(?:s\/[^/]+)?\/[^/]+\/(?:namespaces\/[^/]+\/)?[^/]+\/[^/]+\/(?:attach|exec|log|portforward|proxy)(?:\/|$)/;

function decodePath(path: string): string {
  const decoded = decodePercents(path);
  if (decoded === undefined) throw badRequestFailure("400 Bad Request");
  return decoded;
}
