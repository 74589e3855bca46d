import { spelledCase } from "../../emit/identifiers.js";
import type { Schema } from "../../ir/schema.js";
import { choiceOf } from "./choice.js";
import type { Place, Tree } from "./tree.js";
import { nameOfPath } from "./type-name.js";

/** A type that could not get the name that follows from its path. */
export interface Collision {
  readonly shape: Schema;
  readonly path: readonly string[];
  readonly wanted: string;
  readonly given: string;
}

/** The names of a unit's object types, each by its shape. */
export interface Assignment {
  readonly names: ReadonlyMap<Schema, string>;
  /** The name of the types of the client. */
  readonly clientTypes: string;
  /** The name of the type of a row of tables. */
  readonly tableRow: string;
  /** Every name that the unit exports or keeps for itself. */
  readonly taken: ReadonlySet<string>;
}

/**
 * Gives every object type its name. The object, its flavours, its list and its client come first,
 * then types of fields, and then the types of the client and the rows of its tables, which few
 * people write down. Kubernetes names give way to names from paths, and among those the later place
 * to the earlier: it gets its path spelled out, `CronTab_Spec_FooDashBar`. A name is free only
 * together with the names of its type as sent and as applied, whether or not those are needed, so
 * that it does not depend on what is.
 */
export function assignNames(
  tree: Tree,
  kubernetes: ReadonlyMap<Schema, string>,
  extensions: ReadonlyMap<Schema, Place>,
  type: string,
  onCollision: (collision: Collision) => void,
): Assignment {
  const names = new Map<Schema, string>();
  const taken = new Set(resourceSuffixes.map((suffix) => type + suffix));
  const [root, ...places] = tree.places;
  if (root !== undefined) names.set(root.shape, type);
  if (root !== undefined && choiceOf(root.shape) !== undefined) {
    for (const suffix of fieldSuffixes) taken.add(type + suffix);
  }
  const take = (shape: Schema, name: string): boolean => {
    const suffixes = suffixesOf(shape);
    if (suffixes.some((suffix) => taken.has(name + suffix))) return false;
    for (const suffix of suffixes) taken.add(name + suffix);
    names.set(shape, name);
    return true;
  };
  const pathNames = relatedNames(tree, kubernetes, extensions);
  const takePathName = (place: Place): void => {
    const wanted = pathNames.get(place.shape) ?? nameOfPath(place.names);
    if (take(place.shape, wanted)) return;
    let given = nameOfPath([type, ...place.path.map(spelledCase)], "_");
    while (!take(place.shape, given)) given += "_";
    onCollision({ shape: place.shape, path: place.path, wanted, given });
  };
  for (const place of places) if (!kubernetes.has(place.shape)) takePathName(place);
  for (const place of places) {
    const name = kubernetes.get(place.shape);
    if (name !== undefined && !take(place.shape, nameOfPath([type, name]))) takePathName(place);
  }
  const clientTypes = takeLate(taken, type, "Types");
  const tableRow = takeLate(taken, type, "Row");
  return { names, clientTypes, tableRow, taken };
}

/** A name for what gives way to the types of fields. */
function takeLate(taken: Set<string>, type: string, suffix: string): string {
  let name = type + suffix;
  if (taken.has(name)) name = `${type}_${suffix}`;
  while (taken.has(name)) name += "_";
  taken.add(name);
  return name;
}

/**
 * The names of types that are an earlier one without one of its fields, and of those earlier ones:
 * the smaller has the name of the earlier place, the larger says that it is an extension. Each type
 * has at most one such partner.
 */
function relatedNames(
  tree: Tree,
  kubernetes: ReadonlyMap<Schema, string>,
  extensions: ReadonlyMap<Schema, Place>,
): ReadonlyMap<Schema, string> {
  const names = new Map<Schema, string>();
  const given = new Set<Place>();
  for (const { shape } of tree.places) {
    const extended = extensions.get(shape);
    if (extended === undefined || kubernetes.has(shape) || given.has(extended)) continue;
    if (kubernetes.has(extended.shape)) continue;
    given.add(extended);
    names.set(shape, nameOfPath(extended.names));
    if (!names.has(extended.shape)) {
      names.set(extended.shape, nameOfPath([...extended.names, "Extended"]));
    }
  }
  return names;
}

/** What stands behind the name of a type in all names that it reserves. */
export function suffixesOf(shape: Schema): readonly string[] {
  return choiceOf(shape) === undefined ? flavours : [...flavours, ...fieldSuffixes];
}

const flavours = ["", "Input", "Apply"] as const;

// Of types with a choice between fields.
const fieldSuffixes = ["Fields", "InputFields", "ApplyFields"] as const;

// What is exported for a resource, whatever its fields are.
const resourceSuffixes = ["", "Input", "Apply", "List", "Client"] as const;
