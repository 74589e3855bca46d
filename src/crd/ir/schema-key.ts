import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { Float64, isObject, toDouble } from "../../runtime/v1/values/json/json.js";
import type { DeclaredType, NestedValidation, Rule, Schema, ValueValidation } from "./schema.js";

/*
 * Texts that are equal exactly where two nodes have the same content; parts that are hash-consed
 * themselves stand in them by their ids. A keyword that says nothing leaves no trace.
 */

/** A property with what was made of its schema. */
export type Member<T> = readonly [name: string, made: T];

/** The branches of a node, hash-consed. */
export type Junctors = Pick<ValueValidation, "allOf" | "anyOf" | "oneOf" | "not">;

/** The parts of a node of the core, hash-consed. */
interface Parts extends Pick<Schema, "values" | "items" | "validation"> {
  readonly fields: readonly Member<Schema>[];
}

/** The content of a node of the core; `present` are its keywords. */
export function schemaKey(raw: JsonObject, present: number, parts: Parts): string {
  const { fields, values, items, validation } = parts;
  let key: string = declaredType(raw["type"]);
  const flags = (present & keywords.flags) === 0 ? 0 : flagsOf(raw);
  if (flags !== 0) key += String(flags);
  key += `;${validation.id};${idOf(items)};${idOf(values)};`;
  if ((present & keywords.list) !== 0) key += listKey(raw);
  if (fields.length > 0) key += `{${membersKey(fields)}}`;
  const ownDefault = (present & keywords.default) === 0 ? undefined : raw["default"];
  if (ownDefault !== undefined && ownDefault !== null) key += `=${jsonKey(ownDefault)}`;
  const rules = (present & keywords.rules) === 0 ? [] : readRules(raw["x-kubernetes-validations"]);
  return rules.length === 0 ? key : `${key}!${JSON.stringify(rules)}`;
}

/** The content of a node inside a junctor. */
export function nestedKey(
  content: Omit<NestedValidation, "id" | "fields">,
  fields: readonly Member<NestedValidation>[],
): string {
  const { type, nullable, validation, items, values } = content;
  return `${type}${nullable ? 1 : 0};${validation.id};${idOf(items)};${idOf(values)};${membersKey(fields)}`;
}

/** The value validations of a node; `""` for none. */
export function validationKey(raw: JsonObject, present: number, junctors: Junctors): string {
  let key = "";
  if ((present & keywords.number) !== 0) key += numbersKey(raw);
  if ((present & keywords.bounds) !== 0) key += boundsKey(raw);
  if ((present & keywords.text) !== 0) key += textsKey(raw);
  if ((present & keywords.required) !== 0) {
    const required = strings(raw["required"]);
    if (required.length > 0) key += `r${stringsKey(required)};`;
  }
  if ((present & keywords.junctors) !== 0) key += junctorsKey(junctors);
  const values = (present & keywords.enum) === 0 ? undefined : raw["enum"];
  return Array.isArray(values) && values.length > 0 ? `${key}e${jsonKey(values)}` : key;
}

/**
 * The value as text in which no two different values of the server's model are equal; key order
 * counts.
 */
export function jsonKey(value: Json): string {
  if (value instanceof Float64) return `~${value.value}`;
  if (typeof value === "bigint") return `${value}n`;
  if (Array.isArray(value)) return `[${value.map(jsonKey).join()}]`;
  if (!isObject(value)) return JSON.stringify(value);
  return `{${Object.keys(value)
    .map((key) => `${JSON.stringify(key)}:${jsonKey(value[key] ?? null)}`)
    .join()}}`;
}

function flagsOf(raw: JsonObject): number {
  return (
    (raw["nullable"] === true ? 1 : 0) |
    (raw["x-kubernetes-int-or-string"] === true ? 2 : 0) |
    (raw["x-kubernetes-preserve-unknown-fields"] === true ? 4 : 0) |
    (raw["x-kubernetes-embedded-resource"] === true ? 8 : 0) |
    (raw["x-kubernetes-map-type"] === "atomic" ? 16 : 0)
  );
}

function listKey(raw: JsonObject): string {
  const type = listType(raw["x-kubernetes-list-type"]);
  const keys = strings(raw["x-kubernetes-list-map-keys"]);
  return type === "atomic" && keys.length === 0 ? "" : `${type}(${stringsKey(keys)})`;
}

function numbersKey(raw: JsonObject): string {
  let key = "";
  numberKeywords.forEach((keyword, index) => {
    const value = double(raw[keyword]);
    if (value !== undefined) key += `${index}=${value},`;
  });
  return key;
}

function boundsKey(raw: JsonObject): string {
  const bounds =
    (raw["exclusiveMinimum"] === true ? 1 : 0) |
    (raw["exclusiveMaximum"] === true ? 2 : 0) |
    (raw["uniqueItems"] === true ? 4 : 0);
  return bounds === 0 ? "" : `x${bounds};`;
}

function textsKey(raw: JsonObject): string {
  const format = text(raw["format"]);
  const pattern = text(raw["pattern"]);
  const key = format === "" ? "" : `f${format.length}:${format};`;
  return pattern === "" ? key : `${key}p${pattern.length}:${pattern};`;
}

