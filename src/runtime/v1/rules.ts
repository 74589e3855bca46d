import { CelError } from "./cel/error.js";
import type { Value } from "./cel/value.js";
import type { RulesOutcome } from "./check-rules.js";
import type { LimitedExpression } from "./cost-meter.js";
import { CostMeter, callCostLimit, objectCostBudget } from "./cost-meter.js";
import type { Correlation } from "./correlation.js";
import { correlateItems, correlateKey, isUnchanged } from "./correlation.js";
import type { Dialect } from "./dialect.js";
import { newestDialect } from "./dialect.js";
import type { FieldError, FieldErrorReason } from "./field-error.js";
import { badValueText, fieldError, invalidError } from "./field-error.js";
import { quote } from "./go/quote.js";
import { utf8Length } from "./go/utf8-length.js";
import type { Json, JsonObject } from "./json.js";
import { isObject } from "./json.js";

/*
 * Running the rules of a schema over an object as the server does (apiextensions `apiserver/schema/cel/validation.go`).
 */

/** One entry of `x-kubernetes-validations`, compiled. */
export interface NodeRule {
  /** Its source. */
  readonly rule: string;
  /** As declared; `""` = none. */
  readonly message: string;
  /** Of a failure; FieldValueInvalid where the rule names none. */
  readonly reason: FieldErrorReason;
  /** What it may cost at worst, once, as the server estimates it. */
  readonly cost: number;
  /**
   * Whether a value of the node obeys the rule. `oldSelf` is for transition rules: the old value, undefined where there
   * is none.
   */
  readonly evaluate: (self: Json, oldSelf?: Json) => boolean | CelError;
  /** Where the rule can reach a limit of cost: how that is seen. */
  readonly limited?: LimitedExpression;
  /** The message of a failure; anything but a good text falls back to `message`. */
  readonly describe?: (self: Json, oldSelf?: Json) => Value | CelError;
  /** The same for the cost of the message. */
  readonly limitedMessage?: LimitedExpression;
  /** Source of the message expression, for the errors about its cost. */
  readonly messageExpression?: string;
  /** Where a failure is told, from the node on: `a.b`. */
  readonly fieldPath?: string;
  /** A transition rule; `optional`: one that also runs without an old value. */
  readonly transition?: "required" | "optional";
  /** Why it cannot run: it does not compile. */
  readonly fault?: string;
}

/** A rule and where it stands. */
export interface CelRule extends NodeRule {
  /** Of its node: `spec.env[*]`; `""` is the root. */
  readonly path: string;
}

/** A node of a schema that has rules, or has nodes below that have. */
export interface RuleNode {
  /** As declared: `object`; `""` = none. */
  readonly type: string;
  readonly rules?: readonly NodeRule[];
  readonly fields?: Readonly<Record<string, RuleNode>>;
  readonly values?: RuleNode;
  readonly items?: RuleNode;
  /** Of a list of type map: what elements of old and new are matched by. */
  readonly keys?: readonly string[];
  /** Why none of the rules of the node can run. */
  readonly fault?: string;
}

export interface RulesRun {
  readonly node: RuleNode;
  /** Path of the value; `""` is the root. */
  readonly path: string;
  /** The counterparts of an update, for ratcheting; undefined: nothing ratchets. */
  readonly correlation?: Correlation | undefined;
  /** What may be spent on the whole object: `objectCostBudget` if undefined. */
  readonly budget?: number | undefined;
  /** What may be spent on one evaluation: `callCostLimit` if undefined. */
  readonly callLimit?: number | undefined;
  /** Count from the beginning, for callers that want to know what is left; else only where a limit may be reached. */
  readonly counts?: boolean;
  readonly dialect?: Dialect;
}

/**
 * The outcome of all rules at and below a value. `remaining` is what is left of the budget (-1: it is exceeded), or at
 * least left, where costs are not counted.
 */
