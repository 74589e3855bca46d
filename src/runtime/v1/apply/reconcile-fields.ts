import type { FieldNode, FieldSet } from "./field-set.js";
import { mapNodes, noFields } from "./field-set.js";
import type { MergeMap, MergeType } from "./merge-schema.js";
import { atomOf, fieldType, isAssociative } from "./merge-schema.js";

/**
 * A set of fields after changes of the schema: what owned parts of a list or an object that has one
 * owner as a whole by now owns all of it (structured-merge-diff `typed/reconcile_schema.go`).
 */
export function reconcileFields(fields: FieldSet, type: MergeType): FieldSet {
  const { map, list } = atomOf(type);
  if (map !== undefined) {
    if (map.atomic === true || isDeduced(map)) return fields;
    return mapNodes(fields, (node) => reconcileNode(node, memberType(map, node)));
  }
  if (list === undefined) return fields;
  return mapNodes(fields, (node) => reconcileNode(node, list.items));
}

function memberType(map: MergeMap, { element: { field } }: FieldNode): MergeType | undefined {
  return field === undefined ? map.values : fieldType(map, field);
}

function reconcileNode(node: FieldNode, type: MergeType | undefined): FieldNode {
  if (type === undefined || node.below.size === 0) return node;
  const { map, list } = atomOf(type);
  const isWhole =
    map === undefined
      ? list !== undefined && !isAssociative(list)
      : map.atomic === true && !isDeduced(map);
  if (isWhole) return { ...node, isMember: true, below: noFields };
  return { ...node, below: reconcileFields(node.below, type) };
}

/** Of what may be anything nothing is known. */
function isDeduced({ fields, values }: MergeMap): boolean {
  if (fields !== undefined || values === undefined || values === "untyped") return false;
  return atomOf(values).scalar === "scalar";
}
