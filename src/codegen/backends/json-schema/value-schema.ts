import type { Annotations } from "../../../crd/ir/annotations.js";
import type {
  DeclaredType,
  NestedValidation,
  Schema,
  ValueValidation,
} from "../../../crd/ir/schema.js";
import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { setKey } from "../../../runtime/v1/values/json/json.js";
import { ecmaPattern, exactLengths, lengthKeywords } from "./pattern.js";

/**
 * Writes as much of a schema as JSON Schema can say of a value as users send it. The API server
 * judges it later: without unknown fields, without the nulls of fields that may not be null, and
 * with its defaults. So a constraint that such a step can make good is left out, and no object is
 * refused that the server takes.
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

/** The part of a schema that describes the members of an object. */
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

/** Tells whether null is as wrong as a missing field. */
function mustBeThere(field: Schema, name: string, { required }: ValueValidation): boolean {
  return required.includes(name) && field.default === undefined;
}

/**
 * The junctors of a schema that can be said exactly: a branch is also asked whether a value does
 * not match it, so that nothing in it may be left out.
 */
function junctorsOf(schema: Schema): JsonObject {
  // Defaults may decide, and of preserved fields it is not known which nulls stay.
  if (schema.hasDefaults || schema.preserveUnknownFields || schema.intOrString) return {};
  return exactJunctors(schema.validation, schema);
}

function exactJunctors(validation: ValueValidation, core: Schema): JsonObject {
  const said: JsonObject = {};
  for (const name of ["allOf", "anyOf", "oneOf"] as const) {
    const branches = validation[name].map((branch) => branchSchema(branch, core));
    if (branches.length > 0 && branches.every(isSaid)) said[name] = branches;
  }
  const not = validation.not === undefined ? undefined : branchSchema(validation.not, core);
  if (not !== undefined) said["not"] = not;
  return said;
}

function isSaid(branch: JsonObject | undefined): branch is JsonObject {
  return branch !== undefined;
}

/** A branch that matches exactly the values that it matches on the server; `core` is its node's. */
function branchSchema(branch: NestedValidation, core: Schema): JsonObject | undefined {
  const { validation, nullable, values, items, type } = branch;
  if (nullable || values !== undefined || !isExact(validation)) return undefined;
  const [lengths, text] = [exactLengths(validation), patternKeyword(validation)];
  if (lengths === undefined || (validation.pattern !== "" && !("pattern" in text))) {
    return undefined;
  }
  const inner = exactJunctors(validation, core);
  if (Object.keys(inner).length !== countJunctors(validation)) return undefined;
  const ofItems = items === undefined ? {} : core.items && branchSchema(items, core.items);
  const ofFields = fieldsOf(branch, core);
  if (ofItems === undefined || ofFields === undefined) return undefined;
  const { minItems, maxItems } = validation;
  return {
    ...(type !== "" && { type }),
    ...boundsOf(validation, ""),
    ...lengths,
    ...text,
    ...enumOf(validation),
    ...(minItems !== undefined && { minItems }),
    ...(maxItems !== undefined && { maxItems }),
    ...(items !== undefined && { items: ofItems }),
    ...ofFields,
    ...inner,
  };
}

/** Tells whether JSON Schema can express all constraints on scalars and sizes. */
function isExact(validation: ValueValidation): boolean {
  const { format, multipleOf, minProperties, maxProperties, uniqueItems } = validation;
  return (
    format === "" &&
    multipleOf === undefined &&
    minProperties === undefined &&
    maxProperties === undefined &&
    !uniqueItems &&
    ("enum" in enumOf(validation) || validation.enum.length === 0)
  );
}

function countJunctors({ allOf, anyOf, oneOf, not }: ValueValidation): number {
  return (
    [allOf, anyOf, oneOf].filter(({ length }) => length > 0).length + (not === undefined ? 0 : 1)
  );
}

/**
 * A field that is null counts as absent, and so does one that the server does not know, which can
 * not be said.
 */
function fieldsOf({ fields, validation }: NestedValidation, core: Schema): JsonObject | undefined {
  const names = new Set([...fields.keys(), ...validation.required]);
  if (names.size === 0) return {};
  const properties: JsonObject = {};
  for (const name of names) {
    const field = core.fields.get(name);
    if (field === undefined) return undefined;
    const nested = fields.get(name);
    const said = nested === undefined ? {} : branchSchema(nested, field);
    if (said === undefined) return undefined;
    setKey(properties, name, inField(said, field, validation.required.includes(name)));
  }
  const { required } = validation;
  return { properties, ...(required.length > 0 && { required: [...required] }) };
}

function inField(said: JsonObject, { nullable }: Schema, isRequired: boolean): JsonObject {
  if (nullable) return said;
  const isNull = { type: "null" };
  if (isRequired) return { allOf: [{ not: isNull }, said] };
  return Object.keys(said).length === 0 ? said : { anyOf: [isNull, said] };
}

/** Writes the keywords for strings and numbers, and the enum. */
function scalarKeywords({ type, validation }: Schema): JsonObject {
  return {
    ...boundsOf(validation, type),
    ...lengthKeywords(validation),
    ...patternKeyword(validation),
    ...enumOf(validation),
  };
}

/**
 * Formats are left out: what JSON Schema calls by the same names is something else, such as a
 * `duration`. Bounds of int32 are exact.
 */
function boundsOf(validation: ValueValidation, type: DeclaredType): JsonObject {
  const { minimum, exclusiveMinimum, maximum, exclusiveMaximum, format, multipleOf } = validation;
  const isInt32 = type === "integer" && format === "int32";
  const lowest = isInt32 ? Math.max(minimum ?? -int32Limit, -int32Limit) : minimum;
  const highest = isInt32 ? Math.min(maximum ?? int32Limit, int32Limit - 1) : maximum;
  const isBelow = exclusiveMinimum && lowest === minimum;
  const isAbove = exclusiveMaximum && highest === maximum;
  return {
    ...(lowest !== undefined && { [isBelow ? "exclusiveMinimum" : "minimum"]: lowest }),
    ...(highest !== undefined && { [isAbove ? "exclusiveMaximum" : "maximum"]: highest }),
    // Fractions are divided with errors.
    ...(Number.isInteger(multipleOf) && { multipleOf: multipleOf ?? 1 }),
  };
}

const int32Limit = 2 ** 31;

function patternKeyword({ pattern }: ValueValidation): JsonObject {
  const source = pattern === "" ? undefined : ecmaPattern(pattern);
  return source === undefined ? {} : { pattern: source };
}

/** Objects lose unknown fields before they are compared, so that only scalars can be listed. */
function enumOf(validation: ValueValidation): JsonObject {
  const { enum: values } = validation;
  return values.length > 0 && values.every(isScalar) ? { enum: [...values] } : {};
}

function isScalar(value: Json): boolean {
  return value === null || ["string", "boolean", "number"].includes(typeof value);
}
