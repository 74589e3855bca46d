import type { Pruned } from "../prune.js";
import {
  isMembers,
  keepAll,
  prunedBelow,
  pruneItems,
  pruneUnspecified,
  removeMember,
} from "../prune.js";
import { typeMeta } from "./fill-defaults.js";
import type { ValueSchema } from "./value-schema.js";
import { memberSchema } from "./value-schema.js";

/*
 * Pruning by the schema as data, as generated `prune…` functions have it (apiextensions
 * `schema/pruning/algorithm.go`). Slower than those: for objects that are pruned on the side.
 */

/**
 * Removes, in place, every field of a resource that the schema does not specify, but leaves its
 * metadata as it is. Gives the paths, for `unknownFields`.
 */
export function pruneBySchema(schema: ValueSchema, object: unknown): Pruned {
  return pruneValue({ ...schema, embeddedResource: true }, object, schema.preserveUnknownFields);
}

/**
 * As `pruneBySchema`, for any value: only what the schema says stays. `preserves`: what is not
 * specified is kept. In a list that preserves, its items do as well.
 */
export function pruneValue(
  schema: ValueSchema,
  value: unknown,
  preserves: boolean | undefined = schema.preserveUnknownFields,
): Pruned {
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined)
      return pruneItems(value, preserves === true ? keepAll : pruneUnspecified);
    return pruneItems(value, (item) =>
      pruneValue(items, item, preserves === true ? true : undefined),
    );
  }
  return isMembers(value) ? pruneMembers(schema, value, preserves === true) : undefined;
}

function pruneMembers(
  schema: ValueSchema,
  object: Record<string, unknown>,
  preserves: boolean,
): Pruned {
  let pruned: Pruned;
  for (const key of Object.keys(object)) {
    if (schema.embeddedResource === true && typeMeta.includes(key)) continue;
    const member = memberSchema(schema, key);
    if (member !== undefined) {
      pruned = prunedBelow(pruned, key, pruneValue(member, object[key]));
    } else if (schema.values !== undefined) {
      pruned = prunedBelow(pruned, key, pruneUnspecified(object[key]));
    } else if (!preserves) {
      pruned = removeMember(object, key, pruned);
    }
  }
  return pruned;
}
