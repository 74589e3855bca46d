import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import type { Endpoint, Operation } from "./endpoints.js";
import { endpointsOf, mediaTypes, tagOf } from "./endpoints.js";
import { metaType, metaTypes, scaleType, scaleTypes, schemasPrefix } from "./meta-types.js";
import type { Parameter } from "./parameters.js";
import { kindSchema, listSchema, referencePrefix } from "./published-schema.js";
import type { PublishedVersion } from "./published-version.js";
import { groupVersionKind, modelName } from "./published-version.js";

const prefix = referencePrefix("v2");

/**
 * The part of the document of `/openapi/v2` that is about CRDs: paths and definitions, and the
 * parameters that several operations share (apiextensions `controller/openapi/builder/builder.go`;
 * kube-openapi `builder/openapi.go`, `builder/parameters.go`).
 */
export function openApiV2(versions: readonly PublishedVersion[]): JsonObject {
  const writer = new V2Writer();
  for (const published of versions) writer.add(published);
  return {
    swagger: "2.0",
    info: { title: "Kubernetes CRD Swagger", version: "v0.1.0" },
    paths: writer.paths,
    definitions: writer.definitions,
    parameters: writer.parameters,
  };
}

class V2Writer {
  readonly paths: JsonObject = {};
  readonly definitions: JsonObject = {};
  readonly parameters: JsonObject = {};

  add(published: PublishedVersion): void {
    const { kind, listKind } = published.resource.names;
    this.#addTypes(metaTypes, metaType);
    if (published.version.scale !== undefined) this.#addTypes(scaleTypes, scaleType);
    this.definitions[modelName(published, kind)] = kindSchema(published, "v2");
    this.definitions[modelName(published, listKind)] = listSchema(published, "v2");
    for (const endpoint of endpointsOf(published)) {
      this.paths[endpoint.path] = this.#pathItem(endpoint, published);
    }
  }

  #addTypes(types: Readonly<Record<string, JsonObject>>, nameOf: (name: string) => string): void {
    for (const [name, schema] of Object.entries(types)) {
      this.definitions[nameOf(name)] ??= knownInV2(schema);
    }
  }

  #pathItem({ operations, parameters }: Endpoint, published: PublishedVersion): JsonObject {
    const item: JsonObject = {};
    for (const operation of operations) {
      item[operation.method] = this.#describe(operation, published);
    }
    return { ...item, parameters: parameters.map((one) => this.#parameter(one)) };
  }

  #describe(operation: Operation, published: PublishedVersion): JsonObject {
    const { action, id, description, body, consumes, reply } = operation;
    const parameters = operation.parameters.map((one) => this.#parameter(one));
    if (body !== undefined) parameters.unshift(this.#body(body));
    const responses: JsonObject = { 401: { description: "Unauthorized" } };
    for (const [code, name] of Object.entries(operation.codes)) {
      responses[code] = { description: name, schema: { $ref: prefix + reply } };
    }
    return {
      description,
      consumes: [...consumes],
      produces: [...mediaTypes],
      schemes: ["https"],
      tags: [tagOf(published)],
      operationId: id,
      ...(parameters.length > 0 && { parameters }),
      responses,
      "x-kubernetes-action": action,
      "x-kubernetes-group-version-kind": groupVersionKind(published, published.resource.names.kind),
    };
  }

  #parameter({ name, in: place, type, description }: Parameter): JsonObject {
    const described: JsonObject = { uniqueItems: true, type, description, name, in: place };
    if (place === "path") described["required"] = true;
    return this.#share(name, described);
  }

  #body({ type, required }: NonNullable<Operation["body"]>): JsonObject {
    const described: JsonObject = { name: "body", in: "body" };
    if (required) described["required"] = true;
    described["schema"] = { $ref: prefix + type };
    return type.startsWith("io.k8s.apimachinery") ? this.#share("body", described) : described;
  }

  #share(name: string, described: JsonObject): JsonObject {
    const key = sharedParameterName(name, described);
    if (key === undefined) return described;
    this.parameters[key] = described;
    return { $ref: `#/parameters/${key}` };
  }
}

/**
 * Parameters that each operation repeats: they name the kind, or old versions of kubectl look for
 * them.
 */
const unshared: ReadonlySet<string> = new Set(["name", "fieldValidation", "dryRun"]);

/** The types of Kubernetes in v2, one object for each in all documents. */
const typesInV2 = new WeakMap<JsonObject, JsonObject>();

function knownInV2(schema: JsonObject): JsonObject {
  let known = typesInV2.get(schema);
  if (known === undefined) typesInV2.set(schema, (known = typeInV2(schema)));
  return known;
}

/** A type of Kubernetes in v2: without defaults, with plain references. */
export function typeInV2(value: JsonObject): JsonObject {
  const { allOf, ...schema } = value;
  Reflect.deleteProperty(schema, "default");
  const [only] = Array.isArray(allOf) ? allOf : [];
  const merged = isObject(only) ? { ...schema, ...only } : schema;
  return mapMembers(merged, (member, key) => {
    if (key === "$ref" && typeof member === "string") return member.replace(schemasPrefix, prefix);
    if (key === "properties" && isObject(member)) return mapMembers(member, valueInV2);
    return key === "items" || key === "additionalProperties" ? valueInV2(member) : member;
  });
}

function valueInV2(value: Json): Json {
  return isObject(value) ? typeInV2(value) : value;
}

function mapMembers(object: JsonObject, map: (member: Json, key: string) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, map(member, key)]));
}

/** The names of parameters by their texts: there are about twenty. */
const sharedNames = new Map<string, string>();

/**
 * The name by which operations share a parameter: its own, with the first bytes of the FNV-1 hash
 * of its text, in Base64. Undefined for one that each operation repeats.
 */
export function sharedParameterName(name: string, described: JsonObject): string | undefined {
  if (unshared.has(name)) return undefined;
  const text = JSON.stringify(described);
  let shared = sharedNames.get(text);
  if (shared === undefined) sharedNames.set(text, (shared = `${name}-${shortHash(text)}`));
  return shared;
}

function shortHash(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of new TextEncoder().encode(text)) {
    hash = BigInt.asUintN(64, hash * 0x100000001b3n) ^ BigInt(byte);
  }
  const bytes = Array.from({ length: 6 }, (_, index) =>
    Number((hash >> BigInt(56 - 8 * index)) & 255n),
  );
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_");
}
