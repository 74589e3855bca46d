import type { Schema } from "../../ir/schema.js";
import type { NamedType } from "../names.js";
import { ownFields } from "../names/object-shape.js";
import type { Flavour, Flavours } from "./flavours.js";

/** Finds the types that say the same as an earlier one, comments included. */
export class Bodies {
  readonly #flavours: Flavours;
  readonly #first = new Map<Schema, Map<string, NamedType>>();

  constructor(flavours: Flavours) {
    this.#flavours = flavours;
  }

  /**
   * The type that was asked for first among those whose fields and comments are the same; the names
   * of what the fields hold may differ.
   */
  firstLike(type: NamedType, flavour: Flavour): NamedType {
    let alike = this.#first.get(type.schema);
    if (alike === undefined) {
      this.#first.set(type.schema, (alike = new Map<string, NamedType>()));
    }
    const key = this.#key(type, flavour);
    const first = alike.get(key);
    if (first === undefined) alike.set(key, type);
    return first ?? type;
  }

  #key(type: NamedType, flavour: Flavour): string {
    const texts = [...ownFields(type.schema).keys()].map(
      (name) => type.annotations.field(name).description,
    );
    if (flavour === "apply") texts.push(this.#flavours.appliedKey(type));
    return JSON.stringify([flavour, ...texts]);
  }
}
