import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import { double, readRules, strings, text } from "../ir/schema-key.js";
import type { Rule } from "../ir/schema.js";
import { metaType, schemasPrefix, typeMeta } from "./meta-types.js";
import type { PublishedVersion } from "./published-version.js";
import { groupVersionKind, modelName } from "./published-version.js";

/** The version of OpenAPI. What v2 cannot say is left out of it. */
export type Form = "v2" | "v3";

/** Returns the prefix of references to types. */
export function referencePrefix(form: Form): string {
  return form === "v2" ? "#/definitions/" : schemasPrefix;
}

/**
 * The schema of a kind as the API server publishes it (apiextensions
 * `controller/openapi/builder/builder.go`, `buildKubeNative`; `schema/kubeopenapi.go`).
 */
export function kindSchema(published: PublishedVersion, form: Form): JsonObject {
  const { resource } = published;
  return {
    ...shapeOf(published, form),
    "x-kubernetes-group-version-kind": [groupVersionKind(published, resource.names.kind)],
    ...selectableFields(published),
  };
}

function shapeOf({ resource, version }: PublishedVersion, form: Form): JsonObject {
  const raw = version.structuralSchema;
  if (raw === undefined) return { type: "object" };
  const isOpen = resource.preserveUnknownFields || flag(raw, preserveUnknownFields);
  // kubectl takes any field that a v2 schema does not name for an unknown one.
  if (form === "v2" && isOpen) return { type: "object" };
  const schema = coreSchema(raw, form);
  const own = { ...typeMeta, metadata: objectMeta(form) };
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const isEmbedded = flag(raw, embeddedResource);
  return { ...schema, properties: isEmbedded ? properties : { ...properties, ...own } };
}

/** The schema of the list of a kind (`buildListSchema`). */
export function listSchema(published: PublishedVersion, form: Form): JsonObject {
  const { kind, listKind, plural } = published.resource.names;
  const items = referencePrefix(form) + modelName(published, kind);
  return {
    description: `${listKind} is a list of ${kind}`,
    type: "object",
    required: ["items"],
    properties: {
      ...typeMeta,
      metadata: reference("ListMeta", listMetaText, form),
      items: {
        description: `List of ${plural}. More info: https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md`,
        type: "array",
        items: { $ref: items },
      },
    },
    "x-kubernetes-group-version-kind": [groupVersionKind(published, listKind)],
    ...selectableFields(published),
  };
}

function selectableFields({ version }: PublishedVersion): JsonObject {
  if (version.selectableFields.length === 0) return {};
  const fields = version.selectableFields.map((path) => ({ fieldPath: path.replace(/^\./, "") }));
  return { "x-kubernetes-selectable-fields": fields };
}

const preserveUnknownFields = "x-kubernetes-preserve-unknown-fields";
const embeddedResource = "x-kubernetes-embedded-resource";

const conventions =
  "https://git.k8s.io/community/contributors/devel/sig-architecture/api-conventions.md";
const listMetaText = `Standard list metadata. More info: ${conventions}#types-kinds`;
const objectMetaText = `Standard object's metadata. More info: ${conventions}#metadata`;

/** The fields of an embedded object that the server knows by itself (`addEmbeddedProperties`). */
const embeddedTypeMeta: JsonObject = {
  apiVersion: {
    description: `apiVersion defines the versioned schema of this representation of an object. More info: ${conventions}#resources`,
    type: "string",
  },
  kind: {
    description: `kind is a string value representing the type of this object. In CamelCase. More info: ${conventions}#types-kinds`,
    type: "string",
  },
};

function objectMeta(form: Form): JsonObject {
  return reference("ObjectMeta", objectMetaText, form);
}

/** OpenAPI v3 has nothing beside a reference, so that it becomes the only branch of an `allOf`. */
function reference(type: string, description: string, form: Form): JsonObject {
  const target = { $ref: referencePrefix(form) + metaType(type) };
  return form === "v2" ? { description, ...target } : { description, allOf: [target] };
}

