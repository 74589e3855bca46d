import type { KubernetesMinor } from "../values/kubernetes-version.js";
import { newestMinor, splitApiVersion } from "../values/kubernetes-version.js";
import type { GoSchemaUnion } from "./go-types/go-type.js";
import type { GoField, GoScalar, GoStruct, GoType } from "./go-types/go-type.js";
import {
  field,
  goIntOrString,
  goAnyJson,
  goMicroTime,
  goQuantity,
  goTime,
  goMapOf,
  pointerTo,
  printedField,
  sliceOf,
  structOf,
} from "./go-types/go-type.js";
import type { FieldType, ScalarType } from "./table/field-row.js";
import type { KindTable, StructRow } from "./table/kind-table.js";
import { kindTable } from "./table/kind-table.js";

/** The name of a kind's struct; undefined for kinds that are not in the table. */
export function structNameOf(
  apiVersion: string,
  kind: string,
  minor: KubernetesMinor = newestMinor,
): string | undefined {
  const table = kindTable(minor);
  const { group, version } = splitApiVersion(apiVersion);
  const row = table.ofKind({ group, version, kind });
  if (row !== undefined) return row.struct;
  // What is sent to subresources is no resource.
  const place = `${group === "" ? "core" : group.replace(/\..*/, "")}/${version}.${kind}`;
  return table.findStruct(place)?.name;
}

/** The row of a struct that is in the table. */
export function structRow(name: string, minor: KubernetesMinor = newestMinor): StructRow {
  return kindTable(minor).struct(name);
}

/** The Go type of a kind; undefined for kinds that are not in the table. */
export function structOfKind(
  kind: { readonly group: string; readonly version: string; readonly kind: string },
  minor: KubernetesMinor = newestMinor,
): GoStruct | undefined {
  const apiVersion = kind.group === "" ? kind.version : `${kind.group}/${kind.version}`;
  const name = structNameOf(apiVersion, kind.kind, minor);
  return name === undefined ? undefined : goStruct(name, minor);
}

/** By the table, then by the name of the struct. */
const made = new WeakMap<KindTable, Map<string, GoStruct>>();

/** The Go type of a struct that is in the table. */
export function goStruct(name: string, minor: KubernetesMinor = newestMinor): GoStruct {
  const table = kindTable(minor);
  const structs = made.get(table) ?? new Map<string, GoStruct>();
  made.set(table, structs);
  let struct = structs.get(name);
  if (struct === undefined) {
    const [, pkg = "", type = ""] = /(\w+)\.(\w+)$/.exec(name) ?? [];
    struct = structOf(type, () => fieldsOf(name, minor), pkg);
    structs.set(name, struct);
  }
  return struct;
}

function fieldsOf(name: string, minor: KubernetesMinor): Readonly<Record<string, GoField>> {
  const fields: Record<string, GoField> = {};
  for (const row of structRow(name, minor).fields) {
    const make = row.isPrinted ? printedField : field;
    const fieldType = make(row.name, goTypeOfField(row.type, minor));
    fields[row.name] =
      row.within === undefined ? fieldType : { ...fieldType, embedded: row.within.name };
  }
  return fields;
}

/** The types of the newest server: nothing that is printed of them differs in others. */
function schemaUnion(kind: GoSchemaUnion["kind"]): GoSchemaUnion {
  return { kind, schema: () => goStruct("apiextensions/v1.JSONSchemaProps") };
}

const ownTypes: { readonly [name in ScalarType]?: GoType } = {
  Time: goTime,
  MicroTime: goMicroTime,
  Quantity: goQuantity,
  IntOrString: goIntOrString,
  RawExtension: goAnyJson,
  FieldsV1: goAnyJson,
  JSON: goAnyJson,
  JSONSchemaPropsOrArray: schemaUnion("schemaOrArray"),
  JSONSchemaPropsOrBool: schemaUnion("schemaOrBool"),
  JSONSchemaPropsOrStringArray: schemaUnion("schemaOrStrings"),
};

function goTypeOfField(type: FieldType, minor: KubernetesMinor): GoType {
  switch (type.kind) {
    case "pointer":
      return pointerTo(goTypeOfField(type.of, minor));
    case "list":
      return sliceOf(goTypeOfField(type.of, minor), shortName(type.name));
    case "map":
      return goMapOf(goTypeOfField(type.of, minor), shortName(type.name));
    case "struct":
      return goStruct(type.struct, minor);
    case "scalar": {
      const own = ownTypes[type.scalar];
      if (own !== undefined) return own;
      const kind = type.scalar as GoScalar["kind"]; // those that are left
      const name = shortName(type.name);
      return name === undefined ? { kind } : { kind, name };
    }
  }
}

/** `core/v1.Protocol` is `v1.Protocol` in Go's reflection. */
function shortName(name: string | undefined): string | undefined {
  return name?.replace(/^.*\//, "");
}
