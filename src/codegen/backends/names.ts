import type { Place as DocumentPlace } from "../../crd/diagnostics/diagnostics.js";
import { Diagnostics } from "../../crd/diagnostics/diagnostics.js";
import type { Annotations } from "../../crd/ir/annotations.js";
import type { Resource, Version } from "../../crd/ir/resource.js";
import type { Schema } from "../../crd/ir/schema.js";
import { camelCase, pascalCase } from "../emit/identifiers.js";
import type { Collision } from "./names/assign.js";
import { assignNames } from "./names/assign.js";
import { FreeNames } from "./names/enum-values.js";
import type { RenameOutcome, Renames } from "./names/rename.js";
import { noRenames, renameTypes } from "./names/rename.js";
import type { Place } from "./names/tree.js";
import { isNamedShape, ObjectShapes, readTree } from "./names/tree.js";

/**
 * The names of one unit, given in one pass before any back end runs. A type's name follows from its
 * path alone, and every object and enum has one, even where equal ones stand elsewhere: so no field
 * that is added anywhere renames a type or takes one away.
 */
export interface NameTable {
  /** The resource's type: `CronTab`. */
  readonly type: string;
  /** The resource as a value: `cronTab`. */
  readonly value: string;
  /** The types of the client: `CronTabTypes`. */
  readonly clientTypes: string;
  /** A row of a table of the resource: `CronTabRow`. */
  readonly tableRow: string;
  /**
   * The object types in the order of their depth, then of the tree; the resource itself is the
   * first.
   */
  readonly types: readonly NamedType[];
  /** The enums, in the same order. */
  readonly enums: readonly NamedEnum[];
  /**
   * The name of a schema's type as read (`CronTabSpec`), of equal objects that of the first;
   * `undefined` for schemas written in place: scalars, lists, maps. The name of the type as sent is
   * that with `Input`, as applied with `Apply`.
   */
  typeName(schema: Schema): string | undefined;
  /** A name that is unique among all schemas of the unit, for functions: `CronTabSpecEnvList`. */
  localName(schema: Schema): string;
  /**
   * Tells whether the unit exports a type or a class of this name, or may do so once its schema
   * changes.
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

/** An object or an enum of a unit, at the one place that has its type. */
interface NamedPlace {
  readonly name: string;
  /** Of objects the schema that stands for their shape. */
  readonly schema: Schema;
  /** The descriptions that the CRD has at that place. */
  readonly annotations: Annotations;
  /** Fields from the resource to that place; lists and maps add nothing. */
  readonly path: readonly string[];
}

/** One object type of a unit. */
export interface NamedType extends NamedPlace {
  readonly kind: "object";
  /** The object around it, and its field that leads here; undefined for the resource. */
  readonly around: { readonly type: NamedType; readonly field: Schema } | undefined;
  /**
   * The types of what its fields hold inside lists and maps, by field; `*` = of what is in fields
   * that have no name.
   */
  readonly below: ReadonlyMap<string, NamedType | NamedEnum>;
}

/** One enum of a unit. */
export interface NamedEnum extends NamedPlace {
  readonly kind: "enum";
  /** The constant that holds its values: `cronTabSpecConcurrencyValues`. */
  readonly values: string;
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
  const read = (typeName: string): readonly Place[] =>
    root === undefined ? [] : readTree(root, version.annotations, typeName, shapes);
  const places = read(type);
  const collisions: Collision[] = [];
  const assigned = assignNames(places, type, (collision) => collisions.push(collision));
  const former = formerNames(resource, renames, places, read);
  const renamed = renameTypes({ places, type }, assigned, former ?? assigned.names, renames.types);
  const { names, taken } = renamed.assignment;
  for (const { place, wanted, given } of collisions) {
    if (renamed.places.has(place)) continue;
    const values = { path: place.path.join("."), name: wanted, given };
    diagnostics.report("names/collision", placeOf(resource, version, place.path), values);
  }
  const { types, enums } = namedTypes(places, names, type);
  const firstNames = new Map<Schema, string>();
  for (const { schema, name } of types) {
    if (!firstNames.has(schema)) firstNames.set(schema, name);
  }
  let localNames: ReadonlyMap<Schema, string> | undefined;
  return {
    type,
    value: camelCase(type),
    clientTypes: `${type}Types`,
    tableRow: `${type}Row`,
    types,
    enums,
    typeName: (schema) =>
      schema === root || isNamedShape(schema) ? firstNames.get(shapes.shapeOf(schema)) : undefined,
    localName(schema) {
      localNames ??= nameAllSchemas(root, type, (named) =>
        isNamedShape(named) && shapes.shapeOf(named) === named ? firstNames.get(named) : undefined,
      );
      return localNames.get(schema) ?? type;
    },
    declares: (name) => taken.has(name),
    shapeOf: (schema) => shapes.shapeOf(schema),
    forVersion: (other) => createNames(resource, other, new Diagnostics(), renames),
    renaming: renamed.outcome,
  };
}

/** The names that the types have where the kind is not renamed, if that is asked for. */
function formerNames(
  { names }: Resource,
  { kind, types }: Renames,
  places: readonly Place[],
  read: (typeName: string) => readonly Place[],
): ReadonlyMap<Place, string> | undefined {
  if (kind === undefined || types.length === 0) return undefined;
  const formerType = typeNameOfKind(names.kind);
  const formerPlaces = read(formerType);
  const former = assignNames(formerPlaces, formerType, ignore).names;
  return new Map(
    places.map((place, index) => {
      const formerPlace = formerPlaces[index];
      return [place, (formerPlace && former.get(formerPlace)) ?? formerType] as const;
    }),
  );
}

function namedTypes(
  places: readonly Place[],
  names: ReadonlyMap<Place, string>,
  type: string,
): Pick<NameTable, "types" | "enums"> {
  const types: NamedType[] = [];
  const enums: NamedEnum[] = [];
  const opened = new Map<Place, NamedType & { below: Map<string, NamedType | NamedEnum> }>();
  for (const place of places) {
    const { schema, annotations, path } = place;
    const named = { name: names.get(place) ?? type, schema, annotations, path };
    const above = place.around && opened.get(place.around.place);
    if (place.kind === "enum") {
      const one: NamedEnum = { kind: "enum", ...named, values: `${camelCase(named.name)}Values` };
      enums.push(one);
      above?.below.set(path.at(-1) ?? "", one);
      continue;
    }
    const around = place.around && above && { type: above, field: place.around.field };
    const one = {
      kind: "object" as const,
      ...named,
      around,
      below: new Map<string, NamedType | NamedEnum>(),
    };
    opened.set(place, one);
    types.push(one);
    above?.below.set(path.at(-1) ?? "", one);
  }
  return { types, enums };
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
function placeOf(resource: Resource, version: Version, path: readonly string[]): DocumentPlace {
  const keys = path.flatMap((name) => ["properties", name]);
  return {
    document: resource.document,
    path: [...version.path, "schema", "openAPIV3Schema", ...keys],
    part: "key",
  };
}

/**
 * A distinct name for every schema of a unit: that of its type where it has one of its own, else
 * its path with `List` or `Map` for what holds other values.
 */
function nameAllSchemas(
  root: Schema | undefined,
  type: string,
  typeName: (schema: Schema) => string | undefined,
): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>();
  const paths = new Map<Schema, string>();
  if (root !== undefined) collectPaths(root, type, paths);
  const taken = new FreeNames("_");
  for (const schema of paths.keys()) {
    const name = schema === root ? type : typeName(schema);
    if (name === undefined) continue;
    names.set(schema, name);
    taken.add(name);
  }
  for (const [schema, path] of paths) {
    if (names.has(schema)) continue;
    names.set(schema, taken.take(path + containerSuffix(schema)));
  }
  return names;
}

/** Every schema with the path of its first occurrence, level by level. */
function collectPaths(root: Schema, type: string, paths: Map<Schema, string>): void {
  paths.set(root, type);
  const visit = (schema: Schema, path: string): void => {
    if (!paths.has(schema)) paths.set(schema, path);
  };
  // A map's iteration goes on with what is added meanwhile.
  for (const [schema, path] of paths) {
    for (const [name, field] of schema.fields) visit(field, path + pascalCase(name));
    if (schema.items !== undefined) visit(schema.items, path);
    if (typeof schema.values === "object") {
      visit(schema.values, schema.fields.size > 0 ? `${path}Value` : path);
    }
  }
}

function containerSuffix(schema: Schema): string {
  if (schema.items !== undefined) return `${containerSuffix(schema.items)}List`;
  if (schema.kind === "map" && typeof schema.values === "object") {
    return `${containerSuffix(schema.values)}Map`;
  }
  return "";
}
