import type { SizedType } from "../../cel/cost-model.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import { codePoints } from "../../runtime/v1/values/strings.js";
import type { Schema } from "../ir/schema.js";
import { maximumRequestBytes } from "./declared-type.js";
import { spelledField } from "./seen-defaults.js";

/**
 * Most members of any list or object, and most characters of any string, wherever a schema allows
 * more.
 */
export interface SizeCap {
  readonly members: number;
  readonly length: number;
}

/** The largest sizes that fit into a request. */
export const requestCap: SizeCap = { members: maximumRequestBytes, length: maximumRequestBytes };

/**
 * How large values of a schema can really be: in the units in which cost is counted at run time,
 * characters and members. The server's estimates (`declared-type.ts`) are in part higher, as they
 * take four bytes for each character, and in part lower, as they do not count the members of
 * objects.
 */
export class ValueSizes {
  readonly #cap: SizeCap;
  readonly #known = new Map<Schema, SizedType>();

  constructor(cap: SizeCap) {
    this.#cap = cap;
  }

  /** The sizes of a schema; of a resource with what all resources have. */
  of(schema: Schema, isResource: boolean): SizedType {
    if (isResource) return this.#resource(schema);
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const made = this.#sizes(schema);
    this.#known.set(schema, made);
    return made;
  }

  #sizes(schema: Schema): SizedType {
    const { validation, items, values } = schema;
    if (schema.intOrString) return this.#text(validation.maxLength);
    switch (schema.type) {
      case "string":
        return this.#string(schema);
      case "array":
        return this.#container(validation.maxItems, items);
      case "object":
        return schema.fields.size === 0 && typeof values === "object"
          ? { ...this.#container(validation.maxProperties, values), key: this.#text(undefined) }
          : this.#object(schema);
      default:
        return scalar;
    }
  }

  #string({ validation }: Schema): SizedType {
    const { format, maxLength, enum: values } = validation;
    if (format === "duration" || format === "date" || format === "date-time") return scalar;
    if (maxLength !== undefined || values.length === 0) return this.#text(maxLength);
    const lengthOf = (value: Json): number => (typeof value === "string" ? codePoints(value) : 0);
    return this.#text(values.reduce((most: number, value) => Math.max(most, lengthOf(value)), 0));
  }

  #text(maxLength: number | undefined): SizedType {
    return sized(Math.min(Math.max(maxLength ?? Infinity, 0), this.#cap.length));
  }

  #container(most: number | undefined, member: Schema | undefined): SizedType {
    return {
      ...sized(Math.min(Math.max(most ?? Infinity, 0), this.#cap.members)),
      element: member && this.of(member, member.embeddedResource),
    };
  }

  #object(schema: Schema): SizedType {
    const isOpen = schema.preserveUnknownFields || schema.fields.size > this.#cap.members;
    return {
      ...sized(isOpen ? this.#cap.members : schema.fields.size),
      field: (name) => {
        const field = spelledField(schema, name);
        return field && this.of(field, field.embeddedResource);
      },
    };
  }

  #resource(schema: Schema): SizedType {
    const own = this.#object(schema);
    const text = this.#text(undefined);
    const metadata = { ...sized(this.#cap.members), field: () => text };
    return {
      ...own,
      maxElements: this.#cap.members,
      field: (name) => {
        if (name === "kind" || name === "apiVersion") return text;
        return name === "metadata" ? metadata : own.field(name);
      },
    };
  }
}

function sized(maxElements: number): SizedType {
  return { maxElements, element: undefined, key: undefined, field: () => undefined };
}

const scalar: SizedType = sized(1);
