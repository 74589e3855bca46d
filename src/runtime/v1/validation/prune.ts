import { compareUtf8 } from "../values/go/utf8.js";
import { Float64 } from "../values/json/json.js";

/*
 * Pruning by the schema as data (apiextensions `schema/pruning/algorithm.go`). The value's shape
 * decides, never the type that the schema declares: an object where a string belongs is emptied.
 *
 * Each function gives the paths of what it removed, relative to its value (`.a`, `[0].b`), or
 * undefined if it removed nothing, so that good objects cost no text.
 */

/** Paths of removed fields, relative to a value. */
export type Pruned = string[] | undefined;

/** The part of a schema that decides what stays in a value; absent members say nothing. */
export interface PruneSchema {
  readonly fields?: Readonly<Record<string, PruneSchema>>;
  /**
   * The members that are no fields, if they are kept; a boolean says nothing of their values, in
   * which objects are emptied.
   */
  readonly values?: PruneSchema | boolean;
  readonly items?: PruneSchema;
  /** The type and the metadata stay as they are. */
  readonly embeddedResource?: boolean;
  /** Members that nothing is said of are kept. In a list, its items do the same. */
  readonly preserveUnknownFields?: boolean;
}

/** An object whose members may be removed. */
export type MutableMembers = { [key: string]: unknown };

/**
 * Tells whether a value is an object with members of its own: no list, no number of a class of its
 * own.
 */
export function isMembers(value: unknown): value is MutableMembers {
  return (
    typeof value === "object" &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Float64)
  );
}

/**
 * A function that removes, in place, every field of a resource that the schema does not specify,
 * but leaves its metadata as it is. It gives the paths as the server names them, sorted.
 */
export function resourcePruner(schema: () => PruneSchema): (object: unknown) => string[] {
  let plan: PrunePlan | undefined;
  return (object) =>
    unknownFields(pruneRoot((plan ??= prunePlanOf(schema(), resourcePrunePlans)), object));
}

/** The same for one object, with the paths for `unknownFields`. */
export function pruneBySchema(schema: PruneSchema, object: unknown): Pruned {
  return pruneRoot(prunePlanOf(schema, resourcePrunePlans), object);
}

/** As `pruneBySchema`, for any value: only what the schema says stays. */
export function pruneValue(schema: PruneSchema, value: unknown): Pruned {
  return pruneRoot(prunePlanOf(schema, prunePlans), value);
}

function pruneRoot(plan: PrunePlan, value: unknown): Pruned {
  const isPruned = typeof value === "object" && value !== null && plan !== keptPlan;
  return isPruned ? pruneBelow(plan, value) : undefined;
}

/** The paths as the server names them: from the root, sorted by bytes. */
export function unknownFields(pruned: Pruned): string[] {
  if (pruned === undefined) return [];
  return pruned.map((path) => (path.startsWith(".") ? path.slice(1) : path)).sort(compareUtf8);
}

/** The server takes these from what it decoded, so the schema has no say in them. */
export const typeMeta: readonly string[] = ["apiVersion", "kind", "metadata"];

/** A schema in the form in which values are pruned by it: made with the first of them. */
interface PrunePlan {
  readonly schema: PruneSchema;
  /** Of members that are no fields; undefined where they are removed. */
  readonly others: PrunePlan | undefined;
  readonly items: PrunePlan | undefined;
  /** It has no fields, but other members. */
  readonly isMap: boolean;
  /** The fields; read when an object is met. */
  members: ReadonlyMap<string, PlannedMember> | undefined;
  /** The field that came first in the last object. */
  first: PlannedMember | undefined;
}

/** A field of a plan. */
interface PlannedMember {
  readonly key: string;
  readonly plan: PrunePlan;
  /** The field that came after it in the last object. */
  next: PlannedMember | undefined;
}

/** Where the schema says nothing: objects are emptied, or kept where unknown fields are. */
const emptiedPlan = /* @__PURE__ */ newPrunePlan({}, undefined, undefined, true);
const keptPlan = /* @__PURE__ */ newPrunePlan({}, undefined, undefined, true);

type PrunePlans = WeakMap<PruneSchema, PrunePlan>;
const prunePlans: PrunePlans = /* @__PURE__ */ new WeakMap();
const resourcePrunePlans: PrunePlans = /* @__PURE__ */ new WeakMap();

/** The plan of a whole value; of a resource, type and metadata are not looked at. */
function prunePlanOf(schema: PruneSchema, known: PrunePlans): PrunePlan {
  let plan = known.get(schema);
  if (plan === undefined) {
    const isResource = known === resourcePrunePlans;
    const whole = isResource ? { ...schema, embeddedResource: true } : schema;
    known.set(schema, (plan = makePrunePlan(whole)));
  }
  return plan;
}

/** `preserves`: in a list that keeps what is unknown, items do so as well. */
function makePrunePlan(
  schema: PruneSchema,
  preserves = schema.preserveUnknownFields === true,
): PrunePlan {
  const { fields = {}, values, items, embeddedResource } = schema;
  const rest = preserves ? keptPlan : emptiedPlan;
  const ofItems = items === undefined ? rest : makePrunePlan(items, preserves || undefined);
  const ofValues = typeof values === "object" ? makePrunePlan(values) : emptiedPlan;
  const unspecified = preserves ? keptPlan : undefined;
  const others = values === undefined ? unspecified : ofValues;
  const hasFields = embeddedResource === true || Object.keys(fields).length > 0;
  const isRest = preserves
    ? others === keptPlan &&
      Object.values(fields).every((field) => makePrunePlan(field) === keptPlan)
    : others === undefined && !hasFields;
  return isRest && ofItems === rest ? rest : newPrunePlan(schema, others, ofItems, !hasFields);
}

