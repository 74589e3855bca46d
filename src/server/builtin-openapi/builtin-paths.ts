import type { Resource } from "../../crd/ir/resource.js";
import { openApiV3 } from "../../crd/openapi/openapi-v3.js";
import { modelName, publishedVersions } from "../../crd/openapi/published-version.js";
import { factsOf } from "../../runtime/v1/built-in/strategies/kind-facts.js";
import type { ResourceRow } from "../../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { withoutKeys } from "../../runtime/v1/values/json/raw-fields.js";
import { resourceOf } from "../definitions/stored-definitions.js";
import {
  alone,
  asObject,
  byOptionName,
  contentOf,
  contentOfMeta,
  mapOperations,
  operationsOf,
  producedTypes,
  streamedTypes,
} from "./path-items.js";
import { documentName } from "./table-types.js";

/*
 * The paths of built-in kinds in OpenAPI v3. They are those that a CRD would have, but for what
 * built-in kinds have besides: Protocol Buffers, strategic merge patches and watches by path.
 */

/** The paths of a kind, and of its `/status`. */
export function builtinPaths(row: ResourceRow): JsonObject {
  const { paths } = named(openApiV3(publishedVersions([resourceFor(row)])), row);
  const given = withVerbs(asObject(paths), row);
  return mapOperations(withOptions(given, row), describedFully);
}

/** Those below `watch`, which are deprecated. */
export function watchPaths(row: ResourceRow, paths: JsonObject): JsonObject {
  if (!row.verbs.includes("watch")) return {};
  const { group, version } = row;
  return watches(paths, group === "" ? `/api/${version}/` : `/apis/${group}/${version}/`);
}

/** A resource as a CRD would make it. */
function resourceFor(row: ResourceRow): Resource {
  const { group, version, kind, plural, scope } = row;
  const hasStatus = row.subresources.some(({ name }) => name === "status");
  const names = { plural, singular: kind.toLowerCase(), kind, listKind: `${kind}List` };
  const subresources = hasStatus ? { status: {} } : {};
  return resourceOf({
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope,
      names,
      versions: [{ name: version, served: true, storage: true, subresources }],
    },
  });
}

