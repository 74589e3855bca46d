import { metaType, schemasPrefix } from "../../crd/openapi/meta-types.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { withoutKeys } from "../../runtime/v1/values/json/raw-fields.js";

/*
 * Path items of OpenAPI v3, and what stands in them.
 */

const protobuf = "application/vnd.kubernetes.protobuf";

/** The types in which a server sends objects. */
export const producedTypes = ["application/json", "application/yaml", protobuf];

/** Those in which it sends them one by one, beside the others. */
export const streamedTypes = ["application/json;stream=watch", `${protobuf};stream=watch`];

/** A path with one operation: all that it takes is the path's, but for its body. */
export function alone(method: string, operation: JsonObject, parameters: Json): JsonObject {
  const own = [operation["parameters"] ?? []].flat();
  const sorted = [...own, ...[parameters].flat()].sort(byOptionName);
  return { [method]: withoutKeys(operation, "parameters"), parameters: sorted };
}

/** Compares parameters by their names. */
export function byOptionName(left: Json, right: Json): number {
  return String(asObject(left)["name"]) < String(asObject(right)["name"]) ? -1 : 1;
}

/** The operations of a path, with their methods. */
export function operationsOf(item: JsonObject): readonly (readonly [string, JsonObject])[] {
  return Object.entries(item).flatMap(([method, operation]) =>
    isObject(operation) ? [[method, operation] as const] : [],
  );
}

/** Changes each operation of all paths. */
export function mapOperations(
  paths: JsonObject,
  map: (operation: JsonObject, item: JsonObject) => JsonObject,
): JsonObject {
  const items = Object.entries(paths).map(([path, value]) => {
    const item = asObject(value);
    const changed = operationsOf(item).map(([method, one]) => [method, map(one, item)] as const);
    return [path, { ...item, ...Object.fromEntries(changed) }] as const;
  });
  return Object.fromEntries(items);
}

/** A parameter of the query, without a description. */
export function queryParameter(name: string, type: "string" | "boolean" | "integer"): JsonObject {
  return { name, in: "query", schema: { type, uniqueItems: true } };
}

/** A parameter of the path. */
export function pathParameter(name: string, description: string): JsonObject {
  const schema = { type: "string", uniqueItems: true };
  return { name, in: "path", description, required: true, schema };
}

/** `content` of what is sent in these types. */
export function contentOf(types: readonly string[], schema: Json): JsonObject {
  return Object.fromEntries([...types].sort().map((type) => [type, schema]));
}

/** `content` of a type of apimachinery. */
export function contentOfMeta(types: readonly string[], kind: string): JsonObject {
  return contentOf(types, { schema: { $ref: schemasPrefix + metaType(kind) } });
}

/** The object that a member of a document is, or an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}
