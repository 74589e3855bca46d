import type { Json, JsonObject } from "../json/json.js";
import { isObject } from "../json/json.js";
import type { FieldPath, FieldSet } from "./field-set.js";
import { FieldSetBuilder } from "./field-set.js";
import { elementOf } from "./list-element.js";
import type { MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, namesField, isAssociative, kindOf } from "./merge-schema.js";
import type { PathElement } from "./path-element.js";
import { fieldElement } from "./path-element.js";

/**
 * The fields that an object has, as far as they can have owners (structured-merge-diff
 * `typed/tofieldset.go`).
 */
export function fieldsOf(object: JsonObject, type: MergeType): FieldSet {
  const builder = new FieldSetBuilder();
  addFields(object, type, [], builder);
  return builder.set;
}

function addFields(value: Json, type: MergeType, path: FieldPath, into: FieldSetBuilder): void {
  const atom = atomOf(type);
  const kind = kindOf(atom, value);
  if (kind === "map" && atom.map !== undefined) addMembers(value, atom.map, path, into);
  else if (kind === "list" && atom.list !== undefined) addItems(value, atom.list, path, into);
  else into.add(path);
}

function addMembers(value: Json, map: MergeMap, path: FieldPath, into: FieldSetBuilder): void {
  if (map.atomic === true) into.add(path);
  else if (isObject(value)) {
    for (const [name, member] of Object.entries(value)) {
      const inner = [...path, fieldElement(name)];
      addFields(member, fieldType(map, name) ?? "untyped", inner, into);
      if (!namesField(map, name) || isEmptyObject(member)) into.add(inner);
    }
  }
}

function isEmptyObject(value: Json): boolean {
  return value === null || (isObject(value) && Object.keys(value).length === 0);
}

function addItems(value: Json, list: MergeList, path: FieldPath, into: FieldSetBuilder): void {
  if (!isAssociative(list)) into.add(path);
  else if (Array.isArray(value)) {
    for (const { element, items } of groupItems(list, value).values()) {
      const inner = [...path, element];
      into.add(inner);
      const [item, duplicate] = items;
      // Of duplicates nobody owns parts.
      if (item !== undefined && duplicate === undefined) addFields(item, list.items, inner, into);
    }
  }
}

/** The items of a list that have one name. */
export interface ItemGroup {
  readonly element: PathElement;
  /** More than one where the list has duplicates. */
  readonly items: Json[];
}

/** The items of a set or of a map by the ids of their elements, in the order of the list. */
export function groupItems(list: MergeList, items: readonly Json[]): Map<string, ItemGroup> {
  const groups = new Map<string, ItemGroup>();
  for (const item of items) {
    const element = elementOf(list, item);
    const group = groups.get(element.id);
    if (group === undefined) groups.set(element.id, { element, items: [item] });
    else group.items.push(item);
  }
  return groups;
}
