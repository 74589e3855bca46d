import { stringifyJson } from "../../runtime/v1/values/go/json.js";
import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { isObject, setKey } from "../../runtime/v1/values/json/json.js";
import { formatTexts } from "../../runtime/versions/format-texts.js";
import type { NestedValidation, Schema, ValueValidation } from "../ir/schema.js";
import type { Demand } from "./demand.js";
import { demandOf } from "./demand.js";
import type { LocalJudge } from "./local-judge.js";
import { numberCandidates } from "./number-candidates.js";
import type { Lengths } from "./pattern-text.js";
import { patternTexts } from "./pattern-text.js";
import type { Choices } from "./random.js";

/** What kind of value is wanted. */
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

/** Makes values of schemas, without a look at rules. */
export class ValueMaker {
  readonly #judge: LocalJudge;
  readonly #choices: Choices;

  constructor(judge: LocalJudge, choices: Choices) {
    this.#judge = judge;
    this.#choices = choices;
  }

  /**
   * A value that a schema, and those of branches around it, take; undefined if none was found. What
   * has no valid value as a whole, but perhaps one with other fields, is given as it came out.
   */
  make(schema: Schema, nested: readonly NestedValidation[], wish: Wish): Json | undefined {
    const first = demandOf(schema, nested, wish.way);
    let fallback: Json | undefined;
    for (let turn = 0; turn < Math.min(first.ways, mostWays); turn++) {
      const demand = turn === 0 ? first : demandOf(schema, nested, wish.way + turn);
      for (const value of this.#candidates(schema, demand, wish)) {
        if (isPlain(schema, nested) || this.#judge.accepts(schema, nested, value)) return value;
        fallback ??= value;
      }
    }
    const isScalar = !["object", "array"].includes(schema.type);
    if (schema.nullable && this.#judge.accepts(schema, nested, null)) return null;
    return isScalar && first.ways === 1 ? undefined : fallback;
  }

  /** A field's value, with all that branches ask of it. */
  makeField(schema: Schema, demand: Demand, name: string, wish: Wish): Json | undefined {
    const nested = demand.fields.get(name) ?? [];
    const field = schema.fields.get(name) ?? (isSchema(schema.values) ? schema.values : undefined);
    return field === undefined ? undefined : this.make(field, nested, wish);
  }

  /** An object with fields of one's own choice. */
  makeObject(schema: Schema, demand: Demand, names: readonly string[], wish: Wish): JsonObject {
    const object: JsonObject = {};
    for (const name of names) {
      const value = this.makeField(schema, demand, name, wish);
      if (value !== undefined) setKey(object, name, value);
    }
    return object;
  }

  *#candidates(schema: Schema, demand: Demand, wish: Wish): Generator<Json> {
    yield* this.#listed(schema, demand, wish);
    switch (schema.kind) {
      case "object":
        yield this.#object(schema, demand, wish);
        return;
      case "map":
        yield this.#map(schema, demand, wish);
        return;
      case "list":
        yield this.#list(schema, demand, wish);
        return;
      case "string":
        yield* textCandidates(demand.validations, wish.variant, this.#choices);
        return;
      case "integer":
      case "number":
        yield* numberCandidates(demand.validations, schema.kind, wish.variant);
        return;
      case "boolean":
        yield (wish.variant + this.#choices.below(2)) % 2 === 0;
        yield (wish.variant + this.#choices.below(2)) % 2 !== 0;
        return;
      case "intOrString":
        yield* this.#intOrString(demand, wish);
        return;
      case "any":
        yield* anyCandidates;
    }
  }

  /** The values of an enum, and the default. */
  *#listed(schema: Schema, demand: Demand, { variant, full }: Wish): Generator<Json> {
    const isScalar = !["object", "array"].includes(schema.type);
    const fallback = schema.default;
    if (variant === 0 && fallback !== undefined && (isScalar || !full)) yield fallback;
    const values = demand.validations.find((one) => one.enum.length > 0)?.enum ?? [];
    const first = variant + this.#choices.below(values.length);
    for (let turn = 0; turn < values.length; turn++) {
      yield values[(first + turn) % values.length] ?? null;
    }
  }

  #object(schema: Schema, demand: Demand, wish: Wish): JsonObject {
    const made = this.makeObject(schema, demand, chosenFields(schema, demand, wish), wish);
    if (!schema.embeddedResource) return made;
    const { apiVersion, kind, metadata, ...others } = made;
    return {
      apiVersion: isText(apiVersion) ? apiVersion : "v1",
      kind: isText(kind) ? kind : "ConfigMap",
      metadata: metadata ?? { name: "example" },
      ...others,
    };
  }

  #map(schema: Schema, demand: Demand, wish: Wish): JsonObject {
    const fewest = Math.max(0, ...numbersOf(demand, "minProperties"));
    const most = Math.min(Infinity, ...numbersOf(demand, "maxProperties"));
    const names = new Set(demand.required);
    const wanted = Math.min(most, Math.max(fewest, wish.full ? 1 : 0));
    for (let index = 1; names.size < wanted; index++)
      names.add(index === 1 ? "key" : `key-${index}`);
    return this.makeObject(schema, demand, [...names], wish);
  }

  #list(schema: Schema, demand: Demand, wish: Wish): Json[] {
    const { items } = schema;
    const fewest = Math.max(0, ...numbersOf(demand, "minItems"));
    const most = Math.min(Infinity, ...numbersOf(demand, "maxItems"));
    const wanted = Math.min(most, Math.max(fewest, wish.full ? 1 : 0));
    const list: Json[] = [];
    if (items === undefined) return list;
    const isUnique = demand.validations.some((one) => one.uniqueItems);
    for (let variant = wish.variant; list.length < wanted; variant++) {
      if (variant > wish.variant + wanted + mostVariants) break;
      const item = this.#item(schema, items, demand, { ...wish, variant });
      if (item === undefined) break;
      if (isDistinct(list, item, schema, isUnique)) list.push(item);
    }
    return list;
  }

