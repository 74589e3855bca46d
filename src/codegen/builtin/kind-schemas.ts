import type { FieldRow, FieldType, ScalarType } from "../../runtime/v1/built-in/table/field-row.js";
import type { Kinds, ResourceRow, StructRow } from "../../runtime/v1/built-in/table/kind-table.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { setKey } from "../../runtime/v1/values/json/json.js";
import { apiVersionOf } from "../../runtime/v1/values/names.js";
import { choiceSchema, metadataSchema, schemaDialect } from "../backends/json-schema/backend.js";
import type { ComponentSet } from "./component-set.js";
import { isOfRuntime } from "./component-set.js";
import { presenceWhenSent } from "./field-types.js";
import { hasStatus } from "./kind-types.js";

/** What is added to a JSON file of the output. */
export interface JsonPart {
  readonly path: string;
  /** The member that bears crdgen's mark. */
  readonly mark: string;
  readonly content: JsonObject;
}

/**
 * JSON Schemas (2020-12) of built-in kinds, for editors: they say what the types of the fields are,
 * and which must be there. What else the server demands it alone checks, so no object is refused
 * that it takes.
 */
export class KindSchemas {
  readonly #kinds: Kinds;
  readonly #components: ComponentSet;

  constructor(kinds: Kinds, components: ComponentSet) {
    this.#kinds = kinds;
    this.#components = components;
  }

  /** The schema of a kind, and its share of the one that chooses by `apiVersion` and `kind`. */
  partsOf(resource: ResourceRow, struct: StructRow, folder: string): readonly JsonPart[] {
    const path = `${folder}.schema.json`;
    const choice = choiceSchema(apiVersionOf(resource), resource.kind, path);
    return [
      { path, mark: "$comment", content: this.#objectSchema(resource, struct) },
      { path: "custom-resources.schema.json", mark: "$comment", content: choice },
    ];
  }

  #objectSchema(resource: ResourceRow, struct: StructRow): JsonObject {
    const ignored = ["apiVersion", "kind", "metadata"];
    if (hasStatus(resource)) ignored.push("status");
    const fields = struct.fields.filter(({ name }) => !ignored.includes(name));
    const isNeeded = (row: FieldRow): boolean =>
      isNeverAbsent(row) || resource.needs.includes(row.name);
    const used = new Set<string>();
    const { description = "" } = struct;
    const properties = this.#properties(fields, isNeeded, used);
    const needed = fields.filter(isNeeded).map(({ name }) => name);
    const definitions = this.#definitions(used);
    return {
      $schema: schemaDialect,
      title: resource.kind,
      ...(description !== "" && { description }),
      type: "object",
      properties: {
        apiVersion: { const: apiVersionOf(resource) },
        kind: { const: resource.kind },
        metadata: metadataSchema,
        ...properties,
      },
      required: ["apiVersion", "kind", "metadata", ...needed],
      ...(Object.keys(definitions).length > 0 && { $defs: definitions }),
    };
  }

  /** Those of the components that are in use, and of those that they use, sorted. */
  #definitions(used: Set<string>): JsonObject {
    const made = new Map<string, JsonObject>();
    // The set grows while it is walked through.
    for (const struct of used) made.set(definitionName(struct), this.#definition(struct, used));
    return Object.fromEntries([...made].sort(([one], [other]) => (one < other ? -1 : 1)));
  }

  #definition(name: string, used: Set<string>): JsonObject {
    if (isOfRuntime(name)) return orNull(metadataSchema);
    const { struct } = this.#components.of(name);
    const { description = "", fields } = struct;
    const needed = fields.filter(isNeverAbsent).map((row) => row.name);
    return {
      ...(description !== "" && { description }),
      type: ["object", "null"],
      ...(fields.length > 0 && { properties: this.#properties(fields, isNeverAbsent, used) }),
      ...(needed.length > 0 && { required: needed }),
    };
  }

  #properties(
    fields: readonly FieldRow[],
    isNeeded: (row: FieldRow) => boolean,
    used: Set<string>,
  ): JsonObject {
    const properties: JsonObject = {};
    for (const row of fields) {
      const { description = "", default: fallback } = row;
      const value = this.#valueSchema(row.type, used);
      setKey(properties, row.name, {
        ...(description !== "" && { description }),
        ...(fallback !== undefined && { default: fallback }),
        ...(isNeeded(row) ? notNull(value) : value),
      });
    }
    return properties;
  }

  /** Null is as good as nothing, or as what is empty. */
  #valueSchema(type: FieldType, used: Set<string>): JsonObject {
    switch (type.kind) {
      case "pointer":
        return this.#valueSchema(type.of, used);
      case "list":
        return { type: ["array", "null"], items: this.#valueSchema(type.of, used) };
      case "map":
        return { type: ["object", "null"], additionalProperties: this.#valueSchema(type.of, used) };
      case "struct":
        used.add(type.struct);
        return { $ref: `#/$defs/${definitionName(type.struct)}` };
      case "scalar":
        return { ...scalars[type.scalar], ...this.#proposals(type.name) };
    }
  }

  /** Newer servers know more values of an enum, so that the known ones are but proposed. */
  #proposals(name: string | undefined): JsonObject {
    const values = name === undefined ? undefined : this.#kinds.enumValues(name);
    return values === undefined ? {} : { examples: values.filter((value) => value !== "") };
  }
}

/** The server refuses an object without it. */
function isNeverAbsent(row: FieldRow): boolean {
  return presenceWhenSent(row).isRequired;
}

/** `core/v1.PodSpec` → `core.v1.PodSpec`, which needs no escapes in a pointer. */
function definitionName(struct: string): string {
  return struct.replaceAll("/", ".");
}

function orNull(schema: JsonObject): JsonObject {
  return { ...schema, type: ["object", "null"] };
}

/** What is the same, where null is as wrong as nothing. */
function notNull(schema: JsonObject): JsonObject {
  const { type, $ref } = schema;
  if ($ref !== undefined) return { ...schema, type: "object" };
  if (!Array.isArray(type)) return schema;
  const types = type.filter((one) => one !== "null");
  return { ...schema, type: types.length === 1 ? (types[0] ?? null) : types };
}

const int32Limit = 2 ** 31;

/** What may be sent for a scalar; the server reads those without a type itself. */
const scalars: { readonly [type in ScalarType]: { readonly [keyword: string]: Json } } = {
  string: { type: ["string", "null"] },
  bool: { type: ["boolean", "null"] },
  uint8: { type: ["integer", "null"], minimum: 0, maximum: 255 },
  int32: { type: ["integer", "null"], minimum: -int32Limit, maximum: int32Limit - 1 },
  int64: { type: ["integer", "null"] },
  float64: { type: ["number", "null"] },
  bytes: { type: ["string", "array", "null"] },
  Time: { type: ["string", "null"] },
  MicroTime: { type: ["string", "null"] },
  Duration: { type: ["string", "null"] },
  Quantity: { type: ["string", "number", "null"] },
  IntOrString: { type: ["integer", "string", "null"] },
  RawExtension: {},
  FieldsV1: {},
  JSON: {},
  JSONSchemaPropsOrArray: {},
  JSONSchemaPropsOrBool: {},
  JSONSchemaPropsOrStringArray: {},
};
