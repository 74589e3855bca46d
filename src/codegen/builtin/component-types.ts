import type { FieldRow, FieldType } from "../../runtime/v1/built-in/table/field-row.js";
import type { Flavour } from "../backends/types/flavours.js";
import { suffixes } from "../backends/types/flavours.js";
import type { Declaration } from "../emit/declaration.js";
import { jsDoc } from "../emit/jsdoc.js";
import { typeDeclaration } from "../emit/types/print-declaration.js";
import type { Member, TypeNode } from "../emit/types/type-expression.js";
import {
  field as requiredField,
  keyword,
  literalType,
  optionalField,
  reference,
  union,
} from "../emit/types/type-expression.js";
import type { Component, ComponentSet } from "./component-set.js";
import { isOfRuntime, structIn } from "./component-set.js";
import type { Presence, TypeNames } from "./field-types.js";
import { fieldType, presenceWhenRead, presenceWhenSent, textParameters } from "./field-types.js";

/** Which types of components are second names of the types as read. */
export class Likeness {
  readonly #components: ComponentSet;
  readonly #known = new Map<string, boolean>();

  constructor(components: ComponentSet) {
    this.#components = components;
  }

  /** Tells whether the objects of a struct are the same in a flavour as they are when read. */
  isAsRead(struct: string, flavour: "input" | "apply"): boolean {
    if (isOfRuntime(struct)) return false;
    const key = `${flavour} ${struct}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    // What holds itself is not compared further.
    this.#known.set(key, false);
    const fields = ownFields(this.#components.of(struct));
    const keys = this.#components.appliedUse(struct)?.keys ?? [];
    const isSame = fields.every((row) => this.#isFieldAsRead(row, flavour, keys));
    this.#known.set(key, isSame);
    return isSame;
  }

  #isFieldAsRead(row: FieldRow, flavour: "input" | "apply", keys: readonly string[]): boolean {
    const [read, other] = [presenceWhenRead(row), presenceIn(flavour, row, keys)];
    if (read.isRequired !== other.isRequired || read.takesNull !== other.takesNull) return false;
    if (isSentOtherwise(row.type)) return false;
    if (this.#components.isEnum(row.type)) return false;
    const struct = structIn(row.type);
    if (struct === undefined) return true;
    const isWhole = flavour === "apply" && !this.#components.isMerged(row);
    return this.isAsRead(struct, isWhole ? "input" : flavour);
  }
}

/** Tells whether more may be sent for a value than is read. */
function isSentOtherwise(type: FieldType): boolean {
  if (type.kind === "scalar") return type.scalar === "Quantity" || type.scalar === "bytes";
  return type.kind !== "struct" && isSentOtherwise(type.of);
}

/** The declarations of a component: as read, as sent, as applied. */
export function componentDeclarations(
  component: Component,
  names: TypeNames,
  likeness: Likeness,
): readonly Declaration[] {
  const flavours: readonly Flavour[] = ["read", "input", "apply"];
  const written = flavours.filter((one) => one !== "apply" || isApplied(component, names));
  return written.map((flavour) => {
    const name = component.name + suffixes[flavour];
    const isAlias = flavour !== "read" && likeness.isAsRead(component.struct.name, flavour);
    if (isAlias) {
      return typeDeclaration({ kind: "alias", name, doc: [], type: reference(component.name) });
    }
    const members = ownFields(component).map((row) => memberOf(row, flavour, component, names));
    return typeDeclaration({
      kind: "interface",
      name,
      doc: docOf(component, flavour),
      ...parametersOf(component.struct.name, flavour, names),
      extends: flavour === "read" ? undefined : commentsOf(component, names),
      members,
    });
  });
}

/** The type parameters of a component; none where nothing in it is of an enum. */
function parametersOf(
  struct: string,
  flavour: Flavour,
  { components }: TypeNames,
): { readonly parameters?: readonly string[] } {
  const isOpen = flavour !== "read" && components.hasEnum(struct);
  return isOpen ? { parameters: textParameters } : {};
}

/** What lets editors find the comments of the type as read; none where there are no sentences. */
function commentsOf({ struct, name }: Component, names: TypeNames): TypeNode | undefined {
  const isDescribed = struct.fields.some(({ description = "" }) => description !== "");
  if (!isDescribed) return undefined;
  return reference(names.runtimeType("CommentsOf"), reference(name));
}

function isApplied({ struct }: Component, { components }: TypeNames): boolean {
  return components.appliedUse(struct.name) !== undefined;
}

/** The fields of a component; what it is called is said where it stands on its own. */
function ownFields({ struct }: Component): readonly FieldRow[] {
  return struct.fields;
}

function memberOf(
  row: FieldRow,
  flavour: Flavour,
  { struct }: Component,
  names: TypeNames,
): Member {
  const keys = names.components.appliedUse(struct.name)?.keys ?? [];
  return fieldMember(row, flavour, presenceIn(flavour, row, keys), names);
}

/** A field with its comment, which stands in the type as read. */
export function fieldMember(
  row: FieldRow,
  flavour: Flavour,
  { isRequired, takesNull }: Presence,
  names: TypeNames,
): Member {
  const own = fieldType(row, flavour, names);
  const type = takesNull ? union([own, keyword("null")]) : own;
  const doc =
    flavour === "read" ? jsDoc({ text: row.description ?? "", facts: factsOf(row) }, 2) : [];
  return isRequired ? requiredField(row.name, type, doc) : optionalField(row.name, type, doc);
}

function presenceIn(flavour: Flavour, row: FieldRow, keys: readonly string[]): Presence {
  switch (flavour) {
    case "read":
      return presenceWhenRead(row);
    case "input":
      return presenceWhenSent(row);
    case "apply": {
      const isKey = keys.includes(row.name) && row.default === undefined;
      return { isRequired: isKey, takesNull: false };
    }
  }
}

function docOf({ struct }: Component, flavour: Flavour): readonly string[] {
  return flavour === "read" ? jsDoc({ text: struct.description ?? "" }) : [];
}

const formats: { readonly [scalar: string]: string | undefined } = {
  int64: "a whole number of 64 bits",
  bytes: "bytes, as base64",
  Time: "a time, as RFC 3339 says",
  MicroTime: "a time with microseconds, as RFC 3339 says",
  Quantity: "a quantity, such as `500m` or `1Gi`",
  Duration: "a duration, such as `1h30m`",
};

/** What is said of a field beside its description. */
function factsOf(row: FieldRow): readonly string[] {
  const scalar = scalarIn(row.type);
  const format = scalar === undefined ? undefined : formats[scalar];
  const fallback = row.default === undefined ? [] : [`default: ${JSON.stringify(row.default)}`];
  return [...(format === undefined ? [] : [format]), ...fallback];
}

function scalarIn(type: FieldType): string | undefined {
  if (type.kind === "scalar") return type.scalar;
  return type.kind === "struct" ? undefined : scalarIn(type.of);
}

/** `export type RestartPolicy = "Always" | "Never" | "OnFailure";` */
export function enumDeclaration(name: string, values: readonly string[]): Declaration {
  const type = union(values.map(literalType));
  return typeDeclaration({ kind: "alias", name, doc: [], type });
}
