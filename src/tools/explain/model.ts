import { compareUtf8 } from "../../runtime/v1/go/compare-utf8.js";
import type { JsonObject } from "../../runtime/v1/json/json.js";
import { isObject } from "../../runtime/v1/json/json.js";
import { fieldsOf, textOf } from "./published-node.js";

/**
 * A schema of OpenAPI v2 as clients of Kubernetes read it (kube-openapi `util/proto/document.go`).
 */
export type Model =
  | {
      readonly kind: "kind";
      readonly node: JsonObject;
      readonly fields: ReadonlyMap<string, JsonObject>;
    }
  | { readonly kind: "map" | "array"; readonly node: JsonObject; readonly inner: JsonObject }
  | { readonly kind: "reference"; readonly node: JsonObject; readonly name: string }
  | { readonly kind: "primitive" | "arbitrary"; readonly node: JsonObject };

const prefix = "#/definitions/";

/** Reads a schema as clients do (`ParseSchema`). */
export function modelOf(node: JsonObject): Model {
  const reference = textOf(node, "$ref");
  if (reference !== "") return { kind: "reference", node, name: reference.slice(prefix.length) };
  const type = textOf(node, "type");
  if (type === "array") return { kind: "array", node, inner: asNode(node["items"]) };
  if (type !== "object" && type !== "") return { kind: "primitive", node };
  if (isObject(node["properties"])) return { kind: "kind", node, fields: sortedFields(node) };
  return type === "object" ? mapOf(node) : { kind: "arbitrary", node };
}

/** Without a schema of its values, a map's values have the description of the map. */
function mapOf(node: JsonObject): Model {
  const values = node["additionalProperties"];
  const description = textOf(node, "description");
  const inner = isObject(values) ? values : description === "" ? {} : { description };
  return { kind: "map", node, inner };
}

function sortedFields(node: JsonObject): ReadonlyMap<string, JsonObject> {
  const fields = [...fieldsOf(node)];
  return new Map(fields.sort(([left], [right]) => compareUtf8(left, right)));
}

function asNode(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
