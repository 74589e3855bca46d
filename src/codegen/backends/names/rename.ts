import { nearest } from "../../../crd/diagnostics/wording.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type { Assignment } from "./assign.js";
import { suffixesOf } from "./assign.js";
import type { Place } from "./tree.js";
import { contentOf, elementOf } from "./tree.js";

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

/** The names that the user wants for a unit; nothing of it is sent to a server. */
export interface Renames {
  /** The beginning of all names, in place of the kind: `Cron`. */
  readonly kind: { readonly name: string; readonly at: readonly (string | number)[] } | undefined;
  readonly types: readonly Rename[];
}

/** Everything keeps its name. */
export const noRenames: Renames = { kind: undefined, types: [] };

/** The result of the user's renames in one unit: plain data. */
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
interface RenameCollision {
  readonly at: readonly (string | number)[];
  readonly reason: string;
}

/** The names of a unit's types with all wishes, and what became of these. */
interface Renamed {
  readonly assignment: Assignment;
  readonly outcome: RenameOutcome;
  /** Those types whose names are wished for. */
  readonly places: ReadonlySet<Place>;
}

/** The unit whose types are renamed. */
interface RenamedUnit {
  readonly places: readonly Place[];
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
  former: ReadonlyMap<Place, string>,
  wishes: readonly Rename[],
): Renamed {
  const found = findTypes(unit, assignment, former, wishes);
  const names = new Map(assignment.names);
  const taken = new Set(assignment.taken);
  for (const place of found.wished.keys()) {
    for (const suffix of suffixesOf(place)) taken.delete((names.get(place) ?? "") + suffix);
  }
  const collisions = [...found.collisions];
  for (const [place, { name, at }] of found.wished) {
    const wanted = suffixesOf(place).map((suffix) => name + suffix);
    const clash = wanted.find((one) => taken.has(one));
    if (clash !== undefined) {
      collisions.push({ at, reason: `'${clash}' ${ownerText(clash, names, found.wished, unit)}` });
      continue;
    }
    for (const one of wanted) taken.add(one);
    names.set(place, name);
  }
  return {
    assignment: { ...assignment, names, taken },
    outcome: { used: found.used, unused: found.unused, collisions },
    places: new Set(found.wished.keys()),
  };
}

interface FoundTypes {
  readonly wished: ReadonlyMap<Place, Rename>;
  readonly used: RenameOutcome["used"];
  readonly unused: readonly UnusedRename[];
  readonly collisions: readonly RenameCollision[];
}

function findTypes(
  unit: RenamedUnit,
  { names }: Assignment,
  former: ReadonlyMap<Place, string>,
  wishes: readonly Rename[],
): FoundTypes {
  const wished = new Map<Place, Rename>();
  const used: (readonly (string | number)[])[] = [];
  const unused: UnusedRename[] = [];
  const collisions: RenameCollision[] = [];
  const byName = new Map<string, Place>();
  for (const table of [names, former]) for (const [place, name] of table) byName.set(name, place);
  const [root] = unit.places;
  for (const wish of wishes) {
    const { by, key, at } = wish;
    const type = by === "type" ? typeNamed(key, byName) : placeOfField(key, root);
    if ("reason" in type) unused.push({ at, ...type });
    else if (type === root) {
      const reason = `'${key}' is the kind's own type`;
      unused.push({ at, reason, help: "rename.kind renames it" });
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
  byName: ReadonlyMap<string, Place>,
): Place | Omit<UnusedRename, "at"> {
  const found = byName.get(name);
  if (found !== undefined) return found;
  const similar = nearest(name, byName.keys());
  const help = similar === undefined ? undefined : `did you mean '${similar}'?`;
  return { reason: `there is no type '${name}'`, help };
}

function ownerText(
  name: string,
  names: ReadonlyMap<Place, string>,
  wished: ReadonlyMap<Place, Rename>,
  { places, type }: RenamedUnit,
): string {
  for (const place of places.slice(1)) {
    const own = names.get(place) ?? "";
    if (!suffixesOf(place).some((suffix) => own + suffix === name)) continue;
    const too = wished.has(place) ? ", which is renamed too" : "";
    return `is a name of the type of ${place.path.join(".")}${too}`;
  }
  return `is a name of ${type} itself`;
}

/** Why a path leads to no object type. */
interface NoType {
  readonly reason: string;
  readonly help: string | undefined;
}

/**
 * The type of what the field at a path holds: an object or an enum, inside all lists and maps.
 * Steps are names of fields (`spec.env`, or `["a.b"]` where a name has other characters) and `[*]`
 * for the items of a list and the values of a map. `[*]` may be left out.
 */
function placeOfField(path: string, root: Place | undefined): Place | NoType {
  const steps = parsePath(path);
  if (steps === undefined || root === undefined) {
    return { reason: `'${path}' is no path of a field`, help: "write it as spec.env[*].valueFrom" };
  }
  let { schema }: { schema: Schema } = root;
  let place: Place | undefined = root;
  let way = "";
  for (const step of steps) {
    const inner = step === items ? contentOf(schema) : undefined;
    const next = step === items ? valuesOf(schema) : elementOf(schema).fields.get(step);
    if (next === undefined) return noStep(schema, way, step);
    if (inner === undefined) place = place?.below.get(step === items ? "*" : step);
    schema = next;
    way = step === items ? `${way}[*]` : behind(way, step);
  }
  const holdsNone = `'${path}' holds no objects with known fields, and no enum`;
  return place ?? { reason: holdsNone, help: undefined };
}

const items = Symbol("items");
type Step = string | typeof items;

/** `undefined` for what is no path. */
function parsePath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  const token = /\[\*\]|\["((?:[^"\\]|\\.)*)"\]|\['([^']*)'\]|(?:^|\.)([^.[\]"']+)/gy;
  let end = 0;
  for (const match of path.matchAll(token)) {
    const [text, quoted, single, plain] = match;
    const name = quoted?.replace(/\\(.)/g, "$1") ?? single ?? plain;
    steps.push(name ?? items);
    end = match.index + text.length;
  }
  return end === path.length && steps.length > 0 ? steps : undefined;
}

function valuesOf(schema: Schema): Schema | undefined {
  return contentOf(schema) ?? (typeof schema.values === "object" ? schema.values : undefined);
}

function noStep(schema: Schema, way: string, step: Step): NoType {
  if (step === items) return { reason: `'${way}' is no list and no map`, help: undefined };
  const place = way === "" ? "the object" : `'${way}'`;
  const similar = nearest(step, elementOf(schema).fields.keys());
  return {
    reason: `${place} has no field '${step}'`,
    help: similar === undefined ? undefined : `did you mean '${behind(way, similar)}'?`,
  };
}

function behind(way: string, name: string): string {
  if (!/^[^.[\]"']+$/.test(name)) return `${way}[${JSON.stringify(name)}]`;
  return way === "" ? name : `${way}.${name}`;
}
