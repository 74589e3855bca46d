import type { FieldRow, FieldType, ScalarType } from "../../builtin/field-row.js";
import type { KindTable } from "../../builtin/kind-table.js";
import { metaType, schemasPrefix } from "../../crd/openapi/meta-types.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";

/*
 * The types of built-in kinds in OpenAPI v3, as the table has them: without descriptions.
 */

const ownPackages: { readonly [place: string]: string | undefined } = {
  "apiextensions/v1": "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1",
  "apiregistration/v1": "io.k8s.kube-aggregator.pkg.apis.apiregistration.v1",
};

/** The name that documents have for a struct: `core/v1.Pod` is `io.k8s.api.core.v1.Pod`. */
export function documentName(struct: string): string {
  const [, place = "", name = ""] = /^(.*)\.(\w+)$/.exec(struct) ?? [];
  if (place === "meta/v1") return metaType(name);
  return `${ownPackages[place] ?? `io.k8s.api.${place.replace("/", ".")}`}.${name}`;
}

/** The struct of a name in documents; undefined for other types. */
function structOfName(name: string): string | undefined {
  const [, pkg = "", version = "", kind = ""] = /([\w-]+)\.(v\w+)\.(\w+)$/.exec(name) ?? [];
  return kind === "" ? undefined : `${pkg}/${version}.${kind}`;
}

/** A type by its name in documents; undefined for what the table does not have. */
export function tableType(table: KindTable, name: string): JsonObject | undefined {
  const struct = structOfName(name);
  if (struct === undefined) return undefined;
  const row = table.findStruct(struct);
  if (row === undefined) return listType(table, struct);
  const properties = row.fields.map((field) => [field.name, fieldSchema(field)] as const);
  const required = row.fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
  return {
    type: "object",
    properties: Object.fromEntries(properties),
    ...(required.length > 0 && { required }),
    ...(row.isAtomic && { "x-kubernetes-map-type": "atomic" }),
    ...kindNames(table, struct, ""),
  };
}

function listType(table: KindTable, struct: string): JsonObject | undefined {
  const item = struct.replace(/List$/, "");
  if (item === struct || table.findStruct(item) === undefined) return undefined;
  return {
    type: "object",
    properties: {
      apiVersion: { type: "string" },
      items: { type: "array", items: reference(item) },
      kind: { type: "string" },
      metadata: { $ref: schemasPrefix + metaType("ListMeta") },
    },
    required: ["items"],
    ...kindNames(table, item, "List"),
  };
}

function kindNames(table: KindTable, struct: string, suffix: string): JsonObject {
  const found = table.resources.find((row) => row.struct === struct);
  if (found === undefined) return {};
  const { group, version, kind } = found;
  return { "x-kubernetes-group-version-kind": [{ group, version, kind: kind + suffix }] };
}

function reference(struct: string): JsonObject {
  return { $ref: schemasPrefix + documentName(struct) };
}

function fieldSchema(row: FieldRow): JsonObject {
  const { type, list, patch, mergeKey, isAtomic, default: fallback } = row;
  const kind = type.kind === "pointer" ? type.of.kind : type.kind;
  const keys = list === undefined || list === "set" ? [] : list;
  const owners = list === "set" ? "set" : keys.length > 0 ? "map" : "atomic";
  const facts: JsonObject = {
    ...(kind === "list" && { "x-kubernetes-list-type": owners }),
    ...(keys.length > 0 && { "x-kubernetes-list-map-keys": [...keys] }),
    ...(kind === "map" && isAtomic && { "x-kubernetes-map-type": "atomic" }),
    ...(patch !== undefined && { "x-kubernetes-patch-strategy": patch }),
    ...(mergeKey !== undefined && { "x-kubernetes-patch-merge-key": mergeKey }),
    ...(fallback !== undefined && { default: fallback }),
  };
  const schema = schemaOf(type);
  if (Object.keys(facts).length === 0 || schema["$ref"] === undefined)
    return { ...schema, ...facts };
  return { allOf: [schema], ...facts };
}

function schemaOf(type: FieldType): JsonObject {
  switch (type.kind) {
    case "pointer":
      return schemaOf(type.of);
    case "list":
      return { type: "array", items: schemaOf(type.of) };
    case "map":
      return { type: "object", additionalProperties: schemaOf(type.of) };
    case "struct":
      return reference(type.struct);
    case "scalar":
      return { ...scalars[type.scalar] };
  }
}

const text: JsonObject = { type: "string" };
const anything: Json = {};

const scalars: { readonly [type in ScalarType]: JsonObject } = {
  string: text,
  bool: { type: "boolean" },
  uint8: { type: "integer", format: "byte" },
  int32: { type: "integer", format: "int32" },
  int64: { type: "integer", format: "int64" },
  float64: { type: "number", format: "double" },
  bytes: { type: "string", format: "byte" },
  Time: { type: "string", format: "date-time" },
  MicroTime: { type: "string", format: "date-time" },
  Duration: text,
  Quantity: { oneOf: [{ type: "string" }, { type: "number" }] },
  IntOrString: { format: "int-or-string", oneOf: [{ type: "integer" }, { type: "string" }] },
  RawExtension: { type: "object" },
  FieldsV1: { type: "object" },
  JSON: anything,
  JSONSchemaPropsOrArray: anything,
  JSONSchemaPropsOrBool: anything,
  JSONSchemaPropsOrStringArray: anything,
};