/** A node of the core: the root, or reached by properties, additionalProperties, items. */
function coreSchema(raw: JsonObject, form: Form): JsonObject {
  const schema: JsonObject = {
    ...generics(raw),
    ...childrenOf(raw, (child) => coreSchema(child, form)),
    ...unfolded(raw, validations(raw)),
    ...extensions(raw),
  };
  if (form === "v2") stripForV2(schema, raw);
  const isOpen = form === "v2" && flag(raw, preserveUnknownFields);
  return flag(raw, embeddedResource) && !isOpen ? withEmbeddedFields(schema, form) : schema;
}

/** A node inside allOf, anyOf, oneOf or not; `additionalProperties` is not printed there. */
function branchSchema(raw: JsonObject): JsonObject {
  const children = childrenOf(raw, branchSchema);
  remove(children, "additionalProperties");
  return { ...validations(raw), ...children, ...generics(raw), ...extensions(raw) };
}

function childrenOf(raw: JsonObject, make: (child: JsonObject) => JsonObject): JsonObject {
  const { items, properties, additionalProperties: values } = raw;
  const children: JsonObject = {};
  if (isObject(items)) children["items"] = make(items);
  if (isObject(properties) && Object.keys(properties).length > 0) {
    const made: JsonObject = {};
    for (const name of Object.keys(properties)) setKey(made, name, make(asNode(properties[name])));
    children["properties"] = made;
  }
  if (typeof values === "boolean") children["additionalProperties"] = values;
  else if (isObject(values)) children["additionalProperties"] = make(values);
  return children;
}

function withEmbeddedFields(schema: JsonObject, form: Form): JsonObject {
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = strings(schema["required"]);
  const missing = ["kind", "apiVersion"].filter((name) => !required.includes(name));
  return {
    ...schema,
    properties: { ...properties, ...embeddedTypeMeta, metadata: objectMeta(form) },
    required: [...required, ...missing],
  };
}

/**
 * Leaves out what OpenAPI v2 does not have, and what made old versions of kubectl refuse objects
 * (apiextensions `controller/openapi/v2/conversion.go`; kube-openapi `handler/default_pruning.go`).
 */
function stripForV2(schema: JsonObject, raw: JsonObject): void {
  const isOpen = flag(raw, preserveUnknownFields);
  const isNullable = flag(raw, "nullable");
  remove(schema, "allOf", "anyOf", "oneOf", "not", "nullable", "default");
  if (isNullable || isOpen) remove(schema, "items", "properties");
  const { type } = schema;
  const lacksItems = type === "array" && !("items" in schema);
  if (isNullable || lacksItems || (type === "object" && isOpen)) remove(schema, "type");
  const required = requiredInV2(schema, raw);
  if (required.length === 0) remove(schema, "required");
  else schema["required"] = [...required];
}

/** A field that may be null may be missing in v2. */
function requiredInV2(schema: JsonObject, raw: JsonObject): readonly string[] {
  const { properties, additionalProperties: values } = raw;
  if (isObject(values) && flag(values, "nullable")) return [];
  const required = strings(raw["required"]);
  if (!isObject(properties) || !("properties" in schema)) return required;
  const isNullable = (name: string): boolean =>
    Object.hasOwn(properties, name) && flag(asNode(properties[name]), "nullable");
  return required.filter((name) => !isNullable(name));
}

function remove(schema: JsonObject, ...keywords: readonly string[]): void {
  for (const keyword of keywords) Reflect.deleteProperty(schema, keyword);
}

/** `Generic` of structural.go */
function generics(raw: JsonObject): JsonObject {
  const schema: JsonObject = {};
  for (const keyword of ["description", "type", "title"]) {
    const value = text(raw[keyword]);
    if (value !== "") schema[keyword] = value;
  }
  for (const keyword of ["default", "example"]) {
    const value = raw[keyword] ?? null;
    if (value !== null) schema[keyword] = value;
  }
  if (flag(raw, "nullable")) schema["nullable"] = true;
  const docs = raw["externalDocs"];
  if (isObject(docs)) schema["externalDocs"] = texts(docs, "description", "url");
  return schema;
}

const lengths = [
  "maximum",
  "minimum",
  "maxLength",
  "minLength",
  "maxItems",
  "minItems",
  "multipleOf",
  "maxProperties",
  "minProperties",
];

