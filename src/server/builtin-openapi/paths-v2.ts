import { schemasPrefix } from "../../crd/openapi/meta-types.js";
import { sharedParameterName } from "../../crd/openapi/openapi-v2.js";
import { referencePrefix } from "../../crd/openapi/published-schema.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { withoutKeys } from "../../runtime/v1/values/json/raw-fields.js";
import { asObject, operationsOf } from "./path-items.js";

/*
 * Paths of OpenAPI v3 as those of OpenAPI v2 (kube-openapi `builder/openapi.go`).
 */

/** Writes paths, and collects the parameters that they share. */
export class PathsInV2 {
  readonly parameters: { [name: string]: Json } = {};

  /** @param paths of OpenAPI v3 */
  write(paths: JsonObject): JsonObject {
    const items = Object.entries(paths).map(([path, item]) => [path, this.#item(asObject(item))]);
    return Object.fromEntries(items) as JsonObject; // of objects
  }

  #item(item: JsonObject): JsonObject {
    const operations = operationsOf(item).map(([method, one]) => [method, this.#operation(one)]);
    const written = Object.fromEntries(operations) as JsonObject; // of objects
    const { parameters } = item;
    if (!Array.isArray(parameters)) return written;
    // A body of the only operation stays with it.
    return { ...written, parameters: parameters.map((one) => this.#parameter(asObject(one))) };
  }

  #operation(operation: JsonObject): JsonObject {
    const { requestBody, parameters = [], responses, ...rest } = operation;
    const own = [parameters].flat().map((one) => this.#parameter(asObject(one)));
    const body = isObject(requestBody) ? [this.#body(requestBody)] : [];
    const all = [...body, ...own];
    const produced = answeredTypes(asObject(responses));
    return {
      ...rest,
      consumes: consumedTypes(operation, produced),
      produces: produced,
      schemes: ["https"],
      ...(all.length > 0 && { parameters: all }),
      responses: mapMembers(asObject(responses), responseInV2),
    };
  }

  #parameter({ schema, required, ...rest }: JsonObject): JsonObject {
    const { uniqueItems = true, type = "" } = asObject(schema);
    const { description, name = "", in: place = "" } = rest;
    const written: JsonObject = {
      uniqueItems,
      type,
      ...(description !== undefined && { description }),
      name,
      in: place,
      ...(required !== undefined && { required }),
    };
    return this.#shared(String(name), written);
  }

  #body(requestBody: JsonObject): JsonObject {
    const [first = null] = Object.values(asObject(requestBody["content"]));
    const schema = schemaInV2(asObject(first));
    const { required } = requestBody;
    const written: JsonObject = {
      name: "body",
      in: "body",
      ...(required !== undefined && { required }),
      schema,
    };
    const isCommon = String(schema["$ref"]).startsWith(`${prefix}io.k8s.apimachinery`);
    return isCommon ? this.#shared("body", written) : written;
  }

  #shared(name: string, written: JsonObject): JsonObject {
    const key = sharedParameterName(name, written);
    if (key === undefined) return written;
    this.parameters[key] = written;
    return { $ref: `#/parameters/${key}` };
  }
}

const prefix = referencePrefix("v2");

/** In the order in which servers name them. */
const order = [
  "application/json",
  "application/yaml",
  "application/vnd.kubernetes.protobuf",
  "application/json;stream=watch",
  "application/vnd.kubernetes.protobuf;stream=watch",
  "application/json-patch+json",
  "application/merge-patch+json",
  "application/strategic-merge-patch+json",
  "application/apply-patch+yaml",
];

/** Of a stream of text its own type comes first. */
function inOrder(types: readonly string[]): string[] {
  return [...types].sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

function answeredTypes(responses: JsonObject): string[] {
  const found = Object.values(responses).map((one) =>
    Object.keys(asObject(asObject(one)["content"])),
  );
  return inOrder([...new Set(found.flat())]);
}

/** Discovery reads what it writes; who has no body takes any. */
function consumedTypes(operation: JsonObject, produced: readonly string[]): string[] {
  if (operation["x-kubernetes-action"] === undefined) return [...produced];
  const sent = Object.keys(asObject(asObject(operation["requestBody"])["content"]));
  return sent.length === 0 ? ["*/*"] : inOrder(sent);
}

function responseInV2(response: Json): JsonObject {
  const { content } = asObject(response);
  const rest = withoutKeys(asObject(response), "content");
  const [first] = Object.values(asObject(content));
  return first === undefined ? rest : { ...rest, schema: schemaInV2(asObject(first)) };
}

function schemaInV2({ schema }: JsonObject): JsonObject {
  const { $ref, ...rest } = asObject(schema);
  return typeof $ref === "string" ? { $ref: $ref.replace(schemasPrefix, prefix) } : rest;
}

function mapMembers(object: JsonObject, map: (member: Json) => Json): JsonObject {
  return Object.fromEntries(Object.entries(object).map(([key, member]) => [key, map(member)]));
}