function newPrunePlan(
  schema: PruneSchema,
  others: PrunePlan | undefined,
  items: PrunePlan | undefined,
  isBare: boolean,
): PrunePlan {
  const isMap = isBare && others !== undefined;
  return { schema, others, items, isMap, members: undefined, first: undefined };
}

function plannedMembers({
  fields = {},
  embeddedResource,
}: PruneSchema): ReadonlyMap<string, PlannedMember> {
  const members = new Map<string, PlannedMember>();
  const add = (key: string, plan: PrunePlan): void => {
    members.set(key, { key, plan, next: undefined });
  };
  for (const [key, field] of Object.entries(fields)) add(key, makePrunePlan(field));
  if (embeddedResource === true) for (const key of typeMeta) add(key, keptPlan);
  return members;
}

/** Prunes what stands at a key of something of which `pruned` was removed before. */
function pruneAt(
  key: string | number,
  plan: PrunePlan | undefined,
  value: unknown,
  pruned: Pruned,
): Pruned {
  if (typeof value !== "object" || value === null || plan === undefined || plan === keptPlan) {
    return pruned;
  }
  const below = pruneBelow(plan, value);
  if (below === undefined) return pruned;
  const prefix = typeof key === "number" ? `[${key}]` : `.${key}`;
  let paths = pruned;
  for (const path of below) paths = addedTo(paths, prefix + path);
  return paths;
}

function addedTo(list: string[] | undefined, text: string): string[] {
  if (list === undefined) return [text];
  list.push(text);
  return list;
}

function pruneBelow(plan: PrunePlan, value: object): Pruned {
  if (plan === emptiedPlan) return pruneUnspecified(value);
  if (!Array.isArray(value)) {
    const object = value as MutableMembers; // numbers stay
    return plan.isMap ? pruneMap(plan.others, object) : pruneMembers(plan, object);
  }
  let pruned: Pruned;
  for (let index = 0; index < value.length; index++) {
    pruned = pruneAt(index, plan.items, value[index], pruned);
  }
  return pruned;
}

function pruneMap(plan: PrunePlan | undefined, map: MutableMembers): Pruned {
  let pruned: Pruned;
  for (const key in map) {
    const value = map[key];
    if (typeof value === "object") pruned = pruneAt(key, plan, value, pruned);
  }
  return pruned;
}

/**
 * Objects of a kind mostly have their members in the same order, so the field that came next in the
 * last object is tried first: to find one in a map takes several times as long. Members are removed
 * at the end, as engines are slow in a loop over an object that changes meanwhile.
 */
function pruneMembers(plan: PrunePlan, object: MutableMembers): Pruned {
  let pruned: Pruned;
  let unknown: string[] | undefined;
  let before: PlannedMember | undefined;
  let member = plan.first;
  for (const key in object) {
    // eslint-disable-next-line @typescript-eslint/prefer-optional-chain -- that takes a fifth longer
    if (member === undefined || member.key !== key) {
      const found = (plan.members ??= plannedMembers(plan.schema)).get(key);
      if (found === undefined) {
        if (plan.others === undefined) unknown = addedTo(unknown, key);
        else pruned = pruneAt(key, plan.others, object[key], pruned);
        continue;
      }
      if (before === undefined) plan.first = found;
      else before.next = found;
      member = found;
    }
    if (member.plan !== keptPlan) {
      const value = object[key];
      if (typeof value === "object") pruned = pruneAt(key, member.plan, value, pruned);
    }
    before = member;
    member = member.next;
  }
  return unknown === undefined ? pruned : removeMembers(object, unknown, pruned);
}

function removeMembers(object: MutableMembers, keys: readonly string[], removed: Pruned): Pruned {
  let pruned = removed;
  if (object instanceof Float64) return pruned;
  for (const key of keys) {
    if (object[key] !== undefined) pruned = addedTo(pruned, `.${key}`);
    delete object[key];
  }
  return pruned;
}

/**
 * Prunes a value of which the schema says nothing: objects are emptied, in lists too, however deep,
 * and in cycles.
 */
function pruneUnspecified(value: object): Pruned {
  if (holdsScalars(value)) return undefined;
  const removed: string[] = [];
  const pending: { value: unknown; path: string }[] = [{ value, path: "" }];
  const seen = new Set<unknown>();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value: current, path } = next;
    if (seen.has(current)) continue;
    seen.add(current);
    if (Array.isArray(current)) {
      for (let index = 0; index < current.length; index++) {
        const item: unknown = current[index];
        if (typeof item === "object") pending.push({ value: item, path: `${path}[${index}]` });
      }
    } else if (isMembers(current)) {
      for (const key of Object.keys(current)) {
        if (current[key] !== undefined) removed.push(`${path}.${key}`);
        delete current[key];
      }
    }
  }
  return removed.length === 0 ? undefined : removed;
}

/** Tells whether a value is a list of scalars. */
function holdsScalars(value: object): boolean {
  if (!Array.isArray(value)) return false;
  for (const item of value) if (typeof item === "object") return false;
  return true;
}
