import { docComment } from "../../emit/jsdoc.js";
import type { TypeDeclaration } from "../../emit/types/print-declaration.js";
import type { Member, TypeExpression } from "../../emit/types/type-expression.js";
import {
  field,
  intersection,
  keyword,
  literalType,
  objectType,
  optionalField,
  reference,
  union,
} from "../../emit/types/type-expression.js";
import type { Schema } from "../../ir/schema.js";
import type { NamedType } from "../names.js";
import type { Choice } from "../names/choice.js";
import { choiceOf } from "../names/choice.js";
import { ownFields } from "../names/object-shape.js";
import { factsOf } from "./documentation.js";
import { isOpen, member, members, sentType, valueType } from "./expressions.js";
import type { Flavour } from "./flavours.js";
import type { TypeContext } from "./type-context.js";

/** The type of an object as read, with all its fields and their comments; a choice between fields as a union. */
export function readDeclarations(
  context: TypeContext,
  type: NamedType,
): readonly TypeDeclaration[] {
  const doc = shapeComment(type.schema);
  const choice = choiceOf(type.schema);
  if (choice === undefined) return [interfaceDeclaration(context, type, "read", doc)];
  const fields = { ...type, name: fieldsName(type) };
  return [
    choiceDeclaration(context, type, choice, "read", reference(fields.name), doc),
    interfaceDeclaration(context, fields, "read", ""),
  ];
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
  const choice = flavour === "input" ? choiceOf(type.schema) : undefined;
  if (choice !== undefined) return choiceDeclaration(context, type, choice, flavour, variant, "");
  return { kind: "alias", name, doc: "", type: variant };
}

/** The resource in a flavour; with a choice between its fields a union, as for other objects. */
export function resourceDeclarations(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
  base: TypeExpression,
  doc: string,
): readonly TypeDeclaration[] {
  const { schema, annotations } = type;
  const name = type.name + context.flavours.suffix(schema, flavour);
  const choice = flavour === "apply" ? undefined : choiceOf(schema);
  const declaration = {
    kind: "interface",
    name: choice === undefined ? name : `${name}Fields`,
    doc: choice === undefined ? doc : "",
    extends: base,
    members: members(context, schema, flavour, annotations),
  } as const;
  if (choice === undefined) return [declaration];
  const fields = reference(declaration.name);
  return [choiceDeclaration(context, type, choice, flavour, fields, doc), declaration];
}

/** All fields, and which of them exclude or replace each other. */
function choiceDeclaration(
  context: TypeContext,
  { name, schema }: NamedType,
  choice: Choice,
  flavour: Flavour,
  fields: TypeExpression,
  doc: string,
): TypeDeclaration {
  const isSent = flavour === "input" && schema === context.names.types[0]?.schema;
  const arms = choice.fields.map((chosen) => {
    const others = choice.exclusive ? choice.fields.filter((other) => other !== chosen) : [];
    const chosenSchema = schema.fields.get(chosen) ?? schema;
    const type = isSent
      ? sentType(context, chosenSchema)
      : valueType(context, chosenSchema, flavour);
    const excluded = others.map((other) =>
      optionalField(other, keyword(isSent ? "null" : "undefined")),
    );
    return objectType([field(chosen, type), ...excluded]);
  });
  return {
    kind: "alias",
    name: name + context.flavours.suffix(schema, flavour),
    doc,
    type: intersection(fields, union(arms)),
  };
}

function fieldsName({ name, schema }: NamedType): string {
  return choiceOf(schema) === undefined ? name : `${name}Fields`;
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
  return docComment({ facts: factsOf(schema) }, "");
}

/** The type as read with those fields optional that may be left out in a flavour. */
function optionalized(context: TypeContext, type: NamedType, flavour: Flavour): TypeExpression {
  const { flavours } = context;
  const { schema } = type;
  const base = reference(fieldsName(type));
  const loosened: string[] = [];
  let required = 0;
  for (const [fieldName, fieldSchema] of ownFields(schema)) {
    if (!flavours.isRequired(schema, fieldName, fieldSchema, "read")) continue;
    if (flavours.isRequired(schema, fieldName, fieldSchema, flavour)) required++;
    else loosened.push(fieldName);
  }
  if (schema.embeddedResource && flavours.requiresMetadata(schema, "read")) {
    if (!flavours.requiresMetadata(schema, flavour)) loosened.push("metadata");
  }
  if (loosened.length === 0) return base;
  const optional = context.runtimeType("WithOptional");
  if (required === 0 && !schema.embeddedResource) return reference(optional, base);
  return reference(optional, base, union(loosened.map(literalType)));
}

/** The fields that hold objects of another flavour. */
function replacedMembers(
  context: TypeContext,
  schema: Schema,
  flavour: Flavour,
): readonly Member[] {
  const result: Member[] = [];
  for (const [name, fieldSchema] of ownFields(schema)) {
    if (context.flavours.fieldSuffix(fieldSchema, flavour) === "") continue;
    result.push(member(context, schema, name, fieldSchema, flavour, ""));
  }
  return result;
}
