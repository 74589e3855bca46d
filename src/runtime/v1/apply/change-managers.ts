import { compareUtf8 } from "../values/go/utf8.js";
import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import type { Comparison } from "./compare-objects.js";
import { compareObjects, withoutFields } from "./compare-objects.js";
import type { FieldManager, FieldManagers } from "./field-managers.js";
import type { FieldNode, FieldPlace, FieldSet } from "./field-set.js";
import {
  difference,
  fieldPlaces,
  fieldSetOf,
  intersection,
  mapFields,
  noFields,
  recursiveDifference,
  union,
  withNamedFields,
} from "./field-set.js";
import type { MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";
import { elementOf, fieldsOf, mergeValues } from "./merge-values.js";
import { equalValues, fieldElement } from "./path-element.js";
import type { TypedObject, Versions } from "./typed-object.js";
import { MergeFault, typeFault } from "./typed-object.js";

/*
 * Who owns which fields of an object after a write (structured-merge-diff `merge/update.go`).
 */

/** A field that a manager wants to change, and another manager owns. */
export interface OwnedField {
  readonly owner: FieldManager;
  readonly place: FieldPlace;
}

/** The result of applying a configuration to an object. */
export interface AppliedChange {
  /** Undefined if the object stays as it is. */
  readonly object: JsonObject | undefined;
  readonly conflicts: readonly OwnedField[];
}

/** The changes of an object's managers by one write, which changes the given managers. */
export class ManagersChange {
  readonly #versions: Versions;
  readonly #apiVersion: string;
  readonly #managers: FieldManagers;

  constructor(versions: Versions, apiVersion: string, managers: FieldManagers) {
    this.#versions = versions;
    this.#apiVersion = apiVersion;
    this.#managers = managers;
  }

  /**
   * An object was replaced: what changed, the manager owns from now on. Whether it owns more than
   * before.
   */
  update(old: TypedObject, object: TypedObject, id: string, manager: FieldManager): boolean {
    this.#reconcile(old);
    const comparison = this.#compare(old, object, this.#apiVersion);
    for (const { id: owner, lost } of this.#lostFields(old, object, comparison, undefined)) {
      this.#takeFrom(owner, lost);
    }
    const changed = union(comparison.modified, comparison.added);
    const reset = this.#versions.resetFields(object, this.#apiVersion);
    const fields = difference(recursiveDifference(changed, reset), strippedFields);
    if (fields.size === 0) return false;
    const owned = this.#managers.get(id)?.fields ?? noFields;
    this.#managers.set(id, { ...manager, fields: union(fields, owned) });
    return true;
  }

  /** A configuration is applied: the manager owns what is in it, and nothing else. */
  apply(
    live: TypedObject,
    configuration: JsonObject,
    id: string,
    manager: FieldManager,
    force: boolean,
  ): AppliedChange {
    this.#reconcile(live);
    const { schema } = live;
    const last = this.#managers.get(id);
    const reset = this.#versions.resetFields(live, this.#apiVersion);
    const wanted = recursiveDifference(fieldsOf(configuration, schema.type), reset);
    this.#managers.set(id, { ...manager, time: last?.time ?? "", fields: wanted });
    const merged = objectOf(mergeValues(live.object, configuration, schema.type));
    const object = this.#prune({ object: merged, schema }, last);
    const fault = typeFault(object.object, schema.type, true);
    if (fault !== undefined) throw new MergeFault(`failed to compare objects: ${fault}`);
    const comparison = this.#compare(live, object, this.#apiVersion);
    const lost = this.#lostFields(live, object, comparison, id);
    const conflicts = force ? [] : lost.flatMap((found) => this.#conflictsOf(found));
    if (conflicts.length > 0) return { object: undefined, conflicts };
    for (const { id: owner, lost: fields } of lost) this.#takeFrom(owner, fields);
    this.#takeFrom(id, strippedFields);
    const isSame = equalValues(live.object, object.object);
    return { object: isSame ? undefined : object.object, conflicts };
  }

  #reconcile(live: TypedObject): void {
    for (const [id, entry] of this.#managers) {
      const { schema } = this.#versions.at(live, entry.apiVersion);
      this.#managers.set(id, { ...entry, fields: reconcileFields(entry.fields, schema.type) });
    }
  }

  #compare(old: TypedObject, object: TypedObject, apiVersion: string): Comparison {
    const left = this.#versions.at(old, apiVersion, "failed to convert old object: ");
    const right = this.#versions.at(object, apiVersion, "failed to convert new object: ");
    const comparison = compareObjects(left.object, right.object, right.schema.type);
    return withoutFields(comparison, this.#versions.resetFields(right, apiVersion));
  }

  /**
   * Returns the fields that managers lose by a change, in the managers' order; but for one of them.
   */
  #lostFields(
    old: TypedObject,
    object: TypedObject,
    own: Comparison,
    except: string | undefined,
  ): readonly LostFields[] {
    const comparisons = new Map([[this.#apiVersion, own]]);
    const ids = [...this.#managers.keys()].sort(compareUtf8);
    return ids.flatMap((id): LostFields[] => {
      const entry = this.#managers.get(id);
      if (entry === undefined || id === except) return [];
      const { apiVersion, fields } = entry;
      let comparison = comparisons.get(apiVersion);
      comparison ??= this.#compare(old, object, apiVersion);
      comparisons.set(apiVersion, comparison);
      const taken = intersection(fields, union(comparison.modified, comparison.added));
      return [{ id, taken, lost: union(taken, comparison.removed) }];
    });
  }

  #conflictsOf({ id, taken }: LostFields): readonly OwnedField[] {
    const owner = this.#managers.get(id);
    return owner === undefined ? [] : fieldPlaces(taken).map((place) => ({ owner, place }));
  }

  #takeFrom(id: string, lost: FieldSet): void {
    const entry = this.#managers.get(id);
    if (entry === undefined) return;
    const fields = difference(entry.fields, lost);
    if (fields.size === 0) this.#managers.delete(id);
    else this.#managers.set(id, { ...entry, fields });
  }

  /** Removes what the manager applied last time, and nobody owns any more. */
  #prune(merged: TypedObject, last: FieldManager | undefined): TypedObject {
    if (last === undefined || last.fields.size === 0) return merged;
    const step = "failed to prune fields: ";
    const toLast = "object to last applied version: ";
    const whole = this.#versions.at(
      merged,
      last.apiVersion,
      `${step}failed to convert merged ${toLast}`,
    );
    const lastFields = withNamedFields(last.fields, whole.schema.type);
    let pruned = withoutOwned(whole, lastFields);
    for (const apiVersion of this.#versionsFrom(last.apiVersion)) {
      pruned = this.#addBackOwned(whole, pruned, apiVersion);
    }
    const dangling = `${step}failed add back dangling items: failed to convert pruned ${toLast}`;
    const kept = namedFieldsOf(this.#versions.at(pruned, last.apiVersion, dangling));
    // Of what nobody owns only what this manager owned goes.
    const gone = intersection(difference(namedFieldsOf(whole), kept), lastFields);
    return this.#versions.at(withoutOwned(whole, gone), this.#apiVersion, step);
  }

  /** The versions in which there are managers, a given one first. */
  #versionsFrom(first: string): ReadonlySet<string> {
    const versions = [...this.#managers.values()].map(({ apiVersion }) => apiVersion);
    return new Set(versions.includes(first) ? [first, ...versions] : versions);
  }

  /** Adds back what managers of a version own. */
  #addBackOwned(merged: TypedObject, pruned: TypedObject, apiVersion: string): TypedObject {
    const step = (what: string): string =>
      `failed to prune fields: failed add back owned items: failed to convert ${what} object at version ${apiVersion}: `;
    const whole = this.#versions.at(merged, apiVersion, step("merged"));
    const part = this.#versions.at(pruned, apiVersion, step("pruned"));
    let owned: FieldSet = noFields;
    for (const entry of this.#managers.values()) {
      if (entry.apiVersion === apiVersion) owned = union(owned, entry.fields);
    }
    const kept = union(namedFieldsOf(part), withNamedFields(owned, whole.schema.type));
    return withoutOwned(whole, difference(namedFieldsOf(whole), kept));
  }
}

