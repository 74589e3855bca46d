import type { FieldErrorReason } from "../../values/field-error.js";
import type { Json } from "../../values/json/json.js";
import { CelError, CelPanic } from "../values/error.js";
import type { Value } from "../values/value.js";

/** One entry of `x-kubernetes-validations`, compiled. */
export interface NodeRule {
  /** Its source. */
  readonly rule: string;
  /** As declared; absent = none. */
  readonly message?: string;
  /** Of a failure; FieldValueInvalid where the rule names none. */
  readonly reason?: FieldErrorReason;
  /** Its cost at worst, for one evaluation, as the server estimates it. */
  readonly cost: number;
  /**
   * Tells whether a value obeys the rule, in plain code: it throws `undecided` where only `count`
   * can tell. Absent: `count` always tells.
   */
  readonly quick?: QuickRule;
  /**
   * Evaluates it step by step as the server does, whatever the data is, with its cost. Absent: it
   * has a fault, or is blank and holds.
   */
  readonly count?: CountedExpression;
  /** Where the rule can reach a limit of cost: how that is seen. */
  readonly limited?: LimitedExpression;
  /** The message of a failure; anything but a good text falls back to `message`. */
  readonly countMessage?: CountedExpression;
  /** The same for the cost of the message. */
  readonly limitedMessage?: LimitedExpression;
  /** Source of the message expression, for the errors about its cost. */
  readonly messageExpression?: string;
  /** Makes a message of what `countMessage` gives; linked by the rules that have one. */
  readonly messageText?: RuleMessage;
  /** Where a failure is told, from the node on: `a.b`. */
  readonly fieldPath?: string;
  /** A transition rule; `optional`: one that also runs without an old value. */
  readonly transition?: "required" | "optional";
  /** Why it cannot run: it does not compile. */
  readonly fault?: string;
}

/** `oldSelf` is for transition rules: the old value, undefined where there is none. */
type QuickRule = (self: Json, oldSelf?: Json) => boolean;

/**
 * Returns the message of a rule for a value that fails it: a good message, or none, or the error
 * that stops everything.
 */
export type RuleMessage = (
  rule: NodeRule,
  value: Json,
  old: Json | undefined,
  meter: CostMeter,
) => string | CelError | undefined;

/** A rule and where it stands; its functions take any data. */
export interface CelRule extends NodeRule {
  /** As declared; `""` = none. */
  readonly message: string;
  readonly reason: FieldErrorReason;
  /** Of its node: `spec.env[*]`; `""` is the root. */
  readonly path: string;
  /**
   * Tells whether a value of its node obeys the rule, or returns the error that the server meets;
   * `oldSelf` is for transition rules.
   */
  evaluate(self: Json, oldSelf?: Json): boolean | CelError;
  /** The value of the message expression; absent where the rule has none. */
  describe?(self: Json, oldSelf?: Json): Value | CelError;
}

/** A node of a schema that has rules, or has nodes below that have. */
export interface RuleNode {
  /** As declared: `object`; `""` = none. */
  readonly type: string;
  /** How a failure shows the value; absent: not at all, as that of objects and lists. */
  readonly valueText?: (value: Json) => string;
  readonly rules?: readonly NodeRule[];
  readonly fields?: Readonly<Record<string, RuleNode>>;
  readonly values?: RuleNode;
  readonly items?: RuleNode;
  /** Of a list of type map: what elements of old and new are matched by. */
  readonly keys?: readonly string[];
  /** Why none of the rules of the node can run. */
  readonly fault?: string;
}

/** All rules at and below a node, in the order of the schema. */
export function listRules(node: RuleNode, path = ""): CelRule[] {
  const rules = (node.rules ?? []).map((rule) => celRule(rule, path));
  for (const [name, field] of Object.entries(node.fields ?? {})) {
    rules.push(...listRules(field, path === "" ? name : `${path}.${name}`));
  }
  if (node.values !== undefined) rules.push(...listRules(node.values, `${path}[*]`));
  if (node.items !== undefined) rules.push(...listRules(node.items, `${path}[*]`));
  return rules;
}

/** Tells whether data of a node obeys one of its rules. */
export function evaluateRule(
  rule: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
): boolean | CelError {
  const { quick } = rule;
  if (quick === undefined) return evaluatePlan(rule, self, oldSelf);
  try {
    return quick(self, oldSelf);
  } catch (thrown) {
    return afterQuick(thrown, rule, self, oldSelf);
  }
}

function afterQuick(
  thrown: unknown,
  rule: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
): boolean | CelError {
  if (thrown instanceof CelPanic) return evaluatePlan(rule, self, oldSelf);
  throw thrown;
}

function evaluatePlan(
  { count }: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
): boolean | CelError {
  const value = count === undefined || uncounted(count, self, oldSelf);
  return value instanceof CelError ? value : value === true;
}

/** The value of an expression, whatever it costs. */
export function uncounted(
  count: CountedExpression,
  self: Json,
  oldSelf: Json | undefined,
): Value | CelError {
  return count(self, oldSelf, { spent: 0, limit: Infinity });
}

/** As `evaluateRule`, of one rule: a call of its quick function, and nothing else. */
function evaluator(rule: NodeRule): CelRule["evaluate"] {
  const { quick } = rule;
  if (quick === undefined) return (self, oldSelf) => evaluatePlan(rule, self, oldSelf);
  return (self, oldSelf) => {
    try {
      return quick(self, oldSelf);
    } catch (thrown) {
      return afterQuick(thrown, rule, self, oldSelf);
    }
  };
}

function celRule(rule: NodeRule, path: string): CelRule {
  const { countMessage } = rule;
  return {
    message: "",
    reason: "FieldValueInvalid",
    ...rule,
    path,
    evaluate: evaluator(rule),
    ...(countMessage && { describe: (self, oldSelf) => uncounted(countMessage, self, oldSelf) }),
  };
}

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
type LimitedRun = (
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
