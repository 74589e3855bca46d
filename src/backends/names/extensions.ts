import type { Schema, ValueValidation } from "../../ir/schema.js";
import { deepEqual } from "../../runtime/v1/json/deep-equal.js";
import type { Place, Tree } from "./tree.js";

/**
 * Finds the types that are an earlier one without one of its optional fields, or with such a type
 * inside: the key is the type, the value the place of the earliest such type. A type that stood in
 * several places and gained a field in the first of them leaves such a pair behind; naming the two
 * with regard to each other lets the one that did not change keep its name.
 */
export function findExtensions(tree: Tree): ReadonlyMap<Schema, Place> {
  const extensions = new Map<Schema, Place>();
  const index = indexByField(tree);
  const comparison = new Comparison();
  for (const [position, reduced] of tree.places.entries()) {
    const { shape } = reduced;
    const extended = candidates(index, shape).find(
      (candidate) =>
        candidate.position < position &&
        comparison.isExtension(candidate.place.shape, shape) &&
        areRelated(reduced, candidate.place),
    );
    if (extended !== undefined) extensions.set(shape, extended.place);
  }
  return extensions;
}

interface Candidate {
  readonly place: Place;
  readonly position: number;
}

/** Types by the validation and the name of one of their fields. */
type FieldIndex = ReadonlyMap<ValueValidation, ReadonlyMap<string, readonly Candidate[]>>;

/**
 * The types, but for the resource itself, by each of their fields, in the order of the tree. Fields
 * count as one only if their values are validated alike, as those of an extension are.
 */
function indexByField(tree: Tree): FieldIndex {
  const index = new Map<ValueValidation, Map<string, Candidate[]>>();
  for (const [position, place] of tree.places.entries()) {
    if (position === 0) continue;
    const candidate = { place, position };
    for (const [name, { validation }] of place.shape.fields) {
      let names = index.get(validation);
      if (names === undefined) index.set(validation, (names = new Map<string, Candidate[]>()));
      const others = names.get(name);
      if (others === undefined) names.set(name, [candidate]);
      else others.push(candidate);
    }
  }
  return index;
}

/**
 * Of more types than this that share a field the first are compared: what so many have tells little
 * of kinship.
 */
const maxCandidates = 100;

/** The first types that have the rarest field of a shape. */
function candidates(index: FieldIndex, shape: Schema): readonly Candidate[] {
  let rarest: readonly Candidate[] | undefined;
  for (const [name, { validation }] of shape.fields) {
    const list = index.get(validation)?.get(name) ?? [];
    if (rarest === undefined || list.length < rarest.length) rarest = list;
  }
  return rarest?.slice(0, maxCandidates) ?? [];
}

/**
 * Whether two places look as if they had one type once: the fields are described in the same words,
 * or there are several and the places stand side by side or have one name.
 */
function areRelated(reduced: Place, extended: Place): boolean {
  const { fields } = reduced.shape;
  if (fields.size > 1 && (areSiblings(reduced, extended) || haveOneName(reduced, extended))) {
    return true;
  }
  for (const name of fields.keys()) {
    const one = reduced.annotations.field(name).description;
    if (one !== extended.annotations.field(name).description) return false;
  }
  return true;
}

function areSiblings({ path: one }: Place, { path: other }: Place): boolean {
  return one.length === other.length && one.slice(0, -1).every((name, at) => name === other[at]);
}

function haveOneName({ path: one }: Place, { path: other }: Place): boolean {
  return one.at(-1) === other.at(-1);
}

/** Compares schemas, each pair once. */
class Comparison {
  readonly #known = new Map<Schema, Map<Schema, boolean>>();

  /**
   * Whether a schema is another one with one more optional field, or with extensions or equals
   * inside.
   */
  isExtension(extended: Schema, reduced: Schema): boolean {
    return extended !== reduced && this.#contains(extended, reduced);
  }

  #contains(extended: Schema, reduced: Schema): boolean {
    if (extended === reduced) return true;
    const more = extended.fields.size - reduced.fields.size;
    if (more < 0 || more > 1 || extended.validation !== reduced.validation) return false;
    let answers = this.#known.get(extended);
    const known = answers?.get(reduced);
    if (known !== undefined) return known;
    const answer = hasSameFrame(extended, reduced) && this.#containsParts(extended, reduced);
    if (answers === undefined) this.#known.set(extended, (answers = new Map<Schema, boolean>()));
    answers.set(reduced, answer);
    return answer;
  }

  #containsParts(extended: Schema, reduced: Schema): boolean {
    for (const [name, field] of reduced.fields) {
      if (!this.#containsPart(extended.fields.get(name), field)) return false;
    }
    return (
      this.#containsPart(extended.items, reduced.items) &&
      this.#containsPart(extended.values, reduced.values)
    );
  }

  #containsPart(extended: Schema["values"], reduced: Schema["values"]): boolean {
    if (extended === reduced) return true;
    if (typeof extended !== "object" || typeof reduced !== "object") return false;
    return isUsedAlike(extended, reduced) && this.#contains(extended, reduced);
  }
}

/**
 * Whether two schemas agree in all but their parts and what concerns the place where they are used.
 */
function hasSameFrame(one: Schema, other: Schema): boolean {
  return (
    one.type === other.type &&
    one.kind === other.kind &&
    one.listType === other.listType &&
    one.listMapKeys.join() === other.listMapKeys.join() &&
    one.preserveUnknownFields === other.preserveUnknownFields &&
    one.embeddedResource === other.embeddedResource &&
    one.fields.size > 0 === other.fields.size > 0 &&
    one.rules.length === other.rules.length &&
    (one.rules.length === 0 || JSON.stringify(one.rules) === JSON.stringify(other.rules))
  );
}

function isUsedAlike(one: Schema, other: Schema): boolean {
  return (
    one.nullable === other.nullable &&
    one.mapType === other.mapType &&
    (one.default === other.default || deepEqual(one.default ?? null, other.default ?? null))
  );
}
