import { planExpression } from "../../../cel/plan/plan-expression.js";
import type { Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { nodesOf } from "../../../cel/syntax/walk.js";
import type { Schema } from "../../../crd/ir/schema.js";
import type {
  CompiledExpression,
  CompiledRule,
  CompileFault,
} from "../../../crd/rules/compile-rules.js";
import { isCompileFault } from "../../../crd/rules/compile-rules.js";
import type { CostLimits } from "../../../crd/rules/cost-limits.js";
import { CostBounds, serverCostLimits } from "../../../crd/rules/cost-limits.js";
import type { RuledNode, StoredRules } from "../../../crd/rules/ruled-nodes.js";
import { usesWholeObjects } from "../../../crd/rules/seen-defaults.js";
import type { LibraryValue, RuntimeValue } from "../../../runtime/contract.js";
import { quote } from "../../../runtime/v1/values/go/quote.js";
import type { Expr } from "../../emit/code.js";
import { expr } from "../../emit/code.js";
import { camelCase } from "../../emit/identifiers.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import type { NameTable } from "../names.js";
import { planCode } from "./plan-code.js";
import type { NodeExpression } from "./quick/quick-code.js";
import { declareQuickRule } from "./quick/quick-code.js";
import { narrowReaderCode, presentReaderCode, readsAsData } from "./readers.js";
import type { RuleFile } from "./rule-file.js";
import { UnsupportedExpression } from "./rule-file.js";

/**
 * The nodes of a schema that have rules, as the runtime's `RuleNode`: a constant for each distinct
 * one, with the functions of its rules before it. Rules are those that a server runs, so they may
 * use all that it knows.
 */
export class RuleTree {
  readonly #file: RuleFile;
  readonly #names: Pick<NameTable, "localName">;
  readonly #rules: StoredRules;
  readonly #entries: RuleEntries;

  /** `limits` are those of a server, unless a test wants others. */
  constructor(
    file: RuleFile,
    names: Pick<NameTable, "localName">,
    rules: StoredRules,
    limits: CostLimits = serverCostLimits,
  ) {
    this.#file = file;
    this.#names = names;
    this.#rules = rules;
    this.#entries = new RuleEntries(file, new CostBounds(rules, limits));
  }

  /** The node of a whole object, as a rule of a resource; `undefined` when no rule runs. */
  root(schema: Schema, isResource = true): Expr | undefined {
    const node = this.#rules.root(schema, isResource);
    if (node === undefined) return undefined;
    this.#entries.bounds.begin(node);
    return this.#node(node);
  }

  #node(node: RuledNode): Expr {
    const base = camelCase(this.#names.localName(node.schema));
    return this.#file.constant(
      `node ${String(node.id)}`,
      `${base}Node`,
      () => objectCode(this.#members(node, base)),
      "RuleNode",
    );
  }

  #members(node: RuledNode, base: string): readonly Member[] {
    const { schema, values, items } = node;
    const members: Member[] = [{ key: "type", value: expr`${schema.type}` }];
    if (schema.rules.length > 0) members.push(...this.#rulesMembers(node, base));
    const fields: Member[] = [];
    for (const [name, field] of node.fields) fields.push({ key: name, value: this.#node(field) });
    if (fields.length > 0) members.push({ key: "fields", value: objectCode(fields) });
    if (values !== undefined) members.push({ key: "values", value: this.#node(values) });
    if (items !== undefined) {
      members.push({ key: "items", value: this.#node(items) });
      if (schema.listType === "map" && schema.listMapKeys.length > 0) {
        const keys = schema.listMapKeys.map((key) => expr`${key}`);
        members.push({ key: "keys", value: listCode(keys) });
      }
    }
    return members;
  }

  #rulesMembers({ schema, isResource, declared }: RuledNode, base: string): readonly Member[] {
    if (declared === undefined) {
      const fault = "failed to convert to declType for CEL validation rules";
      return [{ key: "fault", value: expr`${fault}` }];
    }
    const place = { schema, isResource, base };
    const compiled = this.#rules.compile(schema, declared);
    const read = this.#reader(compiled, schema, isResource);
    const rules = compiled.map((rule) => this.#entries.of(rule, place, read));
    const isShown = schema.type !== "object" && schema.type !== "array";
    return [
      ...(isShown ? [{ key: "valueText", value: this.#file.runtime("badValueText") }] : []),
      { key: "rules", value: listCode(rules) },
    ];
  }

  /** Reads what the rules of a node look at. */
  #reader(compiled: readonly CompiledRule[], schema: Schema, isResource: boolean): Expr {
    const checked = compiled.flatMap(({ expression, message }) =>
      [expression, message].flatMap((one) =>
        one === undefined || isCompileFault(one) ? [] : [one.checked],
      ),
    );
    if (checked.some(usesWholeObjects)) return presentReaderCode(this.#file, schema, isResource);
    const names = new Set(checked.flatMap(({ ast }) => namesIn(ast)));
    return narrowReaderCode(this.#file, schema, isResource, names, false);
  }
}

/** Names of fields that an expression may mean. */
function namesIn(ast: CelExpr): readonly string[] {
  return [...nodesOf(ast)].flatMap((node) => {
    if (node.kind === "select") return [node.field];
    return node.kind === "literal" && node.value.type === "string" ? [node.value.value] : [];
  });
}

/**
 * Where rules stand: the schema of their node, and the beginning of the names of their functions.
 */
interface RulePlace {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly base: string;
}

/**
 * Writes the rules of a node as the runtime's `NodeRule`, with the functions that they need before
 * them.
 */
class RuleEntries {
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

  /** Writes the function that evaluates an expression step by step. */
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
