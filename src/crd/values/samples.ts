import type { Json, JsonObject } from "../../runtime/v1/values/json/json.js";
import { setKey } from "../../runtime/v1/values/json/json.js";
import { copyJson } from "../ir/apply-defaults.js";
import type { Schema } from "../ir/schema.js";
import { numbersAround } from "./numbers.js";
import { textFactsOf, textsToTry } from "./texts.js";
import type { ValueCheck } from "./value-check.js";
import type { ValueNode } from "./value-node.js";
import { childNode, typesOf, validationsOf } from "./value-node.js";

/** How many values of a place are tried, and how many of each place below it. */
const most = 120;
const mostBelow = 6;
const deepest = 6;

/**
 * Values to try at a place: all are valid there, and they differ in what keywords speak of. The
 * same ones in every run. None is a proof that there is no other.
 */
export class Samples {
  readonly #check: ValueCheck;
  /** By depth; of nodes of which nothing above says more. */
  readonly #known = new WeakMap<Schema, Map<number, readonly Json[]>>();

  constructor(check: ValueCheck) {
    this.#check = check;
  }

  /** At most some hundred valid values. */
  of(node: ValueNode): readonly Json[] {
    return this.#at(node, 0, most);
  }

  #below(node: ValueNode, depth: number): readonly Json[] {
    return this.#at(node, depth, mostBelow);
  }

  #at(node: ValueNode, depth: number, limit: number): readonly Json[] {
    if (node.branches.length > 0) return this.#valid(node, this.#toTry(node, depth), limit);
    let ofSchema = this.#known.get(node.schema);
    if (ofSchema === undefined)
      this.#known.set(node.schema, (ofSchema = new Map<number, readonly Json[]>()));
    let found = ofSchema.get(depth);
    if (found === undefined) {
      found = this.#valid(node, this.#toTry(node, depth), limit);
      ofSchema.set(depth, found);
    }
    return found;
  }

  #valid(node: ValueNode, values: Iterable<Json>, limit: number): readonly Json[] {
    const found: Json[] = [];
    for (const value of values) {
      if (this.#check.acceptsAt(node, value)) found.push(value);
      if (found.length >= limit) break;
    }
    return found;
  }

  *#toTry(node: ValueNode, depth: number): Iterable<Json> {
    const { schema } = node;
    if (depth > deepest) return;
    for (const { enum: entries } of validationsOf(node)) {
      if (entries.length > 0) {
        yield* entries;
        return;
      }
    }
    if (schema.default !== undefined) yield copyJson(schema.default);
    for (const type of typesOf(schema)) yield* this.#ofType(node, type, depth);
    if (schema.nullable) yield null;
  }

  *#ofType(node: ValueNode, type: string, depth: number): Iterable<Json> {
    switch (type) {
      case "string":
        yield* textsToTry(textFactsOf(node, this.#check.minor));
        return;
      case "integer":
      case "number":
        yield* numbersAround(node, this.#check.minor);
        return;
      case "boolean":
        yield true;
        yield false;
        return;
      case "array":
        yield* this.#lists(node, depth);
        return;
      default:
        yield* this.#objects(node, depth);
    }
  }

  *#lists(node: ValueNode, depth: number): Iterable<Json> {
    const { items } = node.schema;
    const child = items && childNode(node, items, (branch) => branch.items);
    const values = child === undefined ? [] : this.#below(child, depth + 1);
    const { minItems = 0 } = node.schema.validation;
    yield [];
    for (const value of values) yield [value];
    yield values.slice(0, 2);
    yield [...values];
    if (values[0] !== undefined && minItems <= 100) {
      yield Array.from({ length: Math.max(2, minItems) }, () => copyJson(values[0] ?? null));
    }
  }

  *#objects(node: ValueNode, depth: number): Iterable<Json> {
    const { schema } = node;
    const required = new Set(validationsOf(node).flatMap((validation) => validation.required));
    const members = new Map<string, readonly Json[]>();
    for (const [name, field] of schema.fields) {
      if (depth > 2 && !required.has(name)) continue;
      const child = childNode(node, field, (branch) => branch.fields.get(name));
      members.set(name, this.#below(child, depth + 1));
    }
    const identity: JsonObject = schema.embeddedResource ? { apiVersion: "v1", kind: "Pod" } : {};
    const least = objectOf(identity, members, (name) => required.has(name));
    yield least;
    const full = objectOf(identity, members, () => true);
    yield full;
    for (const [name, values] of members) {
      for (const value of values) yield withMember(least, name, value);
      const without = { ...full };
      Reflect.deleteProperty(without, name);
      yield without;
    }
    yield* this.#maps(node, least, depth);
  }

  *#maps(node: ValueNode, least: JsonObject, depth: number): Iterable<Json> {
    const { values } = node.schema;
    if (node.schema.preserveUnknownFields) yield withMember(least, "unknown", { a: [1] });
    if (values === undefined || values === false) return;
    const ofKeys =
      values === true
        ? ["a"]
        : this.#below(
            childNode(node, values, ({ values: of }) => (typeof of === "object" ? of : undefined)),
            depth + 1,
          );
    let all = least;
    for (const [index, value] of ofKeys.entries()) {
      yield withMember(least, "key", value);
      all = withMember(all, `key${index}`, value);
    }
    yield all;
  }
}

function objectOf(
  identity: JsonObject,
  members: ReadonlyMap<string, readonly Json[]>,
  isWanted: (name: string) => boolean,
): JsonObject {
  let object = identity;
  for (const [name, [value]] of members) {
    if (value !== undefined && isWanted(name)) object = withMember(object, name, value);
  }
  return object;
}

function withMember(object: JsonObject, name: string, value: Json): JsonObject {
  const copy = { ...object };
  setKey(copy, name, value);
  return copy;
}
