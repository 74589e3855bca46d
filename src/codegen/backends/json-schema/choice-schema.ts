import type { JsonObject } from "../../../runtime/v1/json/json.js";
import type { Unit } from "../backend.js";

/**
 * One resource's share of the schema for all manifests: it chooses the schema of an object by its
 * `apiVersion` and `kind`. All other documents pass, and the objects of a `List` are looked at.
 */
export function choiceSchema({ resource, version }: Unit): JsonObject {
  const apiVersion = `${resource.group}/${version.name}`;
  const { kind, plural } = resource.names;
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    title: "Custom resources",
    description: "An object of one of the kinds that crdgen read; objects of other kinds pass.",
    // What editors propose.
    properties: { apiVersion: { examples: [apiVersion] }, kind: { examples: [kind] } },
    if: isOf("v1", "List"),
    then: { properties: { items: { items: { $ref: "#" } } } },
    allOf: [{ if: isOf(apiVersion, kind), then: { $ref: `${apiVersion}/${plural}.schema.json` } }],
  };
}

function isOf(apiVersion: string, kind: string): JsonObject {
  return {
    type: "object",
    properties: { apiVersion: { const: apiVersion }, kind: { const: kind } },
    required: ["apiVersion", "kind"],
  };
}
