import { planExpression } from "../../../cel/plan/plan-expression.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type {
  CompileFault,
  CompiledExpression,
  CompiledRule,
} from "../../../crd/rules/compile-rules.js";
import { isCompileFault } from "../../../crd/rules/compile-rules.js";
import type { CostBounds } from "../../../crd/rules/cost-limits.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import { planCode } from "./plan-code.js";
import type { NodeExpression } from "./quick/quick-function.js";
import { declareQuickRule } from "./quick/quick-function.js";
import { readsAsData } from "./readers.js";
import type { RuleFile } from "./rule-file.js";
import { UnsupportedExpression } from "./unsupported.js";

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

  /** One entry; one that does not compile says so when it would run. `read` reads `self`. */
  of(compiled: CompiledRule, place: RulePlace, read: Expr): Expr {
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
    const { schema, isResource, base } = place;
    const node: NodeExpression = { ...this.#planned(expression), schema, isResource, old };
    const quick = this.#quick(node, `${base}Rule`);
    return objectCode([
      ...described,
      { key: "cost", value: expr`${Number(expression.maxCost)}` },
      ...(quick === undefined ? [] : [{ key: "quick", value: quick }]),
      { key: "count", value: this.#count(node, read) },
      ...this.#limits("limited", expression, place),
      ...this.#messageMembers(compiled, place, read),
      ...(fieldPath === undefined ? [] : [{ key: "fieldPath", value: expr`${fieldPath}` }]),
      ...(old === undefined ? [] : [{ key: "transition", value: expr`${old}` }]),
    ]);
  }

  #planned({ checked }: CompiledExpression): Pick<NodeExpression, "text" | "plan"> {
    return { text: checked.text, plan: planExpression(checked, this.#file.kubernetes) };
  }

  /** The name of a function; undefined for what only a plan can evaluate. */
  #quick(node: NodeExpression, base: string): Expr | undefined {
    try {
      return declareQuickRule(this.#file, node, base);
    } catch (error) {
      if (error instanceof UnsupportedExpression) return undefined;
      throw error;
    }
  }

  /** What evaluates an expression step by step. */
  #count({ plan, schema, old }: NodeExpression, read: Expr): Expr {
    return this.#pure("countCost", [
      read,
      expr`() => ${planCode(this.#file, plan)}`,
      ...(old === "optional" ? [optionalReader(this.#file, schema)] : []),
    ]);
  }

  /** How the limits of cost of an expression are kept, if it can reach one. */
  #limits(
    key: "limited" | "limitedMessage",
    expression: CompiledExpression,
    { schema, isResource }: RulePlace,
    source?: string,
  ): readonly Member[] {
    if (!this.bounds.isLimited(expression, schema, isResource)) return [];
    const costs = this.bounds.costs(expression, schema, isResource);
    const list = listCode(costs.map((cost) => expr`${cost}`));
    const args = source === undefined ? [list] : [list, expr`${source}`];
    return [{ key, value: this.#pure("limitedBy", args) }];
  }

  #messageMembers(
    { rule, message }: CompiledRule,
    place: RulePlace,
    read: Expr,
  ): readonly Member[] {
    if (message === undefined || isCompileFault(message)) return [];
    const { schema, isResource } = place;
    // No message sees an optional oldSelf, whatever its types say.
    const node: NodeExpression = {
      ...this.#planned(message),
      schema,
      isResource,
      old: "required",
    };
    const source = rule.messageExpression;
    return [
      { key: "countMessage", value: this.#count(node, read) },
      { key: "messageText", value: expr`${this.#file.runtime("ruleMessage")}` },
      { key: "messageExpression", value: expr`${source}` },
      ...this.#limits("limitedMessage", message, place, quote(source)),
    ];
  }

  /** A call of the runtime that bundlers leave out with the rules. */
  #pure(name: RuntimeValue | LibraryValue, args: readonly Expr[]): Expr {
    return expr`/* @__PURE__ */ ${this.#file.runtime(name)}(${args})`;
  }
}

/** How an optional `oldSelf` is read, if not as `self` is. */
function optionalReader(file: RuleFile, schema: Schema): Expr {
  return readsAsData(file, schema) ? file.runtime("readAsData") : expr`${true}`;
}

type Old = NodeExpression["old"];

function oldOf({ usesOldSelf, hasOptionalOldSelf }: CompiledRule): Old {
  if (!usesOldSelf) return undefined;
  return hasOptionalOldSelf ? "optional" : "required";
}

function faultMembers(fault: CompileFault | undefined): readonly Member[] {
  return [
    { key: "cost", value: expr`${0}` },
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