  /** Keys are written even where they have defaults. */
  #item(schema: Schema, items: Schema, demand: Demand, wish: Wish): Json | undefined {
    const item = this.make(items, demand.items, wish);
    if (schema.listType !== "map" || !isObject(item)) return item;
    const ofItem = demandOf(items, demand.items, wish.way);
    const keys = schema.listMapKeys.filter((key) => !Object.hasOwn(item, key));
    return { ...this.makeObject(items, ofItem, keys, wish), ...item };
  }

  *#intOrString(demand: Demand, wish: Wish): Generator<Json> {
    const { types, validations } = demand;
    const numbers = (): Generator<Json> => numberCandidates(validations, "integer", wish.variant);
    const texts = (): Generator<Json> => textCandidates(validations, wish.variant, this.#choices);
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
  const fewest = Math.max(0, ...numbersOf(demand, "minProperties"));
  const most = Math.min(Infinity, ...numbersOf(demand, "maxProperties"));
  const isNeeded = (name: string): boolean =>
    required.has(name) && (wish.full || !hasUsefulDefault(schema, name));
  const needed = [...required].filter(isNeeded);
  const others = names.filter((name) => !isNeeded(name) && !forbidden.has(name));
  const wanted = wish.full ? others : others.slice(0, Math.max(0, fewest - needed.length));
  const chosen = new Set([...needed, ...wanted].slice(0, most));
  return [
    ...names.filter((name) => chosen.has(name)),
    ...needed.filter((name) => !names.includes(name)),
  ];
}

/** The server fills the field in. */
function hasUsefulDefault(schema: Schema, name: string): boolean {
  return schema.fields.get(name)?.default !== undefined;
}

function numbersOf(
  { validations }: Demand,
  key: "minProperties" | "maxProperties" | "minItems" | "maxItems",
): readonly number[] {
  return validations.map((one) => one[key]).filter((limit) => limit !== undefined);
}

/** Nothing is asked that makers do not see to by themselves. */
function isPlain(schema: Schema, nested: readonly NestedValidation[]): boolean {
  const { allOf, anyOf, oneOf, not, enum: values } = schema.validation;
  const isScalar = !["object", "array"].includes(schema.type);
  if (isScalar || nested.length > 0 || not !== undefined || values.length > 0) return false;
  return allOf.length + anyOf.length + oneOf.length === 0 && schema.default === undefined;
}

function isSchema(values: Schema["values"]): values is Schema {
  return typeof values === "object";
}

function isText(value: Json | undefined): value is string {
  return typeof value === "string" && value !== "";
}

/** Whether an item may stand in a list beside those that are there. */
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

/** Texts that constraints may take, the likely ones first; each has to be judged. */
function* textCandidates(
  validations: readonly ValueValidation[],
  variant: number,
  choices: Choices,
): Generator<string> {
  const lengths = lengthsOf(validations);
  const formats = validations.flatMap(({ format }) => formatTexts(format));
  for (let turn = 0; turn < formats.length; turn++) {
    yield formats[(turn + variant) % formats.length] ?? "";
  }
  const patterns = validations.flatMap(({ pattern }) => (pattern === "" ? [] : [pattern]));
  const plain = fitted(variant === 0 ? "example" : `example-${variant + 1}`, lengths);
  if (patterns.length === 0 || variant === 0 || formats.length === 0) yield plain;
  for (const pattern of patterns) yield* ofPattern(pattern, lengths, variant, choices);
  yield plain;
  yield fitted(`${variant + 1}`, lengths);
}

/** Texts of later variants are those of earlier ones in another order. */
function* ofPattern(
  pattern: string,
  lengths: Lengths,
  variant: number,
  choices: Choices,
): Generator<string> {
  const texts = [...new Set(patternTexts(pattern, lengths, choices))];
  for (let turn = 0; turn < texts.length; turn++)
    yield texts[(turn + variant) % texts.length] ?? "";
}

function lengthsOf(validations: readonly ValueValidation[]): Lengths {
  return {
    min: Math.max(0, ...validations.map(({ minLength = 0 }) => minLength)),
    max: Math.min(Infinity, ...validations.map(({ maxLength = Infinity }) => maxLength)),
  };
}

/** What is too long loses its beginning, so that variants keep their numbers. */
function fitted(text: string, { min, max }: Lengths): string {
  const long = text.padEnd(min, "x");
  return long.length <= max ? long : long.slice(long.length - max).replace(/^-/, "x");
}
