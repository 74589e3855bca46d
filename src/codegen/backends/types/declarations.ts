import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { DocComment } from "../../emit/jsdoc.js";
import { jsDoc } from "../../emit/jsdoc.js";
import type { TypeDeclaration } from "../../emit/types/print-declaration.js";
import type { Member, TypeNode } from "../../emit/types/type-expression.js";
import {
  field,
  intersection,
  keyword,
  objectType,
  optionalField,
  reference,
  union,
} from "../../emit/types/type-expression.js";
import type { NamedEnum, NamedType } from "../names.js";
import type { Choice } from "../names/assign.js";
import { choiceOf } from "../names/assign.js";
import { enumValues } from "../names/enum-values.js";
import { factsOf, hasComments } from "./documentation.js";
import { literalsType, members, typedMembers, valueType } from "./expressions.js";
import type { Flavour } from "./flavours.js";
import { dropsNull, suffixes } from "./flavours.js";
import type { TypeContext } from "./type-context.js";

/** The parts of a type's declaration besides its fields. */
interface Frame {
  readonly doc: DocComment;
  readonly extends: TypeNode | undefined;
  /** Where the comments on the fields come from; fields without annotations have none. */
  readonly annotations: Annotations | undefined;
}

/**
 * The type of an object as read, with all its fields and their comments; a choice between fields as
 * a union.
 */
export function readDeclarations(
  context: TypeContext,
  type: NamedType,
): readonly TypeDeclaration[] {
  return nestedDeclarations(context, type, "read", {
    doc: shapeComment(type.schema),
    extends: undefined,
    annotations: type.annotations,
  });
}

/**
 * The type of an object as sent or applied: a second name of the type as read where it equals that,
 * else all its fields. Editors find the comments on them in the type as read.
 */
export function variantDeclarations(
  context: TypeContext,
  type: NamedType,
  flavour: "input" | "apply",
): readonly TypeDeclaration[] {
  const { name, schema, annotations } = type;
  if (context.flavours.equalsRead(type, flavour)) {
    return [{ kind: "alias", name: name + suffixes[flavour], doc: [], type: reference(name) }];
  }
  const commented = reference(choiceOf(schema) === undefined ? name : fieldsName(name));
  return nestedDeclarations(context, type, flavour, {
    doc: flavour === "input" ? shapeComment(schema) : [],
    extends: hasComments(schema, annotations)
      ? reference(context.runtimeType("CommentsOf"), commented)
      : undefined,
    annotations: undefined,
  });
}

/**
 * Of a type that stands elsewhere with the same comments only what has a name of its own is said
 * again.
 */
function nestedDeclarations(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
  frame: Frame,
): readonly TypeDeclaration[] {
  const first = context.bodies.firstLike(type, flavour);
  if (first === type) return declarationsOf(context, type, flavour, frame);
  const { doc } = frame;
  const hasChoice = context.flavours.choice(type, flavour) !== undefined;
  const base = first.name + suffixes[flavour];
  return framed(context, type, flavour, {
    doc,
    extends: reference(hasChoice ? fieldsName(base) : base),
    members: typedMembers(context, type, flavour),
  });
}

/** An enum by its values. */
export function enumDeclaration({ name, schema }: NamedEnum): TypeDeclaration {
  return { kind: "alias", name, doc: [], type: literalsType(enumValues(schema) ?? []) };
}

/** The resource in a flavour; with a choice between its fields a union, as for other objects. */
export function resourceDeclarations(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
  base: TypeNode,
  doc: DocComment,
): readonly TypeDeclaration[] {
  const { annotations } = type;
  return declarationsOf(context, type, flavour, { doc, extends: base, annotations });
}

function declarationsOf(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
  { doc, extends: base, annotations }: Frame,
): readonly TypeDeclaration[] {
  const fields = members(context, type, flavour, annotations);
  return framed(context, type, flavour, { doc, extends: base, members: fields });
}

/**
 * An object type in a flavour: an interface, and a union where fields exclude or replace each
 * other.
 */
function framed(
  context: TypeContext,
  type: NamedType,
  flavour: Flavour,
  content: Pick<Frame, "doc" | "extends"> & { readonly members: readonly Member[] },
): readonly TypeDeclaration[] {
  const name = type.name + suffixes[flavour];
  const choice = context.flavours.choice(type, flavour);
  if (choice === undefined) return [{ kind: "interface", name, ...content }];
  const all = fieldsName(name);
  const arms = choiceArms(context, type, choice, flavour);
  return [
    { kind: "alias", name, doc: content.doc, type: intersection(reference(all), union(arms)) },
    { kind: "interface", name: all, ...content, doc: [] },
  ];
}

/**
 * The fields of an object type of which some exclude or replace each other; the type itself adds
 * which.
 */
function fieldsName(name: string): string {
  return `${name}_Fields`;
}

/** Per field of a choice an object type that has it, and none of those that it excludes. */
function choiceArms(
  context: TypeContext,
  { schema, below }: NamedType,
  choice: Choice,
  flavour: Flavour,
): readonly TypeNode[] {
  return choice.fields.map((chosen) => {
    const others = choice.exclusive ? choice.fields.filter((other) => other !== chosen) : [];
    const type = valueType(
      context,
      schema.fields.get(chosen) ?? schema,
      flavour,
      below.get(chosen),
    );
    const excluded = others.map((other) => {
      const isDropped = flavour === "input" && dropsNull(schema.fields.get(other) ?? schema);
      return optionalField(other, keyword(isDropped ? "null" : "undefined"));
    });
    return objectType([field(chosen, type), ...excluded]);
  });
}

/**
 * Writes the comment about the object as a whole; what it is for stands at the fields that hold it.
 */
function shapeComment(schema: Schema): DocComment {
  return jsDoc({ facts: factsOf(schema) });
}
