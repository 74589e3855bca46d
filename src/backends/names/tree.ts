import { pascalCase } from "../../emit/identifiers.js";
import type { Annotations } from "../../ir/annotations.js";
import type { Schema } from "../../ir/schema.js";
import type { ObjectShapes } from "./object-shape.js";
import { elementOf, isNamedShape, ownFields, typeMetaFields } from "./object-shape.js";

/**
 * An object type of the unit, at the place that names it: the nearest to the root, then the first
 * in the tree.
 */
export interface Place {
  readonly shape: Schema;
  /** What the schema says for people at this place. */
  readonly annotations: Annotations;
  /** Fields from the root to here; lists and maps add nothing. */
  readonly path: readonly string[];
  /** What the name that follows from the path is made of: `CronTab`, `Spec`, `Env`. */
  readonly names: readonly [string, ...string[]];
}

/** A field of an object type that holds objects of another one. */
export interface Edge {
  readonly parent: Schema;
  readonly field: string;
  readonly child: Schema;
}

/**
 * The object types of a version, each once however often its shape occurs, and how they hold one
 * another.
 */
export interface Tree {
  /** In the order of their depth, then of the tree; the root is the first. */
  readonly places: readonly Place[];
  readonly edges: readonly Edge[];
}

/** Visits every object type of a version once, level by level. */
export function readTree(
  root: Schema,
  annotations: Annotations,
  rootName: string,
  shapes: ObjectShapes,
): Tree {
  const places: Place[] = [{ shape: root, annotations, path: [], names: [rootName] }];
  const edges: Edge[] = [];
  const seen = new Set<Schema>([root]);
  for (const place of places) {
    /** Adds an edge; gives the shape if it is new. */
    const visit = (field: string, schema: Schema): Schema | undefined => {
      const element = elementOf(schema);
      if (!isNamedShape(element)) return undefined;
      const shape = shapes.shapeOf(element);
      edges.push({ parent: place.shape, field, child: shape });
      if (seen.has(shape)) return undefined;
      seen.add(shape);
      return shape;
    };
    const addPlace = (shape: Schema, field: string, at: Annotations, segment: string): void => {
      const path = [...place.path, field];
      places.push({ shape, annotations: at, path, names: [...place.names, segment] });
    };
    for (const [name, schema] of ownFields(place.shape)) {
      if (place.shape === root && typeMetaFields.has(name)) continue;
      const shape = visit(name, schema);
      if (shape === undefined) continue;
      const at = annotationsWithin(schema, place.annotations.field(name));
      addPlace(shape, name, at, pascalCase(name));
    }
    const { values } = place.shape;
    const shape = typeof values === "object" ? visit("*", values) : undefined;
    if (shape !== undefined && typeof values === "object") {
      addPlace(shape, "*", annotationsWithin(values, place.annotations.values()), "Value");
    }
  }
  return { places, edges };
}

/** What is said of the element inside all lists and maps. */
function annotationsWithin(start: Schema, at: Annotations): Annotations {
  let schema = start;
  let annotations = at;
  for (;;) {
    if (schema.kind === "list" && schema.items !== undefined) {
      schema = schema.items;
      annotations = annotations.items();
    } else if (schema.kind === "map" && typeof schema.values === "object") {
      schema = schema.values;
      annotations = annotations.values();
    } else {
      return annotations;
    }
  }
}
