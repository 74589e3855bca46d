import { isRequiredAlone } from "../../../crd/ir/required-alone.js";
import type { NestedValidation, Schema } from "../../../crd/ir/schema.js";
import { camelCase, pascalCase, spelledCase } from "../../emit/identifiers.js";
import type { Place } from "./tree.js";

/** A type that could not get the name that follows from its path. */
export interface Collision {
  readonly place: Place;
  readonly wanted: string;
  readonly given: string;
}

/** The names of a unit's types, each by its place. */
export interface Assignment {
  readonly names: ReadonlyMap<Place, string>;
  /** Every name that the unit exports or keeps for itself. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Gives every place its name, which follows from its path alone: no other field changes it, and
 * nothing that the field holds. A name is free only together with the names of its type as sent and
 * as applied, whether or not those are needed. Where two paths lead to one name, the one with fewer
 * fields has it, then the one that is spelled as its name is; the other gets its path spelled out,
 * `CronTab_Spec_FooDashBar`.
 */
export function assignNames(
  places: readonly Place[],
  type: string,
  onCollision: (collision: Collision) => void,
): Assignment {
  const names = new Map<Place, string>();
  const taken = new Set(resourceSuffixes.map((suffix) => type + suffix));
  const [root] = places;
  const take = (place: Place, name: string): boolean => {
    const suffixes = suffixesOf(place);
    if (suffixes.some((suffix) => taken.has(name + suffix))) return false;
    for (const suffix of suffixes) taken.add(name + suffix);
    names.set(place, name);
    return true;
  };
  if (root !== undefined) names.set(root, type);
  if (root !== undefined && choiceOf(root.schema) !== undefined) {
    for (const suffix of fieldSuffixes) taken.add(type + suffix);
  }
  for (const place of byPrecedence(places.slice(1))) {
    const wanted = nameOfPath(place.names);
    if (take(place, wanted)) continue;
    let given = nameOfPath([type, ...place.path.map(spelledCase)], "_");
    while (!take(place, given)) given += "_";
    onCollision({ place, wanted, given });
  }
  return { names, taken };
}

/** The criteria that decide which of two places gets a name first. */
interface Rank {
  readonly place: Place;
  /** How many of its fields are spelled in another way than their parts of the name. */
  readonly oddity: number;
  readonly path: string;
}

/** Whoever has a name before others. The order of fields in the CRD says nothing. */
function byPrecedence(places: readonly Place[]): readonly Place[] {
  const ranks = new Map<Place, Rank>();
  // Whatever is around a place comes before it.
  for (const place of places) ranks.set(place, rankOf(place, ranks));
  const sorted = [...ranks.values()].sort(
    (one, other) =>
      one.place.path.length - other.place.path.length ||
      one.oddity - other.oddity ||
      compareText(one.path, other.path),
  );
  return sorted.map(({ place }) => place);
}

function rankOf(place: Place, ranks: ReadonlyMap<Place, Rank>): Rank {
  const above = place.around && ranks.get(place.around.place);
  const field = place.path.at(-1) ?? "";
  const [before, path] =
    above === undefined ? [0, field] : [above.oddity, `${above.path}\0${field}`];
  return { place, oddity: before + Number(isOdd(field)), path };
}

/** Tells whether a field is spelled differently from its part of a name. */
function isOdd(field: string): boolean {
  return field !== camelCase(pascalCase(field));
}

function compareText(one: string, other: string): number {
  return one < other ? -1 : Number(one > other);
}

/** Returns the suffixes that the name of a type gets in all the names that it reserves. */
export function suffixesOf({ kind, schema }: Place): readonly string[] {
  if (kind === "enum") return plain;
  return choiceOf(schema) === undefined ? flavours : [...flavours, ...fieldSuffixes];
}

const plain = [""] as const;
const flavours = ["", "Input", "Apply"] as const;

// Of types with a choice between fields: no field leads to such a name.
const fieldSuffixes = ["_Fields", "Input_Fields", "Apply_Fields"] as const;

// What is exported for a resource, whatever its fields are.
const resourceSuffixes = ["", "Input", "Apply", "List", "Client", "Types", "Row"] as const;

/** A longer name does not fit into a hover or a line. `Input`, `Apply` and `Fields` come on top. */
export const maxNameLength = 80;

/** How much of the kind, and of the field below it, stands in front of a name that is shortened. */
const maxHeadLength = 30;

/**
 * The name of a type from the names along its path: `CronTab`, `Spec`, `Env`. Of a name that would
 * be too long the kind and as many of the last names as fit are left; a mark made from the whole
 * path stands for the others: `MemorySpec_335v_TriggerConditionsMessageBasedTrigger`. So it depends
 * on nothing but the path. That two paths get one name is rare, and whoever gives the names finds
 * it taken.
 */
export function nameOfPath(path: readonly [string, ...string[]], separator = ""): string {
  const whole = path.join(separator);
  if (whole.length <= maxNameLength) return whole;
  const [kind, field = "", ...below] = path;
  const long = kind + separator + field;
  const hasField = below.length > 0 && long.length <= maxHeadLength;
  const head = `${hasField ? long : firstWords(kind, maxHeadLength)}_${markOf(whole)}_`;
  const names = hasField ? below : path.slice(1);
  return head + lastNames(names, separator, maxNameLength - head.length);
}

function firstWords(name: string, length: number): string {
  return (
    fill(wordsOf(name), length, (kept, word) => kept + word) ||
    Array.from(name).slice(0, length).join("")
  );
}

function lastNames(names: readonly string[], separator: string, length: number): string {
  const last = names.at(-1) ?? "";
  return (
    fill([...names].reverse(), length, (kept, name) => name + separator + kept) ||
    fill(wordsOf(last).reverse(), length, (kept, word) => word + kept) ||
    Array.from(last).slice(-length).join("")
  );
}

/** The first of some pieces, joined, as many as fit; `""` if none does. */
function fill(
  pieces: readonly string[],
  length: number,
  join: (kept: string, piece: string) => string,
): string {
  let kept = "";
  for (const piece of pieces) {
    const longer = kept === "" ? piece : join(kept, piece);
    if (longer.length > length) break;
    kept = longer;
  }
  return kept;
}

/** The words of a name in PascalCase: `HTTPRoute` has two. */
function wordsOf(name: string): string[] {
  return name.split(/(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?=\p{Lu}\p{Ll})/u);
}

// Without vowels no mark is a word.
const alphabet = "0123456789bcdfghjkmnpqrstvwxyz";

/**
 * Four characters that differ for different texts: FNV-1a, of which one in 810,000 pairs has the
 * same.
 */
function markOf(text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
  }
  let mark = "";
  for (let count = 0; count < 4; count++) {
    mark += alphabet.charAt(hash % alphabet.length);
    hash = Math.floor(hash / alphabet.length);
  }
  return mark;
}

