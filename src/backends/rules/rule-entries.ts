import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode, wordOf } from "../../emit/object-code.js";
import type { Schema } from "../../ir/schema.js";
import type { CompileFault, CompiledExpression, CompiledRule } from "../../rules/compile-rules.js";
import { isCompileFault, refersToOldSelf } from "../../rules/compile-rules.js";
import type { CostBounds } from "../../rules/cost-limits.js";
import type { LibraryValue, RuntimeValue } from "../../runtime/contract.js";
import { quote } from "../../runtime/v1/go/quote.js";
import type { NodeRule } from "../../runtime/v1/rules/rule-node.js";
import { declareCounted } from "./counted-rule.js";
import { needs } from "./facts/needed-variables.js";
import type { NodeExpression } from "./rule-code.js";
import { declareMessage, declareRule } from "./rule-code.js";
import type { TestedFields } from "./tested-fields.js";
import { UnsupportedExpression } from "./unsupported.js";
import type { RuleFile } from "./writing/rule-file.js";
import { isTracked } from "./writing/tracked-operands.js";

/**
 * Where rules stand: the schema of their node, and the beginning of the names of their functions.
 */
export interface RulePlace {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly base: string;
}

/**
 * Writes the rules of a node as the runtime's `NodeRule`, with the functions that they need before
 * them.
 */
export class RuleEntries {
  /** Which of them have to count their cost. */
  readonly bounds: CostBounds;
  readonly #file: RuleFile;

  constructor(file: RuleFile, bounds: CostBounds) {
    this.#file = file;
    this.bounds = bounds;
  }

  /** One entry; one that does not compile says so when it would run. */
  of(compiled: CompiledRule, place: RulePlace, tested: TestedFields): Expr {
    const { rule, expression, fieldPath } = compiled;
    const described: Member[] = [
      { key: "rule", value: expr`${rule.rule}` },
      ...(rule.message === "" ? [] : [{ key: "message", value: expr`${rule.message}` }]),
      ...reasonMembers(rule.reason),
    ];
    if (expression === undefined || isCompileFault(expression)) {
      return objectCode([...described, ...faultMembers(expression)]);
    }
    const old = oldOf(compiled);
    const { evaluation, limits } = this.#functionMembers(ruleFunction, expression, place, old);
    // What counts the cost of a rule sees odd fields itself.
    const asked = limits.length > 0 ? [] : tested.askedBy(expression.checked.ast);
    return objectCode([
      ...described,
      { key: "cost", value: expr`${Number(expression.maxCost)}` },
      ...evaluation,
      ...limits,
      ...this.#askedMembers(asked),
      ...this.#messageMembers(compiled, place, old),
      ...(fieldPath === undefined ? [] : [{ key: "fieldPath", value: expr`${fieldPath}` }]),
      ...(old === undefined ? [] : [{ key: "transition", value: expr`${old}` }]),
    ]);
  }

  #askedMembers(paths: readonly Expr[]): readonly Member[] {
    if (paths.length === 0) return [];
    return [{ key: "asked", value: this.#pure("askedFields", [listCode(paths)]) }];
  }

  /**
   * What evaluates an expression, and behind that how its limits of cost are kept; a message has
   * its `source` quoted.
   */
  #functionMembers(
    kind: FunctionKind,
    expression: CompiledExpression,
    { schema, isResource, base }: RulePlace,
    old: Old,
    source?: string,
  ): { readonly evaluation: readonly Member[]; readonly limits: readonly Member[] } {
    const { checked, asEvaluated = checked } = expression;
    const node: NodeExpression = { checked, schema, isResource, old };
    const evaluated: NodeExpression = { ...node, checked: asEvaluated };
    const wanted = base + kind.suffix;
    const declared = this.#declared(() => kind.declare(this.#file, evaluated, wanted));
    const name = (declared && wordOf(declared)) ?? this.#file.name(wanted);
    const value =
      declared === undefined
        ? this.#pure(kind.byPlan, [this.#counted(node, name)])
        : this.#orPlan(kind.orPlan, declared, node, name);
    const readsSelf = needs(checked.ast, "self")
      ? []
      : [{ key: kind.readsSelf, value: expr`${true}` }];
    const evaluation = [{ key: kind.evaluate, value }, ...readsSelf];
    const isLimited =
      declared === undefined || this.bounds.isLimited(expression, schema, isResource);
    if (!isLimited) return { evaluation, limits: [] };
    const costs = this.bounds.costs(expression, schema, isResource);
    const limits = this.#limits(costs, this.#counted(node, name), source);
    return { evaluation, limits: [{ key: kind.limited, value: limits }] };
  }

