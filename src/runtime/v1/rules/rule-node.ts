import { CelError } from "../cel/values/error.js";
import { exactInts, inexactInt } from "../cel/values/exact-ints.js";
import type { Value } from "../cel/values/value.js";
import type { Dialect } from "../dialect.js";
import type { FieldErrorReason } from "../field-error.js";
import type { Json } from "../json/json.js";
import type { CostMeter, LimitedExpression } from "./cost-meter.js";
import type { OddField, TestedFields } from "./odd-fields.js";

/** One entry of `x-kubernetes-validations`, compiled. */
export interface NodeRule {
  /** Its source. */
  readonly rule: string;
  /** As declared; absent = none. */
  readonly message?: string;
  /** Of a failure; FieldValueInvalid where the rule names none. */
  readonly reason?: FieldErrorReason;
  /** What it may cost at worst, once, as the server estimates it. */
  readonly cost: number;
  /**
   * Whether a value of the node obeys the rule. `self` is what the node's `read` gives; `oldSelf`
   * is for transition rules: the old value, undefined where there is none.
   */
  evaluate(self: Json, oldSelf?: Json): boolean | CelError;
  /**
   * `evaluate` takes any data for `self`: where that has the wrong type, the rule may hold all the
   * same.
   */
  readonly readsSelf?: boolean;
  /**
   * The error of an odd field for which the rule asks whatever else it finds; absent where
   * `limited` tells it.
   */
  readonly asked?: (odd: readonly OddField[]) => CelError | undefined;
  /** Where the rule can reach a limit of cost: how that is seen. */
  readonly limited?: LimitedExpression;
  /** The message of a failure; anything but a good text falls back to `message`. */
  describe?(self: Json, oldSelf?: Json): Value | CelError;
  /**
   * `describe` takes any data for `self`: what it says of data of the wrong type may be good all
   * the same.
   */
  readonly messageReadsSelf?: boolean;
  /** The same for the cost of the message. */
  readonly limitedMessage?: LimitedExpression;
  /** Source of the message expression, for the errors about its cost. */
  readonly messageExpression?: string;
  /** Makes a message of what `describe` gives; linked by the rules that have one. */
  readonly messageText?: RuleMessage;
  /** Where a failure is told, from the node on: `a.b`. */
  readonly fieldPath?: string;
  /** A transition rule; `optional`: one that also runs without an old value. */
  readonly transition?: "required" | "optional";
  /** Why it cannot run: it does not compile. */
  readonly fault?: string;
}

/**
 * What a rule says of a value that fails it: a good message, or none, or the error that stops
 * everything.
 */
export type RuleMessage = (
  node: RuleNode,
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
}

/** A node of a schema that has rules, or has nodes below that have. */
export interface RuleNode {
  /** As declared: `object`; `""` = none. */
  readonly type: string;
  /**
   * What the functions of the rules take for `self`: data of the right type, or an error. Absent:
   * any data.
   */
  readonly read?: (data: Json) => Json | CelError;
  /** How a failure shows the value; absent: not at all, as that of objects and lists. */
  readonly valueText?: (value: Json, dialect: Dialect | undefined) => string;
  /** The fields for which the rules ask by `has`. */
  readonly tested?: TestedFields;
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
  const rules = (node.rules ?? []).map((rule) => celRule(node, rule, path));
  for (const [name, field] of Object.entries(node.fields ?? {})) {
    rules.push(...listRules(field, path === "" ? name : `${path}.${name}`));
  }
  if (node.values !== undefined) rules.push(...listRules(node.values, `${path}[*]`));
  if (node.items !== undefined) rules.push(...listRules(node.items, `${path}[*]`));
  return rules;
}

/** Whether data of a node obeys one of its rules. */
export function evaluateRule(
  node: RuleNode,
  rule: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
): boolean | CelError {
  const value = rule.readsSelf === true ? self : readSelf(node, self);
  const holds = value instanceof CelError ? value : rule.evaluate(value, oldSelf);
  if (holds !== inexactInt) return holds;
  return evaluateRule(node, rule, exactInts(self), oldSelf && exactInts(oldSelf));
}

/** The message of a rule for data of its node; undefined where it has no expression for that. */
export function describeFailure(
  node: RuleNode,
  rule: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
): Value | CelError | undefined {
  const value = rule.messageReadsSelf === true ? self : readSelf(node, self);
  const text = value instanceof CelError ? value : rule.describe?.(value, oldSelf);
  if (text !== inexactInt) return text;
  return describeFailure(node, rule, exactInts(self), oldSelf && exactInts(oldSelf));
}

function readSelf({ read }: RuleNode, self: Json): Json | CelError {
  return read === undefined ? self : read(self);
}

function celRule(node: RuleNode, rule: NodeRule, path: string): CelRule {
  return {
    message: "",
    reason: "FieldValueInvalid",
    ...rule,
    path,
    evaluate: (self, oldSelf) => evaluateRule(node, rule, self, oldSelf),
    ...(rule.describe === undefined
      ? {}
      : { describe: (self, oldSelf) => describeFailure(node, rule, self, oldSelf) ?? null }),
  };
}
