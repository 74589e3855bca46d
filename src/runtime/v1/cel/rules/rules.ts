import type { RulesOutcome } from "../../validation/check-rules.js";
import type { Correlation } from "../../validation/correlation.js";
import { correlateItems, correlateKey, isUnchanged } from "../../validation/correlation.js";
import { extentOf } from "../../validation/extent.js";
import type { Dialect } from "../../values/dialect.js";
import { newestDialect } from "../../values/dialect.js";
import type { FieldError } from "../../values/field-error.js";
import { fieldError } from "../../values/field-errors.js";
import { utf8Length } from "../../values/go/utf8.js";
import type { Json, JsonObject } from "../../values/json/json.js";
import { Float64, isObject } from "../../values/json/json.js";
import type { Place } from "../../values/place.js";
import { bracketPathOf, placeBelow, rootPlace } from "../../values/place.js";
import { trimText } from "../libraries/strings.js";
import { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import type { Evaluated, LimitedExpression, NodeRule, RuleNode } from "./rule-node.js";
import {
  callCostLimit,
  callLimitExceeded,
  costExceedsLimit,
  CostMeter,
  evaluateRule,
  objectCostBudget,
  outOfBudget,
  uncounted,
} from "./rule-node.js";

/*
 * Running the rules of a schema over an object as the server does (apiextensions
 * `apiserver/schema/cel/validation.go`).
 */

/** The rules to run, and under which conditions. */
interface RulesRun {
  readonly node: RuleNode;
  /** Path of the value; `""` is the root. */
  readonly path: string;
  /** The counterparts of an update; undefined: nothing ratchets. */
  readonly ratchet?: RuleRatchet | undefined;
  /** The most that may be spent on the whole object: `objectCostBudget` if undefined. */
  readonly budget?: number | undefined;
  /** The most that may be spent on one evaluation: `callCostLimit` if undefined. */
  readonly callLimit?: number | undefined;
  /**
   * Count from the beginning, for callers that want to know what is left; else only where a limit
   * may be reached.
   */
  readonly counts?: boolean;
  readonly dialect?: Dialect;
}

/**
 * The outcome of all rules at and below a value. `remaining` is what is left of the budget (-1: it
 * is exceeded), or at least left, where costs are not counted.
 */
export function runRules(
  run: RulesRun,
  value: Json,
  old: Json | undefined,
): RulesOutcome & { readonly remaining: number } {
  const at = rootPlace(run.path);
  const start = (meter: CostMeter): RuleRunner => {
    const runner = new RuleRunner(meter, run.dialect);
    runner.check({ node: run.node, value, old, at, ratchet: run.ratchet });
    return runner;
  };
  const budget = run.budget ?? objectCostBudget;
  const callLimit = run.callLimit ?? callCostLimit;
  const quick = run.counts === true ? undefined : start(new CostMeter(budget, callLimit, false));
  const runner =
    quick === undefined || quick.meter.mayReachLimit
      ? start(new CostMeter(budget, callLimit, true))
      : quick;
  return { errors: runner.errors, warnings: runner.warnings, remaining: runner.meter.remaining };
}

/**
 * The rules of a resource over a whole object, for validation and admission: rules on an update see
 * the old object, and failures ratchet where there is a correlation.
 */
export function runResourceRules(
  node: RuleNode,
  object: JsonObject,
  oldObject: JsonObject | undefined,
  correlation: Correlation | undefined,
  dialect: Dialect = newestDialect,
): RulesOutcome {
  const ratchet = correlation && new RuleRatchet(correlation);
  return runRules({ node, path: "", ratchet, dialect }, object, oldObject);
}

/** The errors of the rules of a resource; what is no object has none. */
export function checkRules(node: RuleNode, object: unknown, oldObject: unknown): FieldError[] {
  const value = object as Json; // what is no JSON fails where a rule reads it
  if (!isObject(value)) return [];
  const old = isObject(oldObject) ? oldObject : undefined;
  return [...runRules({ node, path: "" }, value, old).errors];
}

/** A value beside the node that has its rules. */
interface Subject {
  readonly node: RuleNode;
  readonly value: Json;
  readonly old: Json | undefined;
  /** Where the next error is told. */
  at: Place;
  readonly ratchet: RuleRatchet | undefined;
}

class RuleRunner {
  readonly errors: FieldError[] = [];
  readonly warnings: FieldError[] = [];
  readonly meter: CostMeter;
  readonly #showsValues: boolean;
  readonly #leaksPaths: boolean;

  constructor(
    meter: CostMeter,
    { ruleErrorsShowValues = true, fieldPathsLeak = false }: Dialect = newestDialect,
  ) {
    this.meter = meter;
    this.#showsValues = ruleErrorsShowValues;
    this.#leaksPaths = fieldPathsLeak;
  }

  check(subject: Subject): void {
    const { value, at } = subject;
    if (value === null) return;
    this.#checkRules(subject);
    subject.at = at;
    if (this.meter.isOver) return;
    if (Array.isArray(value)) this.#checkItems(subject, value);
    else if (isObject(value)) this.#checkMembers(subject, value);
  }

  #checkItems({ node: { items, keys }, old, at, ratchet }: Subject, list: Json[]): void {
    if (items === undefined) return;
    const oldItem = oldItems(keys ?? [], old);
    const ratchets = ratchet?.items();
    for (const [index, value] of list.entries()) {
      this.check({
        node: items,
        value,
        old: oldItem(value),
        at: placeBelow(at, index, false),
        ratchet: ratchets?.(index),
      });
      if (this.meter.isOver) return;
    }
  }

  #checkMembers(subject: Subject, object: JsonObject): void {
    // A schema has properties or additionalProperties, never both.
    const { values, fields = {} } = subject.node;
    for (const key of Object.keys(object)) {
      const isField = Object.hasOwn(fields, key);
      const node = isField ? fields[key] : values;
      if (node !== undefined) this.#checkMember(subject, object, node, key, isField);
      if (this.meter.isOver) return;
    }
  }

  #checkMember(
    { old, at, ratchet }: Subject,
    object: JsonObject,
    node: RuleNode,
    key: string,
    isField: boolean,
  ): void {
    this.check({
      node,
      value: object[key] ?? null,
      old: isObject(old) && Object.hasOwn(old, key) ? old[key] : undefined,
      at: placeBelow(at, key, isField),
      ratchet: ratchet?.member(key),
    });
  }

  #checkRules(subject: Subject): void {
    const { rules = [], fault } = subject.node;
    if (fault !== undefined) {
      this.#invalid(subject, `rule compiler initialization error: ${fault}`);
      return;
    }
    if (rules.length === 0) return;
    if (this.meter.isEmpty) {
      this.#stop(subject, `validation ${outOfBudget}`);
      return;
    }
    const knowsOld = rules.some((rule) => rule.transition !== undefined);
    const old = knowsOld ? (subject.old ?? undefined) : undefined;
    this.meter.enter();
    for (const rule of rules) {
      this.#checkRule(subject, rule, old);
      if (this.meter.isOver) return;
    }
  }

  #checkRule(subject: Subject, rule: NodeRule, old: Json | undefined): void {
    if (rule.fault !== undefined) {
      this.#invalid(subject, `rule compile error: ${rule.fault}`);
      return;
    }
    if (rule.transition === "required" && old === undefined) return;
    const holds = this.#evaluate(rule, subject.value, old);
    if (this.meter.isOver) {
      this.#invalid(subject, `validation ${outOfBudget}`);
    } else if (holds instanceof CelError) {
      this.#reportError(subject, rule, holds.message);
    } else if (holds !== true) {
      this.#reportFailure(subject, rule, old);
    }
  }

  #evaluate(rule: NodeRule, self: Json, oldSelf: Json | undefined): Value | CelError {
    const { limited, count } = rule;
    if (limited === undefined || count === undefined) return evaluateRule(rule, self, oldSelf);
    const evaluate = (): boolean | CelError => evaluateRule(rule, self, oldSelf);
    return limited.run(this.meter, limited, { self, oldSelf, evaluate, count });
  }

  #reportError(subject: Subject, rule: NodeRule, message: string): void {
    const text = (rule.message ?? rule.rule).trim();
    if (message.startsWith("no such overload")) {
      const detail = `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${text}`;
      this.#invalid(subject, detail);
    } else if (message.startsWith(callLimitExceeded)) {
      this.#stop(subject, `'${message}': ${costExceedsLimit} rule: ${text}`);
    } else {
      this.#invalid(subject, `${message} evaluating rule: ${text}`);
    }
  }

  #reportFailure(subject: Subject, rule: NodeRule, old: Json | undefined): void {
    const { at, node, value } = subject;
    const { fieldPath } = rule;
    const told = fieldPath === undefined ? at : placeBelow(at, fieldPath, true);
    if (this.#leaksPaths) subject.at = told;
    const described = rule.messageText?.(rule, value, old, this.meter);
    if (described instanceof CelError) {
      this.#tell(typeError({ ...subject, at: told }, described.message), rule, subject);
      this.meter.end();
      return;
    }
    const detail = described ?? rule.message?.trim() ?? `failed rule: ${rule.rule.trim()}`;
    const text = this.#showsValues ? node.valueText?.(value) : typeText(node);
    this.#tell(failure(rule, pathText(told), text, detail), rule, subject);
  }

  #tell(error: FieldError, { transition }: NodeRule, { ratchet }: Subject): void {
    const ratchets = transition === undefined && ratchet?.isUnchanged === true;
    (ratchets ? this.warnings : this.errors).push(error);
  }

  #invalid(subject: Subject, detail: string): void {
    this.errors.push(typeError(subject, detail));
  }

  #stop(subject: Subject, detail: string): void {
    this.#invalid(subject, detail);
    this.meter.end();
  }
}

