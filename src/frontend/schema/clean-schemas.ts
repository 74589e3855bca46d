import type { Schema } from "../../ir/schema.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { JsonObject } from "../../runtime/v1/json.js";

/**
 * Schemas that were found to be without fault before. In real CRDs nineteen of twenty nodes equal an earlier one, so a
 * walk that asks here first looks at few nodes.
 *
 * Equality is that of the hash-consed `Schema`, which knows no keyword that only faulty or unusual CRDs have; nodes with
 * such a keyword at or below them are odd, and are always looked at.
 */
export class CleanSchemas {
  readonly #odd: WeakSet<object>;
  readonly #sets: Map<string, Set<Schema>>;

  constructor(table: SchemaTable, odd: WeakSet<object>) {
    this.#odd = odd;
    let sets = cleanSets.get(table);
    if (sets === undefined) cleanSets.set(table, (sets = new Map<string, Set<Schema>>()));
    this.#sets = sets;
  }

  /** Whether a node, or one below it, has a keyword that its `Schema` does not show. */
  isOdd(node: JsonObject): boolean {
    return this.#odd.has(node);
  }

  /** Whether a node equal to this one is known to pass what `aspect` names. No schema: never. */
  isClean(node: JsonObject, schema: Schema | undefined, aspect: string): boolean {
    return schema !== undefined && this.#setOf(aspect).has(schema) && !this.#odd.has(node);
  }

  /** Remember that a node passed. */
  note(node: JsonObject, schema: Schema | undefined, aspect: string): void {
    if (schema !== undefined && !this.#odd.has(node)) this.#setOf(aspect).add(schema);
  }

  #setOf(aspect: string): Set<Schema> {
    let set = this.#sets.get(aspect);
    if (set === undefined) this.#sets.set(aspect, (set = new Set()));
    return set;
  }
}

const cleanSets = new WeakMap<SchemaTable, Map<string, Set<Schema>>>();

/** The schema of additionalProperties, where there is one. */
export function valuesSchema(schema: Schema | undefined): Schema | undefined {
  return typeof schema?.values === "object" ? schema.values : undefined;
}
