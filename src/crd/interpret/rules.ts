import type { CheckedExpression } from "../../cel/check/checked.js";
import type { ReadData } from "../../runtime/v1/cel/data/data.js";
import { optionalOfData } from "../../runtime/v1/cel/data/data.js";
import { readAsData } from "../../runtime/v1/cel/older/older-data.js";
import type {
  CountedExpression,
  NodeRule,
  RuleNode,
} from "../../runtime/v1/cel/rules/rule-node.js";
import { limitedBy, ruleMessage } from "../../runtime/v1/cel/rules/rules.js";
import { CelError } from "../../runtime/v1/cel/values/error.js";
import type { Value } from "../../runtime/v1/cel/values/value.js";
import type { FieldErrorReason } from "../../runtime/v1/values/field-error.js";
import { badValueText } from "../../runtime/v1/values/field-errors.js";
import { quote } from "../../runtime/v1/values/go/quote.js";
import type { Json } from "../../runtime/v1/values/json/json.js";
import type { KubernetesMinor } from "../../runtime/v1/values/kubernetes-version.js";
import type { Schema } from "../ir/schema.js";
import type { CompileFault, CompiledExpression, CompiledRule } from "../rules/compile-rules.js";
import {
  RuleCompiler,
  isBlank,
  isCompileFault,
  readsOptionalsAsData,
} from "../rules/compile-rules.js";
import { DeclaredTypes } from "../rules/declared-type.js";
import type { RuledNode } from "../rules/ruled-nodes.js";
import { RuledNodes } from "../rules/ruled-nodes.js";
import type { Program } from "./make-step.js";
import { createProgram } from "./make-step.js";
import { readerOf } from "./read-data.js";

/**
 * The rules of schemas as the runtime runs them, each evaluated by interpretation, with its cost:
 * the oracle of the generated functions, and what judges values that are looked at once, such as
 * defaults.
 */
export class InterpretedRules {
  readonly #kubernetes: KubernetesMinor;
  readonly #compiler: RuleCompiler;
  readonly #nodes: RuledNodes;

  constructor(kubernetes: KubernetesMinor) {
    this.#kubernetes = kubernetes;
    this.#compiler = new RuleCompiler(kubernetes, "stored");
    this.#nodes = new RuledNodes(new DeclaredTypes(kubernetes));
  }

  /** The rules at and below a node that run; `undefined` where there are none. */
  of(schema: Schema, isResource: boolean): RuleNode | undefined {
    const node = this.#nodes.root(schema, isResource);
    return node && this.#node(node);
  }

  #node(node: RuledNode): RuleNode {
    const { schema, fields, values, items } = node;
    return {
      type: schema.type,
      ...(["object", "array"].includes(schema.type) ? {} : { valueText: badValueText }),
      ...this.#rulesOf(node),
      fields: Object.fromEntries([...fields].map(([name, field]) => [name, this.#node(field)])),
      ...(values === undefined ? {} : { values: this.#node(values) }),
      ...(items === undefined ? {} : { items: this.#node(items) }),
      keys: schema.listType === "map" ? schema.listMapKeys : [],
    };
  }

  #rulesOf({ schema, isResource, declared }: RuledNode): Pick<RuleNode, "rules" | "fault"> {
    if (schema.rules.length === 0) return {};
    if (declared === undefined) {
      return { fault: "failed to convert to declType for CEL validation rules" };
    }
    const read = readersOf(schema, isResource, this.#kubernetes);
    const compiled = this.#compiler
      .compile(schema, declared)
      .filter(({ rule }) => !isBlank(rule.rule));
    return { rules: compiled.map((rule) => ruleOf(rule, read, this.#kubernetes)) };
  }
}

/** How `self`, `oldSelf` and an optional `oldSelf` of a node are read. */
interface Readers {
  readonly self: ReadData;
  readonly optional: ReadData;
}

function readersOf(schema: Schema, isResource: boolean, kubernetes: KubernetesMinor): Readers {
  const self = readerOf(schema, isResource, kubernetes);
  const isScalar = schema.intOrString || !["object", "array"].includes(schema.type);
  return { self, optional: readsOptionalsAsData(kubernetes) && !isScalar ? readAsData : self };
}

function ruleOf(compiled: CompiledRule, read: Readers, kubernetes: KubernetesMinor): NodeRule {
  const { rule, expression, message, fieldPath, usesOldSelf, hasOptionalOldSelf } = compiled;
  const described = {
    rule: rule.rule,
    ...(rule.message === "" ? {} : { message: rule.message }),
    reason: (rule.reason ?? "FieldValueInvalid") as FieldErrorReason, // others count as invalid
    cost: 0,
  };
  if (expression === undefined || isCompileFault(expression)) {
    return { ...described, fault: expression?.detail ?? "" };
  }
  const describe = messageOf(message, read, kubernetes);
  return {
    ...described,
    cost: Number(expression.maxCost),
    count: interpreter(expression.checked, read, hasOptionalOldSelf, kubernetes),
    limited: limitedBy([]),
    ...(describe === undefined ? {} : messageMembers(describe, rule.messageExpression)),
    ...(fieldPath === undefined ? {} : { fieldPath }),
    ...(usesOldSelf ? { transition: hasOptionalOldSelf ? "optional" : "required" } : {}),
  };
}

function messageMembers(
  countMessage: CountedExpression,
  messageExpression: string,
): Partial<NodeRule> {
  const limitedMessage = limitedBy([], quote(messageExpression));
  return { countMessage, messageText: ruleMessage, limitedMessage, messageExpression };
}

/**
 * Whatever its types say, no message sees an optional `oldSelf` (apiextensions
 * `schema/cel/validation.go`).
 */
function messageOf(
  message: CompiledExpression | CompileFault | undefined,
  read: Readers,
  kubernetes: KubernetesMinor,
): CountedExpression | undefined {
  if (message === undefined || isCompileFault(message)) return undefined;
  return interpreter(message.checked, read, false, kubernetes);
}

function interpreter(
  checked: CheckedExpression,
  read: Readers,
  isOptional: boolean,
  kubernetes: KubernetesMinor,
): CountedExpression {
  const program: Program | CelError = createProgram(checked, kubernetes);
  if (program instanceof CelError) return () => program;
  return (self, oldSelf, costs) => {
    const value = read.self(self);
    const old = oldValue(oldSelf, read, isOptional);
    const { value: result, cost } = program.evaluate(
      (name) => (name === "self" ? value : name === "oldSelf" ? old : undefined),
      costs.limit,
    );
    costs.spent = cost;
    return result;
  };
}

function oldValue(
  data: Json | undefined,
  read: Readers,
  isOptional: boolean,
): Value | CelError | undefined {
  if (isOptional) return optionalOfData(data, read.optional);
  return data === undefined ? undefined : read.self(data);
}
