import type { Json, JsonObject } from "../../../runtime/v1/values/json/json.js";
import { isObject } from "../../../runtime/v1/values/json/json.js";
import { itemsAt, objectAt, memberAt } from "../../../runtime/v1/values/json/raw-fields.js";
import type { KubernetesMinor } from "../../../runtime/v1/values/kubernetes-version.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { Schema } from "../../ir/schema.js";
import type { Path } from "../../source/source-file.js";
import type { FieldPath } from "../findings/findings.js";

/*
 * Reading the keywords of a raw schema as the server's decoder does. Null children are empty
 * schemas in maps and lists, and absent elsewhere.
 */

/**
 * The one schema under `items`: undefined where there is none, or a list, or anything else that
 * decodes to nothing.
 */
export function itemsOf(schema: JsonObject): JsonObject | undefined {
  return objectAt(schema, "items");
}

/** `properties`, empty where absent. */
export function propertiesOf(schema: JsonObject): JsonObject {
  return objectAt(schema, "properties") ?? noProperties;
}

/** One property; undefined where there is none of that name. */
export function propertyOf(schema: JsonObject, name: string): JsonObject | undefined {
  const properties = propertiesOf(schema);
  return Object.hasOwn(properties, name) ? asSchema(properties[name]) : undefined;
}

/** The schema under `additionalProperties`, undefined for booleans and where absent. */
export function valuesOf(schema: JsonObject): JsonObject | undefined {
  return objectAt(schema, "additionalProperties");
}

/** The elements of `allOf`, `anyOf` or `oneOf`. */
export function branchesOf(schema: JsonObject, junctor: Junctor): readonly JsonObject[] {
  return itemsAt(schema, junctor).map(asSchema);
}

type Junctor = "allOf" | "anyOf" | "oneOf";

/** A default; null cannot be one. */
export function defaultOf(schema: JsonObject): Json | undefined {
  return memberAt(schema, "default");
}

/** Tells whether a keyword whose value is a map has anything in it. */
export function hasMembers(schema: JsonObject, keyword: string): boolean {
  return Object.keys(objectAt(schema, keyword) ?? {}).length > 0;
}

