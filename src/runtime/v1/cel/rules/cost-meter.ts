import type { Json } from "../../values/json/json.js";
import type { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";

/*
 * The two limits of what rules may cost at run time (apiserver `apis/cel/config.go`).
 */

/** The most that all rules of one object may cost (RuntimeCELCostBudget). */
export const objectCostBudget = 10_000_000;

/** The most that one rule may cost (PerCallLimit). */
export const callCostLimit = 1_000_000;

/** The server's message where one of these limits is reached. */
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

/** The facts about an expression that can reach a limit of cost. */
export interface LimitedExpression {
  /** Its highest cost over values of each of the `extents`. */
  readonly costs: readonly number[];
  /** Of a message: its source as Go quotes it. */
  readonly source?: string;
  /** See `runLimited`. */
  readonly run: LimitedRun;
}

/** An expression and the values that it is about. */
export interface Evaluated {
  readonly self: Json;
  readonly oldSelf: Json | undefined;
  /** Its value without counting. */
  evaluate(): Value | CelError;
  readonly count: CountedExpression;
}

/** How an expression is evaluated that can reach a limit of cost. */
export type LimitedRun = (
  meter: CostMeter,
  limited: LimitedExpression,
  evaluated: Evaluated,
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

/** The rest of the budget of an object. Without counting, what is left at least. */
export class CostMeter {
  remaining: number;
  /** Seen without counting: a limit is so near that counting must tell. */
  mayReachLimit = false;
  readonly callLimit: number;
  /** True if costs are counted, whatever the extents of values are. */
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
}
