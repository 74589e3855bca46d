import type { CelError } from "../cel/values/error.js";
import type { Value } from "../cel/values/value.js";
import type { Json } from "../json/json.js";

/*
 * The two limits of what rules may cost at run time (apiserver `apis/cel/config.go`).
 */

/** What all rules of one object may cost (RuntimeCELCostBudget). */
export const objectCostBudget = 10_000_000;

/** What one rule may cost (PerCallLimit). */
export const callCostLimit = 1_000_000;

/** What the server says where one of them is reached. */
export const outOfBudget =
  "failed due to running out of cost budget, no further validation rules will be run";
/**
 * The error of an evaluation that costs more than `callCostLimit` (cel-go
 * `interpreter/runtimecost.go`).
 */
export const callLimitExceeded = "operation cancelled: actual cost limit exceeded";
/** How the server tells of it; which expression it was follows. */
export const costExceedsLimit =
  "no further validation rules will be run due to call cost exceeds limit for";

/** An expression that can reach a limit of cost, of one evaluation or of all rules of an object. */
export interface LimitedExpression {
  /** What it costs at most over values of each of the `extents`. */
  readonly costs: readonly number[];
  /** Of a message: its source as Go quotes it. */
  readonly source?: string;
  /** Evaluates it and counts, where values are so large that it could. */
  readonly count: CountedExpression;
  /** See `runLimited`. */
  readonly run: LimitedRun;
}

/** How an expression is evaluated that can reach a limit of cost. */
export type LimitedRun = (
  meter: CostMeter,
  limited: LimitedExpression,
  evaluate: () => Value | CelError,
  values: readonly [self: Json, oldSelf: Json | undefined],
  counts: boolean,
) => Value | CelError;

/** Gives the value, or an error where `spent` passes `limit`. */
export type CountedExpression = (
  self: Json,
  oldSelf: Json | undefined,
  costs: Costs,
) => Value | CelError;

/** The cost of one evaluation, which stops with an error when `spent` passes `limit`. */
export interface Costs {
  spent: number;
  readonly limit: number;
}

/** What is left of the budget of an object. Without counting, what is left at least. */
export class CostMeter {
  remaining: number;
  /** Seen without counting: a limit is so near that counting must tell. */
  mayReachLimit = false;
  readonly callLimit: number;
  /** Whether costs are counted, whatever the extents of values are. */
  readonly counts: boolean;
  /** Of the values that rules now look at. */
  extent: number | undefined;

  constructor(budget: number, callLimit: number, counts: boolean) {
    this.remaining = budget;
    this.callLimit = callLimit;
    this.counts = counts;
  }

  /** No further rule runs, on no node. */
  get isOver(): boolean {
    return this.remaining < 0;
  }

  /** No rule may begin at a node. */
  get isEmpty(): boolean {
    return this.remaining <= 0;
  }

  /** Rules of another value begin. */
  enter(): void {
    this.extent = undefined;
  }

  /** No further rule runs: the budget counts as exceeded, whatever is left of it. */
  end(): void {
    this.remaining = -1;
  }

  /**
   * The value of an expression; afterwards `isOver` tells whether the budget held out. `counts`:
   * over these values only counting evaluates it to the letter.
   */
  run(
    evaluate: () => Value | CelError,
    limited: LimitedExpression | undefined,
    self: Json,
    oldSelf: Json | undefined,
    counts: boolean,
  ): Value | CelError {
    return limited === undefined
      ? evaluate()
      : limited.run(this, limited, evaluate, [self, oldSelf], counts);
  }
}
