import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { Backend, Unit } from "../backend.js";
import { apiVersionOf } from "../backend.js";
import { orNull, valueSchema } from "./value-schema.js";

/**
 * Writes `<plural>.schema.json`, a JSON Schema (2020-12) for editors: it tells as much as JSON
 * Schema can, and refuses no object that the API server takes. `custom-resources.schema.json` of
 * the output chooses among them.
 */
export const jsonSchemaBackend: Backend = {
  name: "json-schema",
  needs: [],
  parseOptions: () => undefined,
  generate(unit, _options, context) {
    const file = { name: "schema", of: "resource", mark: "$comment" } as const;
    context.json(file, objectSchema(unit));
    const choice = { name: "custom-resources.schema", of: "output", mark: "$comment" } as const;
    const apiVersion = apiVersionOf(unit);
    const { kind, plural } = unit.resource.names;
    context.json(choice, choiceSchema(apiVersion, kind, `${apiVersion}/${plural}.schema.json`));
  },
};

/** The version of JSON Schema. */
export const schemaDialect = "https://json-schema.org/draft/2020-12/schema";

function objectSchema(unit: Unit): JsonObject {
  const { resource, version } = unit;
  const { schema, annotations } = version;
  const known = schema === undefined ? {} : rootSchema(schema, annotations, version.status);
  const { description, properties, required, ...rest } = known;
  const apiVersion = apiVersionOf(unit);
  // Editors do not look at `deprecated`; this word they have from VS Code.
  const { deprecationWarning: deprecationMessage } = version;
  const deprecation = deprecationMessage !== undefined && { deprecationMessage };
  return {
    $schema: schemaDialect,
    title: resource.names.kind,
    ...(description !== undefined && { description }),
    ...(version.deprecated && { deprecated: true }),
    ...rest,
    type: "object",
    properties: {
      apiVersion: { const: apiVersion, ...deprecation },
      kind: { const: resource.names.kind },
      ...(properties as JsonObject | undefined), // made by `valueSchema`
      metadata: metadataSchema,
    },
    required: [...new Set(["apiVersion", "kind", "metadata", ...((required ?? []) as string[])])], // as above
  };
}

/** The server ignores the status of objects that are sent where it has an endpoint of its own. */
function rootSchema(schema: Schema, notes: Annotations, hasStatus: boolean): JsonObject {
  const ignored = ["apiVersion", "kind", "metadata", ...(hasStatus ? ["status"] : [])];
  const fields = new Map([...schema.fields].filter(([name]) => !ignored.includes(name)));
  const required = schema.validation.required.filter((name) => !ignored.includes(name));
  const validation = { ...schema.validation, required, minProperties: undefined };
  return valueSchema(schema, notes, { fields, values: schema.values, validation });
}

const text: Json = { type: ["string", "null"] };
const texts: JsonObject = { type: "object", additionalProperties: text };

/** The fields of `ObjectMeta` that people write. */
export const metadataSchema: JsonObject = {
  type: "object",
  properties: {
    name: text,
    generateName: text,
    namespace: text,
    labels: orNull(texts),
    annotations: orNull(texts),
  },
};

/**
 * One resource's share of the schema for all manifests: it chooses the schema of an object by its
 * `apiVersion` and `kind`. All other documents pass, and the objects of a `List` are looked at.
 *
 * @param path that of the resource's schema in the output
 */
export function choiceSchema(apiVersion: string, kind: string, path: string): JsonObject {
  return {
    $schema: schemaDialect,
    title: "Custom resources",
    description: "An object of one of the kinds that crdgen read; objects of other kinds pass.",
    // What editors propose.
    properties: { apiVersion: { examples: [apiVersion] }, kind: { examples: [kind] } },
    if: isOf("v1", "List"),
    then: { properties: { items: { items: { $ref: "#" } } } },
    allOf: [{ if: isOf(apiVersion, kind), then: { $ref: path } }],
  };
}

function isOf(apiVersion: string, kind: string): JsonObject {
  return {
    type: "object",
    properties: { apiVersion: { const: apiVersion }, kind: { const: kind } },
    required: ["apiVersion", "kind"],
  };
}
