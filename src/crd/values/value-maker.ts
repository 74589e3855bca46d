import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import { childSchema } from "../ir/child-schemas.js";
import type { Schema } from "../ir/schema.js";
import type { Choices } from "./choices.js";
import { rotated } from "./choices.js";
import { likelyNumbers, likelyTexts } from "./likely-values.js";
import { namedKeys } from "./named-values.js";
import { numberCandidates } from "./numbers.js";
import type { ValuePlace } from "./place.js";
import { itemPlace, memberPlace, placeAt } from "./place.js";
import { textCandidates } from "./texts.js";
import type { ValueCheck } from "./value-check.js";
import type { Demand, ValueNode } from "./value-node.js";
import { demandOf, limitsOf, nodeOf } from "./value-node.js";

/** The kind of value that is wanted. */
export interface Wish {
  /** With all fields, or with those alone that are required. */
  readonly full: boolean;
  /** Values of different variants are different, as far as there are such. */
  readonly variant: number;
  /** Which branches of `anyOf` and `oneOf` are tried first. */
  readonly way: number;
}

/** So many ways to choose branches are tried. */
const mostWays = 48;

/** So many variants are tried to find items that differ. */
const mostVariants = 24;

/** A small value, the likeliest one. */
export const plainWish: Wish = { full: false, variant: 0, way: 0 };

/** So many values of an enum are listed. */
const mostListed = 200;

/** So many values of what is no enum are listed. */
const mostKnown = 8;

/** Makes values of schemas, the likely ones first, without a look at rules. */
export class ValueMaker {
  readonly #check: ValueCheck;
  readonly #choices: Choices;

  readonly #root: ValuePlace | undefined;

  /** @param root of the objects; undefined where names and descriptions are not to count */
  constructor(check: ValueCheck, choices: Choices, root?: ValuePlace) {
    this.#check = check;
    this.#choices = choices;
    this.#root = root;
  }

  /** The node of a schema, with what is known of its place in an object. */
  nodeAt(schema: Schema, steps: readonly (string | number)[]): ValueNode {
    return nodeOf(schema, this.#root && placeAt(this.#root, steps));
  }

  /** Tells whether a value is valid once its defaults are filled in, apart from rules. */
  accepts(node: ValueNode, value: Json): boolean {
    return this.#check.acceptsFilled(node, value);
  }

  /** One valid value; undefined where none is found. */
  valid(node: ValueNode): Json | undefined {
    const value = this.make(node, plainWish);
    return value !== undefined && this.accepts(node, value) ? value : undefined;
  }

  /** Some valid values that differ; those of an enum all. None where none is found. */
  several(node: ValueNode): readonly Json[] {
    const listed = enumOf(demandOf(node, 0));
    const valid = listed.filter((value) => value !== null && this.accepts(node, value));
    if (valid.length > 0) return valid.slice(0, mostListed);
    const known = new Map<string, Json>();
    for (let variant = 0; variant < mostKnown; variant++) {
      const value = this.make(node, { full: false, variant, way: variant });
      if (value === undefined || value === null) continue;
      if (this.accepts(node, value)) known.set(stringifyJson(value), value);
    }
    return [...known.values()];
  }

  /**
   * A value that a place takes; undefined if none was found. What has no valid value as a whole,
   * but perhaps one with other fields, is given as it came out.
   */
  make(node: ValueNode, wish: Wish): Json | undefined {
    const { schema } = node;
    const first = demandOf(node, wish.way);
    let fallback: Json | undefined;
    for (let turn = 0; turn < Math.min(first.ways, mostWays); turn++) {
      const demand = turn === 0 ? first : demandOf(node, wish.way + turn);
      for (const value of this.#candidates(node, demand, wish)) {
        if (isPlain(node) || this.accepts(node, value)) return value;
        fallback ??= value;
      }
    }
    if (schema.nullable && this.accepts(node, null)) return null;
    return isScalar(schema) && first.ways === 1 ? undefined : fallback;
  }

  /** A field's value, with all that branches ask of it. */
  makeField(
    { schema, place }: ValueNode,
    demand: Demand,
    name: string,
    wish: Wish,
  ): Json | undefined {
    const branches = demand.fields.get(name) ?? [];
    const field = childSchema(schema, name);
    const below = place && memberPlace(place, name);
    return field && this.make({ schema: field, branches, place: below }, wish);
  }

  /** An object with fields of one's own choice. */
  makeObject(node: ValueNode, demand: Demand, names: readonly string[], wish: Wish): JsonObject {
    const object: JsonObject = {};
    for (const name of names) {
      const value = this.makeField(node, demand, name, wish);
      if (value !== undefined) setKey(object, name, value);
    }
    return object;
  }

  *#candidates(node: ValueNode, demand: Demand, wish: Wish): Generator<Json> {
    const { schema, place } = node;
    yield* this.#listed(node, demand, wish);
    switch (schema.kind) {
      case "object":
        yield this.#object(node, demand, wish);
        return;
      case "map":
        yield this.#map(node, demand, wish);
        return;
      case "list":
        yield this.#list(node, demand, wish);
        return;
      case "string":
        yield* textCandidates(demand.validations, wish.variant, this.#choices, place);
        return;
      case "integer":
      case "number":
        if (place !== undefined) yield* likelyNumbers(place, wish.variant);
        yield* numberCandidates(demand.validations, schema.kind, wish.variant);
        return;
      case "boolean":
        yield (wish.variant + this.#choices.below(2)) % 2 === 0;
        yield (wish.variant + this.#choices.below(2)) % 2 !== 0;
        return;
      case "intOrString":
        yield* this.#intOrString(demand, wish, place);
        return;
      case "any":
        yield* anyCandidates;
    }
  }

  /** The values of an enum, and the default. */
  *#listed({ schema, place }: ValueNode, demand: Demand, wish: Wish): Generator<Json> {
    const { variant, full } = wish;
    const fallback = schema.default;
    // An empty text is there so that servers see no null; it means nothing.
    if (variant === 0 && fallback === "" && place) yield* likelyTexts(place, variant);
    if (variant === 0 && fallback !== undefined && (isScalar(schema) || !full)) yield fallback;
    const values = enumOf(demand);
    yield* rotated(values, variant + this.#choices.below(values.length));
  }

  #object(node: ValueNode, demand: Demand, wish: Wish): JsonObject {
    const { schema } = node;
    const made = this.makeObject(node, demand, chosenFields(schema, demand, wish), wish);
    if (!schema.embeddedResource) return made;
    const { apiVersion, kind, metadata, ...others } = made;
    return {
      apiVersion: isText(apiVersion) ? apiVersion : "v1",
      kind: isText(kind) ? kind : "ConfigMap",
      metadata: metadata ?? { name: "example" },
      ...others,
    };
  }

  #map(node: ValueNode, demand: Demand, wish: Wish): JsonObject {
    const { min, max } = limitsOf(demand.validations, "Properties");
    const names = new Set(demand.required);
    const wanted = Math.min(max, Math.max(min, wish.full ? 1 : 0));
    const [key = "key"] = node.place === undefined ? [] : namedKeys(node.place);
    for (let index = 1; names.size < wanted; index++) names.add(index === 1 ? key : `key-${index}`);
    return this.makeObject(node, demand, [...names], wish);
  }

  #list(node: ValueNode, demand: Demand, wish: Wish): Json[] {
    const { schema } = node;
    const { items } = schema;
    const { min, max } = limitsOf(demand.validations, "Items");
    const wanted = Math.min(max, Math.max(min, wish.full ? 1 : 0));
    const list: Json[] = [];
    if (items === undefined) return list;
    const isUnique = demand.validations.some((one) => one.uniqueItems);
    for (let variant = wish.variant; list.length < wanted; variant++) {
      if (variant > wish.variant + wanted + mostVariants) break;
      const item = this.#item(node, items, demand, { ...wish, variant });
      if (item === undefined) break;
      if (isDistinct(list, item, schema, isUnique)) list.push(item);
    }
    return list;
  }