function failure(
  { reason = "FieldValueInvalid" }: NodeRule,
  field: string,
  valueText: string | undefined,
  detail: string,
): FieldError {
  switch (reason) {
    case "FieldValueForbidden":
    case "FieldValueRequired":
      return fieldError(reason, field, undefined, detail);
    case "FieldValueDuplicate":
      return fieldError(reason, field, valueText, "");
    default:
      return fieldError("FieldValueInvalid", field, valueText, detail);
  }
}

/** An error that shows the type instead of the value. */
function typeError({ node, at }: Subject, detail: string): FieldError {
  return fieldError("FieldValueInvalid", pathText(at), typeText(node), detail);
}

function typeText({ type }: RuleNode): string {
  return `"${type}"`;
}

/** The path of a place; the root of an object has none. */
function pathText(at: Place): string {
  return bracketPathOf(at) || "<nil>";
}

/**
 * The old element of the same keys, the first of several; none in lists that are not of type map
 * (apiserver `cel/common/maplist.go`).
 */
function oldItems(
  keys: readonly string[],
  old: Json | undefined,
): (item: Json) => Json | undefined {
  if (keys.length === 0 || !Array.isArray(old)) return () => undefined;
  const byKey = new Map(old.map((item) => [itemKey(item, keys), item] as const).reverse());
  byKey.delete(undefined);
  return (item) => byKey.get(itemKey(item, keys));
}

