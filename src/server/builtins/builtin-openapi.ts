import type { JsonObject } from "../../runtime/v1/json/json.js";
import { apiVersionOf } from "../../runtime/v1/names.js";
import { builtinVersions } from "../../runtime/v1/testing/builtin-resources.js";

/**
 * Documents of `/openapi/v3` for built-in kinds, by their paths. They say what can be patched, and
 * by which parameters: clients look there before they validate or apply. Schemas they have none.
 */
export function builtinOpenApi(): ReadonlyMap<string, JsonObject> {
  const documents = new Map<string, JsonObject>();
  for (const version of builtinVersions()) {
    const { group, version: name, kind, plural, scope } = version;
    const root = group === "" ? `api/${name}` : `apis/${apiVersionOf(version)}`;
    const path = `/openapi/v3/${root}`;
    const known = documents.get(path)?.["paths"];
    const place = scope === "Cluster" ? plural : `namespaces/{namespace}/${plural}`;
    const paths = {
      ...(known as JsonObject | undefined), // set below
      [`/${root}/${place}/{name}`]: { patch: patchOperation({ group, version: name, kind }) },
    };
    const info = { title: "Kubernetes", version: "v1" };
    documents.set(path, { openapi: "3.0.0", info, paths });
  }
  return documents;
}

/**
 * Without strategic merge patches, which the server takes too: kubectl would look for schemas to
 * make them with, and warn that there are none. It knows the built-in kinds itself.
 */
const patchTypes = ["json-patch+json", "merge-patch+json"];

function patchOperation(kind: JsonObject): JsonObject {
  const content: JsonObject = {};
  for (const type of patchTypes) content[`application/${type}`] = { schema: { type: "object" } };
  const parameters = ["dryRun", "fieldManager", "fieldValidation"].map((name) => ({
    name,
    in: "query",
    schema: { type: "string", uniqueItems: true },
  }));
  return {
    parameters,
    requestBody: { content, required: true },
    responses: { "200": { description: "OK" } },
    "x-kubernetes-action": "patch",
    "x-kubernetes-group-version-kind": kind,
  };
}
