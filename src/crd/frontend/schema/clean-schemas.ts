import type { JsonObject } from "../../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../../runtime/versions/kubernetes-version.js";
import type { SchemaTable } from "../../ir/schema-table.js";
import type { Schema } from "../../ir/schema.js";

/**
 * Schemas that were found to be without fault before. In real CRDs nineteen of twenty nodes equal
 * an earlier one, so a walk that asks here first looks at few nodes.
 *
 * Equality is that of the hash-consed `Schema`, which knows no keyword that only faulty or unusual
 * CRDs have; nodes with such a keyword at or below them are odd, and are always looked at.
 */
export class CleanSchemas {
  readonly #odd: WeakSet<object>;
  /** Per aspect, whether a schema passes it, by its id. */
  readonly #passed: Map<Aspect, true[]>;

  constructor(table: SchemaTable, odd: WeakSet<object>) {
    this.#odd = odd;
    let passed = passedAspects.get(table);
    if (passed === undefined) passedAspects.set(table, (passed = new Map<Aspect, true[]>()));
    this.#passed = passed;
  }

  /** Whether a node, or one below it, has a keyword that its `Schema` does not show. */
  isOdd(node: JsonObject): boolean {
    return this.#odd.has(node);
  }

  /** Whether a node equal to this one is known to pass what `aspect` names. No schema: never. */
  isClean(node: JsonObject, schema: Schema | undefined, aspect: Aspect): boolean {
    if (schema === undefined || this.#passed.get(aspect)?.[schema.id] === undefined) return false;
    return !this.#odd.has(node);
  }

  /** Remember that a node passed. */
  note(node: JsonObject, schema: Schema | undefined, aspect: Aspect): void {
    if (schema === undefined || this.#odd.has(node)) return;
    let passed = this.#passed.get(aspect);
    if (passed === undefined) this.#passed.set(aspect, (passed = []));
    passed[schema.id] = true;
  }
}

const passedAspects = new WeakMap<SchemaTable, Map<Aspect, true[]>>();

/** What a node can be known to pass; of warnings and defaults, for one server. */
export type Aspect =
  "structural" | "keywords" | "portability" | `${"warnings" | "defaults"} ${KubernetesMinor}`;