const patchTypes = [
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

/** Types of Go are named by their packages. */
function named(document: JsonObject, row: ResourceRow): JsonObject {
  const [published] = publishedVersions([resourceFor(row)]);
  const prefix = published === undefined ? "" : `/${modelName(published, "")}`;
  const own = documentName(row.struct).slice(0, -row.kind.length);
  return JSON.parse(JSON.stringify(document).replaceAll(prefix, `/${own}`)) as JsonObject; // it was one
}

const verbs: { readonly [action: string]: string | undefined } = {
  post: "create",
  put: "update",
};

/** What the kind lets nobody do is left out; of a subresource, what it lets nobody do there. */
function withVerbs(paths: JsonObject, row: ResourceRow): JsonObject {
  const items = Object.entries(paths).flatMap(([path, value]) => {
    const item = asObject(value);
    const kept = operationsOf(item).filter(([, { "x-kubernetes-action": action = "" }]) => {
      const verb = verbs[String(action)] ?? String(action);
      const part = row.subresources.find(({ name }) => path.endsWith(`}/${name}`));
      return (part ?? row).verbs.includes(verb);
    });
    const { parameters = [] } = item;
    return kept.length === 0 ? [] : [[path, { ...Object.fromEntries(kept), parameters }] as const];
  });
  return Object.fromEntries(items);
}

/** The paths of a kind, by what they are for. */
interface PathsOf {
  /** Of all namespaces; undefined for a kind outside of them. */
  readonly everywhere: string | undefined;
  readonly list: string;
  readonly one: string | undefined;
}

function pathsOf(paths: JsonObject): PathsOf {
  const keys = Object.keys(paths);
  const one = keys.find((path) => path.endsWith("/{name}"));
  const lists = keys.filter((path) => !path.includes("{name}"));
  const list = lists.find((path) => path.includes("{namespace}")) ?? lists[0] ?? "";
  return { everywhere: lists.find((path) => path !== list), list, one };
}

/** The options that built-in kinds take where others do not, and the other way round. */
function withOptions(paths: JsonObject, row: ResourceRow): JsonObject {
  const { everywhere, list, one } = pathsOf(paths);
  const items = Object.entries(paths).map(([path, value]) => {
    const item = asObject(value);
    if (path === everywhere)
      return [path, { ...item, get: listing(asObject(item["get"])) }] as const;
    if (path !== list) return [path, withoutOptions(item, row)] as const;
    return [path, listItem(item, one === undefined ? {} : asObject(paths[one]))] as const;
  });
  return Object.fromEntries(items);
}

/** Parameters of a path's only operation are the path's. */
function listItem(item: JsonObject, single: JsonObject): JsonObject {
  const { get, delete: remove } = item;
  const changed: JsonObject = {
    ...item,
    ...(isObject(get) && { get: listing(get) }),
    ...(isObject(remove) && { delete: deletingAll(item, asObject(single["delete"])) }),
  };
  const [only, ...others] = operationsOf(changed);
  const isAlone = only !== undefined && others.length === 0;
  return isAlone ? alone(...only, changed["parameters"] ?? []) : changed;
}

function listing(get: JsonObject): JsonObject {
  const description = String(get["description"]).replace("list objects", "list or watch objects");
  return { ...get, description };
}

function deletingAll(all: JsonObject, deleted: JsonObject): JsonObject {
  const options = [deleted["parameters"] ?? [], asObject(all["get"])["parameters"] ?? []]
    .flat()
    .filter((option) => !ofWatches.has(String(asObject(option)["name"])))
    .sort(byOptionName);
  const { requestBody = null } = deleted;
  const collection: JsonObject = { ...asObject(all["delete"]), parameters: options };
  if (requestBody !== null) collection["requestBody"] = requestBody;
  return collection;
}

const ofWatches = new Set(["allowWatchBookmarks", "watch"]);

function withoutOptions(item: JsonObject, row: ResourceRow): JsonObject {
  const read = { ...item, get: withoutKeys(asObject(item["get"]), "parameters") };
  if (factsOf(row).returnsDeleted !== true || item["delete"] === undefined) return read;
  const found = asObject(asObject(asObject(item["put"])["responses"])["200"]);
  const remove = asObject(item["delete"]);
  const replies = { 200: found, 202: { ...found, description: "Accepted" } };
  const responses = { ...asObject(remove["responses"]), ...replies };
  return { ...read, delete: { ...remove, responses } };
}

function describedFully(operation: JsonObject): JsonObject {
  const { requestBody, responses, ...rest } = operation;
  const action = operation["x-kubernetes-action"];
  const types = action === "list" ? [...producedTypes, ...streamedTypes] : producedTypes;
  const answers = Object.fromEntries(
    Object.entries(asObject(responses)).map(([code, answer]) => [code, answerIn(types, answer)]),
  );
  const { 200: found = null } = answers;
  if (action === "patch") answers[201] = { ...asObject(found), description: "Created" };
  if (!isObject(requestBody)) return { ...rest, responses: answers };
  const [sent = null] = Object.values(asObject(requestBody["content"]));
  const content = contentOf(action === "patch" ? patchTypes : ["*/*"], sent);
  return { ...rest, requestBody: { ...requestBody, content }, responses: answers };
}

function answerIn(types: readonly string[], answer: Json): JsonObject {
  const { description = "", content } = asObject(answer);
  const [first] = Object.values(asObject(content));
  return { description, ...(first !== undefined && { content: contentOf(types, first) }) };
}

const deprecation = "deprecated: use the 'watch' parameter with a list operation instead";

/** The options of a list belong to the path there. */
function watches(paths: JsonObject, root: string): JsonObject {
  const { everywhere, list, one = "" } = pathsOf(paths);
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
  const { tags = null, "x-kubernetes-group-version-kind": kind = null } = get;
  const content = contentOfMeta([...producedTypes, ...streamedTypes], "WatchEvent");
  const operation = {
    tags,
    description,
    operationId,
    responses: { 200: { description: "OK", content }, 401: { description: "Unauthorized" } },
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": kind,
  };
  return alone("get", operation, parameters.flat());
}