export function runRules(
  run: RulesRun,
  value: Json,
  old: Json | undefined,
): RulesOutcome & { readonly remaining: number } {
  const ratchet = run.correlation === undefined ? noRatchet : { current: run.correlation };
  const path = run.path === "" ? undefined : { parent: undefined, text: run.path };
  const start = (meter: CostMeter): RuleRunner => {
    const runner = new RuleRunner(meter, run.dialect ?? newestDialect);
    runner.check(run.node, value, old, path, ratchet);
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

/** All rules at and below a node, in the order of the schema. */
export function listRules(node: RuleNode, path = ""): CelRule[] {
  const rules = (node.rules ?? []).map((rule) => ({ ...rule, path }));
  for (const [name, field] of Object.entries(node.fields ?? {})) {
    rules.push(...listRules(field, path === "" ? name : `${path}.${name}`));
  }
  if (node.values !== undefined) rules.push(...listRules(node.values, `${path}[*]`));
  if (node.items !== undefined) rules.push(...listRules(node.items, `${path}[*]`));
  return rules;
}

/**
 * The rules of a resource over a whole object, for validation and admission: rules on an update see the old object, and
 * failures ratchet where there is a correlation.
 */
export function runResourceRules(
  node: RuleNode,
  object: JsonObject,
  oldObject: JsonObject | undefined,
  correlation: Correlation | undefined,
  dialect: Dialect = newestDialect,
): RulesOutcome {
  return runRules({ node, path: "", correlation, dialect }, object, oldObject);
}

/** The errors of the rules of a resource; what is no object has none. */
export function checkRules(node: RuleNode, object: unknown, oldObject: unknown): FieldError[] {
  const value = object as Json; // what is no JSON fails where a rule reads it
  if (!isObject(value)) return [];
  const old = isObject(oldObject) ? oldObject : undefined;
  return [...runRules({ node, path: "" }, value, old).errors];
}

/** Linked, so that a path becomes text only when an error is told. */
interface Path {
  readonly parent: Path | undefined;
  readonly text: string;
}

/** Which counterparts decide whether a failure ratchets: the node's, else those of the nearest ancestor that has some. */
interface Ratchet {
  readonly current?: Correlation | undefined;
  readonly nearest?: Correlation | undefined;
}

const noRatchet: Ratchet = {};
const outOfBudget =
  "validation failed due to running out of cost budget, no further validation rules will be run";
const callLimitExceeded = "operation cancelled: actual cost limit exceeded";
const maxMessageBytes = 5120;

class RuleRunner {
  readonly errors: FieldError[] = [];
  readonly warnings: FieldError[] = [];
  readonly meter: CostMeter;
  readonly #dialect: Dialect;

  constructor(meter: CostMeter, dialect: Dialect) {
    this.meter = meter;
    this.#dialect = dialect;
  }

  check(
    node: RuleNode,
    value: Json,
    old: Json | undefined,
    path: Path | undefined,
    ratchet: Ratchet,
  ): void {
    if (value === null) return;
    this.#checkRules(node, value, old ?? undefined, path, ratchet);
    if (this.meter.isOver) return;
    if (Array.isArray(value)) this.#checkItems(node, value, old, path, ratchet);
    else if (isObject(value)) this.#checkMembers(node, value, old, path, ratchet);
  }

  #checkItems(
    node: RuleNode,
    value: Json[],
    old: Json | undefined,
    path: Path | undefined,
    ratchet: Ratchet,
  ): void {
    const { items } = node;
    if (items === undefined) return;
    const oldItem = oldItems(node.keys ?? [], old);
    const correlated = ratchet.current === undefined ? undefined : correlateItems(ratchet.current);
    for (const [index, item] of value.entries()) {
      const below = correlated === undefined ? ratchet : nextRatchet(ratchet, correlated(index));
      this.check(items, item, oldItem(item), { parent: path, text: `[${index}]` }, below);
      if (this.meter.isOver) return;
    }
  }

  #checkMembers(
    node: RuleNode,
    value: JsonObject,
    old: Json | undefined,
    path: Path | undefined,
    ratchet: Ratchet,
  ): void {
    const { values, fields } = node;
    const oldMembers = isObject(old) ? old : undefined;
    if (values !== undefined) {
      for (const key of Object.keys(value)) {
        this.#checkMember(
          values,
          value,
          oldMembers,
          key,
          { parent: path, text: `[${key}]` },
          ratchet,
        );
        if (this.meter.isOver) return;
      }
    }
    if (fields === undefined) return;
    for (const key of Object.keys(value)) {
      const child = Object.hasOwn(fields, key) ? fields[key] : undefined;
      if (child === undefined) continue;
      const text = path === undefined ? key : `.${key}`;
      this.#checkMember(child, value, oldMembers, key, { parent: path, text }, ratchet);
      if (this.meter.isOver) return;
    }
  }

  #checkMember(
    child: RuleNode,
    value: JsonObject,
    old: JsonObject | undefined,
    key: string,
    path: Path,
    ratchet: Ratchet,
  ): void {
    const oldValue = old !== undefined && Object.hasOwn(old, key) ? old[key] : undefined;
    this.check(child, value[key] ?? null, oldValue, path, memberRatchet(ratchet, key));
  }

  #checkRules(
    node: RuleNode,
    value: Json,
    old: Json | undefined,
    path: Path | undefined,
    ratchet: Ratchet,
  ): void {
    if (node.fault !== undefined) {
      this.#invalid(node, path, `rule compiler initialization error: ${node.fault}`);
      return;
    }
    const { rules = [] } = node;
    if (rules.length === 0) return;
    if (this.meter.isEmpty) {
      this.#stop(node, path, outOfBudget);
      return;
    }
    const knowsOld = rules.some((rule) => rule.transition !== undefined);
    this.meter.enter();
    for (const rule of rules) {
      this.#checkRule(node, rule, value, knowsOld ? old : undefined, path, ratchet);
      if (this.meter.isOver) return;
    }
  }

  #checkRule(
    node: RuleNode,
    rule: NodeRule,
    value: Json,
    old: Json | undefined,
    path: Path | undefined,
    ratchet: Ratchet,
  ): void {
    if (rule.fault !== undefined) {
      this.#invalid(node, path, `rule compile error: ${rule.fault}`);
      return;
    }
    if (rule.transition === "required" && old === undefined) return;
    const holds = this.meter.run(rule.evaluate, rule.limited, value, old);
    if (this.meter.isOver) {
      this.#invalid(node, path, outOfBudget);
    } else if (holds instanceof CelError) {
      this.#reportError(node, rule, holds, path);
    } else if (holds !== true) {
      this.#reportFailure(node, rule, value, old, path, ratchet);
    }
  }

  #reportError(node: RuleNode, rule: NodeRule, error: CelError, path: Path | undefined): void {
    const { message } = error;
    const text = (rule.message === "" ? rule.rule : rule.message).trim();
    if (message.startsWith("no such overload")) {
      const detail = `'${message}': call arguments did not match a supported operator, function or macro signature for rule: ${text}`;
      this.#invalid(node, path, detail);
    } else if (message.startsWith(callLimitExceeded)) {
      const detail = `'${message}': no further validation rules will be run due to call cost exceeds limit for rule: ${text}`;
      this.#stop(node, path, detail);
    } else {
      this.#invalid(node, path, `${message} evaluating rule: ${text}`);
    }
  }

  #reportFailure(
    node: RuleNode,
    rule: NodeRule,
    value: Json,
    old: Json | undefined,
    path: Path | undefined,
    ratchet: Ratchet,
  ): void {
    const at =
      rule.fieldPath === undefined
        ? path
        : { parent: path, text: path === undefined ? rule.fieldPath : `.${rule.fieldPath}` };
    const ratchets = rule.transition === undefined;
    const { detail, fault } = this.#describe(rule, value, old);
    if (fault !== undefined) {
      this.#tell(invalidError(pathText(at), node.type, fault, this.#dialect), ratchets, ratchet);
      this.meter.end();
      return;
    }
    const message = detail ?? defaultMessage(rule);
    this.#tell(this.#failure(node, rule, value, at, message), ratchets, ratchet);
  }

  #failure(
    node: RuleNode,
    rule: NodeRule,
    value: Json,
    path: Path | undefined,
    detail: string,
  ): FieldError {
    const field = pathText(path);
    const valueText = this.#valueText(node, value);
    switch (rule.reason) {
      case "FieldValueForbidden":
      case "FieldValueRequired":
        return fieldError(rule.reason, field, undefined, detail);
      case "FieldValueDuplicate":
        return fieldError(rule.reason, field, valueText, "");
      default:
        return fieldError("FieldValueInvalid", field, valueText, detail);
    }
  }

  #valueText(node: RuleNode, value: Json): string | undefined {
    if (!this.#dialect.ruleErrorsShowValues) return quote(node.type);
    if (node.type === "object" || node.type === "array") return undefined;
    return badValueText(value, this.#dialect);
  }

  /** A good message, or a fault that stops everything, or neither. */
  #describe(
    rule: NodeRule,
    value: Json,
    old: Json | undefined,
  ): { detail?: string; fault?: string } {
    if (rule.describe === undefined) return {};
    const result = this.meter.run(rule.describe, rule.limitedMessage, value, old);
    if (this.meter.isOver) {
      return {
        fault:
          "messageExpression evaluation failed due to running out of cost budget, no further validation rules will be run",
      };
    }
    if (result instanceof CelError) {
      if (!result.message.startsWith(callLimitExceeded)) return {};
      const source = quote(rule.messageExpression ?? "");
      return {
        fault: `no further validation rules will be run due to call cost exceeds limit for messageExpression: ${source}`,
      };
    }
    const text = typeof result === "string" ? trimSpace(result) : "";
    if (text === "" || text.includes("\n") || utf8Length(text) > maxMessageBytes) return {};
    return { detail: text };
  }

  #tell(error: FieldError, ratchets: boolean, ratchet: Ratchet): void {
    const pair = ratchet.current ?? ratchet.nearest;
    if (ratchets && pair !== undefined && isUnchanged(pair)) this.warnings.push(error);
    else this.errors.push(error);
  }

  #invalid(node: RuleNode, path: Path | undefined, detail: string): void {
    this.errors.push(invalidError(pathText(path), node.type, detail, this.#dialect));
  }

  #stop(node: RuleNode, path: Path | undefined, detail: string): void {
    this.#invalid(node, path, detail);
    this.meter.end();
  }
}