  #messageMembers(
    { rule, message, hasOptionalOldSelf }: CompiledRule,
    place: RulePlace,
    ruleOld: Old,
  ): readonly Member[] {
    if (message === undefined || isCompileFault(message)) return [];
    // No message sees an optional oldSelf, whatever its types say: its plan finds out by the
    // values.
    const seesOld = refersToOldSelf(message.checked);
    const old = seesOld ? "required" : ruleOld;
    const kind = seesOld && hasOptionalOldSelf ? messageByValues : messageFunction;
    const source = rule.messageExpression;
    const { evaluation, limits } = this.#functionMembers(kind, message, place, old, quote(source));
    return [
      ...evaluation,
      { key: "messageText", value: expr`${this.#file.runtime("ruleMessage")}` },
      { key: "messageExpression", value: expr`${source}` },
      ...limits,
    ];
  }

  /** The name of a function; `undefined` for what only a plan can evaluate. */
  #declared(declare: () => Expr): Expr | undefined {
    try {
      return declare();
    } catch (error) {
      if (error instanceof UnsupportedExpression) return undefined;
      throw error;
    }
  }

  /** A function, with its plan for what it cannot decide. */
  #orPlan(either: LibraryValue, declared: Expr, node: NodeExpression, name: string): Expr {
    if (!isTracked(node.checked.ast)) return declared;
    return this.#pure(either, [declared, this.#counted(node, name)]);
  }

  #counted(node: NodeExpression, name: string): Expr {
    return declareCounted(this.#file, node, name);
  }

  #limits(costs: readonly number[], count: Expr, source: string | undefined): Expr {
    const list = listCode(costs.map((cost) => expr`${cost}`));
    return this.#pure("limitedBy", [
      list,
      count,
      ...(source === undefined ? [] : [expr`${source}`]),
    ]);
  }

  /** A call of the runtime that bundlers leave out with the rules. */
  #pure(name: RuntimeValue | LibraryValue, args: readonly Expr[]): Expr {
    return expr`/* @__PURE__ */ ${this.#file.runtime(name)}(${args})`;
  }
}

/**
 * What the functions of rules and those of messages differ in: the members of `NodeRule`, and
 * functions of the runtime.
 */
interface FunctionKind {
  /** The end of its name. */
  readonly suffix: string;
  readonly declare: (file: RuleFile, expression: NodeExpression, base: string) => Expr;
  readonly evaluate: keyof NodeRule;
  readonly readsSelf: keyof NodeRule;
  readonly limited: keyof NodeRule;
  readonly byPlan: LibraryValue;
  readonly orPlan: LibraryValue;
}

const ruleFunction: FunctionKind = {
  suffix: "Rule",
  declare: declareRule,
  evaluate: "evaluate",
  readsSelf: "readsSelf",
  limited: "limited",
  byPlan: "ruleByPlan",
  orPlan: "ruleOrPlan",
};

const messageFunction: FunctionKind = {
  suffix: "Message",
  declare: declareMessage,
  evaluate: "describe",
  readsSelf: "messageReadsSelf",
  limited: "limitedMessage",
  byPlan: "messageByPlan",
  orPlan: "messageOrPlan",
};

/** A message whose types are not those of its values. */
const messageByValues: FunctionKind = {
  ...messageFunction,
  declare: () => {
    throw new UnsupportedExpression("an optional oldSelf in a message");
  },
};

type Old = NodeExpression["old"];

function oldOf({ usesOldSelf, hasOptionalOldSelf }: CompiledRule): Old {
  if (!usesOldSelf) return undefined;
  return hasOptionalOldSelf ? "optional" : "required";
}

function faultMembers(fault: CompileFault | undefined): readonly Member[] {
  return [
    { key: "cost", value: expr`${0}` },
    { key: "evaluate", value: expr`() => true` },
    ...(fault === undefined ? [] : [{ key: "fault", value: expr`${fault.detail}` }]),
  ];
}

const reasons: ReadonlySet<string> = new Set([
  "FieldValueDuplicate",
  "FieldValueForbidden",
  "FieldValueRequired",
]);

/** A reason that the server does not know counts as none, which is FieldValueInvalid. */
function reasonMembers(reason: string | undefined): readonly Member[] {
  return reason !== undefined && reasons.has(reason)
    ? [{ key: "reason", value: expr`${reason}` }]
    : [];
}
