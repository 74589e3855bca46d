import { withoutKeys } from "../../crd/frontend/raw-fields.js";
import type { Resource } from "../../crd/ir/resource.js";
import { metaType, schemasPrefix } from "../../crd/openapi/meta-types.js";
import { openApiV2 } from "../../crd/openapi/openapi-v2.js";
import { openApiV3 } from "../../crd/openapi/openapi-v3.js";
import { modelName, publishedVersions } from "../../crd/openapi/published-version.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";

/*
 * The paths of built-in kinds in OpenAPI. They are those that a CRD would have, but for what
 * built-in kinds have besides: Protocol Buffers, strategic merge patches and watches by path.
 */

/** A built-in kind. */
export interface BuiltinResource {
  /** The resource as a CRD would make it. */
  readonly resource: Resource;
  /** The prefix of the names of its types: `io.k8s.api.core.v1.` */
  readonly packageName: string;
  /** Default: `v1`. */
  readonly version?: string | undefined;
  /** It is only ever created. */
  readonly isAsked?: boolean | undefined;
  /** It is deleted one by one. */
  readonly isNamespace?: boolean | undefined;
  /** Its deletion is answered with the object, not with a Status. */
  readonly returnsDeleted?: boolean | undefined;
}

/** `paths` of OpenAPI v3. */
export function builtinPathsV3(builtin: BuiltinResource): JsonObject {
  const { paths } = named(openApiV3(publishedVersions([builtin.resource])), builtin);
  const described = mapOperations(withOptions(asObject(paths), builtin), operationV3);
  return builtin.isAsked === true
    ? described
    : { ...described, ...watches(described, rootOf(builtin)) };
}

/** `paths` of OpenAPI v2, with the parameters that they share; without watches. */
export function builtinPathsV2(builtin: BuiltinResource): {
  readonly paths: JsonObject;
  readonly parameters: JsonObject;
} {
  const { paths, parameters } = named(openApiV2(publishedVersions([builtin.resource])), builtin);
  const described = mapOperations(withOptions(asObject(paths), builtin), operationV2);
  return { paths: described, parameters: asObject(parameters) };
}

/** The path of a group version, with what it answers, in OpenAPI v3. */
export function rootPathV3({ resource, version = "v1" }: BuiltinResource): JsonObject {
  const { group } = resource;
  const title = version.charAt(0).toUpperCase() + version.slice(1);
  const short = group === "" ? "core" : group.replace(/(\..*)?\.k8s\.io$/, "");
  const schema = { schema: { $ref: schemasPrefix + metaType("APIResourceList") } };
  const get = {
    tags: [`${short}_${version}`],
    description: "get available resources",
    operationId: `get${short.charAt(0).toUpperCase()}${short.slice(1)}${title}APIResources`,
    responses: {
      200: { description: "OK", content: contentV3(produced, schema) },
      401: { description: "Unauthorized" },
    },
  };
  return { [rootOf({ resource, version })]: { get } };
}

function rootOf({
  resource: { group },
  version = "v1",
}: Pick<BuiltinResource, "resource" | "version">): string {
  return group === "" ? "/api/v1/" : `/apis/${group}/${version}/`;
}

const protobuf = "application/vnd.kubernetes.protobuf";
const produced = ["application/json", "application/yaml", protobuf];
const streamed = ["application/json;stream=watch", `${protobuf};stream=watch`];
const patched = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

/** Types of Go are named by their packages. */
function named(document: JsonObject, { resource, packageName }: BuiltinResource): JsonObject {
  const [published] = publishedVersions([resource]);
  const prefix = published === undefined ? "" : `/${modelName(published, "")}`;
  const text = JSON.stringify(document).replaceAll(prefix, `/${packageName}`);
  return JSON.parse(text) as JsonObject; // it was one
}

function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The paths of a kind, by what they are for. */
interface PathsOf {
  /** Of all namespaces; undefined for a kind outside of them. */
  readonly everywhere: string | undefined;
  readonly list: string;
  readonly one: string;
}

function pathsOf(paths: JsonObject): PathsOf {
  const keys = Object.keys(paths);
  const [one = ""] = keys.filter((path) => path.endsWith("/{name}"));
  const list = one.slice(0, -"/{name}".length);
  const everywhere = keys.find((path) => path !== list && !path.includes("{name}"));
  return { everywhere, list, one };
}

/** The options that built-in kinds take where others do not, and the other way round. */
function withOptions(paths: JsonObject, builtin: BuiltinResource): JsonObject {
  const { everywhere, list, one } = pathsOf(paths);
  if (builtin.isAsked === true) return { [list]: onlyPost(asObject(paths[list])) };
  const [all, single] = [asObject(paths[list]), asObject(paths[one])];
  const changed: JsonObject = { ...all, get: listing(asObject(all["get"])) };
  if (builtin.isNamespace === true) Reflect.deleteProperty(changed, "delete");
  else changed["delete"] = deletingAll(all, asObject(single["delete"]));
  const ofOne = (key: string): [string, Json] => [
    key,
    withoutOptions(asObject(paths[key]), builtin),
  ];
  const others = Object.keys(paths).filter((path) => path !== everywhere && path !== list);
  const result: JsonObject = { [list]: changed, ...Object.fromEntries(others.map(ofOne)) };
  if (everywhere === undefined) return result;
  const item = asObject(paths[everywhere]);
  return { [everywhere]: { ...item, get: listing(asObject(item["get"])) }, ...result };
}

