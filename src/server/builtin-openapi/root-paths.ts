import { schemasPrefix } from "../../crd/openapi/meta-types.js";
import type { JsonObject } from "../../runtime/v1/values/json/json.js";
import { versionInfo } from "./known-types.js";
import { contentOf, contentOfMeta, producedTypes } from "./path-items.js";

/*
 * The paths of discovery in OpenAPI v3 (apiserver `endpoints/discovery`, `server/routes`).
 */

/** What is there whatever kinds are served, by the paths of the documents. */
export function rootPathsV3(): ReadonlyMap<string, JsonObject> {
  const version = contentOf(["application/json"], {
    schema: { $ref: schemasPrefix + versionInfo },
  });
  const about = operation(
    "version",
    "getCodeVersion",
    version,
    "get the version information for this server",
  );
  return new Map([
    [
      "api",
      read("/api/", "core", "getCoreAPIVersions", "APIVersions", "get available API versions"),
    ],
    [
      "apis",
      read("/apis/", "apis", "getAPIVersions", "APIGroupList", "get available API versions"),
    ],
    ["version", { "/version/": { get: about } }],
  ]);
}

/** The path of a group. */
export function groupPathV3(group: string): JsonObject {
  const id = `get${capital(shortName(group))}APIGroup`;
  const text = "get information of a group";
  return read(`/apis/${group}/`, shortName(group), id, "APIGroup", text);
}

/** The path of a group version, with what it answers. */
export function versionPathV3(group: string, version: string): JsonObject {
  const short = group === "" ? "core" : shortName(group);
  const path = group === "" ? `/api/${version}/` : `/apis/${group}/${version}/`;
  const id = `get${capital(short)}${capital(version)}APIResources`;
  return read(path, `${short}_${version}`, id, "APIResourceList", "get available resources");
}

function read(path: string, tag: string, id: string, kind: string, text: string): JsonObject {
  return { [path]: { get: operation(tag, id, contentOfMeta(producedTypes, kind), text) } };
}

function operation(tag: string, id: string, content: JsonObject, description: string): JsonObject {
  return {
    tags: [tag],
    description,
    operationId: id,
    responses: { 200: { description: "OK", content }, 401: { description: "Unauthorized" } },
  };
}

/** `flowcontrol.apiserver.k8s.io` is `flowcontrolApiserver`, as operations are named. */
function shortName(group: string): string {
  const [first = "", ...others] = group.replace(/\.k8s\.io$/, "").split(".");
  return first + others.map(capital).join("");
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