interface LostFields {
  readonly id: string;
  /** The fields that it owns and others changed. */
  readonly taken: FieldSet;
  readonly lost: FieldSet;
}

function withoutOwned({ object, schema }: TypedObject, fields: FieldSet): TypedObject {
  return { object: objectOf(removeFields(object, fields, schema.type)), schema };
}

function namedFieldsOf({ object, schema: { type } }: TypedObject): FieldSet {
  return withNamedFields(fieldsOf(object, type), type);
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

/** The fields that nobody owns (apimachinery `managedfields/internal/stripmeta.go`). */
const strippedFields: FieldSet = /* @__PURE__ */ topAndMetadata(
  ["apiVersion", "kind", "metadata"],
  ["name", "namespace", "creationTimestamp", "selfLink", "uid", "clusterName", "generation", "managedFields",
    "resourceVersion"],
); // prettier-ignore

function topAndMetadata(top: readonly string[], inMetadata: readonly string[]): FieldSet {
  return fieldSetOf(
    ...top.map((name) => [fieldElement(name)]),
    ...inMetadata.map((name) => [fieldElement("metadata"), fieldElement(name)]),
  );
}

/**
 * A set of fields after changes of the schema: what owned parts of a list or an object that has one
 * owner as a whole by now owns all of it (structured-merge-diff `typed/reconcile_schema.go`).
 */
function reconcileFields(fields: FieldSet, type: MergeType): FieldSet {
  return mapFields(fields, type, (node, _, above) => {
    const inside = innerType(above, node);
    if (inside === undefined || node.below.size === 0) return { node };
    return { node: isWhole(inside) ? { ...node, isMember: true, below: noFields } : node, inside };
  });
}

/** Undefined where all is as it was. */
function innerType(type: MergeType, { element: { field } }: FieldNode): MergeType | undefined {
  const { map, list } = atomOf(type);
  if (map === undefined) return list?.items;
  if (map.atomic === true || isDeduced(map)) return undefined;
  return field === undefined ? map.values : fieldType(map, field);
}

function isWhole(type: MergeType): boolean {
  const { map, list } = atomOf(type);
  if (map === undefined) return list !== undefined && !isAssociative(list);
  return map.atomic === true && !isDeduced(map);
}

/** Of what may be anything nothing is known. */
function isDeduced({ fields, values }: MergeMap): boolean {
  if (fields !== undefined || values === undefined || values === "untyped") return false;
  return atomOf(values).scalar === "scalar";
}

/** The removal of fields from a value: where it goes, and what is taken from it. */
interface Removal {
  readonly value: Json;
  readonly fields: FieldSet;
  readonly type: MergeType;
  readonly put: (left: Json) => void;
}

/**
 * A value without some of its fields; null where nothing remains of a list or an object
 * (structured-merge-diff `typed/remove.go`).
 */
function removeFields(value: Json, fields: FieldSet, type: MergeType): Json {
  let left: Json = null;
  const put = (whole: Json): void => {
    left = whole;
  };
  const pending: Removal[] = [{ value, fields, type, put }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    next.put(leftOf(next, pending));
  }
  return left;
}

/** Returns the rest of a value; what is taken from what it holds is still to be done. */
function leftOf({ value, fields, type }: Removal, pending: Removal[]): Json {
  const atom = atomOf(type);
  const kind = kindOf(atom, value);
  if (kind === "map" && atom.map !== undefined) return membersOf(value, fields, atom.map, pending);
  if (kind === "list" && atom.list !== undefined) return itemsOf(value, fields, atom.list, pending);
  return value;
}

function membersOf(value: Json, fields: FieldSet, map: MergeMap, pending: Removal[]): Json {
  if (!isObject(value) || map.atomic === true) return null;
  const kept: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const { isMember = false, below = noFields } = fields.get(`f:${name}`) ?? {};
    if (isMember) continue;
    setKey(kept, name, member);
    if (below.size === 0) continue;
    const put = (left: Json): void => {
      setKey(kept, name, left);
    };
    const type = fieldType(map, name) ?? "untyped";
    pending.push({ value: member, fields: below, type, put });
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

function itemsOf(value: Json, fields: FieldSet, list: MergeList, pending: Removal[]): Json {
  if (!Array.isArray(value) || !isAssociative(list)) return null;
  const kept: Json[] = [];
  for (const item of value) {
    const { isMember = false, below = noFields } = fields.get(elementOf(list, item).id) ?? {};
    if (isMember) continue;
    const index = kept.push(item) - 1;
    if (below.size === 0) continue;
    const put = (left: Json): void => {
      kept[index] = left;
    };
    pending.push({ value: item, fields: below, type: list.items, put });
  }
  return kept.length === 0 ? null : kept;
}
