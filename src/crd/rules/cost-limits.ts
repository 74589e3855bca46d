import type { CheckedExpression } from "../../cel/check/checked.js";
import { costModel } from "../../cel/cost-model.js";
import { estimateCost } from "../../cel/cost.js";
import { callCostLimit, objectCostBudget } from "../../runtime/v1/cel/rules/rule-node.js";
import { extents } from "../../runtime/v1/validation/extent.js";
import { newestMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Schema } from "../ir/schema.js";
import type { CompiledExpression, CompiledRule } from "./compile-rules.js";
import { isCompileFault, maximumCardinality } from "./compile-rules.js";
import type { RuledNode, StoredRules } from "./ruled-nodes.js";
import { ValueSizes, requestCap } from "./value-sizes.js";

/** The cost that rules may have at run time: one evaluation, and all of an object. */
export interface CostLimits {
  readonly call: number;
  readonly object: number;
}

/** The limits of a server (`apis/cel/config.go`). */
export const serverCostLimits: CostLimits = { call: callCostLimit, object: objectCostBudget };

/**
 * Which expressions of a schema can reach a limit at run time, so that their cost has to be
 * counted. The worst case is estimated over the largest values of the schema, and how often it can
 * occur over the largest object.
 */
export class CostBounds {
  readonly #rules: StoredRules;
  readonly #limits: CostLimits;
  readonly #largest = new ValueSizes(requestCap);
  readonly #small = extents.map((extent) => new ValueSizes(extent));
  readonly #worstCases = new Map<CompiledExpression, number>();
  #countsAll = false;

  constructor(rules: StoredRules, limits: CostLimits = serverCostLimits) {
    this.#rules = rules;
    this.#limits = limits;
  }

  /** Begins with the root of a whole object, whose nodes follow. */
  begin(root: RuledNode): void {
    this.#countsAll = this.#total(root, 1) > this.#limits.object;
  }

  /** Tells whether the cost of an expression of a node has to be counted. */
  isLimited(expression: CompiledExpression, schema: Schema, isResource: boolean): boolean {
    return this.#countsAll || this.#worst(expression, schema, isResource) > this.#limits.call;
  }

  /** Returns the highest costs of an expression over values of each of the runtime's `extents`. */
  costs({ checked }: CompiledExpression, schema: Schema, isResource: boolean): readonly number[] {
    return this.#small.map((sizes) => this.#estimate(checked, sizes, schema, isResource));
  }

  #worst(expression: CompiledExpression, schema: Schema, isResource: boolean): number {
    const known = this.#worstCases.get(expression);
    if (known !== undefined) return known;
    const worst = this.#estimate(expression.checked, this.#largest, schema, isResource);
    this.#worstCases.set(expression, worst);
    return worst;
  }

  #estimate(
    checked: CheckedExpression,
    sizes: ValueSizes,
    schema: Schema,
    isResource: boolean,
  ): number {
    const model = costModel(newestMinor, sizes.of(schema, isResource));
    const { presenceTest } = costModel(this.#rules.kubernetes, undefined);
    const cost = Number(estimateCost(checked, { ...model, presenceTest, knowsTexts: true }).max);
    return countsBytes(checked) ? 4 * cost : cost;
  }

  /** Below `cardinality` occurrences of a node; `undefined`: any number. */
  #total(node: RuledNode, cardinality: number | undefined): number {
    const { fields, items, values } = node;
    const { maxItems, maxProperties } = node.schema.validation;
    let total = this.#ownTotal(node, cardinality);
    for (const field of fields.values()) total += this.#total(field, cardinality);
    if (items !== undefined) total += this.#total(items, times(cardinality, maxItems));
    if (values !== undefined) total += this.#total(values, times(cardinality, maxProperties));
    return total;
  }

  #ownTotal({ schema, isResource, declared }: RuledNode, cardinality: number | undefined): number {
    if (declared === undefined || schema.rules.length === 0) return 0;
    const runs = Math.min(cardinality ?? Infinity, maximumCardinality(declared));
    let total = 0;
    for (const rule of this.#rules.compile(schema, declared)) {
      for (const expression of runnable(rule)) {
        const worst = this.#worst(expression, schema, isResource);
        total += runs * Math.min(worst, this.#limits.call);
      }
    }
    return total;
  }
}

function runnable({ expression, message }: CompiledRule): readonly CompiledExpression[] {
  if (expression === undefined || isCompileFault(expression)) return [];
  return message === undefined || isCompileFault(message) ? [expression] : [expression, message];
}

function times(cardinality: number | undefined, most: number | undefined): number | undefined {
  return cardinality === undefined || most === undefined
    ? undefined
    : cardinality * Math.max(most, 0);
}

/** Functions of lists whose cost is by bytes, of which a character has up to four. */
const byteFunctions: ReadonlySet<string> = new Set([
  "isSorted", "sum", "min", "max", "indexOf", "lastIndexOf", "includes",
]); // prettier-ignore

function countsBytes({ references }: CheckedExpression): boolean {
  for (const reference of references.values()) {
    if (reference.kind === "function" && byteFunctions.has(reference.name)) return true;
  }
  return false;
}
