import type { Place } from "../diagnostics/diagnostics.js";
import { Diagnostics } from "../diagnostics/diagnostics.js";
import { camelCase, pascalCase } from "../emit/identifiers.js";
import type { Annotations } from "../ir/annotations.js";
import type { Resource, Version } from "../ir/resource.js";
import type { Schema } from "../ir/schema.js";
import type { Assignment, Collision } from "./names/assign.js";
import { assignNames } from "./names/assign.js";
import { findExtensions } from "./names/extensions.js";
import { kubernetesNames } from "./names/kubernetes-names.js";
import { nameAllSchemas } from "./names/local-names.js";
import { isNamedShape, ObjectShapes } from "./names/object-shape.js";
import type { RenameOutcome, Renames } from "./names/rename.js";
import { noRenames, renameTypes } from "./names/rename.js";
import type { Tree } from "./names/tree.js";
import { readTree } from "./names/tree.js";

/**
 * The names of one unit, given in one pass before any back end runs. They follow from the path in
 * the tree, so that a field added elsewhere renames nothing; types of Kubernetes itself keep their
 * Kubernetes name behind the kind.
 */
export interface NameTable {
  /** The resource's type: `CronTab`. */
  readonly type: string;
  /** The resource as a value: `cronTab`. */
  readonly value: string;
  /** The types of the client: `CronTabTypes`, or `CronTab_Types` where a field has that name. */
  readonly clientTypes: string;
  /** A row of a table of the resource: `CronTabRow`, or `CronTab_Row` as above. */
  readonly tableRow: string;
  /**
   * The object types in the order of their depth, then of the tree; the resource itself is the
   * first.
   */
  readonly types: readonly NamedType[];
  /**
   * The name of a schema's type as read (`CronTabSpec`); `undefined` for schemas written in place:
   * scalars, lists, maps. The name of the type as sent is that with `Input`, as applied with
   * `Apply`.
   */
  typeName(schema: Schema): string | undefined;
  /** A name that is unique among all schemas of the unit, for functions: `CronTabSpecEnvList`. */
  localName(schema: Schema): string;
  /**
   * Whether the unit exports a type or a class of this name, or may do so once its schema changes.
   */
  declares(name: string): boolean;
  /**
   * The one schema that stands for all object schemas of the same type: those that differ only in
   * where they are used.
   */
  shapeOf(schema: Schema): Schema;
  /** The names of another version of the same resource, with the same wishes. */
  forVersion(version: Version): NameTable;
}

/** The names of a unit, and what became of the wishes for some of them. */
export interface UnitNames extends NameTable {
  readonly renaming: RenameOutcome;
}

/** One object type of a unit. */
export interface NamedType {
  readonly name: string;
  readonly schema: Schema;
  /** What the CRD says of the object at the place that names it. */
  readonly annotations: Annotations;
  /** Fields from the resource to that place; lists and maps add nothing. */
  readonly path: readonly string[];
}

/**
 * Names everything in one version of a resource. Two types that would get one name are told apart
 * by spelling out the path of the later one, with a warning.
 */
export function createNames(
  resource: Resource,
  version: Version,
  diagnostics: Diagnostics,
  renames: Renames = noRenames,
): UnitNames {
  const type = typeNameOfKind(renames.kind?.name ?? resource.names.kind);
  const shapes = new ObjectShapes();
  const { schema: root } = version;
  const read = (typeName: string): Tree =>
    root === undefined
      ? { places: [], edges: [] }
      : readTree(shapes.shapeOf(root), version.annotations, typeName, shapes);
  const tree = read(type);
  const collisions: Collision[] = [];
  const assigned = assign(tree, type, (collision) => collisions.push(collision));
  const needsFormer = renames.kind !== undefined && renames.types.length > 0;
  const formerType = typeNameOfKind(resource.names.kind);
  const former = needsFormer ? assign(read(formerType), formerType, ignore).names : assigned.names;
  const unit = { tree, shapes, root, type };
  const renamed = renameTypes(unit, assigned, former, renames.types);
  const { names, clientTypes, tableRow, taken } = renamed.assignment;
  for (const { shape, path, wanted, given } of collisions) {
    if (renamed.shapes.has(shape)) continue;
    const values = { path: path.join("."), name: wanted, given };
    diagnostics.report("names/collision", placeOf(resource, version, path), values);
  }
  let localNames: ReadonlyMap<Schema, string> | undefined;
  return {
    type,
    value: camelCase(type),
    clientTypes,
    tableRow,
    types: tree.places.map(({ shape, annotations, path }) => ({
      name: names.get(shape) ?? type,
      schema: shape,
      annotations,
      path,
    })),
    typeName: (schema) =>
      schema === root || isNamedShape(schema) ? names.get(shapes.shapeOf(schema)) : undefined,
    localName(schema) {
      localNames ??= nameAllSchemas(root, type, (named) =>
        isNamedShape(named) && shapes.shapeOf(named) === named ? names.get(named) : undefined,
      );
      return localNames.get(schema) ?? type;
    },
    declares: (name) => taken.has(name),
    shapeOf: (schema) => shapes.shapeOf(schema),
    forVersion: (other) => createNames(resource, other, new Diagnostics(), renames),
    renaming: renamed.outcome,
  };
}

function assign(tree: Tree, type: string, onCollision: (collision: Collision) => void): Assignment {
  return assignNames(tree, kubernetesNames(tree), findExtensions(tree), type, onCollision);
}

function ignore(): void {
  // Names that nothing gets collide with nothing.
}

/**
 * A kind as the name of a type. Kinds are labels, so case and dashes are all there is to settle.
 */
export function typeNameOfKind(kind: string): string {
  const name = pascalCase(kind);
  return /^\d/.test(name) ? `Kind${name}` : name;
}

/**
 * Where a field's schema stands in the CRD; a path through lists ends at the nearest place above.
 */
function placeOf(resource: Resource, version: Version, path: readonly string[]): Place {
  const keys = path.flatMap((name) => ["properties", name]);
  return {
    document: resource.document,
    path: [...version.path, "schema", "openAPIV3Schema", ...keys],
    part: "key",
  };
}
