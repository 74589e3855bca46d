import { base64Of } from "../../../runtime/v1/built-in/go-types/base64-text.js";
import type {
  GoSchemaUnion,
  GoStruct,
  GoType,
} from "../../../runtime/v1/built-in/go-types/go-type.js";
import {
  goString,
  pointerTo,
  sliceOf,
  typeName,
} from "../../../runtime/v1/built-in/go-types/go-type.js";
import { goJson, goJsonString } from "../../../runtime/v1/values/go/json.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import { goSyntax } from "../../../runtime/v1/values/go/render-tree.js";
import { compareUtf8 } from "../../../runtime/v1/values/go/utf8.js";
import type { Json } from "../../../runtime/v1/values/json/json.js";
import { Float64, isObject } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import { has } from "../../../runtime/versions/changes.js";

/*
 * Bad values that are structs of the internal API group. They have no JSON names, so from 1.34 on
 * the server prints them with their Go names; before, in Go syntax.
 */

/** The value as a server of that version shows it in a message. */
export function internalText(
  type: GoType,
  value: Json | undefined,
  minor: KubernetesMinor,
): string {
  return has(minor, "jsonValues") ? internalJson(type, value) : internalSyntax(type, value, minor);
}

/**
 * The value as Go's `encoding/json` prints the internal struct: fields in their order, maps sorted,
 * absent ones null.
 */
function internalJson(type: GoType, value: Json | undefined): string {
  const isNil = value === undefined || value === null;
  switch (type.kind) {
    case "pointer":
      return isNil ? "null" : internalJson(type.to, value);
    case "struct":
      return structJson(type, value);
    case "slice":
      return Array.isArray(value)
        ? `[${value.map((item) => internalJson(type.of, item)).join()}]`
        : "null";
    case "map":
      return isObject(value)
        ? `{${mapEntries(value, (child) => internalJson(type.of, child), goJsonString, "")}}`
        : "null";
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings":
      return unionJson(type, value ?? null);
    case "bool":
      return value === true ? "true" : "false";
    case "string":
    case "time":
    case "microTime":
      return goJsonString(typeof value === "string" ? value : "");
    case "bytes":
      return isNil ? "null" : goJsonString(base64Of(value));
    case "json":
      return goJson(value ?? null);
    case "float64":
      return isNil ? "0" : goJson(Number(value));
    default:
      return isNil ? "0" : goJson(value instanceof Float64 ? value.value : value);
  }
}

function structJson(type: GoStruct, value: Json | undefined): string {
  const object = isObject(value) ? value : {};
  const fields = [...type.fields()].map(([key, field]) => {
    const child = Object.hasOwn(object, key) ? object[key] : undefined;
    return `"${field.name}":${internalJson(field.type, child)}`;
  });
  return `{${fields.join()}}`;
}

function unionJson(type: GoSchemaUnion, value: Json): string {
  const schema = isObject(value) ? structJson(type.schema(), value) : "null";
  switch (type.kind) {
    case "schemaOrBool":
      return `{"Allows":${isObject(value) || value === true},"Schema":${schema}}`;
    case "schemaOrArray":
      return `{"Schema":${schema},"JSONSchemas":${Array.isArray(value) ? `[${value.map((item) => structJson(type.schema(), item)).join()}]` : "null"}}`;
    case "schemaOrStrings":
      return `{"Schema":${schema},"Property":${Array.isArray(value) ? goJson(value) : "null"}}`;
  }
}

function mapEntries(
  object: Readonly<Record<string, Json>>,
  print: (child: Json) => string,
  printKey: (key: string) => string,
  space: string,
): string {
  return Object.keys(object)
    .sort(compareUtf8)
    .map((key) => `${printKey(key)}:${print(object[key] ?? null)}`)
    .join(`,${space}`);
}

const internal = "apiextensions";

/**
 * The value in Go syntax (`%#v`), as servers up to 1.33 print it; pointers below the top show no
 * address.
 */
function internalSyntax(type: GoType, value: Json | undefined, minor: KubernetesMinor): string {
  const isNil = value === undefined || value === null;
  const name = typeName(type, internal);
  switch (type.kind) {
    case "pointer":
      return `(${name})(${isNil ? "nil" : "0xPOINTER"})`;
    case "struct":
      return structSyntax(type, value, name, minor);
    case "schemaOrBool":
    case "schemaOrArray":
    case "schemaOrStrings":
      return unionSyntax(type, value, name, minor);
    case "slice":
      if (!Array.isArray(value)) return `${name}(nil)`;
      return `${name}{${value.map((item) => internalSyntax(type.of, item, minor)).join(", ")}}`;
    case "map":
      if (!isObject(value)) return `${name}(nil)`;
      return `${name}{${mapEntries(value, (child) => internalSyntax(type.of, child, minor), quote, " ")}}`;
    case "bool":
      return value === true ? "true" : "false";
    case "string":
      return quote(typeof value === "string" ? value : "");
    case "bytes":
      return isNil ? "[]byte(nil)" : `[]byte{${bytesOf(value).join(", ")}}`;
    case "json":
      return isNil ? `${name}(nil)` : goSyntax(value);
    default:
      return isNil ? "0" : goJson(value);
  }
}

/** In hexadecimal, as Go writes the bytes of a text or a list. */
function bytesOf(value: Json): string[] {
  return Array.from(atob(base64Of(value)), (byte) => `0x${byte.charCodeAt(0).toString(16)}`);
}

function structSyntax(
  type: GoStruct,
  value: Json | undefined,
  name: string,
  minor: KubernetesMinor,
): string {
  const object = isObject(value) ? value : {};
  const known = [...type.fields()].filter(([, field]) => (field.since ?? 0) <= minor);
  const fields = known.map(([key, field]) => {
    const child = Object.hasOwn(object, key) ? object[key] : undefined;
    return `${field.name}:${internalSyntax(field.type, child, minor)}`;
  });
  return `${name}{${fields.join(", ")}}`;
}

function unionSyntax(
  type: GoSchemaUnion,
  value: Json | undefined,
  name: string,
  minor: KubernetesMinor,
): string {
  const syntaxOf = (of: GoType, part: Json | undefined): string => internalSyntax(of, part, minor);
  const schema = syntaxOf(pointerTo(type.schema()), isObject(value) ? value : null);
  const list = Array.isArray(value) ? value : null;
  switch (type.kind) {
    case "schemaOrBool":
      return `${name}{Allows:${isObject(value) || value === true}, Schema:${schema}}`;
    case "schemaOrArray":
      return `${name}{Schema:${schema}, JSONSchemas:${syntaxOf(sliceOf(type.schema()), list)}}`;
    case "schemaOrStrings":
      return `${name}{Schema:${schema}, Property:${syntaxOf(sliceOf(goString), list)}}`;
  }
}