function junctorsKey({ allOf, anyOf, oneOf, not }: Junctors): string {
  let key = "";
  if (allOf.length > 0) key += `l${idsKey(allOf)};`;
  if (anyOf.length > 0) key += `a${idsKey(anyOf)};`;
  if (oneOf.length > 0) key += `o${idsKey(oneOf)};`;
  return not === undefined ? key : `${key}n${not.id};`;
}

function idsKey(branches: readonly NestedValidation[]): string {
  return branches.map(idOf).join();
}

function idOf(child: { readonly id: number } | boolean | undefined): string {
  if (typeof child === "object") return String(child.id);
  return child === undefined ? "" : child ? "t" : "f";
}

function membersKey(members: readonly Member<{ readonly id: number }>[]): string {
  let key = "";
  for (const [name, { id }] of members) key += `${name.length}:${name}=${id},`;
  return key;
}

function stringsKey(list: readonly string[]): string {
  return list.map((item) => `${item.length}:${item}`).join();
}

/**
 * Groups of the keywords that a schema shows, a bit each; `type` needs none, since nearly all nodes
 * have it.
 */
export const keywords = {
  properties: 1,
  values: 2,
  items: 4,
  default: 8,
  rules: 16,
  list: 32,
  flags: 64,
  text: 128,
  number: 256,
  required: 512,
  enum: 1024,
  junctors: 2048,
  bounds: 4096,
  /** All that are part of a `ValueValidation`. */
  validation: 128 | 256 | 512 | 1024 | 2048 | 4096,
} as const;

/** Keywords whose value is a number. */
const numberKeywords = [
  "minimum",
  "maximum",
  "multipleOf",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minProperties",
  "maxProperties",
] as const;

const groups: ReadonlyMap<string, number> = new Map([
  ...numberKeywords.map((keyword) => [keyword, keywords.number] as const),
  ["properties", keywords.properties],
  ["additionalProperties", keywords.values],
  ["items", keywords.items],
  ["default", keywords.default],
  ["x-kubernetes-validations", keywords.rules],
  ["x-kubernetes-list-type", keywords.list],
  ["x-kubernetes-list-map-keys", keywords.list],
  ["nullable", keywords.flags],
  ["x-kubernetes-int-or-string", keywords.flags],
  ["x-kubernetes-preserve-unknown-fields", keywords.flags],
  ["x-kubernetes-embedded-resource", keywords.flags],
  ["x-kubernetes-map-type", keywords.flags],
  ["format", keywords.text],
  ["pattern", keywords.text],
  ["exclusiveMinimum", keywords.bounds],
  ["exclusiveMaximum", keywords.bounds],
  ["uniqueItems", keywords.bounds],
  ["required", keywords.required],
  ["enum", keywords.enum],
  ["allOf", keywords.junctors],
  ["anyOf", keywords.junctors],
  ["oneOf", keywords.junctors],
  ["not", keywords.junctors],
]);

/** Which groups a raw node has keywords of. One look at its keys saves looking for each keyword. */
export function keywordsIn(raw: JsonObject): number {
  let present = 0;
  for (const keyword in raw) present |= groups.get(keyword) ?? 0;
  return present;
}

/*
 * Keywords of a raw schema as the structural schema has them. A value of the wrong JSON type counts
 * as absent; the front end has reported it.
 */

/** The type, `""` for none and for what is no type. */
export function declaredType(raw: Json | undefined): DeclaredType {
  switch (raw) {
    case "object":
    case "array":
    case "string":
    case "integer":
    case "number":
    case "boolean":
      return raw;
    default:
      return "";
  }
}

/** `x-kubernetes-list-type`, atomic for none and for what is none. */
export function listType(raw: Json | undefined): Schema["listType"] {
  return raw === "set" || raw === "map" ? raw : "atomic";
}

/** A text, `""` for none. */
export function text(raw: Json | undefined): string {
  return typeof raw === "string" ? raw : "";
}

/** A number of any class as a double. */
export function double(raw: Json | undefined): number | undefined {
  if (typeof raw === "number" || typeof raw === "bigint" || raw instanceof Float64) {
    return toDouble(raw);
  }
  return undefined;
}

/** The texts of a list, empty for none; null is the empty text, as Go decodes it. */
export function strings(raw: Json | undefined): readonly string[] {
  return Array.isArray(raw) ? raw.map(text) : noStrings;
}

/** `x-kubernetes-validations`, empty for none. */
export function readRules(raw: Json | undefined): readonly Rule[] {
  if (!Array.isArray(raw)) return noRules;
  return raw.filter(isObject).map((rule) => ({
    rule: text(rule["rule"]),
    message: text(rule["message"]),
    messageExpression: text(rule["messageExpression"]),
    reason: typeof rule["reason"] === "string" ? rule["reason"] : undefined,
    fieldPath: text(rule["fieldPath"]),
    optionalOldSelf:
      typeof rule["optionalOldSelf"] === "boolean" ? rule["optionalOldSelf"] : undefined,
  }));
}

const noStrings: readonly string[] = [];
const noRules: readonly Rule[] = [];
