import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import type { BuiltinResource } from "./builtin-paths.js";
import { alone } from "./builtin-paths.js";

/**
 * The paths of subresources that no CRD has: how a namespace is finalized, and how tokens of
 * ServiceAccounts are issued.
 *
 * @param paths of the kind, in either version of OpenAPI
 */
export function subresourcePaths(builtin: BuiltinResource, paths: JsonObject): JsonObject {
  const { kind } = builtin.resource.names;
  if (kind === "Namespace") return finalizePath(paths);
  return kind === "ServiceAccount" ? tokenPath(paths) : {};
}

function finalizePath(paths: JsonObject): JsonObject {
  const { put = null, parameters = [] } = asObject(paths["/api/v1/namespaces/{name}/status"]);
  const text = JSON.stringify(put)
    .replace("replaceCoreV1NamespaceStatus", "replaceCoreV1NamespaceFinalize")
    .replace("replace status of", "replace finalize of");
  const path = "/api/v1/namespaces/{name}/finalize";
  return { [path]: alone("put", JSON.parse(text) as JsonObject, parameters) }; // it was one
}

function tokenPath(paths: JsonObject): JsonObject {
  const list = "/api/v1/namespaces/{namespace}/serviceaccounts";
  const { post = null } = asObject(paths[list]);
  const { parameters = [] } = asObject(paths[`${list}/{name}`]);
  const text = JSON.stringify({ post, parameters })
    .replace(/createCoreV1NamespacedServiceAccount/, "$&Token")
    .replace("create a ServiceAccount", "create token of a ServiceAccount")
    .replace("name of the ServiceAccount", "name of the TokenRequest")
    .replaceAll("io.k8s.api.core.v1.ServiceAccount", "io.k8s.api.authentication.v1.TokenRequest");
  const changed = JSON.parse(text) as { post: JsonObject; parameters: Json }; // just written
  const kind = { group: "authentication.k8s.io", version: "v1", kind: "TokenRequest" };
  const operation = { ...changed.post, "x-kubernetes-group-version-kind": kind };
  return { [`${list}/{name}/token`]: alone("post", operation, changed.parameters) };
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
