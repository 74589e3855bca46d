import type { FieldType } from "../../runtime/v1/built-in/table/field-row.js";
import type {
  KindTable,
  ResourceRow,
  SubresourceRow,
} from "../../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { alone, asObject, operationsOf, pathParameter, queryParameter } from "./path-items.js";
import { documentName } from "./table-types.js";

/*
 * The paths of subresources that no CRD has, in OpenAPI v3 (apiserver `endpoints/installer.go`).
 */

/** A resource whose subresources are described. */
export interface Owner {
  readonly row: ResourceRow;
  readonly table: KindTable;
  /** Those of the resource itself and of its `/status`, where it has one. */
  readonly paths: JsonObject;
}

/** All but `/status`, by their paths. */
export function subresourcePaths(owner: Owner): JsonObject {
  const found = owner.row.subresources.filter(({ name }) => name !== "status");
  return Object.assign({}, ...found.map((part) => pathsOf(owner, part))) as JsonObject; // of each
}

function pathsOf(owner: Owner, part: SubresourceRow): JsonObject {
  if (part.name === "log") return logPath(owner);
  if (part.kind.endsWith("Options")) return connectPaths(owner, part);
  if (part.verbs.join() === "create") return postPath(owner, part);
  return writtenPath(owner, part);
}

function onePath({ paths }: Owner): string {
  return (
    Object.keys(paths).find((path) => path.endsWith("/{name}") && !path.includes("/watch/")) ?? ""
  );
}

