import type { CallCost } from "./call-cost.js";
import type { Outcome } from "./function-table.js";

/** The variables of an evaluation; `undefined` = there is no such variable. */
export type Activation = (name: string) => Outcome | undefined;

/** Thrown when the cost passes the limit; `runCounted` catches it. */
export class CostLimitExceeded extends Error {}

interface StackEntry {
  readonly id: object;
  readonly value: Outcome;
}

/**
 * The cost so far, as cel-go's tracker counts it (`interpreter/runtimecost.go`): every step tells
 * its value when it is done, calls look for the values of their operands on a stack. An operand
 * that was not evaluated is not there, and then the call costs nothing.
 */
export class CostTracker {
  cost = 0;
  readonly #limit: number;
  readonly #stack: StackEntry[] = [];
  /** How many entries a step has, so that looking for one that is not there takes no time. */
  readonly #counts = new Map<object, number>();

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** Spends, without looking at the limit: `push` does. */
  add(cost: number): void {
    this.cost += cost;
  }

  /** Notes the value of a step that is done; throws `CostLimitExceeded`. */
  push(id: object, value: Outcome): void {
    this.#stack.push({ id, value });
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
    if (this.cost > this.#limit) throw new CostLimitExceeded();
  }

  /** Takes what lies above the topmost entry of a step, and that entry. */
  drop(id: object): void {
    const index = this.#lastIndex(id);
    if (index >= 0) this.#cut(index);
  }

  /**
   * Takes the operands' values off the stack and spends what the call costs, by default 1; nothing
   * where one of them is missing.
   */
  call(cost: CallCost | undefined, operands: readonly object[], result: Outcome): void {
    const values = this.dropAll(operands);
    if (values !== undefined) this.cost += cost === undefined ? 1 : cost(values, result);
  }

  /** The values of operands, the last one on top; `undefined` when one is missing. */
  dropAll(operands: readonly object[]): readonly Outcome[] | undefined {
    const values: Outcome[] = [];
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

  #lastIndex(id: object): number {
    if ((this.#counts.get(id) ?? 0) === 0) return -1;
    for (let index = this.#stack.length - 1; index >= 0; index--) {
      if (this.#stack[index]?.id === id) return index;
    }
    return -1;
  }
}

/** Where a step is evaluated: the variables in scope, and the cost. */
export interface Frame {
  /** By a name; with a leading dot past the variables of loops. */
  readonly resolve: Activation;
  readonly costs: CostTracker;
}

/**
 * One node of a planned expression. Its value is told to the cost tracker when it is done, as
 * cel-go's observers do (`interpreter/interpretable.go`, `runtimecost.go`).
 */
export interface Step {
  /** The key under which the tracker knows its value. */
  readonly id: object;
  /** The step's value, after its cost was spent and the value told to the tracker. */
  evaluate(frame: Frame): Outcome;
}
