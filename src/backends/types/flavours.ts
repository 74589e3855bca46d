import type { Schema } from "../../ir/schema.js";
import type { NameTable } from "../names.js";
import type { Choice } from "../names/choice.js";
import { choiceOf } from "../names/choice.js";
import {
  contentOf,
  elementOf,
  isNamedShape,
  ownFields,
  typeMetaFields,
} from "../names/object-shape.js";

/**
 * As read: what the server stores, defaults filled in. As sent: fields with a default may be left
 * out, and null stands wherever the server drops it. As applied: all fields may be left out but
 * those that say which item of a list is meant; what is applied as a whole has those that it has
 * when sent.
 */
export type Flavour = "read" | "input" | "apply";

/** What stands behind the name of a type. */
export const suffixes = { read: "", input: "Input", apply: "Apply" } as const;

const noNames: ReadonlySet<string> = new Set();

/** Decides, per object type, what its flavours demand, and which of them equal the type as read. */
export class Flavours {
  readonly #names: NameTable;
  readonly #root: Schema | undefined;
  readonly #keys: ReadonlyMap<Schema, ReadonlySet<string>>;
  readonly #required = new Map<Schema, ReadonlySet<string>>();
  readonly #equal = { input: new Map<Schema, boolean>(), apply: new Map<Schema, boolean>() };
  #merged: ReadonlySet<Schema> | undefined;

  constructor(names: NameTable) {
    this.#names = names;
    this.#root = names.types[0]?.schema;
    this.#keys = collectListMapKeys(names);
  }

  /**
   * Whether a field is without its question mark: what is read has its defaults, what is applied
   * need not be whole.
   */
  isRequired(shape: Schema, name: string, field: Schema | undefined, flavour: Flavour): boolean {
    const hasDefault = field?.default !== undefined;
    if (flavour === "apply" && this.#isMerged(shape)) {
      return !hasDefault && this.#keys.get(shape)?.has(name) === true;
    }
    const required = this.#requiredOf(shape).has(name);
    return flavour === "read" ? required || hasDefault : required && !hasDefault;
  }

  /** Whether an embedded resource must have metadata. Identity it must have in any case. */
  requiresMetadata(shape: Schema, flavour: Flavour): boolean {
    return this.isRequired(shape, "metadata", shape.fields.get("metadata"), flavour);
  }

  /** The choice that a type is written with. An applier may leave it to others. */
  choice(shape: Schema, flavour: Flavour): Choice | undefined {
    return flavour === "apply" && this.#isMerged(shape) ? undefined : choiceOf(shape);
  }

  /**
   * Whether the type of an object in a flavour is that of the object as read. Those of a resource
   * are not.
   */
  equalsRead(shape: Schema, flavour: "input" | "apply"): boolean {
    if (shape === this.#root) return false;
    const known = this.#equal[flavour].get(shape);
    if (known !== undefined) return known;
    const equal = this.#findEqual(shape, flavour);
    this.#equal[flavour].set(shape, equal);
    return equal;
  }

  #findEqual(shape: Schema, flavour: "input" | "apply"): boolean {
    const isSent = flavour === "input";
    if (choiceOf(shape) !== undefined) {
      // Null in what is sent chooses nothing.
      if (isSent || this.choice(shape, flavour) === undefined) return false;
    }
    if (shape.embeddedResource) {
      // What is sent may hold null in the metadata.
      const isRequired = this.requiresMetadata(shape, flavour);
      if (isSent || isRequired !== this.requiresMetadata(shape, "read")) return false;
    }
    for (const [name, field] of ownFields(shape)) {
      const isRequired = this.isRequired(shape, name, field, flavour);
      if (isRequired !== this.isRequired(shape, name, field, "read")) return false;
      if (isSent && (holdsNull(field) || (!isRequired && dropsNull(field)))) return false;
      const element = elementOf(field);
      if (!isNamedShape(element)) continue;
      if (!this.equalsRead(this.#names.shapeOf(element), flavour)) return false;
    }
    return true;
  }

  #requiredOf(shape: Schema): ReadonlySet<string> {
    const { required } = shape.validation;
    if (required.length === 0) return noNames;
    let names = this.#required.get(shape);
    if (names === undefined) this.#required.set(shape, (names = new Set(required)));
    return names;
  }

  /**
   * Whether there is a place where an applier may own some fields of such an object and leave the
   * others to others.
   */
  #isMerged(shape: Schema): boolean {
    return (this.#merged ??= this.#findMerged()).has(shape);
  }

  #findMerged(): ReadonlySet<Schema> {
    const merged = new Set<Schema>();
    if (this.#root !== undefined) merged.add(this.#root);
    // A set's iteration goes on with what is added meanwhile.
    for (const shape of merged) {
      for (const [name, field] of ownFields(shape)) {
        if (shape === this.#root && typeMetaFields.has(name)) continue;
        const element = elementOf(field);
        if (isNamedShape(element) && isMergedWithin(field)) {
          merged.add(this.#names.shapeOf(element));
        }
      }
    }
    return merged;
  }
}

/**
 * Whether the API server drops null in place of a value before it validates, which it does where
 * the field may be left out and in maps (apiextensions `schema/defaulting/prunenulls.go`). A type
 * that takes anything takes null in any case.
 */
export function dropsNull(schema: Schema): boolean {
  return !schema.nullable && (schema.kind !== "any" || schema.validation.enum.length > 0);
}

/**
 * Whether null is dropped somewhere in the maps and lists that a field holds, or embedded metadata
 * may hold it.
 */
function holdsNull(field: Schema): boolean {
  for (let current = field; ;) {
    const content = contentOf(current);
    if (content === undefined) return current.embeddedResource && !isNamedShape(current);
    if (current.kind === "map" && dropsNull(content)) return true;
    current = content;
  }
}

/**
 * Whether the objects inside a field are merged with those of others: what is atomic is applied as
 * a whole.
 */
function isMergedWithin(field: Schema): boolean {
  let current: Schema | undefined = field;
  while (current !== undefined) {
    if (current.kind === "list" ? current.listType !== "map" : current.mapType === "atomic") {
      return false;
    }
    current = contentOf(current);
  }
  return true;
}

/**
 * The list map keys of every object type that is applied item by item. Where one type stands in
 * several lists, or in a field of its own too, a key counts only if it is one everywhere.
 */
function collectListMapKeys(names: NameTable): ReadonlyMap<Schema, ReadonlySet<string>> {
  const keys = new Map<Schema, ReadonlySet<string>>();
  for (const [index, { schema }] of names.types.entries()) {
    for (const [name, field] of ownFields(schema)) {
      if (index === 0 && typeMetaFields.has(name)) continue;
      const element = elementOf(field);
      if (!isNamedShape(element) || !isMergedWithin(field)) continue;
      const shape = names.shapeOf(element);
      const here = innermostKeys(field);
      const others = keys.get(shape);
      keys.set(shape, new Set(others === undefined ? here : here.filter((key) => others.has(key))));
    }
  }
  return keys;
}

function innermostKeys(field: Schema): readonly string[] {
  let keys: readonly string[] = [];
  for (
    let current: Schema | undefined = field;
    current !== undefined;
    current = contentOf(current)
  ) {
    keys = current.kind === "list" ? current.listMapKeys : [];
    if (contentOf(current)?.kind === "object") return keys;
  }
  return keys;
}
