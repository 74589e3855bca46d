import { metaType, schemasPrefix } from "../../crd/openapi/meta-types.js";
import type { FieldRow, FieldType } from "../../runtime/v1/built-in/table/field-row.js";
import type {
  KindTable,
  StructRow,
  SubresourceRow,
} from "../../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { scalarTypeNames } from "./known-types.js";

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
  return row === undefined ? listType(table, struct) : structType(table, row);
}

function structType(table: KindTable, row: StructRow): JsonObject {
  const properties = row.fields.map(
    (field) => [field.name, fieldSchema(table, row, field)] as const,
  );
  const required = row.fields.filter(({ isRequired }) => isRequired).map((field) => field.name);
  return {
    type: "object",
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(required.length > 0 && { required }),
    ...(row.isAtomic && { "x-kubernetes-map-type": "atomic" }),
    ...unionOf(row),
    ...kindNames(table, row.name, ""),
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
      metadata: { allOf: [reference("meta/v1.ListMeta")], default: {} },
    },
    required: ["items"],
    ...kindNames(table, item, "List"),
  };
}

function kindNames(table: KindTable, struct: string, suffix: string): JsonObject {
  const found = table.resources.find((row) => row.struct === struct);
  const sent = found ?? sentAs(table, struct);
  if (sent === undefined) return {};
  const { group, version, kind } = sent;
  return { "x-kubernetes-group-version-kind": [{ group, version, kind: kind + suffix }] };
}

/** What is sent to subresources is no resource. */
function sentAs(table: KindTable, struct: string): SubresourceRow | undefined {
  const parts = table.resources.flatMap(({ subresources }) => subresources);
  return parts.find(({ group, version, kind }) => {
    const place = group === "" ? "core" : group.replace(/\..*/, "");
    return `${place}/${version}.${kind}` === struct;
  });
}

function reference(struct: string): JsonObject {
  return { $ref: schemasPrefix + documentName(struct) };
}

/** Whose fields have no descriptions, so that references stand alone; but for one. */
const undescribed = "apiextensions/v1.JSONSchemaProps";

/** The only bytes that are marked as a list. */
const markedBytes = "apiregistration/v1.APIServiceSpec.caBundle";

function fieldSchema(table: KindTable, { name: struct }: StructRow, row: FieldRow): JsonObject {
  const { type, name } = row;
  const kind = type.kind === "pointer" ? type.of.kind : type.kind;
  const fallback = defaultOf(row);
  const facts: JsonObject = {
    ...(kind === "list" && listFacts(row)),
    ...(row.isAtomic && { "x-kubernetes-map-type": "atomic" }),
    ...(row.isGranular === true && { "x-kubernetes-map-type": "granular" }),
    ...(`${struct}.${name}` === markedBytes && { "x-kubernetes-list-type": "atomic" }),
    ...(row.patch !== undefined && { "x-kubernetes-patch-strategy": row.patch }),
    ...(row.mergeKey !== undefined && { "x-kubernetes-patch-merge-key": row.mergeKey }),
    ...(fallback !== undefined && { default: fallback }),
  };
  const schema = schemaOf(table, type);
  if (schema["$ref"] === undefined) return { ...schema, ...facts };
  const isAlone = struct === undescribed && name !== "default";
  return isAlone ? schema : { allOf: [schema], ...facts };
}

function listFacts({ list }: FieldRow): JsonObject {
  const keys = list === undefined || list === "set" ? [] : list;
  const owners = list === "set" ? "set" : keys.length > 0 ? "map" : "atomic";
  return {
    "x-kubernetes-list-type": owners,
    ...(keys.length > 0 && { "x-kubernetes-list-map-keys": [...keys] }),
  };
}

/** Go's zero value stands for what is always printed (kube-openapi `cmd/openapi-gen`). */
function defaultOf(row: FieldRow): Json | undefined {
  const { type, isPrinted, hasZeroDefault, default: fallback } = row;
  if (fallback !== undefined) return fallback;
  if (type.kind === "struct") return {};
  if (hasZeroDefault === true) return zeroOf(type.kind === "pointer" ? type.of : type);
  return isPrinted ? zeroOf(type) : undefined;
}

function zeroOf(type: FieldType): Json | undefined {
  if (type.kind !== "scalar") return undefined;
  switch (type.scalar) {
    case "string":
      return "";
    case "bool":
      return false;
    case "uint8":
    case "int32":
    case "int64":
    case "float64":
      return 0;
    default:
      return undefined;
  }
}

/** Which of the fields counts, by the value of another (`+union` in Go). */
const unions: { readonly [struct: string]: readonly [discriminator: string, ...names: string[]] } =
  {
    "core/v1.AppArmorProfile": ["type", "localhostProfile"],
    "core/v1.PodSchedulingGroup": ["", "podGroupName"],
    "core/v1.SeccompProfile": ["type", "localhostProfile"],
    "flowcontrol/v1.LimitResponse": ["type", "queuing"],
    "flowcontrol/v1.PriorityLevelConfigurationSpec": ["type", "exempt", "limited"],
    "flowcontrol/v1.Subject": ["kind", "group", "serviceAccount", "user"],
    "scheduling/v1alpha3.WorkloadPodGroupDisruptionMode": ["", "all", "single"],
    "scheduling/v1alpha3.WorkloadPodGroupSchedulingPolicy": ["", "basic", "gang"],
  };

function unionOf({ name, fields }: StructRow): JsonObject {
  const [discriminator, ...names] = unions[name] ?? [];
  if (discriminator === undefined) return {};
  const found = names.filter((one) => fields.some((field) => field.name === one));
  const inGo = found.map((one) => [one, one.charAt(0).toUpperCase() + one.slice(1)]);
  const union = {
    ...(discriminator !== "" && { discriminator }),
    "fields-to-discriminateBy": Object.fromEntries(inGo) as JsonObject, // of texts
  };
  return { "x-kubernetes-unions": [union] };
}

function schemaOf(table: KindTable, type: FieldType): JsonObject {
  switch (type.kind) {
    case "pointer":
      return schemaOf(table, type.of);
    case "list":
      return { type: "array", items: schemaOf(table, type.of) };
    case "map":
      return { type: "object", additionalProperties: schemaOf(table, type.of) };
    case "struct":
      return reference(type.struct);
    case "scalar":
      return scalarSchema(table, type);
  }
}

type ScalarField = Extract<FieldType, { readonly kind: "scalar" }>;

function scalarSchema(table: KindTable, { scalar, name }: ScalarField): JsonObject {
  switch (scalar) {
    case "string": {
      const values = name === undefined ? undefined : table.enumValues(name);
      return { type: "string", ...(values !== undefined && { enum: [...values] }) };
    }
    case "bool":
      return { type: "boolean" };
    case "uint8":
      return { type: "integer", format: "byte" };
    case "int32":
    case "int64":
      return { type: "integer", format: scalar };
    case "float64":
      return { type: "number", format: "double" };
    case "bytes":
      return { type: "string", format: "byte" };
    default:
      return { $ref: schemasPrefix + scalarTypeNames[scalar] };
  }
}
