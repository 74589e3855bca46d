import type { Value } from "../runtime/v1/cel/value.js";
import type { CelError } from "../runtime/v1/cel/error.js";
import { callCost } from "./call-cost.js";
import type { Result } from "./functions.js";

/** The variables of an evaluation; `undefined` = there is no such variable. */
export type Activation = (name: string) => Value | CelError | undefined;

/** Thrown when the cost passes the limit; `evaluate` catches it. */
export class CostLimitExceeded extends Error {}

interface StackEntry {
  readonly id: number;
  readonly value: Result;
}

/**
 * The cost so far, as cel-go's tracker counts it: every step tells its value when it is done, calls look for the values
 * of their operands on a stack. An operand that was not evaluated is not there, and then the call costs nothing.
 */
export class CostTracker {
  cost = 0;
  readonly #limit: number;
  readonly #stack: StackEntry[] = [];
  /** How many entries an id has, so that looking for one that is not there takes no time. */
  readonly #counts = new Map<number, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(cost: number): void {
    this.cost += cost;
  }

  push(id: number, value: Result): void {
    this.#stack.push({ id, value });
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    if (this.cost > this.#limit) throw new CostLimitExceeded();
  }

  /** Takes what lies above the topmost entry of an id, and that entry. */
  drop(id: number): void {
    const index = this.#lastIndex(id);
    if (index >= 0) this.#cut(index);
  }

  call(name: string, overload: string, operands: readonly number[], result: Result): void {
    const values = this.dropAll(operands);
    if (values !== undefined) this.cost += callCost(name, overload, values, result);
  }

  /** The values of operands, the last one on top; `undefined` when one is missing. */
  dropAll(operands: readonly number[]): readonly Result[] | undefined {
    const values: Result[] = [];
    for (const id of [...operands].reverse()) {
      const index = this.#lastIndex(id);
      const entry = this.#stack[index];
      if (entry === undefined) return undefined;
      values.unshift(entry.value);
      this.#cut(index);
    }
    return values;
  }

  #cut(length: number): void {
    while (this.#stack.length > length) {
      const entry = this.#stack.pop();
      if (entry !== undefined) {
        this.#counts.set(entry.id, (this.#counts.get(entry.id) ?? 0) - 1);
      }
    }
  }

  #lastIndex(id: number): number {
    if ((this.#counts.get(id) ?? 0) === 0) return -1;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      if (this.#stack[index]?.id === id) return index;
    }
    return -1;
  }
}

/** Where a step is evaluated: the variables in scope, and the cost. */
export interface Frame {
  readonly resolve: Activation;
  readonly costs: CostTracker;
}
