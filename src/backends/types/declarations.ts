import { docComment } from "../../emit/jsdoc.js";
import type { TypeDeclaration } from "../../emit/types/print-declaration.js";
import type { Member, TypeExpression } from "../../emit/types/type-expression.js";
import { literalType, objectType, reference, union } from "../../emit/types/type-expression.js";
import type { Schema } from "../../ir/schema.js";
import { ownFields } from "../names/object-shape.js";
import type { NamedType } from "../names.js";
import { factsOf } from "./documentation.js";
import type { TypeContext } from "./expressions.js";
import { isOpen, member, members } from "./expressions.js";
import type { Flavour } from "./flavours.js";

/** The type of an object as read, with all its fields and their comments. */
export function readDeclaration(context: TypeContext, type: NamedType): TypeDeclaration {
  return interfaceDeclaration(context, type, "read", shapeComment(type.schema));
}

/**
 * The type of an object as sent or applied, told by what makes it differ from the type as read; where that cannot be
 * told (a mapped type loses the known fields beside an index signature), with all its fields.
 */
export function variantDeclaration(
  context: TypeContext,
  type: NamedType,
  flavour: "input" | "apply",
): TypeDeclaration {
  if (isOpen(context, type.schema)) return interfaceDeclaration(context, type, flavour, "");
  const name = type.name + context.flavours.suffix(type.schema, flavour);
  const base = optionalized(context, type, flavour);
  const replaced = replacedMembers(context, type.schema, flavour);
  const variant =
    replaced.length === 0
      ? base
      : reference(context.runtimeType("WithFields"), base, objectType(replaced));
  return { kind: "alias", name, doc: "", type: variant };
}

function interfaceDeclaration(
  context: TypeContext,
  { name, schema, annotations }: NamedType,
  flavour: Flavour,
  doc: string,
): TypeDeclaration {
  return {
    kind: "interface",
    name: name + context.flavours.suffix(schema, flavour),
    doc,
    extends: undefined,
    members: members(context, schema, flavour, annotations),
  };
}

/** What holds for the object as a whole; what it is for stands at the fields that hold it. */
function shapeComment(schema: Schema): string {
  return docComment({ text: "", facts: factsOf(schema), tags: [] }, "");
}

/** The type as read with those fields optional that may be left out in a flavour. */
function optionalized(
  context: TypeContext,
  { name, schema }: NamedType,
  flavour: Flavour,
): TypeExpression {
  const { flavours } = context;
  const base = reference(name);
  const loosened: string[] = [];
  let required = 0;
  for (const [fieldName, field] of ownFields(schema)) {
    if (!flavours.isRequired(schema, fieldName, field, "read")) continue;
    if (flavours.isRequired(schema, fieldName, field, flavour)) required++;
    else loosened.push(fieldName);
  }
  if (loosened.length === 0) return base;
  const optional = context.runtimeType("WithOptional");
  if (required === 0 && !schema.embeddedResource) return reference(optional, base);
  return reference(optional, base, union(...loosened.map(literalType)));
}

/** The fields that hold objects of another flavour. */
function replacedMembers(
  context: TypeContext,
  schema: Schema,
  flavour: Flavour,
): readonly Member[] {
  const result: Member[] = [];
  for (const [name, field] of ownFields(schema)) {
    if (context.flavours.fieldSuffix(field, flavour) === "") continue;
    result.push(member(context, schema, name, field, flavour, ""));
  }
  return result;
}
