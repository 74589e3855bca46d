import type { Json } from "../../runtime/v1/values/json/json.js";
import { isObject } from "../../runtime/v1/values/json/json.js";
import { childSchema, valuesSchema } from "../ir/child-schemas.js";
import { SchemaTable } from "../ir/schema-table.js";
import type { Schema } from "../ir/schema.js";
import type { Choices } from "../values/choices.js";
import { patternTexts } from "../values/pattern-text.js";
import type { ValueMaker, Wish } from "../values/value-maker.js";
import { plainWish } from "../values/value-maker.js";
import { demandOf, nodeOf } from "../values/value-node.js";
import type { FailingRule, Mention } from "./failing-rules.js";
import type { Steps } from "./steps.js";
import { schemaAt, valueAt } from "./steps.js";

/** A change of an object: another value at a place, or none. */
export interface Move {
  readonly steps: Steps;
  readonly value: Json | undefined;
}

/** Lists do not become longer than that to please a rule. */
const longestList = 32;

/** So many items of a list, or members of a map, are looked at. */
const mostItems = 3;

/** Thinks of changes after which what is wrong may be right. */
export class Moves {
  readonly #schema: Schema;
  readonly #maker: ValueMaker;
  readonly #choices: Choices;

  constructor(schema: Schema, maker: ValueMaker, choices: Choices) {
    this.#schema = schema;
    this.#maker = maker;
    this.#choices = choices;
  }

  /** Changes of what a rule speaks of; `filled` is the object with its defaults. */
  *forRule(failing: FailingRule, filled: Json): Generator<Move> {
    const { mentions } = failing;
    const targets = mentions.paths
      .flatMap((path) => expand(filled, failing.steps, path))
      .filter((steps) => steps.length > 0)
      .sort((left, right) => right.length - left.length);
    const values = [...mentions.values, ...this.#valuesAt(targets, filled)];
    for (const steps of targets) {
      const schema = schemaAt(this.#schema, steps) ?? namesSchema(steps);
      if (schema === undefined) continue;
      yield* this.#forTarget(schema, steps, filled, values, mentions.patterns);
    }
    for (const steps of targets) {
      if (valueAt(filled, steps) !== undefined) yield { steps, value: undefined };
    }
    for (const steps of [...targets, failing.steps]) yield* this.#otherWays(steps);
  }

  /** Changes at a place that has an error, and right above it. */
  *forPlace(steps: Steps, filled: Json): Generator<Move> {
    for (let length = steps.length; length >= Math.max(0, steps.length - 2); length--) {
      const place = steps.slice(0, length);
      if (length > 0) yield { steps: place, value: undefined };
      yield* this.#otherWays(place);
      yield* this.#toggles(place, filled);
    }
  }

  /** Removals of what is around a place, from the inside to the outside. */
  *prunings(steps: Steps): Generator<Move> {
    for (let length = steps.length; length > 0; length--) {
      yield { steps: steps.slice(0, length), value: undefined };
    }
  }

  *#forTarget(
    schema: Schema,
    steps: Steps,
    filled: Json,
    values: readonly Json[],
    patterns: readonly string[],
  ): Generator<Move> {
    const present = valueAt(filled, steps);
    for (const value of this.#scalars(schema, present, values, patterns)) yield { steps, value };
    if (present === undefined) {
      for (const full of [false, true]) yield* this.#made(schema, steps, { ...plainWish, full });
    }
    if (schema.type === "array") yield* this.#lists(schema, steps, present, values);
    yield* this.#members(schema, steps, values);
    if (schema.type === "object" || schema.type === "array")
      yield* this.#copies(schema, steps, values);
  }

  *#made(schema: Schema, steps: Steps, wish: Wish): Generator<Move> {
    const value = this.#maker.make(this.#maker.nodeAt(schema, steps), wish);
    if (value !== undefined) yield { steps, value };
  }

  /** Texts, numbers and booleans that may stand at a place. */
  *#scalars(
    schema: Schema,
    present: Json | undefined,
    values: readonly Json[],
    patterns: readonly string[],
  ): Generator<Json> {
    yield* schema.validation.enum.filter((value) => value !== present);
    if (schema.type === "boolean") yield* [true, false].filter((value) => value !== present);
    if (schema.intOrString || schema.type === "integer" || schema.type === "number") {
      yield* numbersNear(values);
    }
    if (schema.intOrString || schema.type === "string") {
      yield* textsLike(values);
      for (const pattern of patterns) yield* patternTexts(pattern, this.#choices);
      yield* commonTexts;
    }
  }

  /** Lists with other numbers of items. */
  *#lists(
    schema: Schema,
    steps: Steps,
    present: Json | undefined,
    values: readonly Json[],
  ): Generator<Move> {
    const sizes = new Set([0, 1, 2, ...numbersNear(values)]);
    for (const size of sizes) {
      if (!Number.isInteger(size) || size < 0 || size > longestList) continue;
      if (Array.isArray(present) && present.length > size)
        yield { steps, value: present.slice(0, size) };
      else yield { steps, value: this.#listOf(schema, steps, size, present) };
    }
    const texts = values.filter((value) => typeof value !== "object");
    for (const text of texts) yield { steps, value: [text] };
    if (texts.length > 1) yield { steps, value: texts };
  }

  #listOf(schema: Schema, steps: Steps, size: number, present: Json | undefined): Json[] {
    const list = Array.isArray(present) ? [...present] : [];
    const { items } = schema;
    for (let variant = list.length; items !== undefined && list.length < size; variant++) {
      const item = this.#maker.make(this.#maker.nodeAt(items, [...steps, 0]), {
        ...plainWish,
        variant,
      });
      if (item === undefined) break;
      list.push(item);
    }
    return list;
  }

  /** Members of a map that a rule names. */
  *#members(schema: Schema, steps: Steps, values: readonly Json[]): Generator<Move> {
    const member = valuesSchema(schema);
    if (member === undefined) return;
    for (const name of [...values.filter((value) => typeof value === "string"), "key"]) {
      yield* this.#made(member, [...steps, name], plainWish);
    }
  }

  *#copies(schema: Schema, steps: Steps, values: readonly Json[]): Generator<Move> {
    for (const value of values) {
      const type = Array.isArray(value) ? "array" : isObject(value) ? "object" : "";
      if (type === schema.type && hasFieldsFor(schema, value)) yield { steps, value };
    }
  }

  /** The same place with other branches, other values, more or fewer fields. */
  *#otherWays(steps: Steps): Generator<Move> {
    const schema = schemaAt(this.#schema, steps);
    if (schema === undefined || steps.length === 0) return;
    for (const full of [false, true]) {
      for (let way = 0; way < Math.min(6, demandOf(nodeOf(schema), 0).ways); way++) {
        yield* this.#made(schema, steps, { ...plainWish, full, way });
      }
      yield* this.#made(schema, steps, { ...plainWish, full, variant: 1 });
    }
  }

  /** The fields of an object, one more or one less. */
  *#toggles(steps: Steps, filled: Json): Generator<Move> {
    const schema = schemaAt(this.#schema, steps);
    const object = valueAt(filled, steps);
    if (schema === undefined || !isObject(object)) return;
    for (const [name, field] of schema.fields) {
      const place = [...steps, name];
      if (Object.hasOwn(object, name)) yield { steps: place, value: undefined };
      else yield* this.#made(field, place, plainWish);
    }
  }

  #valuesAt(targets: readonly Steps[], filled: Json): readonly Json[] {
    return targets.flatMap((steps) => {
      const value = valueAt(filled, steps);
      return value === undefined || value === null ? [] : [value];
    });
  }
}

