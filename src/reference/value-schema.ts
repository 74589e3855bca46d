import type { NestedValidation, Schema, ValueValidation } from "../ir/schema.js";
import type { Json } from "../runtime/v1/json/json.js";
import { Re2Error } from "../runtime/v1/re2/node.js";
import type { ValueSchema } from "../runtime/v1/validation/value-schema.js";
import { supportedFormat } from "../versions/formats.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";
import { registeredFormat } from "./format-check.js";
import { patternOf } from "./pattern-check.js";

/** A schema in the form in which the runtime reads it, made without writing code, and without quick checks. */
export function valueSchema(
  schema: Schema | NestedValidation,
  server: KubernetesMinor,
): ValueSchema {
  const core = "intOrString" in schema ? schema : undefined;
  const intOrString = core?.intOrString === true;
  const type = intOrString ? "integer,string" : schema.type;
  return {
    ...(type === "" ? {} : { type }),
    ...(schema.nullable ? { nullable: true } : {}),
    ...formatOf(schema.validation.format, intOrString ? "" : schema.type, server),
    ...patternMembers(schema.validation),
    ...limits(schema.validation),
    ...junctors(schema.validation, server),
    ...children(schema, server),
    ...(core === undefined ? {} : structure(core)),
    ...(core !== undefined && holdsLists(core) ? { lists: true } : {}),
  };
}

function formatOf(format: string, type: string, server: KubernetesMinor): Partial<ValueSchema> {
  if (supportedFormat(type, format, server) === "") return {};
  const hasFormat = registeredFormat(format, server);
  return hasFormat === undefined ? { format } : { format, hasFormat };
}

function patternMembers(validation: ValueValidation): Partial<ValueSchema> {
  const { pattern } = validation;
  if (pattern === "") return {};
  const matcher = patternOf(validation);
  if (!(matcher instanceof Re2Error)) return { pattern, matcher };
  return { pattern: `${pattern}, but pattern is invalid: ${matcher.message}` };
}

const limitKeys = [
  "minLength", "maxLength", "minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum", "multipleOf", "minItems",
  "maxItems", "uniqueItems", "minProperties", "maxProperties",
] as const; // prettier-ignore

function limits(validation: ValueValidation): Partial<ValueSchema> {
  const given = limitKeys.filter(
    (key) => validation[key] !== undefined && validation[key] !== false,
  );
  return {
    ...Object.fromEntries(given.map((key) => [key, validation[key]])),
    ...(validation.required.length === 0 ? {} : { required: validation.required }),
    ...(validation.enum.length === 0 ? {} : { enum: validation.enum }),
  };
}

function junctors(validation: ValueValidation, server: KubernetesMinor): Partial<ValueSchema> {
  const branches = (["allOf", "anyOf", "oneOf"] as const).filter(
    (key) => validation[key].length > 0,
  );
  return {
    ...Object.fromEntries(
      branches.map((key) => [key, validation[key].map((branch) => valueSchema(branch, server))]),
    ),
    ...(validation.not === undefined ? {} : { not: valueSchema(validation.not, server) }),
  };
}

function children(
  schema: Schema | NestedValidation,
  server: KubernetesMinor,
): Partial<ValueSchema> {
  const { fields, values, items } = schema;
  const entries = [...fields].map(([name, field]) => [name, valueSchema(field, server)] as const);
  return {
    ...(fields.size === 0 ? {} : { fields: Object.fromEntries(entries) }),
    ...(typeof values === "boolean" ? { values } : {}),
    ...(typeof values === "object" ? { values: valueSchema(values, server) } : {}),
    ...(items === undefined ? {} : { items: valueSchema(items, server) }),
  };
}

function structure(schema: Schema): Partial<ValueSchema> {
  const { listType, listMapKeys, embeddedResource, preserveUnknownFields, fields } = schema;
  const defaults = [...fields].flatMap(([name, field]): [string, Json][] =>
    field.default === undefined ? [] : [[name, field.default]],
  );
  return {
    ...(defaults.length === 0 ? {} : { defaults: Object.fromEntries(defaults) }),
    ...(listType === "atomic" ? {} : { listType }),
    ...(listMapKeys.length === 0 ? {} : { listMapKeys }),
    ...(embeddedResource ? { embeddedResource } : {}),
    ...(preserveUnknownFields ? { preserveUnknownFields } : {}),
  };
}

/** Whether a schema, or one below it, has lists of type set or map. */
function holdsLists({ listType, fields, values, items }: Schema): boolean {
  const below = [...fields.values(), values, items];
  return (
    listType !== "atomic" || below.some((child) => typeof child === "object" && holdsLists(child))
  );
}
