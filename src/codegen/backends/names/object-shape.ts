import type { Schema } from "../../../crd/ir/schema.js";

/**
 * Whether values of a schema are objects whose fields are known, which is what gets a type of its
 * own.
 */
export function isNamedShape(schema: Schema): boolean {
  return schema.kind === "object" && schema.fields.size > 0;
}

/**
 * The schema of a list's items. What is said of unknown fields on a list holds for its items
 * (apiextensions `schema/pruning/algorithm.go`, `skipPrune`), so they are another schema than the
 * same items elsewhere.
 */
export function itemsOf({ items, preserveUnknownFields }: Schema): Schema | undefined {
  if (items === undefined || !preserveUnknownFields || items.preserveUnknownFields) return items;
  let open = openItems.get(items);
  if (open === undefined) {
    open = { ...items, id: -items.id, preserveUnknownFields: true };
    openItems.set(items, open);
  }
  return open;
}

const openItems = new WeakMap<Schema, Schema>();

/** The schema inside all lists and maps: what a value of the field is made of. */
export function elementOf(schema: Schema): Schema {
  let current = schema;
  for (;;) {
    const inner = contentOf(current);
    if (inner === undefined) return current;
    current = inner;
  }
}

/** The schema of what a list or map holds. */
export function contentOf(schema: Schema): Schema | undefined {
  if (schema.kind === "list") return itemsOf(schema);
  return schema.kind === "map" && typeof schema.values === "object" ? schema.values : undefined;
}

/**
 * The fields whose schemas count: of an embedded resource those that are not typed by the server
 * itself.
 */
export function ownFields(schema: Schema): ReadonlyMap<string, Schema> {
  if (!schema.embeddedResource) return schema.fields;
  return new Map([...schema.fields].filter(([name]) => !typeMetaFields.has(name)));
}

/** The fields of every Kubernetes object; what a CRD says of them does not change their types. */
export const typeMetaFields: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata"]);

/**
 * Gives one schema for all that differ only in what concerns the place of use and not the object
 * itself: nullable, the default, and whether the object is atomic.
 */
export class ObjectShapes {
  readonly #shapes = new Map<string, Schema>();
  readonly #known = new Map<Schema, Schema>();

  /** The schema that stands for all of its shape: the first that was asked for. */
  shapeOf(schema: Schema): Schema {
    const known = this.#known.get(schema);
    if (known !== undefined) return known;
    const key = shapeKey(schema);
    const shape = this.#shapes.get(key) ?? schema;
    this.#shapes.set(key, shape);
    this.#known.set(schema, shape);
    return shape;
  }
}

const shapeKeys = new WeakMap<Schema, string>();

function shapeKey(schema: Schema): string {
  const known = shapeKeys.get(schema);
  if (known !== undefined) return known;
  const key = makeShapeKey(schema);
  shapeKeys.set(schema, key);
  return key;
}

function makeShapeKey(schema: Schema): string {
  const flags = (schema.preserveUnknownFields ? 1 : 0) | (schema.embeddedResource ? 2 : 0);
  const values = typeof schema.values === "object" ? schema.values.id : String(schema.values);
  let key = `${flags};${schema.validation.id};${values};`;
  for (const [name, field] of schema.fields) key += `${name.length}:${name}=${field.id},`;
  return schema.rules.length === 0 ? key : `${key}!${JSON.stringify(schema.rules)}`;
}
