import type { FieldNode, FieldSet } from "./field-set.js";
import { mapFields, noFields } from "./field-set.js";
import type { MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative } from "./merge-schema.js";

/**
 * A set of fields after changes of the schema: what owned parts of a list or an object that has one
 * owner as a whole by now owns all of it (structured-merge-diff `typed/reconcile_schema.go`).
 */
export function reconcileFields(fields: FieldSet, type: MergeType): FieldSet {
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