/** Undefined where a key is absent, or no scalar. */
function itemKey(item: Json, keys: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined;
  let text = "";
  for (const key of keys) {
    const part = Object.hasOwn(item, key) ? item[key] : undefined;
    const keyText = scalarText(part);
    if (keyText === undefined) return undefined;
    text += `\0${keyText}`;
  }
  return text;
}

/**
 * Different for different scalars and for the two classes of numbers; undefined for what is none.
 */
function scalarText(value: Json | undefined): string | undefined {
  if (typeof value === "string") return JSON.stringify(value);
  if (value instanceof Float64) return `f${value.value}`;
  return typeof value === "object" ? undefined : value?.toString();
}

/**
 * Which counterparts decide whether the failure of a rule ratchets: those of the node, else those
 * of the nearest ancestor that has some (apiextensions `apiserver/schema/cel/validation.go`).
 */
export class RuleRatchet {
  readonly #current: Correlation | undefined;
  readonly #nearest: RuleRatchet | undefined;
  /** True if the counterparts are equal; of an ancestor it is asked for each failure below. */
  #isUnchanged: boolean | undefined;

  constructor(current: Correlation | undefined, nearest?: RuleRatchet) {
    this.#current = current;
    this.#nearest = nearest;
  }

  /** True if the update left the node as it was, so that a failure is only a warning. */
  get isUnchanged(): boolean {
    if (this.#current === undefined) return this.#nearest?.isUnchanged === true;
    return (this.#isUnchanged ??= isUnchanged(this.#current));
  }

  /** For the value at a key. Nothing ratchets below the top-level `apiVersion` and `kind`. */
  member(key: string): RuleRatchet {
    if (this.#current === undefined) return this;
    if (this.#nearest === undefined && (key === "apiVersion" || key === "kind")) {
      return new RuleRatchet(undefined);
    }
    return new RuleRatchet(correlateKey(this.#current, key), this);
  }

  /** For the items of a list, by their places. */
  items(): (index: number) => RuleRatchet {
    const current = this.#current;
    if (current === undefined) return () => this;
    const correlated = correlateItems(current);
    return (index) => new RuleRatchet(correlated(index), this);
  }
}

const maxMessageBytes = 5120;

/**
 * Returns the result of a rule's message expression for a value (apiextensions
 * `apiserver/schema/cel/validation.go`): a good message, or none, or the error that stops
 * everything.
 */
export function ruleMessage(
  { countMessage: count, limitedMessage: limited }: NodeRule,
  self: Json,
  oldSelf: Json | undefined,
  meter: CostMeter,
): string | CelError | undefined {
  if (count === undefined) return undefined;
  const evaluate = (): Value | CelError => uncounted(count, self, oldSelf);
  const result =
    limited === undefined
      ? evaluate()
      : limited.run(meter, limited, { self, oldSelf, evaluate, count });
  if (meter.isOver) return new CelError(`messageExpression evaluation ${outOfBudget}`);
  if (result instanceof CelError) {
    return result.message.startsWith(callLimitExceeded)
      ? new CelError(`${costExceedsLimit} messageExpression: ${limited?.source ?? ""}`)
      : undefined;
  }
  const text = typeof result === "string" ? trimText(result) : "";
  return text === "" || text.includes("\n") || utf8Length(text) > maxMessageBytes
    ? undefined
    : text;
}

/**
 * An expression that can reach a limit of cost: `costs` is what it costs at most over values of
 * each of the `extents`, `source` is that of a message as Go quotes it.
 */
export function limitedBy(costs: readonly number[], source?: string): LimitedExpression {
  const limited = { costs, run: runLimited };
  return source === undefined ? limited : { ...limited, source };
}

/**
 * The value of an expression whose cost is taken from the budget: counted where the values are so
 * large that it could reach a limit. Afterwards `isOver` of the meter tells whether the budget held
 * out.
 */
function runLimited(
  meter: CostMeter,
  limited: LimitedExpression,
  evaluated: Evaluated,
): Value | CelError {
  if (meter.counts) return runCounted(meter, evaluated);
  meter.extent ??= extentOf([evaluated.self, evaluated.oldSelf]);
  const cost = limited.costs[meter.extent] ?? Infinity;
  if (cost > meter.callLimit || cost >= meter.remaining) {
    meter.mayReachLimit = true;
    meter.end();
    return null;
  }
  meter.remaining -= cost;
  return evaluated.evaluate();
}

function runCounted(meter: CostMeter, { self, oldSelf, count }: Evaluated): Value | CelError {
  const costs = { spent: 0, limit: meter.callLimit };
  const value = count(self, oldSelf, costs);
  if (costs.spent > meter.remaining) meter.end();
  else meter.remaining -= costs.spent;
  return value;
}
