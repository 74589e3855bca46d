import { withoutKeys } from "../../frontend/raw-fields.js";
import { builtinMetaTypes, definitionTypes, rawExtension } from "../../openapi/definition-types.js";
import { metaType, metaTypes, schemasPrefix } from "../../openapi/meta-types.js";
import { openApiV2, typeInV2 } from "../../openapi/openapi-v2.js";
import { openApiV3 } from "../../openapi/openapi-v3.js";
import { publishedVersions } from "../../openapi/published-version.js";
import type { Json, JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { resourceOf } from "./definition-versions.js";

/*
 * What a server publishes of CRDs themselves. They are described as any resource is, but for what
 * built-in kinds have besides: Protocol Buffers, strategic merge patches and watches by path.
 */

const group = "apiextensions.k8s.io";
const root = `/apis/${group}/v1/`;
const packageName = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.";
const rawExtensionType = "io.k8s.apimachinery.pkg.runtime.RawExtension";

const protobuf = "application/vnd.kubernetes.protobuf";
const produced = ["application/json", "application/yaml", protobuf];
const streamed = ["application/json;stream=watch", `${protobuf};stream=watch`];
const patched = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

/** A CRD that would make such a resource. */
const resource = resourceOf({
  metadata: { name: `customresourcedefinitions.${group}` },
  spec: {
    group,
    scope: "Cluster",
    names: {
      plural: "customresourcedefinitions",
      singular: "customresourcedefinition",
      kind: "CustomResourceDefinition",
      listKind: "CustomResourceDefinitionList",
    },
    versions: [{ name: "v1", served: true, storage: true, subresources: { status: {} } }],
  },
});

/** The document of `/openapi/v3/apis/apiextensions.k8s.io/v1`. */
export function definitionOpenApiV3(): JsonObject {
  const { paths } = named(openApiV3(publishedVersions([resource])));
  const schemas: JsonObject = { [rawExtensionType]: rawExtension };
  for (const [name, type] of Object.entries({ ...metaTypes, ...builtinMetaTypes })) {
    schemas[metaType(name)] = ofGroup(name, type);
  }
  for (const [name, type] of Object.entries(definitionTypes)) schemas[packageName + name] = type;
  const described = mapOperations(withOptions(asObject(paths)), operationV3);
  return {
    openapi: "3.0.0",
    info,
    paths: { [root]: { get: rootOperation() }, ...described, ...watches(described) },
    components: { schemas, securitySchemes: { BearerToken: bearerToken } },
  };
}

/** Their part of the document of `/openapi/v2`. */
export function definitionOpenApiV2(): JsonObject {
  const { paths, parameters = {} } = named(openApiV2(publishedVersions([resource])));
  const definitions: JsonObject = { [rawExtensionType]: typeInV2(rawExtension) };
  for (const [name, type] of Object.entries({ ...metaTypes, ...builtinMetaTypes })) {
    definitions[metaType(name)] = typeInV2(type);
  }
  for (const [name, type] of Object.entries(definitionTypes)) {
    definitions[packageName + name] = typeInV2(type);
  }
  const described = mapOperations(withOptions(asObject(paths)), operationV2);
  return { info, paths: described, definitions, parameters };
}

const info = { title: "Kubernetes", version: "1.37" };

const bearerToken = {
  type: "apiKey",
  description: "Bearer Token authentication",
  name: "authorization",
  in: "header",
};

/** Types of Go are named by their packages. */
function named(document: JsonObject): JsonObject {
  const text = JSON.stringify(document).replaceAll("/io.k8s.apiextensions.v1.", `/${packageName}`);
  return JSON.parse(text) as JsonObject; // it was one
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The options that built-in kinds take where others do not, and the other way round. */
function withOptions(paths: JsonObject): JsonObject {
  const [list = "", one = ""] = Object.keys(paths);
  const [all, single] = [asObject(paths[list]), asObject(paths[one])];
  const [listed, deleted] = [asObject(all["get"]), asObject(single["delete"])];
  const description = String(listed["description"]).replace(
    "list objects",
    "list or watch objects",
  );
  const isWatched = (option: Json): boolean =>
    /"name":"(allowWatchBookmarks|watch)"|parameters.(allowWatchBookmarks|watch)-/.test(
      JSON.stringify(option),
    );
  const options = [deleted["parameters"] ?? [], listed["parameters"] ?? []]
    .flat()
    .filter((option) => !isWatched(option))
    .sort((left, right) => (optionName(left) < optionName(right) ? -1 : 1));
  const { requestBody = null } = deleted;
  const collection: JsonObject = { ...asObject(all["delete"]), parameters: options };
  if (requestBody !== null) collection["requestBody"] = requestBody;
  const ofOne = (key: string): [string, Json] => {
    const item = asObject(paths[key]);
    return [key, { ...item, get: withoutKeys(asObject(item["get"]), "parameters") }];
  };
  const others = Object.keys(paths).slice(1).map(ofOne);
  const changed = { ...all, get: { ...listed, description }, delete: collection };
  return Object.fromEntries([[list, changed], ...others]);
}

/** The body comes first. */
function optionName(option: Json): string {
  const { name, $ref } = asObject(option);
  const text = String(name ?? $ref).replace(/^.*\/|-[^-]{1,8}$/g, "");
  return text === "body" ? "" : text;
}

type MapOperation = (operation: JsonObject) => JsonObject;

function mapOperations(paths: JsonObject, map: MapOperation): JsonObject {
  const mapItem = (item: Json): JsonObject =>
    mapMembers(asObject(item), (member) => (isObject(member) ? map(member) : member));
  return mapMembers(paths, mapItem);
}

function mapMembers(object: JsonObject, map: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, map(member)]));
}

