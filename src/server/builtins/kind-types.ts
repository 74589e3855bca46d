import type { GoField, GoScalar, GoStruct, GoType } from "../../crd/frontend/decode/go-type.js";
import {
  field,
  goJson,
  goMicroTime,
  goTime,
  mapOf,
  pointerTo,
  printedField,
  sliceOf,
  structOf,
} from "../../crd/frontend/decode/go-type.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import type { StructRow } from "./kind-rows.js";
import { kindTable } from "./kind-table.js";

/** The name of a kind's struct; undefined for kinds that are not in the table. */
export function structNameOf(apiVersion: string, kind: string): string | undefined {
  const { kinds } = kindTable;
  const name = `${apiVersion}/${kind}`;
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** The row of a struct that is in the table. */
export function structRow(name: string): StructRow {
  const row = kindTable.structs[name];
  if (row === undefined) throw new TypeError(`no struct ${name}`);
  return row;
}

/** The Go type of a kind; undefined for kinds that are not in the table. */
export function goTypeOf(kind: {
  readonly group: string;
  readonly version: string;
  readonly kind: string;
}): GoStruct | undefined {
  const name = structNameOf(apiVersionOf(kind), kind.kind);
  return name === undefined ? undefined : goStruct(name);
}

const made = new Map<string, GoStruct>();

/** The Go type of a struct that is in the table. */
export function goStruct(name: string): GoStruct {
  let struct = made.get(name);
  if (struct === undefined) {
    const [, pkg = "", type = ""] = /(\w+)\.(\w+)$/.exec(name) ?? [];
    struct = structOf(type, () => fieldsOf(name), pkg);
    made.set(name, struct);
  }
  return struct;
}

function fieldsOf(name: string): Readonly<Record<string, GoField>> {
  const fields: Record<string, GoField> = {};
  for (const [json, type, , facts] of structRow(name).fields) {
    const make = facts?.isPrinted === true ? printedField : field;
    fields[json] = make(json, parseType(type));
  }
  return fields;
}

const scalarKinds: ReadonlySet<string> = new Set<GoScalar["kind"]>([
  "string",
  "bool",
  "uint8",
  "int32",
  "int64",
  "float64",
  "bytes",
]);

const ownTypes: { readonly [name: string]: GoType | undefined } = {
  Time: goTime,
  MicroTime: goMicroTime,
  FieldsV1: goJson,
  JSON: goJson,
  JSONSchemaPropsOrArray: { kind: "schemaOrArray" },
  JSONSchemaPropsOrBool: { kind: "schemaOrBool" },
  JSONSchemaPropsOrStringArray: { kind: "schemaOrStrings" },
};

function parseType(text: string): GoType {
  if (text.startsWith("*")) return pointerTo(parseType(text.slice(1)));
  if (text.startsWith("map[string]")) return mapOf(parseType(text.slice("map[string]".length)));
  const [, items, sliceName] = /^\(\[\](.*)\)~(.*)$/.exec(text) ?? [];
  if (items !== undefined) return sliceOf(parseType(items), sliceName);
  if (text.startsWith("[]")) return sliceOf(parseType(text.slice(2)));
  const [type = "", name] = text.split("~");
  const own = ownTypes[type];
  if (own !== undefined) return own;
  if (!scalarKinds.has(type)) return goStruct(type);
  const kind = type as GoScalar["kind"]; // was checked
  return name === undefined ? { kind } : { kind, name };
}