/** Fields of which one has to be there (`anyOf` of `required`), or exactly one (`oneOf`). */
export interface Choice {
  readonly exclusive: boolean;
  readonly fields: readonly string[];
}

/**
 * The choice that an object type is written with. Others are left to the validator: a union of more
 * arms, or of arms that say more than which field is there, would not be read by anybody.
 */
export function choiceOf(shape: Schema): Choice | undefined {
  const { oneOf, anyOf } = shape.validation;
  const exclusive = oneOf.length > 0;
  const branches = exclusive ? oneOf : anyOf;
  if (branches.length < 2 || branches.length > largestChoice) return undefined;
  if (shape.preserveUnknownFields || shape.values !== undefined) return undefined;
  const fields = branches.map((branch) => onlyField(shape, branch));
  const known = fields.filter((field) => field !== undefined);
  if (known.length < fields.length || new Set(known).size < known.length) return undefined;
  return { exclusive, fields: known };
}

const largestChoice = 6;

/** The field that a branch demands, if it says nothing else and the field is not there anyway. */
function onlyField(shape: Schema, branch: NestedValidation): string | undefined {
  const [name, second] = branch.validation.required;
  if (name === undefined || second !== undefined || !isRequiredAlone(branch)) return undefined;
  const field = shape.fields.get(name);
  const isThereAnyway = shape.validation.required.includes(name) || field?.default !== undefined;
  return field === undefined || isThereAnyway ? undefined : name;
}
