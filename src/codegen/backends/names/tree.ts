import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { pascalCase } from "../../emit/identifiers.js";
import { enumValues } from "./enum-values.js";

/** A place of the unit that has a type of its own: an object with known fields, or an enum. */
export interface Place {
  readonly kind: "object" | "enum";
  /** The schema that stands for all objects of the same shape; of an enum its own. */
  readonly schema: Schema;
  /** The descriptions that the schema has at this place, for people. */
  readonly annotations: Annotations;
  /** Fields from the root to here; lists and maps add nothing. */
  readonly path: readonly string[];
  /** The parts of the name that follows from the path: `CronTab`, `Spec`, `Env`. */
  readonly names: readonly [string, ...string[]];
  /** The object around it, and its field that leads here, lists and maps included. */
  readonly around: { readonly place: Place; readonly field: Schema } | undefined;
  /** The places right below, by field; `*` = what is in the fields that have no name. */
  readonly below: ReadonlyMap<string, Place>;
}

/** All places of a version by their depth, then in the order of the tree; the root is first. */
export function readTree(
  root: Schema,
  annotations: Annotations,
  rootName: string,
  shapes: ObjectShapes,
): readonly Place[] {
  const places: OpenPlace[] = [
    {
      ...{ kind: "object", schema: shapes.shapeOf(root), annotations },
      ...{ path: [], names: [rootName], around: undefined, below: new Map<string, Place>() },
    },
  ];
  // The iteration goes on with what is added meanwhile.
  for (const place of places) {
    const add = (field: string, schema: Schema, at: Annotations, segment?: string): void => {
      const found = typedWithin(schema, at, shapes);
      if (found === undefined) return;
      const below: OpenPlace = {
        ...found,
        path: [...place.path, field],
        names: [...place.names, segment ?? segmentOf(field, place)],
        around: { place, field: schema },
        below: new Map<string, Place>(),
      };
      place.below.set(field, below);
      places.push(below);
    };
    if (place.kind === "enum") continue;
    for (const [name, schema] of typedFields(place)) {
      add(name, schema, place.annotations.field(name));
    }
    const { values } = place.schema;
    if (typeof values === "object") add("*", values, place.annotations.values(), "Value");
  }
  return places;
}

interface OpenPlace extends Place {
  readonly below: Map<string, Place>;
}

/** The fields that say what they hold; those of every object are typed by what it extends. */
function typedFields({ schema, around }: Place): Iterable<readonly [string, Schema]> {
  if (around !== undefined && !schema.embeddedResource) return schema.fields;
  const untyped = around === undefined ? typeMetaFields : new Set(["metadata"]);
  return [...schema.fields].filter(([name]) => !untyped.has(name));
}

/**
 * The part of a name that a field gives. What would end as the type of another flavour does, or be
 * called as what belongs to every resource, is set apart always, so that no other field can make it
 * necessary.
 */
function segmentOf(field: string, { around }: Place): string {
  const segment = pascalCase(field);
  const isOwned = around === undefined && ownNames.has(segment);
  return isOwned ? `_${segment}` : segment.replace(/(?:Input|Apply)$/, "_$&");
}

/** `CronTabList`, `CronTabClient`, the types of the client, and the row of a table. */
const ownNames: ReadonlySet<string> = new Set(["List", "Client", "Types", "Row"]);

/** Finds the value inside all lists and maps, if it has a type of its own. */
function typedWithin(
  start: Schema,
  at: Annotations,
  shapes: ObjectShapes,
): Pick<Place, "kind" | "schema" | "annotations"> | undefined {
  let schema: Schema | undefined = start;
  let annotations = at;
  while (schema !== undefined) {
    if (hasEnum(schema)) return { kind: "enum", schema, annotations };
    if (isNamedShape(schema)) {
      return { kind: "object", schema: shapes.shapeOf(schema), annotations };
    }
    annotations = schema.kind === "list" ? annotations.items() : annotations.values();
    schema = contentOf(schema);
  }
  return undefined;
}

/** Of an enum of which nothing is left there is nothing to name. */
function hasEnum(schema: Schema): boolean {
  const values = enumValues(schema);
  return values !== undefined && values.length > 0;
}

/**
 * Tells whether values of a schema are objects whose fields are known, since such objects get a
 * type of their own.
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
