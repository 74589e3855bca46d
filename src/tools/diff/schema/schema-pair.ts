import type { Schema } from "../../../crd/ir/schema.js";
import type { Path } from "../../../crd/source/source-file.js";
import type { ValueNode } from "../../../crd/values/value-node.js";
import type { ChangeCode } from "../catalog.js";
import type { ChangeFacts, ChangeList, Compared, Effect } from "../change.js";
import type { Containment } from "../containment/containment.js";
import type { DeclaredRenames } from "./renames.js";

/** The schemas of one place of the objects, before and now. */
export interface SchemaPair {
  readonly old: ValueNode;
  readonly now: Schema;
  /** Of the place in the object: `spec.env[*].name`. */
  readonly path: string;
  /** Of the schemas in their documents. */
  readonly oldPath: Path;
  readonly newPath: Path;
  /** The holder of the value: the request, an object by name, a map, or a list. */
  readonly holder: "root" | "field" | "map" | "list";
  /** The value is, or is part of, an item of a list that is compared as a whole. */
  readonly inAtomicList: boolean;
  /**
   * It is, or is part of, apiVersion, kind or metadata of the object, or metadata of an embedded
   * one: whatever the schema says, these have Kubernetes' own types (`ObjectMeta`).
   */
  readonly isBuiltIn: boolean;
  /** Rules of the new schema, here or above, may read the value. */
  readonly isRuled: boolean;
}

/** The data that all comparisons of two versions share. */
export interface SchemaContext {
  readonly compared: Compared;
  readonly changes: ChangeList;
  readonly containment: Containment;
  /** The schema of what may be anything. */
  readonly anything: Schema;
  readonly renames: DeclaredRenames;
  /** Since 1.30 an update may keep a fault of the stored object. */
  readonly ratchets: boolean;
}

/** Reports a change of a keyword of a place; without a keyword, of the place as a whole. */
export function reportAt(
  context: SchemaContext,
  pair: SchemaPair,
  code: ChangeCode,
  keyword: Path,
  facts: ChangeFacts,
): void {
  const { path } = pair;
  const paths = {
    path,
    oldPath: [...pair.oldPath, ...keyword],
    newPath: [...pair.newPath, ...keyword],
  };
  context.changes.report(code, context.compared, paths, pair.isBuiltIn ? unread(facts) : facts);
}

/** Those who read meet values of Kubernetes' own types alone, before and now. */
function unread(facts: ChangeFacts): ChangeFacts {
  if (!facts.effects.includes("readers")) return facts;
  const effects = facts.effects.filter((effect) => effect !== "readers");
  if (effects.some((effect) => effect !== "safe")) return { ...facts, effects };
  const reason = "every object has it by Kubernetes' own types, whatever the schema says";
  return { ...facts, effects: ["safe"], reason };
}

/** Compares one place; for those who find pairs below. */
export type VisitPair = (pair: SchemaPair) => void;

/** The path of a field: `spec.replicas`; a name that is no identifier stands in brackets. */
export function fieldPath(path: string, name: string): string {
  if (!/^[\w$-]+$/.test(name)) return `${path}[${JSON.stringify(name)}]`;
  return path === "" ? name : `${path}.${name}`;
}

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

/** Tells whether an update that changes nothing passes in spite of a fault at a place. */
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
 * Tells whether the server may take an unchanged value for changed: what has fields that the schema
 * does not know is never equal (apiserver `cel/common/equality.go`).
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