  /** Keys are written even where they have defaults. */
  #item(list: ValueNode, items: Schema, demand: Demand, wish: Wish): Json | undefined {
    const { schema, place } = list;
    const node = { schema: items, branches: demand.items, place: place && itemPlace(place) };
    const item = this.make(node, wish);
    if (schema.listType !== "map" || !isObject(item)) return item;
    const keys = schema.listMapKeys.filter((key) => !Object.hasOwn(item, key));
    return { ...this.makeObject(node, demandOf(node, wish.way), keys, wish), ...item };
  }

  *#intOrString(demand: Demand, wish: Wish, place: ValuePlace | undefined): Generator<Json> {
    const { types, validations } = demand;
    const numbers = (): Generator<Json> => numberCandidates(validations, "integer", wish.variant);
    const texts = (): Generator<Json> =>
      textCandidates(validations, wish.variant, this.#choices, place);
    if (place !== undefined) yield* likelyNumbers(place, wish.variant);
    if (!types.has("string")) yield* numbers();
    yield* texts();
    yield* numbers();
  }
}

const anyCandidates: readonly Json[] = [{}, "example", 1, true, []];

/** The names of the fields that an object gets, those first that it must have. */
function chosenFields(schema: Schema, demand: Demand, wish: Wish): readonly string[] {
  const { required, forbidden } = demand;
  const names = [...schema.fields.keys()];
  const { min, max } = limitsOf(demand.validations, "Properties");
  const isNeeded = (name: string): boolean =>
    required.has(name) && (wish.full || !hasUsefulDefault(schema, name));
  const needed = [...required].filter(isNeeded);
  const others = names.filter((name) => !isNeeded(name) && !forbidden.has(name));
  const wanted = wish.full ? others : others.slice(0, Math.max(0, min - needed.length));
  const chosen = new Set([...needed, ...wanted].slice(0, max));
  return [
    ...names.filter((name) => chosen.has(name)),
    ...needed.filter((name) => !names.includes(name)),
  ];
}

/** The server fills the field in. */
function hasUsefulDefault(schema: Schema, name: string): boolean {
  return schema.fields.get(name)?.default !== undefined;
}

function enumOf({ validations }: Demand): readonly Json[] {
  return validations.find((one) => one.enum.length > 0)?.enum ?? [];
}

/** Nothing is asked that makers do not see to by themselves. */
function isPlain({ schema, branches }: ValueNode): boolean {
  const { allOf, anyOf, oneOf, not, enum: values } = schema.validation;
  if (isScalar(schema) || branches.length > 0 || not !== undefined || values.length > 0) {
    return false;
  }
  return allOf.length + anyOf.length + oneOf.length === 0 && schema.default === undefined;
}

function isScalar({ type }: Schema): boolean {
  return type !== "object" && type !== "array";
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Tells whether an item may stand in a list beside those that are there. */
function isDistinct(
  list: readonly Json[],
  item: Json,
  { listType, listMapKeys }: Schema,
  isUnique: boolean,
): boolean {
  if (listType === "atomic" && !isUnique) return true;
  const keys = listType === "map" ? listMapKeys : undefined;
  const key = keyOf(item, keys);
  return list.every((other) => keyOf(other, keys) !== key);
}

/** Without keys, the item itself. */
function keyOf(item: Json, keys: readonly string[] | undefined): string {
  if (keys === undefined || !isObject(item)) return stringifyJson(item);
  return stringifyJson(keys.map((key) => item[key] ?? null));
}
