import type { Schema } from "../../../crd/ir/schema.js";
import type { RuntimeType } from "../../../runtime/contract.js";
import type { Imported } from "../../emit/code.js";
import type { TypeNode } from "../../emit/types/type-expression.js";
import { keyword, union } from "../../emit/types/type-expression.js";
import type { EmitContext, Unit } from "../backend.js";
import type { NamedType, NameTable } from "../names.js";
import { ownFields } from "../names/tree.js";
import type { Flavour } from "./flavours.js";
import { Flavours, remembered } from "./flavours.js";

/** The context in which the types of a unit are made. */
export interface TypeContext {
  readonly names: NameTable;
  readonly flavours: Flavours;
  readonly bodies: Bodies;
  /**
   * Nothing is pruned anywhere, so every object may have unknown fields
   * (`spec.preserveUnknownFields` of v1beta1).
   */
  readonly openObjects: boolean;
  /** An object that is sent to the resource itself may have any status. */
  readonly ignoresStatus: boolean;
  /** A type of the runtime under a name that is free in this file. */
  runtimeType(name: RuntimeType): Imported;
  /** A type of the unit: by its name where it is declared, imported elsewhere. */
  ownType(name: string): string | Imported;
}

/** The context of one file; `ownType` says how it refers to the types of the unit. */
export function createTypeContext(
  { names, resource, version }: Unit,
  emit: EmitContext,
  ownType: (name: string) => string | Imported,
): TypeContext {
  const imports = new Map<string, Imported>();
  const flavours = new Flavours();
  return {
    names,
    flavours,
    bodies: new Bodies(flavours),
    ignoresStatus: version.status,
    openObjects: resource.preserveUnknownFields,
    runtimeType(name) {
      let imported = imports.get(name);
      if (imported === undefined) imports.set(name, (imported = emit.runtimeType(name)));
      return imported;
    },
    ownType,
  };
}

/** Finds the types that say the same as an earlier one, comments included. */
class Bodies {
  readonly #flavours: Flavours;
  /** By schema and comments, the first type that was asked for in any flavour. */
  readonly #alike = new Map<Schema, Map<string, NamedType>>();
  readonly #likeness = new Map<NamedType, NamedType>();
  /** The first types that were asked for in a flavour, by what they are alike. */
  readonly #first = new Map<NamedType, Map<string, NamedType>>();

  constructor(flavours: Flavours) {
    this.#flavours = flavours;
  }

  /**
   * The type that was asked for first among those whose fields and comments are the same; the names
   * of what the fields hold may differ.
   */
  firstLike(type: NamedType, flavour: Flavour): NamedType {
    const key = flavour === "apply" ? `apply ${this.#flavours.appliedKey(type)}` : flavour;
    return remembered(mapIn(this.#first, this.#likenessOf(type)), key, () => type);
  }

  /** One of the types that are alike, whatever the flavour. */
  #likenessOf(type: NamedType): NamedType {
    return remembered(this.#likeness, type, () =>
      remembered(mapIn(this.#alike, type.schema), commentsOf(type), () => type),
    );
  }
}

/** A text that types of one schema have in common if their fields have the same comments. */
function commentsOf({ schema, annotations }: NamedType): string {
  let texts = "";
  for (const name of ownFields(schema).keys()) {
    const { description } = annotations.field(name);
    texts += `${description.length}:${description}`;
  }
  return texts;
}

function mapIn<K, V>(maps: Map<K, Map<string, V>>, key: K): Map<string, V> {
  return remembered(maps, key, () => new Map<string, V>());
}

/**
 * A cell of a column of some type, in tables of the API server (apiextensions
 * `registry/customresource/tableconvertor/tableconvertor.go`, `cellForJSONValue`).
 */
export function cellType(type: string): TypeNode {
  return union([presentType(type), keyword("null")]);
}

function presentType(type: string): TypeNode {
  if (type === "integer" || type === "number") return keyword("number");
  return keyword(type === "boolean" ? "boolean" : "string");
}
