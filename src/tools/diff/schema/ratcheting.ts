import type { Schema } from "../../../crd/ir/schema.js";
import type { Effect } from "../effect.js";
import type { SchemaContext, SchemaPair } from "./schema-pair.js";

/*
 * What becomes of a stored object that is not valid any more, when it is updated without a change:
 * the server forgives faults of values that are equal to their old ones (KEP-4008; see
 * docs/design/ratcheting.md).
 */

/** The effects of a value being refused at a place. */
export function effectsOfRefusal(context: SchemaContext, pair: SchemaPair): readonly Effect[] {
  return isForgiven(context, pair) ? ["writers"] : ["stored", "writers"];
}

/**
 * The effects where a value may have become one of another type to rules, too: a rule that cannot
 * be evaluated is not forgiven, and whether one reads the value is not asked.
 */
export function effectsOfOtherType(context: SchemaContext, pair: SchemaPair): readonly Effect[] {
  const refusal = effectsOfRefusal(context, pair);
  return pair.isRuled ? [...refusal, "unknown"] : refusal;
}

/** Whether an update that changes nothing passes with a fault at a place. */
export function isForgiven({ ratchets }: SchemaContext, pair: SchemaPair): boolean {
  if (!ratchets) return false;
  // The list around it is compared as a whole, whatever its items hold.
  if (pair.inAtomicList) return true;
  // No schema names all metadata, so that whole objects are never equal.
  if (pair.holder === "root" || pair.path === "apiVersion" || pair.path === "kind") return false;
  return !mayDifferFromItself(pair.now);
}

const known = new WeakMap<Schema, boolean>();

/**
 * Whether the server may take a value for changed that is not: what has fields that the schema does
 * not know is never equal (apiserver `cel/common/equality.go`).
 */
function mayDifferFromItself(schema: Schema): boolean {
  let answer = known.get(schema);
  if (answer === undefined) known.set(schema, (answer = findOut(schema)));
  return answer;
}

function findOut(schema: Schema): boolean {
  const { type, preserveUnknownFields, embeddedResource, fields, values, items } = schema;
  if (preserveUnknownFields && (type === "object" || type === "")) return true;
  if (values === true || values === false) return true;
  if (embeddedResource && ["apiVersion", "kind"].some((name) => !fields.has(name))) return true;
  if (typeof values === "object" && mayDifferFromItself(values)) return true;
  if ([...fields.values()].some(mayDifferFromItself)) return true;
  return schema.listType === "map" && items !== undefined && mayDifferFromItself(items);
}