function defaultMessage(rule: NodeRule): string {
  return rule.message === "" ? `failed rule: ${rule.rule.trim()}` : rule.message.trim();
}

/** Unicode white space, as Go trims it. */
function trimSpace(text: string): string {
  return text.replace(/^\p{White_Space}+|\p{White_Space}+$/gu, "");
}

function pathText(path: Path | undefined): string {
  if (path === undefined) return "<nil>";
  let text = "";
  for (let step: Path | undefined = path; step !== undefined; step = step.parent) {
    text = step.text + text;
  }
  return text;
}

function nextRatchet(parent: Ratchet, current: Correlation | undefined): Ratchet {
  return { current, nearest: parent.current };
}

/** Nothing ratchets below the top-level `apiVersion` and `kind`. */
function memberRatchet(ratchet: Ratchet, key: string): Ratchet {
  if (ratchet.current === undefined) return ratchet;
  if (ratchet.nearest === undefined && (key === "apiVersion" || key === "kind")) return noRatchet;
  return nextRatchet(ratchet, correlateKey(ratchet.current, key));
}

/** The old element of the same keys; none in lists that are not of type map (apiserver `cel/common/maplist.go`). */
function oldItems(
  keys: readonly string[],
  old: Json | undefined,
): (item: Json) => Json | undefined {
  if (keys.length === 0 || !Array.isArray(old) || old.length === 0) return () => undefined;
  const byKey = new Map<string, Json>();
  for (const item of old) {
    const key = itemKey(item, keys);
    if (key !== undefined && !byKey.has(key)) byKey.set(key, item);
  }
  return (item) => byKey.get(itemKey(item, keys) ?? "");
}

function itemKey(item: Json, keys: readonly string[]): string | undefined {
  if (!isObject(item)) return undefined;
  let text = "";
  for (const key of keys) {
    const part = Object.hasOwn(item, key) ? item[key] : undefined;
    if (part === undefined || part === null || (typeof part === "object" && !("value" in part))) {
      return undefined;
    }
    text += `\0${typeof part === "string" ? quote(part) : badValueText(part)}`;
  }
  return text;
}
