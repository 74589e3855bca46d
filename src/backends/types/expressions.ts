import type { Member, TypeExpression } from "../../emit/types/type-expression.js";
import {
  arrayOf,
  field,
  indexSignature,
  keyword,
  literalType,
  mapOf,
  optionalField,
  reference,
  union,
} from "../../emit/types/type-expression.js";
import type { Annotations } from "../../ir/annotations.js";
import type { Schema } from "../../ir/schema.js";
import type { Json } from "../../runtime/v1/json/json.js";
import { Float64 } from "../../runtime/v1/json/json.js";
import { isNamedShape, itemsOf, ownFields, typeMetaFields } from "../names/object-shape.js";
import { fieldComment } from "./documentation.js";
import type { Flavour } from "./flavours.js";
import { dropsNull, suffixes } from "./flavours.js";
import type { TypeContext } from "./type-context.js";

/** The type of a value, with null where that is allowed. */
export function valueType(context: TypeContext, schema: Schema, flavour: Flavour): TypeExpression {
  const literals = enumType(schema);
  // An enum never accepts null, whatever `nullable` says (apiextensions validates the two apart).
  if (literals !== undefined) return literals;
  const type = bareType(context, schema, flavour);
  return schema.nullable ? union([type, keyword("null")]) : type;
}

/**
 * The fields of an object type, and the index signature of one that keeps unknown fields; with
 * their comments where annotations are given.
 */
export function members(
  context: TypeContext,
  shape: Schema,
  flavour: Flavour,
  annotations: Annotations | undefined,
): readonly Member[] {
  const result: Member[] = [];
  const isRoot = shape === context.names.types[0]?.schema;
  // A resource has them by what it extends.
  if (shape.embeddedResource && !isRoot) {
    result.push(...typeMetaMembers(context, shape, flavour));
  }
  for (const [name, schema] of ownFields(shape)) {
    if (isRoot && typeMetaFields.has(name)) continue;
    const doc =
      annotations === undefined ? "" : fieldComment(annotations.field(name).description, schema);
    result.push(member(context, shape, name, schema, flavour, doc));
  }
  if (isOpen(context, shape)) result.push(indexSignature(keyword("unknown")));
  return result;
}

/** A field in a flavour. */
function member(
  context: TypeContext,
  shape: Schema,
  name: string,
  schema: Schema,
  flavour: Flavour,
  doc: string,
): Member {
  const type = valueType(context, schema, flavour);
  if (context.flavours.isRequired(shape, name, schema, flavour)) return field(name, type, doc);
  const types = [type];
  // The status is ignored, and so not even validated, where it has an endpoint of its own
  // (apiextensions `registry/customresource/strategy.go`).
  const isRoot = shape === context.names.types[0]?.schema;
  if (flavour === "input" && isRoot && context.ignoresStatus && name === "status") {
    types.push(keyword("object"), keyword("null"));
  } else if (flavour === "input" && dropsNull(schema)) {
    types.push(keyword("null"));
  }
  return optionalField(name, union(types), doc);
}

/** Whether objects keep fields that the schema does not name. */
export function isOpen(context: TypeContext, schema: Schema): boolean {
  return (
    context.openObjects ||
    schema.preserveUnknownFields ||
    (schema.fields.size > 0 && schema.values !== undefined && schema.values !== false)
  );
}

function bareType(context: TypeContext, schema: Schema, flavour: Flavour): TypeExpression {
  switch (schema.kind) {
    case "string":
    case "boolean":
      return keyword(schema.kind);
    case "integer":
    case "number":
      return keyword("number");
    case "intOrString":
      return reference(context.runtimeType("IntOrString"));
    case "any":
      return keyword("unknown");
    case "list": {
      const items = itemsOf(schema);
      return arrayOf(items === undefined ? keyword("unknown") : valueType(context, items, flavour));
    }
    case "map": {
      if (typeof schema.values !== "object") return mapOf(keyword("unknown"));
      const type = valueType(context, schema.values, flavour);
      const isNullable = flavour === "input" && dropsNull(schema.values);
      return mapOf(isNullable ? union([type, keyword("null")]) : type);
    }
    case "object":
      return objectType(context, schema, flavour);
  }
}

function objectType(context: TypeContext, schema: Schema, flavour: Flavour): TypeExpression {
  if (isNamedShape(schema)) {
    const name = context.names.typeName(schema) ?? context.names.type;
    return reference(context.ownType(name + suffixes[flavour]));
  }
  if (schema.embeddedResource) {
    const name = flavour === "input" ? "EmbeddedResourceInput" : "EmbeddedResource";
    return reference(context.runtimeType(name));
  }
  // Of an object without known fields nothing but `{}` is stored.
  return mapOf(keyword(isOpen(context, schema) ? "unknown" : "never"));
}

/**
 * What the server demands of every embedded resource, whether or not the schema says so; metadata
 * only if it does.
 */
function typeMetaMembers(context: TypeContext, shape: Schema, flavour: Flavour): readonly Member[] {
  const identity = (name: string): Member => {
    const schema = shape.fields.get(name);
    return field(
      name,
      schema?.kind === "string" ? valueType(context, schema, flavour) : keyword("string"),
    );
  };
  const isSent = flavour === "input";
  const type = reference(context.runtimeType(isSent ? "ObjectMetaInput" : "EmbeddedObjectMeta"));
  const metadata = context.flavours.requiresMetadata(shape, flavour)
    ? field("metadata", type)
    : optionalField("metadata", isSent ? union([type, keyword("null")]) : type);
  return [identity("apiVersion"), identity("kind"), metadata];
}

/**
 * The literals that an enum leaves; `undefined` where it has none, or objects and lists among them.
 */
function enumType(schema: Schema): TypeExpression | undefined {
  const { enum: values } = schema.validation;
  if (values.length === 0) return undefined;
  const literals: TypeExpression[] = [];
  for (const value of values) {
    if (typeof value === "object" && value !== null && !(value instanceof Float64))
      return undefined;
    if (value !== null && hasType(schema, value)) literals.push(scalarLiteral(value));
  }
  return union(literals);
}

function hasType(schema: Schema, value: Exclude<Json, null>): boolean {
  switch (schema.kind) {
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
    case "integer":
    case "number":
      return typeof value === "number" || typeof value === "bigint" || value instanceof Float64;
    case "intOrString":
      return typeof value !== "boolean";
    case "any":
      return true;
    default:
      // No text or number is an object or a list.
      return false;
  }
}

function scalarLiteral(value: Exclude<Json, null>): TypeExpression {
  if (value instanceof Float64) return literalType(value.value);
  // int64 beyond 2^53 is a number in TypeScript too.
  if (typeof value === "bigint") return literalType(Number(value));
  return typeof value === "object" ? keyword("unknown") : literalType(value);
}