/** Tells whether a schema knows all fields of an object. */
function hasFieldsFor(schema: Schema, value: Json): boolean {
  return !isObject(value) || Object.keys(value).every((name) => childSchema(schema, name));
}

/** The places that a mention stands for; of a list without items, its first one. */
function expand(root: Json, from: Steps, path: Mention): readonly Steps[] {
  let places: readonly Steps[] = [from];
  for (const name of path) {
    places = places.flatMap((place): readonly Steps[] => {
      if (name !== "*") return [[...place, name]];
      const value = valueAt(root, place);
      if (isObject(value)) {
        return Object.keys(value)
          .slice(0, mostItems)
          .map((key) => [...place, key]);
      }
      const count = Array.isArray(value) ? Math.min(value.length, mostItems) : 0;
      return Array.from({ length: Math.max(1, count) }, (_, index) => [...place, index]);
    });
  }
  return places;
}

/** A rule may ask for the name of an object, whose schema says nothing of it. */
function namesSchema([first, second, ...more]: Steps): Schema | undefined {
  return first === "metadata" && second === "name" && more.length === 0 ? nameSchema : undefined;
}

const nameSchema = new SchemaTable().schema({ type: "string" });

function numbersNear(values: readonly Json[]): readonly number[] {
  const numbers = values.flatMap((value) => (typeof value === "number" ? [value] : []));
  const near = numbers.flatMap((number) => [number, number + 1, number - 1]);
  const pairs = numbers.length > 1 ? numbers.map((number) => number * 2) : [];
  return [...new Set([...near, ...pairs, 0, 1])];
}

function textsLike(values: readonly Json[]): readonly string[] {
  const texts = values.flatMap((value) => (typeof value === "string" ? [value] : []));
  const like = texts.flatMap((text) => [text, `${text}example`, `example${text}`, `a${text}a`]);
  return [...new Set(like)];
}

/**
 * Texts that something in a rule may ask for: numbers with units, addresses, names, versions,
 * times.
 */
const commonTexts: readonly string[] = [
  "example",
  "a",
  "1",
  "",
  "https://example.com",
  "example.com",
  "192.0.2.1",
  "192.0.2.0/24",
  "2001:db8::1",
  "2001:db8::/64",
  "1Gi",
  "1h",
  "10m",
  "2030-01-31T12:00:00Z",
  "1.2.3",
  "v1.2.3",
  "example/example",
  "/example",
  "name@example.com",
];
