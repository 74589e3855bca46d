import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { Float64 } from "../../../runtime/v1/values/json/json.js";
import type { DocComment } from "../../emit/jsdoc.js";
import type { Member, TypeNode } from "../../emit/types/type-expression.js";
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
import type { NamedEnum, NamedType } from "../names.js";
import type { Literal } from "../names/enum-values.js";
import { enumValues } from "../names/enum-values.js";
import { itemsOf, ownFields, typeMetaFields } from "../names/tree.js";
import { fieldComment } from "./documentation.js";
import type { Flavour } from "./flavours.js";
import { dropsNull, suffixes, takesNull, takesNumbers } from "./flavours.js";
import type { TypeContext } from "./type-context.js";

/** The type that values have inside all lists and maps, if it has a name of its own. */
type Inner = NamedType | NamedEnum | undefined;

/** The type of a value, with null where that is allowed. */
export function valueType(
  context: TypeContext,
  schema: Schema,
  flavour: Flavour,
  inner: Inner,
): TypeNode {
  const values = enumValues(schema);
  const type =
    values === undefined
      ? bareType(context, schema, flavour, inner)
      : inner?.kind === "enum"
        ? reference(context.ownType(inner.name))
        : literalsType(values);
  return takesNull(schema) ? union([type, keyword("null")]) : type;
}

/** The union of the values of an enum. */
export function literalsType(values: readonly Literal[]): TypeNode {
  return union(values.map(scalarLiteral));
}

/**
 * The fields of an object type, and the index signature of one that keeps unknown fields; with
 * their comments where annotations are given.
 */
export function members(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
  annotations: Annotations | undefined,
): readonly Member[] {
  const result: Member[] = [];
  const shape = type.schema;
  const isRoot = type.around === undefined;
  // A resource has them by what it extends.
  if (shape.embeddedResource && !isRoot) {
    result.push(...typeMetaMembers(context, type, flavour));
  }
  for (const [name, schema] of ownFields(shape)) {
    if (isRoot && typeMetaFields.has(name)) continue;
    const doc =
      annotations === undefined ? [] : fieldComment(annotations.field(name).description, schema);
    result.push(member(context, type, name, schema, flavour, doc));
  }
  if (isOpen(context, shape)) result.push(indexSignature(keyword("unknown")));
  return result;
}

/** Those fields of a type that hold what has a type of its own. */
export function typedMembers(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
): readonly Member[] {
  return [...ownFields(type.schema)]
    .filter(([name]) => type.below.has(name))
    .map(([name, schema]) => member(context, type, name, schema, flavour, []));
}

/** A field in a flavour. */
function member(
  context: TypeContext,
  owner: NamedType,
  name: string,
  schema: Schema,
  flavour: Flavour,
  doc: DocComment,
): Member {
  const type = valueType(context, schema, flavour, owner.below.get(name));
  if (context.flavours.isRequired(owner, name, flavour)) return field(name, type, doc);
  const types = [type];
  // The status is ignored, and so not even validated, where it has an endpoint of its own
  // (apiextensions `registry/customresource/strategy.go`).
  const isRoot = owner.around === undefined;
  if (flavour === "input" && isRoot && context.ignoresStatus && name === "status") {
    types.push(keyword("object"), keyword("null"));
  } else if (flavour === "input" && dropsNull(schema)) {
    types.push(keyword("null"));
  }
  return optionalField(name, union(types), doc);
}

/** Tells whether objects keep fields that the schema does not name. */
export function isOpen(context: TypeContext, schema: Schema): boolean {
  return (
    context.openObjects ||
    schema.preserveUnknownFields ||
    (schema.fields.size > 0 && schema.values !== undefined && schema.values !== false)
  );
}

function bareType(context: TypeContext, schema: Schema, flavour: Flavour, inner: Inner): TypeNode {
  switch (schema.kind) {
    case "string":
      if (flavour !== "read" && takesNumbers(schema))
        return union([keyword("string"), arrayOf(keyword("number"))]);
      return keyword("string");
    case "boolean":
      return keyword("boolean");
    case "integer":
    case "number":
      return keyword("number");
    case "intOrString":
      return reference(context.runtimeType("IntOrString"));
    case "any":
      return keyword("unknown");
    case "list": {
      const items = itemsOf(schema);
      return arrayOf(
        items === undefined ? keyword("unknown") : valueType(context, items, flavour, inner),
      );
    }
    case "map": {
      if (typeof schema.values !== "object") return mapOf(keyword("unknown"));
      const type = valueType(context, schema.values, flavour, inner);
      const isNullable = flavour === "input" && dropsNull(schema.values);
      return mapOf(isNullable ? union([type, keyword("null")]) : type);
    }
    case "object":
      return objectType(context, schema, flavour, inner);
  }
}

function objectType(
  context: TypeContext,
  schema: Schema,
  flavour: Flavour,
  inner: Inner,
): TypeNode {
  if (inner !== undefined) return reference(context.ownType(inner.name + suffixes[flavour]));
  if (schema.embeddedResource) {
    const name = flavour === "input" ? "EmbeddedResourceInput" : "EmbeddedResource";
    return reference(context.runtimeType(name));
  }
  // Of an object without known fields nothing but `{}` is stored.
  return mapOf(keyword(isOpen(context, schema) ? "unknown" : "never"));
}

/**
 * Returns the members that the server demands of every embedded resource, whether or not the schema
 * says so; metadata only if it does.
 */
function typeMetaMembers(
  context: TypeContext,
  owner: NamedType,
  flavour: Flavour,
): readonly Member[] {
  const identity = (name: string): Member => {
    const schema = owner.schema.fields.get(name);
    if (schema?.kind !== "string") return field(name, keyword("string"));
    return field(name, valueType(context, schema, flavour, owner.below.get(name)));
  };
  const isSent = flavour === "input";
  const type = reference(context.runtimeType(isSent ? "ObjectMetaInput" : "EmbeddedObjectMeta"));
  const metadata = context.flavours.isRequired(owner, "metadata", flavour)
    ? field("metadata", type)
    : optionalField("metadata", isSent ? union([type, keyword("null")]) : type);
  return [identity("apiVersion"), identity("kind"), metadata];
}

function scalarLiteral(value: Literal): TypeNode {
  if (value instanceof Float64) return literalType(value.value);
  // int64 beyond 2^53 is a number in TypeScript too.
  return literalType(typeof value === "bigint" ? Number(value) : value);
}
