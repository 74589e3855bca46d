import type { Json, JsonObject } from "../values/json/json.js";
import { isObject, setKey } from "../values/json/json.js";
import type { FieldSet } from "./field-set.js";
import { noFields } from "./field-set.js";
import { elementOf } from "./list-element.js";
import type { MergeList, MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative, kindOf } from "./merge-schema.js";

/** What is left of a value: where it goes, and what is taken from it. */
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
export function removeFields(value: Json, fields: FieldSet, type: MergeType): Json {
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

/** What is left of a value; what is taken from what it holds is still to be done. */
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
