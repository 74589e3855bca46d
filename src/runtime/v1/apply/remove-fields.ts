import type { Json, JsonObject } from "../json/json.js";
import { isObject, setKey } from "../json/json.js";
import type { FieldSet } from "./field-set.js";
import { noFields } from "./field-set.js";
import { elementOf } from "./list-element.js";
import type { MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";

/**
 * A value without some of its fields; null where nothing remains of a list or an object
 * (structured-merge-diff `typed/remove.go`).
 */
export function removeFields(value: Json, fields: FieldSet, type: MergeType): Json {
  const atom = atomOf(type);
  const kind = kindOf(atom, value);
  if (kind === "map" && atom.map !== undefined) return removeMembers(value, fields, atom.map);
  if (kind === "list" && atom.list !== undefined) return removeItems(value, fields, atom.list);
  return value;
}

function removeMembers(value: Json, fields: FieldSet, map: MergeMap): Json {
  if (!isObject(value) || map.atomic === true) return null;
  const kept: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    const { isMember = false, below = noFields } = fields.get(`f:${name}`) ?? {};
    if (isMember) continue;
    const type = fieldType(map, name) ?? "untyped";
    setKey(kept, name, below.size === 0 ? member : removeFields(member, below, type));
  }
  return Object.keys(kept).length === 0 ? null : kept;
}

function removeItems(value: Json, fields: FieldSet, list: MergeList): Json {
  if (!Array.isArray(value) || !isAssociative(list)) return null;
  const kept: Json[] = [];
  for (const item of value) {
    const { isMember = false, below = noFields } = fields.get(elementOf(list, item).id) ?? {};
    if (isMember) continue;
    kept.push(below.size === 0 ? item : removeFields(item, below, list.items));
  }
  return kept.length === 0 ? null : kept;
}
