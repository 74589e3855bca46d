import { nearest } from "../../diagnostics/similar.js";
import type { Schema } from "../../ir/schema.js";
import type { Assignment } from "./assign.js";
import { suffixesOf } from "./assign.js";
import { typeOfField } from "./field-path.js";
import type { ObjectShapes } from "./object-shape.js";
import type { Tree } from "./tree.js";

/** A name that somebody wants for a type, and where they said so. */
export interface Rename {
  /** `type`: by the name that it has otherwise; `field`: by a field that holds it. */
  readonly by: "type" | "field";
  /** That name (`CronTabSpecEnv`), or the path of that field (`spec.env[*]`). */
  readonly key: string;
  readonly name: string;
  /** Where it stands in the options. */
  readonly at: readonly (string | number)[];
  /** Which of several lists it is from; later ones win. */
  readonly order: number;
}

/** What somebody wants the names of a unit to be; nothing of it is sent to a server. */
export interface Renames {
  /** What all names are made of, in place of the kind: `Cron`. */
  readonly kind: { readonly name: string; readonly at: readonly (string | number)[] } | undefined;
  readonly types: readonly Rename[];
}

/** Everything keeps its name. */
export const noRenames: Renames = { kind: undefined, types: [] };

/** What became of the wishes in one unit: plain data. */
export interface RenameOutcome {
  /** Where those stand that named a type. */
  readonly used: readonly (readonly (string | number)[])[];
  /** Those that named none, which another unit may have. */
  readonly unused: readonly UnusedRename[];
  readonly collisions: readonly RenameCollision[];
}

/** A wish that names nothing here. */
export interface UnusedRename {
  readonly at: readonly (string | number)[];
  readonly reason: string;
  readonly help: string | undefined;
}

/** A wish that another name stands in the way of. */
export interface RenameCollision {
  readonly at: readonly (string | number)[];
  readonly reason: string;
}

/** The names of a unit's types with all wishes, and what became of these. */
export interface Renamed {
  readonly assignment: Assignment;
  readonly outcome: RenameOutcome;
  /** Those types whose names are wished for. */
  readonly shapes: ReadonlySet<Schema>;
}

/** The unit whose types are renamed. */
export interface RenamedUnit {
  readonly tree: Tree;
  readonly shapes: ObjectShapes;
  readonly root: Schema | undefined;
  /** The name of the resource's type. */
  readonly type: string;
}

/**
 * Gives types the names that somebody wants. It comes behind all other names, so that no other type
 * is called differently for it: two types can swap their names, and a name that another type has,
 * or reserves, is refused.
 *
 * @param former the names that the types have where the kind is not renamed, by which they may be
 *   named too
 */
export function renameTypes(
  unit: RenamedUnit,
  assignment: Assignment,
  former: ReadonlyMap<Schema, string>,
  wishes: readonly Rename[],
): Renamed {
  const found = findTypes(unit, assignment, former, wishes);
  const names = new Map(assignment.names);
  const taken = new Set(assignment.taken);
  for (const shape of found.wished.keys()) {
    for (const suffix of suffixesOf(shape)) taken.delete((names.get(shape) ?? "") + suffix);
  }
  const collisions = [...found.collisions];
  for (const [shape, { name, at }] of found.wished) {
    const wanted = suffixesOf(shape).map((suffix) => name + suffix);
    const clash = wanted.find((one) => taken.has(one));
    if (clash !== undefined) {
      collisions.push({ at, reason: `'${clash}' ${ownerText(clash, names, found.wished, unit)}` });
      continue;
    }
    for (const one of wanted) taken.add(one);
    names.set(shape, name);
  }
  return {
    assignment: { ...assignment, names, taken },
    outcome: { used: found.used, unused: found.unused, collisions },
    shapes: new Set(found.wished.keys()),
  };
}

interface FoundTypes {
  readonly wished: ReadonlyMap<Schema, Rename>;
  readonly used: RenameOutcome["used"];
  readonly unused: readonly UnusedRename[];
  readonly collisions: readonly RenameCollision[];
}

function findTypes(
  unit: RenamedUnit,
  { names }: Assignment,
  former: ReadonlyMap<Schema, string>,
  wishes: readonly Rename[],
): FoundTypes {
  const wished = new Map<Schema, Rename>();
  const used: (readonly (string | number)[])[] = [];
  const unused: UnusedRename[] = [];
  const collisions: RenameCollision[] = [];
  const byName = new Map<string, Schema>();
  for (const table of [names, former]) for (const [shape, name] of table) byName.set(name, shape);
  const [rootPlace] = unit.tree.places;
  for (const wish of wishes) {
    const { by, key, at } = wish;
    const type = by === "type" ? typeNamed(key, byName) : typeOfField(key, unit.root, unit.shapes);
    if ("reason" in type) unused.push({ at, ...type });
    else if (type === rootPlace?.shape) {
      const reason = `'${key}' is the kind's own type`;
      unused.push({ at, reason, help: "rename.kind renames it" });
    } else if (!names.has(type)) {
      unused.push({ at, reason: `'${key}' has no type of its own`, help: undefined });
    } else {
      used.push(at);
      const other = wished.get(type);
      const isTwice = other?.order === wish.order && other.name !== wish.name;
      const reason = `'${key}' is the type that is called '${other?.name ?? ""}' already`;
      if (isTwice) collisions.push({ at, reason });
      else wished.set(type, wish);
    }
  }
  return { wished, used, unused, collisions };
}

function typeNamed(
  name: string,
  byName: ReadonlyMap<string, Schema>,
): Schema | Omit<UnusedRename, "at"> {
  const found = byName.get(name);
  if (found !== undefined) return found;
  const similar = nearest(name, byName.keys());
  const help = similar === undefined ? undefined : `did you mean '${similar}'?`;
  return { reason: `there is no type '${name}'`, help };
}

function ownerText(
  name: string,
  names: ReadonlyMap<Schema, string>,
  wished: ReadonlyMap<Schema, Rename>,
  { tree, type }: RenamedUnit,
): string {
  for (const { shape, path } of tree.places.slice(1)) {
    const own = names.get(shape) ?? "";
    if (!suffixesOf(shape).some((suffix) => own + suffix === name)) continue;
    const too = wished.has(shape) ? ", which is renamed too" : "";
    return `is a name of the type of ${path.join(".")}${too}`;
  }
  return `is a name of ${type} itself`;
}