/** `ValueValidation` of structural.go */
function validations(raw: JsonObject): JsonObject {
  const schema: JsonObject = texts(raw, "format", "pattern");
  for (const keyword of lengths) {
    const value = double(raw[keyword]);
    if (value !== undefined) schema[keyword] = value;
  }
  for (const keyword of ["exclusiveMaximum", "exclusiveMinimum", "uniqueItems"]) {
    if (flag(raw, keyword)) schema[keyword] = true;
  }
  const required = strings(raw["required"]);
  if (required.length > 0) schema["required"] = [...required];
  const values = raw["enum"];
  if (Array.isArray(values) && values.length > 0) schema["enum"] = values;
  for (const keyword of ["allOf", "anyOf", "oneOf"]) {
    const branches = raw[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    schema[keyword] = branches.map((branch) => branchSchema(asNode(branch)));
  }
  if (isObject(raw["not"])) schema["not"] = branchSchema(raw["not"]);
  return schema;
}

/** `Extensions` and `ValidationExtensions` of structural.go */
function extensions(raw: JsonObject): JsonObject {
  const schema: JsonObject = {};
  for (const keyword of [preserveUnknownFields, embeddedResource, "x-kubernetes-int-or-string"]) {
    if (flag(raw, keyword)) schema[keyword] = true;
  }
  Object.assign(schema, texts(raw, "x-kubernetes-list-type", "x-kubernetes-map-type"));
  const keys = strings(raw["x-kubernetes-list-map-keys"]);
  if (keys.length > 0) schema["x-kubernetes-list-map-keys"] = [...keys];
  const rules = readRules(raw["x-kubernetes-validations"]);
  if (rules.length > 0) schema["x-kubernetes-validations"] = rules.map(publishedRule);
  return schema;
}

function publishedRule(rule: Rule): JsonObject {
  const { message, messageExpression, reason, fieldPath, optionalOldSelf } = rule;
  return {
    rule: rule.rule,
    ...(message !== "" && { message }),
    ...(messageExpression !== "" && { messageExpression }),
    ...(reason !== undefined && { reason }),
    ...(fieldPath !== "" && { fieldPath }),
    ...(optionalOldSelf !== undefined && { optionalOldSelf }),
  };
}

/** Spells out the meaning of `x-kubernetes-int-or-string` (`schema/unfold.go`). */
function unfolded(raw: JsonObject, schema: JsonObject): JsonObject {
  if (!flag(raw, "x-kubernetes-int-or-string") || isSpelledOut(raw)) return schema;
  const either = [{ type: "integer" }, { type: "string" }];
  if (!("anyOf" in schema)) return { ...schema, anyOf: either };
  const allOf = Array.isArray(schema["allOf"]) ? schema["allOf"] : [];
  return { ...schema, allOf: [{ anyOf: either }, ...allOf] };
}

/** Tells whether `anyOf`, or the first branch of `allOf`, already says the same as the flag. */
function isSpelledOut({ anyOf, allOf }: JsonObject): boolean {
  const first = Array.isArray(allOf) ? asNode(allOf[0]) : {};
  return [anyOf, first["anyOf"]].some(
    (branches) =>
      Array.isArray(branches) &&
      branches.length === 2 &&
      branches.every((branch, index) => isTypeAlone(asNode(branch), index)),
  );
}

function isTypeAlone(branch: JsonObject, index: number): boolean {
  const [[keyword, type] = [], ...others] = Object.entries(branchSchema(branch));
  return others.length === 0 && keyword === "type" && type === ["integer", "string"][index];
}

function texts(raw: JsonObject, ...keywords: readonly string[]): JsonObject {
  const found: JsonObject = {};
  for (const keyword of keywords) {
    const value = text(raw[keyword]);
    if (value !== "") found[keyword] = value;
  }
  return found;
}

function flag(raw: JsonObject, keyword: string): boolean {
  return raw[keyword] === true;
}

/** Null stands for an empty schema. */
function asNode(raw: Json | undefined): JsonObject {
  return isObject(raw) ? raw : {};
}
