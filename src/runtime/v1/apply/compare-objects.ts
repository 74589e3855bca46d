import type { Json, JsonObject } from "../values/json/json.js";
import { isObject } from "../values/json/json.js";
import type { FieldPlace, FieldSet } from "./field-set.js";
import { FieldSetBuilder, recursiveDifference } from "./field-set.js";
import type { Kind, MergeAtom, MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";
import { groupItems, ownMember } from "./merge-values.js";
import { equalValues, fieldElement } from "./path-element.js";

/** The differences between an old and a new object. */
export interface Comparison {
  readonly removed: FieldSet;
  readonly modified: FieldSet;
  readonly added: FieldSet;
}

/** Compares two objects of a type (structured-merge-diff `typed/compare.go`). */
export function compareObjects(old: JsonObject, object: JsonObject, type: MergeType): Comparison {
  const walk = new ComparisonWalk();
  walk.compare({ left: old, right: object, type, place: undefined });
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

/** Two values of a type, and where they are; one of them may be absent. */
interface Pair {
  readonly left: Json | undefined;
  readonly right: Json | undefined;
  readonly type: MergeType;
  readonly place: FieldPlace | undefined;
}

class ComparisonWalk {
  readonly removed = new FieldSetBuilder();
  readonly modified = new FieldSetBuilder();
  readonly added = new FieldSetBuilder();

  readonly #pending: Pair[] = [];

  /** Compares two values with all that they hold. */
  compare(pair: Pair): void {
    this.#pending.push(pair);
    for (let next = this.#pending.pop(); next !== undefined; next = this.#pending.pop()) {
      this.#compareOne(next);
    }
  }

  #compareOne({ left, right, type, place }: Pair): void {
    const atom = atomOf(type);
    const kind = kindOf(atom, right === undefined ? left : right);
    const oldKind = left === undefined ? kind : kindOf(atom, left);
    // What changed its type is compared in both ways.
    if (oldKind !== kind) this.#compareAs(oldKind, atom, left, right, place);
    const isLeaf = this.#compareAs(kind, atom, left, right, place);
    if (isLeaf) return;
    if (left === undefined) this.added.add(place);
    else if (right === undefined) this.removed.add(place);
  }

  /** Compares two values, and tells whether they were compared as a whole. */
  #compareAs(
    kind: Kind,
    { map, list }: MergeAtom,
    left: Json | undefined,
    right: Json | undefined,
    place: FieldPlace | undefined,
  ): boolean {
    const isWhole =
      kind === "map" && map !== undefined
        ? this.#compareMaps(left, right, map, place)
        : kind === "scalar" || list === undefined || this.#compareLists(left, right, list, place);
    if (isWhole) this.#compareLeaves(left, right, place);
    return isWhole;
  }

  #compareLeaves(
    left: Json | undefined,
    right: Json | undefined,
    place: FieldPlace | undefined,
  ): void {
    if (left === undefined) this.added.add(place);
    else if (right === undefined) this.removed.add(place);
    else if (!equalValues(left, right)) this.modified.add(place);
  }

  /** Compares the members; whether the objects have to be compared as a whole instead. */
  #compareMaps(
    left: Json | undefined,
    right: Json | undefined,
    map: MergeMap,
    place: FieldPlace | undefined,
  ): boolean {
    const before = isObject(left) ? left : {};
    const after = isObject(right) ? right : {};
    const names = new Set([...Object.keys(before), ...Object.keys(after)]);
    if (map.atomic === true || names.size === 0) return true;
    for (const name of names) {
      const [old, member] = [ownMember(before, name), ownMember(after, name)];
      if (old === member) continue;
      const type = fieldType(map, name) ?? "untyped";
      const inner = { above: place, element: fieldElement(name) };
      this.#pending.push({ left: old, right: member, type, place: inner });
    }
    return false;
  }

  /** Compares the items; whether the lists have to be compared as a whole instead. */
  #compareLists(
    left: Json | undefined,
    right: Json | undefined,
    list: MergeList,
    place: FieldPlace | undefined,
  ): boolean {
    const before = Array.isArray(left) ? left : [];
    const after = Array.isArray(right) ? right : [];
    if (!isAssociative(list) || (before.length === 0 && after.length === 0)) return true;
    const known = groupItems(list, before);
    const wanted = groupItems(list, after);
    for (const [id, { element }] of new Map([...known, ...wanted])) {
      const inner = { above: place, element };
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
    place: FieldPlace | undefined,
  ): void {
    const [left] = old;
    const [right] = items;
    if (old.length < 2 && items.length < 2) {
      this.#pending.push({ left, right, type, place });
    } else if (old.length < 2) {
      if (left !== undefined) this.#pending.push({ left, right: undefined, type, place });
      this.added.add(place);
    } else if (items.length < 2) {
      if (right !== undefined) this.#pending.push({ left: undefined, right, type, place });
      this.removed.add(place);
    } else if (!equalValues([...old], [...items])) {
      this.modified.add(place);
    }
  }
}