/** What is read and written as the status is: the object itself, or a Scale. */
function writtenPath(owner: Owner, part: SubresourceRow): JsonObject {
  const path = onePath(owner);
  const item = asObject(owner.paths[`${path}/status`]);
  const { kind } = owner.row;
  const title = titleOf(part.name);
  const text = JSON.stringify(item)
    .replace(/("operationId":"\w+)Status"/g, (_, id: string) => `${id}${title}"`)
    .replaceAll(`status of the specified`, `${part.name} of the specified`);
  const sent = part.kind === kind ? text : sentAs(owner, part, text);
  const changed = JSON.parse(sent) as JsonObject; // just written
  const methods = operationsOf(changed).filter(([, { "x-kubernetes-action": action = "" }]) =>
    part.verbs.includes(verbOf(String(action))),
  );
  const [only, ...others] = methods;
  const { parameters = [] } = changed;
  const at = `${path}/${part.name}`;
  if (only !== undefined && others.length === 0) return { [at]: alone(...only, parameters) };
  return { [at]: { ...Object.fromEntries(methods), parameters } };
}

function verbOf(action: string): string {
  return action === "put" ? "update" : action;
}

function postPath(owner: Owner, part: SubresourceRow): JsonObject {
  const path = onePath(owner);
  const list = path.slice(0, -"/{name}".length);
  const { post = null } = asObject(owner.paths[list]);
  const { parameters = [] } = asObject(owner.paths[path]);
  const text = JSON.stringify({ post, parameters })
    .replace(/"operationId":"\w+/, (id) => id + titleOf(part.name))
    .replace(/"description":"create an? /, `"description":"create ${part.name} of $&`)
    .replace(/of "description":"create (an? )/, "of $1");
  const changed = JSON.parse(sentAs(owner, part, text)) as { post: JsonObject; parameters: Json }; // just written
  return { [`${path}/${part.name}`]: alone("post", changed.post, changed.parameters) };
}

/** A text about the kind of a resource as one about what is sent to its subresource. */
function sentAs({ row }: Owner, part: SubresourceRow, text: string): string {
  const { group, version, kind } = part;
  const { group: ownGroup, version: ownVersion, kind: ownKind } = row;
  const own = JSON.stringify({ group: ownGroup, version: ownVersion, kind: ownKind });
  const place = `${group === "" ? "core" : group.replace(/\..*/, "")}/${version}.${kind}`;
  return text
    .replaceAll(`name of the ${ownKind}"`, `name of the ${kind}"`)
    .replaceAll(`${documentName(row.struct)}"`, `${documentName(place)}"`)
    .replaceAll(own, JSON.stringify({ group, version, kind }));
}

/** What is read as a stream of text. */
function logPath(owner: Owner): JsonObject {
  const path = onePath(owner);
  const item = asObject(owner.paths[path]);
  const get = asObject(item["get"]);
  const text = { schema: { type: "string" } };
  const types = Object.keys(asObject(asObject(asObject(get["responses"])["200"])["content"]));
  const content = Object.fromEntries([...types, "text/plain"].map((type) => [type, text]));
  const found = { description: "OK", content };
  const operation = {
    ...get,
    description: String(get["description"]).replace("read the", "read log of the"),
    operationId: `${String(get["operationId"])}Log`,
    responses: { 200: found, 401: { description: "Unauthorized" } },
  };
  const parameters = [...logOptions, ...[item["parameters"] ?? []].flat()];
  return { [`${path}/log`]: alone("get", operation, parameters) };
}

/** `core/v1/types.go`, PodLogOptions, but for the time since when, which no query can have. */
const logOptions: readonly JsonObject[] = [
  queryParameter("container", "string"),
  queryParameter("follow", "boolean"),
  queryParameter("insecureSkipTLSVerifyBackend", "boolean"),
  queryParameter("limitBytes", "integer"),
  queryParameter("previous", "boolean"),
  queryParameter("sinceSeconds", "integer"),
  queryParameter("stream", "string"),
  queryParameter("tailLines", "integer"),
  queryParameter("timestamps", "boolean"),
];

const methodsOfProxies = ["get", "put", "post", "delete", "options", "head", "patch"];

/** What connects to a container, or to what listens there; with options in the query. */
function connectPaths(owner: Owner, part: SubresourceRow): JsonObject {
  const path = onePath(owner);
  const isProxy = part.name === "proxy";
  const methods = isProxy ? methodsOfProxies : ["get", "post"];
  const at = `${path}/${part.name}`;
  const item = (suffix: string, more: readonly JsonObject[]): JsonObject => {
    const operations = methods.map((method) => [
      method,
      connectOperation(owner, part, method, suffix),
    ]);
    const ofMethods = Object.fromEntries(operations) as JsonObject; // of objects
    const parameters = [...connectParameters(owner, part), ...more];
    return { ...ofMethods, parameters: parameters.sort(byName) };
  };
  const deeper = {
    [`${at}/{path}`]: item("WithPath", [pathParameter("path", "path to the resource")]),
  };
  return { [at]: item("", []), ...(isProxy && deeper) };
}

function connectOperation(
  owner: Owner,
  part: SubresourceRow,
  method: string,
  suffix: string,
): JsonObject {
  const get = asObject(asObject(owner.paths[onePath(owner)])["get"]);
  const { group, version, kind } = part;
  const { tags = null, operationId = "" } = get;
  const id = String(operationId)
    .replace(/^read(\w+?V\d+)/, `connect$1${titleOf(method)}`)
    .concat(titleOf(part.name), suffix);
  const found = { description: "OK", content: { "*/*": { schema: { type: "string" } } } };
  return {
    tags,
    description: `connect ${method.toUpperCase()} requests to ${part.name} of ${owner.row.kind}`,
    operationId: id,
    responses: { 200: found, 401: { description: "Unauthorized" } },
    "x-kubernetes-action": "connect",
    "x-kubernetes-group-version-kind": { group, version, kind },
  };
}

function connectParameters({ row, table, paths }: Owner, part: SubresourceRow): JsonObject[] {
  const [one = ""] = Object.keys(paths).filter((path) => path.endsWith("/{name}"));
  const given = [asObject(paths[one])["parameters"] ?? []].flat().filter(isObject);
  const kept = given.filter(({ name }) => name === "namespace");
  const struct = table.findStruct(`${row.struct.replace(/\.\w+$/, "")}.${part.kind}`);
  const options = (struct?.fields ?? [])
    .filter(({ number }) => number > 0)
    .map(({ name, type }) => queryParameter(name, queryType(type)));
  return [...options, pathParameter("name", `name of the ${part.kind}`), ...kept];
}

function queryType(type: FieldType): "string" | "boolean" | "integer" {
  if (type.kind === "list" || type.kind === "pointer") return queryType(type.of);
  if (type.kind !== "scalar") return "string";
  if (type.scalar === "bool") return "boolean";
  return type.scalar === "string" ? "string" : "integer";
}

/** A parameter of the path comes before one of the query with the same name. */
function byName(left: JsonObject, right: JsonObject): number {
  const key = ({ name = "", in: place = "" }: JsonObject): string =>
    `${String(name)} ${String(place)}`;
  return key(left) < key(right) ? -1 : 1;
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
