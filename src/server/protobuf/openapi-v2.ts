import { yamlOf } from "../../runtime/v1/testing/write-yaml.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { wire, WireWriter } from "./wire.js";

/*
 * OpenAPI v2 as kubectl asks for it (gnostic-models `openapiv2/OpenAPIv2.proto`): what a document
 * says of itself, and its definitions. Clients that read this form read nothing else of it, so the
 * paths are left out.
 */

/** Where the document is. */
export const openApiV2Path = "/openapi/v2";

/** The type that the API server gives to what it sends. */
export const openApiV2Type = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf";

/**
 * Tells whether a client would rather have this form than JSON (kube-openapi
 * `pkg/handler/handler.go`); kubectl names it with an `@`, which is no character of media types.
 */
export function wantsOpenApiV2(accept: string): boolean {
  const clauses = accept.split(",").map((clause) => clause.split(";")[0]?.trim() ?? "");
  const chosen = clauses.find((type) => binaryType.test(type) || jsonType.test(type));
  return chosen !== undefined && binaryType.test(chosen);
}

const binaryType = /^application\/com\.github\.proto-openapi\.spec\.v2[@.]v1\.0\+protobuf$/i;
const jsonType = /^(application|\*)\/(json|\*)$/i;

type WriteField = (writer: WireWriter, number: number, value: Json) => void;

/** How a field is written, and its number. */
type Field = readonly [number: number, write: WriteField];

type Fields = ReadonlyMap<string, Field>;

/** The document of `/openapi/v2` in Protocol Buffers. */
export function encodeOpenApiV2(document: JsonObject): Uint8Array {
  return encode(document, documentFields);
}

function encode(value: JsonObject, fields: Fields): Uint8Array {
  const writer = new WireWriter();
  for (const [name, member] of Object.entries(value)) {
    const field = fields.get(name);
    if (field !== undefined) field[1](writer, field[0], member);
    else if (name.startsWith("x-")) writeExtension(writer, fields, name, member);
  }
  return writer.finish();
}

/** Vendor extensions are at the end of their message, each with its value as YAML. */
function writeExtension(writer: WireWriter, fields: Fields, name: string, value: Json): void {
  const [number] = fields.get(extensions) ?? [];
  if (number !== undefined) writeNamed(writer, number, name, anyOf(value));
}

/** The place of vendor extensions in a table; no member of a document is called so. */
const extensions = "^x-";

function writeText(writer: WireWriter, number: number, value: Json): void {
  if (typeof value === "string") writeBytes(writer, number, new TextEncoder().encode(value));
}

function writeTexts(writer: WireWriter, number: number, value: Json): void {
  for (const text of [value].flat()) writeText(writer, number, text);
}

function writeBytes(writer: WireWriter, number: number, bytes: Uint8Array): void {
  writer.tag(number, wire.bytes);
  writer.bytes(bytes);
}

function writeInteger(writer: WireWriter, number: number, value: Json): void {
  if (typeof value !== "number" && typeof value !== "bigint") return;
  writer.tag(number, wire.varint);
  writer.varint(value);
}

function writeDouble(writer: WireWriter, number: number, value: Json): void {
  writer.tag(number, wire.fixed64);
  writer.double(Number(value));
}

function writeFlag(writer: WireWriter, number: number, value: Json): void {
  writer.tag(number, wire.varint);
  writer.varint(value === true ? 1 : 0);
}

/** `Any`, whose value is YAML, in blocks. */
function anyOf(value: Json): Uint8Array {
  const writer = new WireWriter();
  writeText(writer, 2, yamlOf(value));
  return writer.finish();
}

function writeAny(writer: WireWriter, number: number, value: Json): void {
  writeBytes(writer, number, anyOf(value));
}

function writeAnys(writer: WireWriter, number: number, value: Json): void {
  for (const one of [value].flat()) writeAny(writer, number, one);
}

function writeNamed(writer: WireWriter, number: number, name: string, value: Uint8Array): void {
  const named = new WireWriter();
  writeText(named, 1, name);
  writeBytes(named, 2, value);
  writeBytes(writer, number, named.finish());
}

function writeSchema(writer: WireWriter, number: number, value: Json): void {
  if (isObject(value)) writeBytes(writer, number, encode(value, schemaFields));
}

function writeSchemas(writer: WireWriter, number: number, value: Json): void {
  for (const schema of [value].flat()) writeSchema(writer, number, schema);
}

/** A map of schemas is a message of its own, with a list of names and values. */
function writeNamedSchemas(writer: WireWriter, number: number, value: Json): void {
  if (!isObject(value)) return;
  const properties = new WireWriter();
  for (const [name, schema] of Object.entries(value)) {
    if (isObject(schema)) writeNamed(properties, 1, name, encode(schema, schemaFields));
  }
  writeBytes(writer, number, properties.finish());
}

/** A message that holds one field of this kind. */
function within(write: WriteField): WriteField {
  return (writer, number, value) => {
    const inner = new WireWriter();
    write(inner, 1, value);
    writeBytes(writer, number, inner.finish());
  };
}

function writeAdditional(writer: WireWriter, number: number, value: Json): void {
  const inner = new WireWriter();
  if (typeof value === "boolean") writeFlag(inner, 2, value);
  else writeSchema(inner, 1, value);
  writeBytes(writer, number, inner.finish());
}

function writeInfo(writer: WireWriter, number: number, value: Json): void {
  if (isObject(value)) writeBytes(writer, number, encode(value, infoFields));
}

const infoFields: Fields = new Map<string, Field>([
  ["title", [1, writeText]],
  ["version", [2, writeText]],
  ["description", [3, writeText]],
]);

const documentFields: Fields = new Map<string, Field>([
  ["swagger", [1, writeText]],
  ["info", [2, writeInfo]],
  ["definitions", [9, writeNamedSchemas]],
]);

const schemaFields: Fields = new Map<string, Field>([
  ["$ref", [1, writeText]],
  ["format", [2, writeText]],
  ["title", [3, writeText]],
  ["description", [4, writeText]],
  ["default", [5, writeAny]],
  ["multipleOf", [6, writeDouble]],
  ["maximum", [7, writeDouble]],
  ["exclusiveMaximum", [8, writeFlag]],
  ["minimum", [9, writeDouble]],
  ["exclusiveMinimum", [10, writeFlag]],
  ["maxLength", [11, writeInteger]],
  ["minLength", [12, writeInteger]],
  ["pattern", [13, writeText]],
  ["maxItems", [14, writeInteger]],
  ["minItems", [15, writeInteger]],
  ["uniqueItems", [16, writeFlag]],
  ["maxProperties", [17, writeInteger]],
  ["minProperties", [18, writeInteger]],
  ["required", [19, writeTexts]],
  ["enum", [20, writeAnys]],
  ["additionalProperties", [21, writeAdditional]],
  ["type", [22, within(writeTexts)]],
  ["items", [23, within(writeSchemas)]],
  ["allOf", [24, writeSchemas]],
  ["properties", [25, writeNamedSchemas]],
  ["discriminator", [26, writeText]],
  ["readOnly", [27, writeFlag]],
  ["example", [30, writeAny]],
  [extensions, [31, writeAny]],
]);
