import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import type { FieldPath, FieldSet } from "./field-set.js";
import { FieldSetBuilder, recursiveDifference } from "./field-set.js";
import { groupItems } from "./fields-of.js";
import type { Kind, MergeAtom, MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";
import { ownMember } from "./merge-values.js";
import { equalValues, fieldElement } from "./path-element.js";

/** What parts a new object from an old one. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/** Compares two objects of a type (structured-merge-diff `typed/compare.go`). */
export function compareObjects(old: JsonObject, object: JsonObject, type: MergeType): Comparison {
  const walk = new ComparisonWalk();
  walk.compare(old, object, type, []);
  const { removed, modified, added } = walk;
  return { removed: removed.set, modified: modified.set, added: added.set };
}

/** A comparison without some fields and what is below them. */
export function withoutFields(comparison: Comparison, fields: FieldSet): Comparison {
  const { removed, modified, added } = comparison;
  return {
    removed: recursiveDifference(removed, fields),
    modified: recursiveDifference(modified, fields),
    added: recursiveDifference(added, fields),
  };
}

class ComparisonWalk {
  readonly removed = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly added = new FieldSetBuilder();

  /** Of the two, one may be absent. */
  compare(left: Json | undefined, right: Json | undefined, type: MergeType, path: FieldPath): void {
    const atom = atomOf(type);
    const kind = kindOf(atom, right === undefined ? left : right);
    const oldKind = left === undefined ? kind : kindOf(atom, left);
    // What changed its type is compared in both ways.
    if (oldKind !== kind) this.#compareAs(oldKind, atom, left, right, path);
    const isLeaf = this.#compareAs(kind, atom, left, right, path);
    if (isLeaf) return;
    if (left === undefined) this.added.add(path);
    else if (right === undefined) this.removed.add(path);
  }

  /** Whether the values were compared as a whole. */
  #compareAs(
    kind: Kind,
    { map, list }: MergeAtom,
    left: Json | undefined,
    right: Json | undefined,
    path: FieldPath,
  ): boolean {
    const isWhole =
      kind === "map" && map !== undefined
        ? this.#compareMaps(left, right, map, path)
        : kind === "scalar" || list === undefined || this.#compareLists(left, right, list, path);
    if (isWhole) this.#compareLeaves(left, right, path);
    return isWhole;
  }

  #compareLeaves(left: Json | undefined, right: Json | undefined, path: FieldPath): void {
    if (left === undefined) this.added.add(path);
    else if (right === undefined) this.removed.add(path);
    else if (!equalValues(left, right)) this.modified.add(path);
  }

  /** Compares the members; whether the objects have to be compared as a whole instead. */
  #compareMaps(
    left: Json | undefined,
    right: Json | undefined,
    map: MergeMap,
    path: FieldPath,
  ): boolean {
    const before = isObject(left) ? left : {};
    const after = isObject(right) ? right : {};
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    if (map.atomic === true || names.size === 0) return true;
    for (const name of names) {
      const [old, member] = [ownMember(before, name), ownMember(after, name)];
      if (old === member) continue;
      const type = fieldType(map, name) ?? "untyped";
      this.compare(old, member, type, [...path, fieldElement(name)]);
    }
    return false;
  }

  /** Compares the items; whether the lists have to be compared as a whole instead. */
  #compareLists(
    left: Json | undefined,
    right: Json | undefined,
    list: MergeList,
    path: FieldPath,
  ): boolean {
    const before = Array.isArray(left) ? left : [];
    const after = Array.isArray(right) ? right : [];
    if (!isAssociative(list) || (before.length === 0 && after.length === 0)) return true;
    const known = groupItems(list, before);
    const wanted = groupItems(list, after);
    for (const [id, { element }] of new Map([...known, ...wanted])) {
      const inner = [...path, element];
      const old = known.get(id)?.items ?? [];
      const items = wanted.get(id)?.items ?? [];
      this.#compareItems(old, items, list.items, inner);
    }
    return false;
  }

  /** The items of one name: duplicates have one owner. */
  #compareItems(
    old: readonly Json[],
    items: readonly Json[],
    type: MergeType,
    path: FieldPath,
  ): void {
    const [left] = old;
    const [right] = items;
    if (old.length < 2 && items.length < 2) {
      this.compare(left, right, type, path);
    } else if (old.length < 2) {
      if (left !== undefined) this.compare(left, undefined, type, path);
      this.added.add(path);
    } else if (items.length < 2) {
      if (right !== undefined) this.compare(undefined, right, type, path);
      this.removed.add(path);
    } else if (!equalValues([...old], [...items])) {
      this.modified.add(path);
    }
  }
}
