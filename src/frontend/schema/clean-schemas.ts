import type { Schema } from "../../ir/schema.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { JsonObject } from "../../runtime/v1/json.js";
import type { KubernetesMinor } from "../../versions/kubernetes-version.js";

/**
 * Schemas that were found to be without fault before. In real CRDs nineteen of twenty nodes equal an earlier one, so a
 * walk that asks here first looks at few nodes.
 *
 * Equality is that of the hash-consed `Schema`, which knows no keyword that only faulty or unusual CRDs have; nodes with
 * such a keyword at or below them are odd, and are always looked at.
 */
export class CleanSchemas {
  readonly #odd: WeakSet<object>;
  /** Aspects that a schema passes, by its id. */
  readonly #passed: number[];

  constructor(table: SchemaTable, odd: WeakSet<object>) {
    this.#odd = odd;
    let passed = passedAspects.get(table);
    if (passed === undefined) passedAspects.set(table, (passed = []));
    this.#passed = passed;
  }

  /** Whether a node, or one below it, has a keyword that its `Schema` does not show. */
  isOdd(node: JsonObject): boolean {
    return this.#odd.has(node);
  }

  /** Whether a node equal to this one is known to pass what `aspect` names. No schema: never. */
  isClean(node: JsonObject, schema: Schema | undefined, aspect: number): boolean {
    if (schema === undefined || ((this.#passed[schema.id] ?? 0) & aspect) === 0) return false;
    return !this.#odd.has(node);
  }

  /** Remember that a node passed. */
  note(node: JsonObject, schema: Schema | undefined, aspect: number): void {
    if (schema === undefined || this.#odd.has(node)) return;
    this.#passed[schema.id] = (this.#passed[schema.id] ?? 0) | aspect;
  }
}

const passedAspects = new WeakMap<SchemaTable, number[]>();

/** What a node can be known to pass; each a bit of its own. */
export const aspects = { structural: 1, keywords: 2, portability: 4 } as const;

/** The aspect of the warnings of one server. */
export function warningsAspect(minor: KubernetesMinor): number {
  return 1 << (minor - 20);
}

/** The aspect of defaults, for one server. */
export function defaultsAspect(minor: KubernetesMinor): number {
  return 1 << (minor - 10);
}

/** The schema of additionalProperties, where there is one. */
export function valuesSchema(schema: Schema | undefined): Schema | undefined {
  return typeof schema?.values === "object" ? schema.values : undefined;
}