/** Parameters of a path's only operation are the path's. */
function onlyPost({ post = null, parameters = [] }: JsonObject): JsonObject {
  return alone("post", asObject(post), parameters);
}

/** A path with one operation: all that it takes is the path's, but for its body. */
export function alone(method: string, operation: JsonObject, parameters: Json): JsonObject {
  const own = [operation["parameters"] ?? []].flat();
  const [bodies, options] = [own.filter(isBody), own.filter((option) => !isBody(option))];
  const sorted = [...options, ...[parameters].flat()].sort(byOptionName);
  const rest = withoutKeys(operation, "parameters");
  const described = bodies.length > 0 ? { ...rest, parameters: bodies } : rest;
  return { [method]: described, parameters: sorted };
}

function listing(get: JsonObject): JsonObject {
  const description = String(get["description"]).replace("list objects", "list or watch objects");
  return { ...get, description };
}

function deletingAll(all: JsonObject, deleted: JsonObject): JsonObject {
  const isWatched = (option: Json): boolean =>
    /"name":"(allowWatchBookmarks|watch)"|parameters.(allowWatchBookmarks|watch)-/.test(
      JSON.stringify(option),
    );
  const options = [deleted["parameters"] ?? [], asObject(all["get"])["parameters"] ?? []]
    .flat()
    .filter((option) => !isWatched(option))
    .sort(byOptionName);
  const { requestBody = null } = deleted;
  const collection: JsonObject = { ...asObject(all["delete"]), parameters: options };
  if (requestBody !== null) collection["requestBody"] = requestBody;
  return collection;
}

function withoutOptions(item: JsonObject, { returnsDeleted }: BuiltinResource): JsonObject {
  const read = { ...item, get: withoutKeys(asObject(item["get"]), "parameters") };
  if (returnsDeleted !== true || item["delete"] === undefined) return read;
  const found = asObject(asObject(asObject(item["put"])["responses"])["200"]);
  const remove = asObject(item["delete"]);
  const replies = { 200: found, 202: { ...found, description: "Accepted" } };
  const responses = { ...asObject(remove["responses"]), ...replies };
  return { ...read, delete: { ...remove, responses } };
}

function byOptionName(left: Json, right: Json): number {
  return optionName(left) < optionName(right) ? -1 : 1;
}

/** The body comes first. */
function optionName(option: Json): string {
  const { name, $ref } = asObject(option);
  const text = String(name ?? $ref).replace(/^.*\/|-[^-]{1,8}$/g, "");
  return text === "body" ? "" : text;
}

function isBody(option: Json): boolean {
  return optionName(option) === "";
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

const deprecation = "deprecated: use the 'watch' parameter with a list operation instead";

/** Below `watch`, which is deprecated; the options of a list belong to the path there. */
function watches(paths: JsonObject, root: string): JsonObject {
  const { everywhere, list, one } = pathsOf(paths);
  const placed = (path: string): string => path.replace(root, `${root}watch/`);
  const item = asObject(paths[list]);
  const get = asObject(item["get"]);
  const kind = String(asObject(get["x-kubernetes-group-version-kind"])["kind"]);
  const ofList = `watch individual changes to a list of ${kind}. ${deprecation}.`;
  const ofOne = `watch changes to an object of kind ${kind}. ${deprecation}, filtered to a single item with the 'fieldSelector' parameter.`;
  const id = String(get["operationId"]).replace(/^list/, "watch");
  const options = get["parameters"] ?? [];
  const result: JsonObject = {
    [placed(list)]: watch(get, "watchlist", `${id}List`, ofList, [
      options,
      item["parameters"] ?? [],
    ]),
    [placed(one)]: watch(get, "watch", id, ofOne, [
      options,
      asObject(paths[one])["parameters"] ?? [],
    ]),
  };
  if (everywhere === undefined) return result;
  const all = asObject(paths[everywhere]);
  const allId = `${id.replace("Namespaced", "")}ListForAllNamespaces`;
  result[placed(everywhere)] = watch(get, "watchlist", allId, ofList, [all["parameters"] ?? []]);
  return result;
}

/** A path below `watch`, like that of the list whose operation is `get`. */
function watch(
  get: JsonObject,
  action: string,
  operationId: string,
  description: string,
  parameters: readonly Json[],
): JsonObject {
  const schema = { schema: { $ref: schemasPrefix + metaType("WatchEvent") } };
  const { tags = null, "x-kubernetes-group-version-kind": kind = null } = get;
  const operation = {
    tags,
    description,
    operationId,
    parameters: [],
    responses: {
      200: { description: "OK", content: contentV3([...produced, ...streamed], schema) },
      401: { description: "Unauthorized" },
    },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kind,
  };
  return alone("get", operation, parameters.flat());
}