/** A child as a schema: null stands for an empty one. */
export function asSchema(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

const noProperties: JsonObject = Object.freeze({});

/** A raw schema node that is to be checked. */
export interface SchemaNode {
  readonly raw: JsonObject;
  readonly at: FieldPath;
  /**
   * The `Schema` made from the node, where it is part of the core; nodes inside of junctors have
   * none.
   */
  readonly schema: Schema | undefined;
}

/** A node of the core. */
export interface CoreNode extends SchemaNode {
  readonly schema: Schema;
}

/** The level at which a node of the core stands; it decides the words for a missing type. */
export type Level = "root" | "item" | "field";

/**
 * Schemas that were found to be without fault before. In real CRDs nineteen of twenty nodes equal
 * an earlier one, so a walk that asks here first looks at few nodes.
 *
 * Equality is that of the hash-consed `Schema`, which knows no keyword that only faulty or unusual
 * CRDs have; nodes with such a keyword at or below them are odd, and are always looked at.
 */
export class CleanSchemas {
  readonly #odd: WeakSet<object>;
  /** Per aspect, whether a schema passes it, by its id. */
  readonly #passed: Map<Aspect, true[]>;

  constructor(table: SchemaTable, odd: WeakSet<object>) {
    this.#odd = odd;
    let passed = passedAspects.get(table);
    if (passed === undefined) passedAspects.set(table, (passed = new Map<Aspect, true[]>()));
    this.#passed = passed;
  }

  /** Tells whether a node, or one below it, has a keyword that its `Schema` does not show. */
  isOdd(node: JsonObject): boolean {
    return this.#odd.has(node);
  }

  /**
   * Tells whether a node equal to this one is known to pass the checks that `aspect` names. No
   * schema: never.
   */
  isClean(node: JsonObject, schema: Schema | undefined, aspect: Aspect): boolean {
    if (schema === undefined || this.#passed.get(aspect)?.[schema.id] === undefined) return false;
    return !this.#odd.has(node);
  }

  /** Remember that a node passed. */
  note(node: JsonObject, schema: Schema | undefined, aspect: Aspect): void {
    if (schema === undefined || this.#odd.has(node)) return;
    let passed = this.#passed.get(aspect);
    if (passed === undefined) this.#passed.set(aspect, (passed = []));
    passed[schema.id] = true;
  }
}

const passedAspects = new WeakMap<SchemaTable, Map<Aspect, true[]>>();

/** The checks that a node can be known to pass; of warnings and defaults, for one server. */
export type Aspect =
  "structural" | "keywords" | "portability" | `${"warnings" | "defaults"} ${KubernetesMinor}`;

/*
 * The way through raw schemas by their structure: a property may be called `items` or `type`, so
 * keywords are looked for only where keywords can stand.
 */

/** Keywords whose value is a map of schemas. */
const schemaMaps: ReadonlySet<string> = new Set([
  "properties",
  "patternProperties",
  "definitions",
  "dependencies",
]);
/** Keywords whose value is a list of schemas. */
const schemaLists: ReadonlySet<string> = new Set(["allOf", "anyOf", "oneOf"]);
/** Keywords whose value is one schema, or a boolean, or (`items`) a list of schemas. */
const schemas: ReadonlySet<string> = new Set([
  "items",
  "not",
  "additionalProperties",
  "additionalItems",
]);

/** Calls `visit` for every schema directly below one, in the order of the document. */
function forEachSubschema(schema: JsonObject, visit: (child: JsonObject) => void): void {
  for (const key of Object.keys(schema)) {
    if (schemaMaps.has(key)) visitMembers(schema[key], visit);
    else if (schemaLists.has(key)) visitItems(schema[key], visit);
    else if (schemas.has(key)) {
      const value = schema[key];
      if (isObject(value)) visit(value);
      else if (key === "items") visitItems(value, visit);
    }
  }
}

function visitMembers(value: Json | undefined, visit: (child: JsonObject) => void): void {
  if (!isObject(value)) return;
  for (const name of Object.keys(value)) {
    const child = value[name];
    if (isObject(child)) visit(child);
  }
}

function visitItems(value: Json | undefined, visit: (child: JsonObject) => void): void {
  if (!Array.isArray(value)) return;
  for (const child of value) if (isObject(child)) visit(child);
}

const coreKeywords: ReadonlySet<string> = new Set(["properties", "items", "additionalProperties"]);

/**
 * The schemas directly below one that are no part of the core: in junctors, or under keywords that
 * are forbidden.
 */
export function branchSchemas(schema: JsonObject): JsonObject[] {
  const keywords = Object.entries(schema).filter(
    ([key, value]) => !coreKeywords.has(key) || (key === "items" && Array.isArray(value)),
  );
  const found: JsonObject[] = [];
  forEachSubschema(Object.fromEntries(keywords), (child) => found.push(child));
  return found;
}

/** Tells whether a schema, or one anywhere below it, has a property (`SchemaHas`). */
export function someSchema(schema: JsonObject, has: (schema: JsonObject) => boolean): boolean {
  if (has(schema)) return true;
  let found = false;
  forEachSubschema(schema, (child) => {
    found ||= someSchema(child, has);
  });
  return found;
}

/** The schemas that have a property, each with the way to it from the root. */
export function pathsTo(
  root: JsonObject,
  has: (schema: JsonObject) => boolean,
): { readonly node: JsonObject; readonly path: Path }[] {
  const found: { readonly node: JsonObject; readonly path: Path }[] = [];
  const visit = (node: JsonObject, path: Path): void => {
    if (has(node)) found.push({ node, path });
    forEachStep(node, (child, ...steps) => {
      visit(child, [...path, ...steps]);
    });
  };
  visit(root, []);
  return found;
}

function forEachStep(
  schema: JsonObject,
  visit: (child: JsonObject, ...steps: (string | number)[]) => void,
): void {
  for (const [key, value] of Object.entries(schema)) {
    if (schemas.has(key) && isObject(value)) visit(value, key);
    else if (schemaMaps.has(key) && isObject(value)) {
      for (const [name, child] of Object.entries(value))
        if (isObject(child)) visit(child, key, name);
    } else if ((schemaLists.has(key) || key === "items") && Array.isArray(value)) {
      value.forEach((child, index) => {
        if (isObject(child)) visit(child, key, index);
      });
    }
  }
}