function operationV3(operation: JsonObject): JsonObject {
  const { requestBody, responses, ...rest } = operation;
  const action = operation["x-kubernetes-action"];
  const types = action === "list" ? [...produced, ...streamed] : produced;
  const answers = mapMembers(asObject(responses), (answer) => {
    const { description = "", content } = asObject(answer);
    const [first] = Object.values(asObject(content));
    return { description, ...(first !== undefined && { content: contentV3(types, first) }) };
  });
  const { 200: found = null } = answers;
  if (action === "patch") answers[201] = { ...asObject(found), description: "Created" };
  if (!isObject(requestBody)) return { ...rest, responses: answers };
  const [sent = null] = Object.values(asObject(requestBody["content"]));
  const content = contentV3(action === "patch" ? patched : ["*/*"], sent);
  return { ...rest, requestBody: { ...requestBody, content }, responses: answers };
}

function contentV3(types: readonly string[], schema: Json): JsonObject {
  return Object.fromEntries([...types].sort().map((type) => [type, schema]));
}

function operationV2(operation: JsonObject): JsonObject {
  const action = operation["x-kubernetes-action"];
  const responses = asObject(operation["responses"]);
  const { 200: found = null } = responses;
  const isPatch = action === "patch";
  return {
    ...operation,
    consumes: isPatch ? [...patched] : ["*/*"],
    produces: action === "list" ? [...produced, ...streamed] : [...produced],
    responses: isPatch
      ? { ...responses, 201: { ...asObject(found), description: "Created" } }
      : responses,
  };
}

function rootOperation(): JsonObject {
  const schema = { schema: { $ref: schemasPrefix + metaType("APIResourceList") } };
  return {
    tags: ["apiextensions_v1"],
    description: "get available resources",
    operationId: "getApiextensionsV1APIResources",
    responses: {
      200: { description: "OK", content: contentV3(produced, schema) },
      401: { description: "Unauthorized" },
    },
  };
}

const deprecation = "deprecated: use the 'watch' parameter with a list operation instead";
const watchesOfAll = `watch individual changes to a list of CustomResourceDefinition. ${deprecation}.`;
const watchesOfOne = `watch changes to an object of kind CustomResourceDefinition. ${deprecation}, filtered to a single item with the 'fieldSelector' parameter.`;

/** Below `watch`, which is deprecated; the options of a list belong to the path there. */
function watches(paths: JsonObject): JsonObject {
  const [list = "", one = ""] = Object.keys(paths);
  const { get } = asObject(paths[list]);
  const { parameters: options = [], "x-kubernetes-group-version-kind": kind = null } =
    asObject(get);
  const all = [options, asObject(paths[one])["parameters"] ?? []].flat().filter(isObject);
  const parameters = all.sort((left, right) => (nameOf(left) < nameOf(right) ? -1 : 1));
  const schema = { schema: { $ref: schemasPrefix + metaType("WatchEvent") } };
  const watch = (action: string, id: string, description: string): JsonObject => ({
    tags: ["apiextensions_v1"],
    description,
    operationId: `watchApiextensionsV1CustomResourceDefinition${id}`,
    responses: {
      200: { description: "OK", content: contentV3([...produced, ...streamed], schema) },
      401: { description: "Unauthorized" },
    },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kind,
  });
  const placed = (path: string): string => path.replace(root, `${root}watch/`);
  return {
    [placed(list)]: {
      get: watch("watchlist", "List", watchesOfAll),
      parameters: parameters.filter((parameter) => nameOf(parameter) !== "name"),
    },
    [placed(one)]: { get: watch("watch", "", watchesOfOne), parameters },
  };
}

function nameOf(parameter: JsonObject): string {
  return String(parameter["name"]);
}

/** Two types are registered for every group (apiserver `pkg/server/routes/openapi.go`). */
function ofGroup(name: string, type: JsonObject): JsonObject {
  if (name !== "DeleteOptions" && name !== "WatchEvent") return type;
  const kinds = ["", group].map((one) => ({ group: one, version: "v1", kind: name }));
  return { ...type, "x-kubernetes-group-version-kind": kinds };
}
