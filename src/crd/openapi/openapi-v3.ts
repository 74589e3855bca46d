import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import type { Endpoint, Operation } from "./endpoints.js";
import { endpointsOf, mediaTypes, tagOf } from "./endpoints.js";
import { metaType, metaTypes, scaleType, scaleTypes, schemasPrefix } from "./meta-types.js";
import type { Parameter } from "./parameters.js";
import { kindSchema, listSchema } from "./published-schema.js";
import type { PublishedVersion } from "./published-version.js";
import { groupVersionKind, modelName } from "./published-version.js";

/**
 * The document of `/openapi/v3/apis/<group>/<version>`, where all `versions` are of one group and
 * version: what the API server publishes for each, joined (apiextensions
 * `controller/openapi/builder/merge.go`, `MergeSpecsV3`).
 */
export function openApiV3(versions: readonly PublishedVersion[]): JsonObject {
  const paths: JsonObject = {};
  const schemas: JsonObject = {};
  for (const [name, schema] of Object.entries(metaTypes)) schemas[metaType(name)] = schema;
  for (const published of versions) {
    const { kind, listKind } = published.resource.names;
    if (published.version.scale !== undefined) {
      for (const [name, schema] of Object.entries(scaleTypes)) schemas[scaleType(name)] = schema;
    }
    schemas[modelName(published, kind)] = kindSchema(published, "v3");
    schemas[modelName(published, listKind)] = listSchema(published, "v3");
    for (const endpoint of endpointsOf(published)) {
      paths[endpoint.path] = pathItem(endpoint, published);
    }
  }
  return {
    openapi: "3.0.0",
    info: { title: "Kubernetes CRD Swagger", version: "v0.1.0" },
    paths: sorted(paths),
    components: { schemas: sorted(schemas) },
  };
}

/** As Go writes maps. */
function sorted(object: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(object).sort(([a], [b]) => (a < b ? -1 : 1)));
}

function pathItem({ operations, parameters }: Endpoint, published: PublishedVersion): JsonObject {
  const item: JsonObject = {};
  for (const operation of operations) item[operation.method] = describe(operation, published);
  return { ...item, parameters: parameters.map(describeParameter) };
}

function describe(operation: Operation, published: PublishedVersion): JsonObject {
  const { action, id, description, parameters, body, consumes, reply } = operation;
  const responses: JsonObject = { 401: { description: "Unauthorized" } };
  for (const [code, name] of Object.entries(operation.codes)) {
    responses[code] = { description: name, content: contentOf(mediaTypes, reply) };
  }
  return {
    tags: [tagOf(published)],
    description,
    operationId: id,
    ...(parameters.length > 0 && { parameters: parameters.map(describeParameter) }),
    ...(body !== undefined && {
      requestBody: {
        content: contentOf(consumes, body.type),
        ...(body.required && { required: true }),
      },
    }),
    responses,
    "x-kubernetes-action": action,
    "x-kubernetes-group-version-kind": groupVersionKind(published, published.resource.names.kind),
  };
}

function contentOf(types: readonly string[], model: string): JsonObject {
  const schema: Json = { $ref: schemasPrefix + model };
  return Object.fromEntries([...types].sort().map((type) => [type, { schema }]));
}

/** Most are the same for all kinds: one object for each keeps the documents of many kinds small. */
const described = new WeakMap<Parameter, JsonObject>();

function describeParameter(parameter: Parameter): JsonObject {
  let known = described.get(parameter);
  if (known === undefined) {
    const { name, in: place, type, description } = parameter;
    known = {
      name,
      in: place,
      description,
      ...(place === "path" && { required: true }),
      schema: { type, uniqueItems: true },
    };
    described.set(parameter, known);
  }
  return known;
}
