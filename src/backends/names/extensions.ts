import type { Schema } from "../../ir/schema.js";
import { deepEqual } from "../../runtime/v1/deep-equal.js";
import type { ShapeTable } from "./object-shape.js";
import type { Change, Part } from "./schema-content.js";
import { contentOf, hashAfter, isAfter } from "./schema-content.js";
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

/** Finds the schemas of a unit that are another one with a part left out or exchanged. */
class ReductionFinder {
  /** By the hash of their content, in the order of the tree. */
  readonly #byHash = new Map<number, Schema[]>();
  readonly #reductions = new Map<Schema, readonly Schema[]>();
  readonly #seen = new Set<Schema>();

  constructor(tree: Tree) {
    for (const { shape } of tree.places) this.#add(shape);
  }

  /** The schemas that are this one without one optional field. */
  reductions(schema: Schema): readonly Schema[] {
    if (isLeaf(schema)) return noSchemas;
    const known = this.#reductions.get(schema);
    if (known !== undefined) return known;
    const found = this.#find(schema);
    this.#reductions.set(schema, found);
    return found;
  }

  #add(schema: Schema): void {
    if (isLeaf(schema) || this.#seen.has(schema)) return;
    this.#seen.add(schema);
    const { hash, parts } = contentOf(schema);
    const others = this.#byHash.get(hash);
    if (others === undefined) this.#byHash.set(hash, [schema]);
    else others.push(schema);
    for (const part of parts) this.#add(part.schema);
  }

  #find(schema: Schema): readonly Schema[] {
    const found: Schema[] = [];
    for (const part of contentOf(schema).parts) {
      if (isOptional(schema, part)) this.#addWithout(schema, { part, other: undefined }, found);
      for (const other of this.reductions(part.schema)) {
        this.#addWithout(schema, { part, other }, found);
      }
    }
    return found.length === 0 ? noSchemas : found;
  }

  #addWithout(schema: Schema, change: Change, found: Schema[]): void {
    const candidates = this.#byHash.get(hashAfter(schema, change));
    if (candidates === undefined) return;
    const equal = candidates.filter((candidate) => isAfter(candidate, schema, change));
    const inUse = equal.findLast((candidate) => isUsedAlike(candidate, schema));
    if (inUse !== undefined) found.push(inUse);
    // A shape is the same wherever it is used.
    const shape = isNamedShape(schema) ? equal.findLast(isNamedShape) : undefined;
    if (shape !== undefined && shape !== inUse) found.push(shape);
  }
}

const noSchemas: readonly Schema[] = [];

function isLeaf(schema: Schema): boolean {
  return (
    schema.fields.size === 0 && schema.items === undefined && typeof schema.values !== "object"
  );
}

function isOptional(schema: Schema, { slot }: Part): boolean {
  if (!slot.startsWith(".") || schema.fields.size === 1) return false;
  return !schema.validation.required.includes(slot.slice(1));
}

/** Whether two schemas agree in what concerns the place where they are used. */
function isUsedAlike(one: Schema, other: Schema): boolean {
  return (
    one.nullable === other.nullable &&
    one.mapType === other.mapType &&
    (one.default === other.default || deepEqual(one.default ?? null, other.default ?? null))
  );
}
