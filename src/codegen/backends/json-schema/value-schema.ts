import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema, ValueValidation } from "../../../crd/ir/schema.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import { junctorsOf } from "./branches.js";
import { scalarKeywords } from "./scalars.js";

/**
 * What JSON Schema can say of a value as users send it. The API server judges it later: without
 * unknown fields, without the nulls of fields that may not be null, and with its defaults. So a
 * constraint that such a step can make good is left out, and no object is refused that the server
 * takes.
 */
export function valueSchema(
  schema: Schema,
  notes: Annotations,
  object: ObjectSchema = schema,
): JsonObject {
  return {
    ...annotationsOf(schema, notes),
    ...typeOf(schema),
    ...scalarKeywords(schema),
    ...listKeywords(schema, notes),
    ...objectKeywords(object, notes),
    ...junctorsOf(schema),
  };
}

/** The schema of a value that may also be null, which the server takes for an absent one. */
export function orNull(schema: JsonObject): JsonObject {
  const { title, description, default: value, ...rest } = schema;
  const { type } = rest;
  if (type === undefined && Object.keys(rest).length === 0) return schema;
  const concernsNull = ["enum", "allOf", "anyOf", "oneOf", "not"].some((key) => key in rest);
  if (!concernsNull) return type === undefined ? schema : { ...schema, type: withNull(type) };
  return {
    ...(title !== undefined && { title }),
    ...(description !== undefined && { description }),
    ...(value !== undefined && { default: value }),
    anyOf: [rest, { type: "null" }],
  };
}

function withNull(type: Json): Json {
  const types = Array.isArray(type) ? type : [type];
  return types.includes("null") ? type : [...types, "null"];
}

function annotationsOf(schema: Schema, notes: Annotations): JsonObject {
  const { title, description } = notes;
  return {
    ...(title !== "" && { title }),
    ...(description !== "" && { description }),
    ...(schema.default !== undefined && { default: schema.default }),
  };
}

function typeOf({ type, intOrString, nullable, validation }: Schema): JsonObject {
  const types = intOrString ? ["integer", "string"] : type === "" ? [] : [type];
  // The server takes texts and lists for good where a format is named, but not with numbers.
  if (type !== "" && validation.format !== "" && type !== "integer" && type !== "number") {
    types.push(...["string", "array"].filter((other) => other !== type));
  }
  if (types.length === 0) return {};
  if (nullable) types.push("null");
  return { type: types.length === 1 ? (types[0] ?? "") : types };
}

function listKeywords({ items, listType, validation }: Schema, notes: Annotations): JsonObject {
  const { minItems, maxItems } = validation;
  return {
    ...(items !== undefined && { items: valueSchema(items, notes.items()) }),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    // Numbers of different classes differ for the server.
    ...(listType === "set" && items?.type === "string" && { uniqueItems: true }),
  };
}

/** What a schema says of the members of an object. */
type ObjectSchema = Pick<Schema, "fields" | "values" | "validation">;

function objectKeywords(schema: ObjectSchema, notes: Annotations): JsonObject {
  const { fields, values, validation } = schema;
  const properties: JsonObject = {};
  for (const [name, field] of fields) {
    const value = valueSchema(field, notes.field(name));
    setKey(properties, name, mustBeThere(field, name, validation) ? value : orNull(value));
  }
  const required = validation.required.filter((name) => fields.get(name)?.default === undefined);
  const isFilled = [...fields.values()].some((field) => field.default !== undefined);
  const { minProperties } = validation;
  return {
    ...(fields.size > 0 && { properties }),
    ...(typeof values === "object" && {
      additionalProperties: orNull(valueSchema(values, notes.values())),
    }),
    ...(required.length > 0 && { required }),
    ...(minProperties !== undefined && !isFilled && { minProperties }),
  };
}

/** Whether null is as wrong as a missing field. */
function mustBeThere(field: Schema, name: string, { required }: ValueValidation): boolean {
  return required.includes(name) && field.default === undefined;
}
