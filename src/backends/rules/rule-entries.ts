import type { CheckedExpression } from "../../cel/checked.js";
import type { Code } from "../../emit/code.js";
import { code, join, word } from "../../emit/code.js";
import type { Member } from "../../emit/object-code.js";
import { listCode, objectCode } from "../../emit/object-code.js";
import type { Schema } from "../../ir/schema.js";
import type { CompileFault, CompiledExpression, CompiledRule } from "../../rules/compile-rules.js";
import { isCompileFault } from "../../rules/compile-rules.js";
import { quote } from "../../runtime/v1/go/quote.js";
import type { CostBounds } from "../../rules/cost-limits.js";
import { declareCounted } from "./counted-rule.js";
import { needs } from "./needed-variables.js";
import type { NodeExpression } from "./rule-code.js";
import { declareMessage, declareRule } from "./rule-code.js";
import type { RuleFile } from "./rule-file.js";
import type { TestedFields } from "./tested-fields.js";
import { isTracked } from "./tracked-operands.js";
import { UnsupportedExpression } from "./unsupported.js";

/** Where rules stand: the schema of their node, and the beginning of the names of their functions. */
export interface RulePlace {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly base: string;
}

/** Writes the rules of a node as the runtime's `NodeRule`, with the functions that they need before them. */
export class RuleEntries {
  /** Which of them have to count their cost. */
  readonly bounds: CostBounds;
  readonly #file: RuleFile;

  constructor(file: RuleFile, bounds: CostBounds) {
    this.#file = file;
    this.bounds = bounds;
  }

  /** One entry; one that does not compile says so when it would run. */
  of(compiled: CompiledRule, place: RulePlace, tested: TestedFields): Code {
    const { rule, expression, fieldPath } = compiled;
    const described: Member[] = [
      { key: "rule", value: code`${rule.rule}` },
      ...(rule.message === "" ? [] : [{ key: "message", value: code`${rule.message}` }]),
      ...reasonMembers(rule.reason),
    ];
    if (expression === undefined || isCompileFault(expression)) {
      return objectCode([...described, ...faultMembers(expression)]);
    }
    const old = oldOf(compiled);
    const members = this.#ruleMembers(expression, place, old);
    // What counts the cost of a rule sees odd fields itself.
    const isLimited = members.some(({ key }) => key === "limited");
    return objectCode([
      ...described,
      { key: "cost", value: code`${Number(expression.maxCost)}` },
      ...members,
      ...(isLimited ? [] : this.#askedMembers(tested.askedBy(expression.checked.ast))),
      ...this.#messageMembers(compiled, place, old),
      ...(fieldPath === undefined ? [] : [{ key: "fieldPath", value: code`${fieldPath}` }]),
      ...(old === undefined ? [] : [{ key: "transition", value: code`${old}` }]),
    ]);
  }

  #askedMembers(paths: readonly Code[]): readonly Member[] {
    if (paths.length === 0) return [];
    const asked = code`${this.#file.runtime("askedFields")}(${listCode(paths)})`;
    return [{ key: "asked", value: code`/* @__PURE__ */ ${asked}` }];
  }

