import type { Schema } from "../../ir/schema.js";
import { jsonKey } from "../../ir/schema-table.js";
import type { ShapeTable } from "./object-shape.js";
import { isNamedShape } from "./object-shape.js";
import type { Place, Tree } from "./tree.js";

/**
 * Finds the types that are an earlier one without one of its fields, its own or one of an object inside: the key is the
 * type, the value the place of the earlier one. A type that stood in several places and gained a field in the first of
 * them leaves such a pair behind; naming the two with regard to each other lets the one that did not change keep its
 * name.
 */
export function findExtensions(tree: Tree, shapes: ShapeTable): ReadonlyMap<Schema, Place> {
  const finder = new ReductionFinder(tree);
  const extensions = new Map<Schema, Place>();
  const places = new Map(tree.places.map((place, index) => [place.shape, { place, index }]));
  for (const [index, extended] of tree.places.entries()) {
    if (index === 0) continue;
    for (const reduced of finder.reductions(extended.shape)) {
      const found = places.get(shapes.shapeOf(reduced));
      if (found === undefined || found.index <= index) continue;
      const { shape } = found.place;
      if (extensions.has(shape) || !saysTheSame(found.place, extended)) continue;
      extensions.set(shape, extended);
    }
  }
  return extensions;
}

/** One common field is no evidence, unless the CRD describes it in the same words. */
function saysTheSame(reduced: Place, extended: Place): boolean {
  if (reduced.shape.fields.size > 1) return true;
  for (const name of reduced.shape.fields.keys()) {
    const one = reduced.annotations.field(name).description;
    if (one !== extended.annotations.field(name).description) return false;
  }
  return true;
}

/** A part of a schema that is a schema itself. */
interface Part {
  /** `.name` of a field, `[]` of the items of a list, `{}` of the values of a map. */
  readonly slot: string;
  readonly schema: Schema;
}

/** Finds the schemas of a unit that are another one with a part left out or exchanged. */
class ReductionFinder {
  readonly #byContent = new Map<string, Schema>();
  readonly #reductions = new Map<Schema, readonly Schema[]>();
  readonly #seen = new Set<Schema>();

  constructor(tree: Tree) {
    for (const { shape } of tree.places) this.#add(shape);
  }

  /** The schemas that are this one without one optional field. */
  reductions(schema: Schema): readonly Schema[] {
    const known = this.#reductions.get(schema);
    if (known !== undefined) return known;
    const found = [...this.#find(schema)];
    this.#reductions.set(schema, found);
    return found;
  }

  #add(schema: Schema): void {
    if (this.#seen.has(schema)) return;
    this.#seen.add(schema);
    if (isLeaf(schema)) return;
    this.#byContent.set(useKey(schema) + contentKey(schema), schema);
    if (isNamedShape(schema)) this.#byContent.set(contentKey(schema), schema);
    for (const part of partsOf(schema)) this.#add(part.schema);
  }

  *#find(schema: Schema): Iterable<Schema> {
    if (isLeaf(schema)) return;
    for (const { slot, schema: part } of partsOf(schema)) {
      if (isOptional(schema, slot)) yield* this.#without(schema, slot, undefined);
      for (const reduced of this.reductions(part)) yield* this.#without(schema, slot, reduced);
    }
  }

  *#without(schema: Schema, slot: string, other: Schema | undefined): Iterable<Schema> {
    const content = contentKey(schema, slot, other);
    const found = this.#byContent.get(useKey(schema) + content);
    if (found !== undefined) yield found;
    // A shape is the same wherever it is used.
    const shape = isNamedShape(schema) ? this.#byContent.get(content) : undefined;
    if (shape !== undefined && shape !== found) yield shape;
  }
}

function isLeaf(schema: Schema): boolean {
  return (
    schema.fields.size === 0 && schema.items === undefined && typeof schema.values !== "object"
  );
}

function isOptional(schema: Schema, slot: string): boolean {
  if (!slot.startsWith(".") || schema.fields.size === 1) return false;
  return !schema.validation.required.includes(slot.slice(1));
}

function partsOf(schema: Schema): readonly Part[] {
  const parts: Part[] = [];
  for (const [name, field] of schema.fields) parts.push({ slot: `.${name}`, schema: field });
  if (schema.items !== undefined) parts.push({ slot: "[]", schema: schema.items });
  if (typeof schema.values === "object") parts.push({ slot: "{}", schema: schema.values });
  return parts;
}

/** What concerns the place where a schema is used. */
function useKey(schema: Schema): string {
  const value = schema.default === undefined ? "" : jsonKey(schema.default);
  return `${schema.nullable} ${schema.mapType} ${value} `;
}

/** Everything else, with one part left out, or exchanged for another. */
function contentKey(schema: Schema, slot?: string, other?: Schema): string {
  const { type, listType, listMapKeys, preserveUnknownFields, embeddedResource } = schema;
  let key = `${type} ${schema.validation.id} ${listType} ${listMapKeys.join()} ${preserveUnknownFields} ${embeddedResource} `;
  for (const part of partsOf(schema)) {
    if (part.slot !== slot) key += `${part.slot}=${part.schema.id},`;
    else if (other !== undefined) key += `${part.slot}=${other.id},`;
  }
  return schema.rules.length === 0 ? key : `${key}${JSON.stringify(schema.rules)}`;
}
