import type { Annotations } from "../../../crd/ir/annotations.js";
import type { Schema } from "../../../crd/ir/schema.js";
import { pascalCase } from "../../emit/identifiers.js";
import { enumValues } from "./enum-values.js";
import type { ObjectShapes } from "./object-shape.js";
import { contentOf, isNamedShape, typeMetaFields } from "./object-shape.js";

/** A place of the unit that has a type of its own: an object with known fields, or an enum. */
export interface Place {
  readonly kind: "object" | "enum";
  /** The schema that stands for all objects of the same shape; of an enum its own. */
  readonly schema: Schema;
  /** What the schema says for people at this place. */
  readonly annotations: Annotations;
  /** Fields from the root to here; lists and maps add nothing. */
  readonly path: readonly string[];
  /** What the name that follows from the path is made of: `CronTab`, `Spec`, `Env`. */
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

/** What is inside all lists and maps, if it has a type of its own. */
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