  #ruleMembers(expression: CompiledExpression, place: RulePlace, old: Old): readonly Member[] {
    const { schema, isResource, base } = place;
    const node: NodeExpression = { checked: expression.checked, schema, isResource, old };
    const readsSelf: readonly Member[] = needs(expression.checked.ast, "self")
      ? []
      : [{ key: "readsSelf", value: code`${true}` }];
    const evaluate = this.#declared(() => declareRule(this.#file, node, `${base}Rule`));
    if (evaluate === undefined) {
      const counted = this.#counted(node, word(this.#file.name(`${base}Rule`)));
      const value = code`/* @__PURE__ */ ${this.#file.runtime("ruleByPlan")}(${counted})`;
      return [
        { key: "evaluate", value },
        ...readsSelf,
        ...this.#limits("limited", expression, place, counted),
      ];
    }
    const members: Member[] = [
      { key: "evaluate", value: this.#orPlan("ruleOrPlan", evaluate, node) },
      ...readsSelf,
    ];
    if (!this.bounds.isLimited(expression, schema, isResource)) return members;
    const counted = this.#counted(node, evaluate);
    return [...members, ...this.#limits("limited", expression, place, counted)];
  }

  #messageMembers(
    { rule, message, hasOptionalOldSelf }: CompiledRule,
    place: RulePlace,
    ruleOld: Old,
  ): readonly Member[] {
    if (message === undefined || isCompileFault(message)) return [];
    const { schema, isResource, base } = place;
    const old = ruleOld ?? oldOfMessage(message.checked, hasOptionalOldSelf);
    const node: NodeExpression = { checked: message.checked, schema, isResource, old };
    const quoted = quote(rule.messageExpression);
    const text: Member = { key: "messageText", value: code`${this.#file.runtime("ruleMessage")}` };
    const source: Member = { key: "messageExpression", value: code`${rule.messageExpression}` };
    const readsSelf: readonly Member[] = needs(message.checked.ast, "self")
      ? []
      : [{ key: "messageReadsSelf", value: code`${true}` }];
    const describe = this.#declared(() => declareMessage(this.#file, node, `${base}Message`));
    if (describe === undefined) {
      const counted = this.#counted(node, word(this.#file.name(`${base}Message`)));
      const value = code`/* @__PURE__ */ ${this.#file.runtime("messageByPlan")}(${counted})`;
      const limits = this.#limits("limitedMessage", message, place, counted, quoted);
      return [{ key: "describe", value }, ...readsSelf, text, source, ...limits];
    }
    const value = this.#orPlan("messageOrPlan", describe, node);
    const members: Member[] = [{ key: "describe", value }, ...readsSelf, text, source];
    if (!this.bounds.isLimited(message, schema, isResource)) return members;
    const counted = this.#counted(node, describe);
    return [...members, ...this.#limits("limitedMessage", message, place, counted, quoted)];
  }

  /** The name of a function; `undefined` for what only a plan can evaluate. */
  #declared(declare: () => Code): Code | undefined {
    try {
      return declare();
    } catch (error) {
      if (error instanceof UnsupportedExpression) return undefined;
      throw error;
    }
  }

  /** A function, with its plan for what it cannot decide. */
  #orPlan(either: string, name: Code, node: NodeExpression): Code {
    if (!isTracked(node.checked)) return name;
    const counted = this.#counted(node, name);
    return code`/* @__PURE__ */ ${this.#file.runtime(either)}(${name}, ${counted})`;
  }

  #counted(node: NodeExpression, name: Code): Code {
    return declareCounted(this.#file, node, name);
  }

  #limits(
    key: string,
    expression: CompiledExpression,
    { schema, isResource }: RulePlace,
    count: Code,
    source?: string,
  ): readonly Member[] {
    const costs = this.bounds.costs(expression, schema, isResource);
    const list = listCode(costs.map((cost) => code`${cost}`));
    const args = [list, count, ...(source === undefined ? [] : [code`${source}`])];
    const made = code`${this.#file.runtime("limitedBy")}(${join(args, ", ")})`;
    return [{ key, value: code`/* @__PURE__ */ ${made}` }];
  }
}

type Old = NodeExpression["old"];

function oldOf({ usesOldSelf, hasOptionalOldSelf }: CompiledRule): Old {
  if (!usesOldSelf) return undefined;
  return hasOptionalOldSelf ? "optional" : "required";
}

/** A message can read the old value where any rule of its node does. */
function oldOfMessage({ references }: CheckedExpression, isOptional: boolean): Old {
  for (const reference of references.values()) {
    if (reference.kind === "variable" && reference.name === "oldSelf") {
      return isOptional ? "optional" : "required";
    }
  }
  return undefined;
}

function faultMembers(fault: CompileFault | undefined): readonly Member[] {
  return [
    { key: "cost", value: code`${0}` },
    { key: "evaluate", value: code`() => true` },
    ...(fault === undefined ? [] : [{ key: "fault", value: code`${fault.detail}` }]),
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
    ? [{ key: "reason", value: code`${reason}` }]
    : [];
}
