import type { CheckedExpression } from "../cel/checked.js";
import type { Schema } from "../ir/schema.js";
import { createProgram } from "../reference/evaluate.js";
import { readerOf } from "../reference/read-data.js";
import type { CompiledRule } from "../rules/compile-rules.js";
import { RuleCompiler, isBlank, isCompileFault } from "../rules/compile-rules.js";
import { DeclaredTypes } from "../rules/declared-type.js";
import { CelError } from "../runtime/v1/cel/error.js";
import { Optional } from "../runtime/v1/cel/optional.js";
import type { Value } from "../runtime/v1/cel/value.js";
import type { Costs, CountedExpression } from "../runtime/v1/cost-meter.js";
import { callCostLimit } from "../runtime/v1/cost-meter.js";
import type { FieldErrorReason } from "../runtime/v1/field-error.js";
import type { NodeRule, RuleNode } from "../runtime/v1/rules.js";
import type { KubernetesMinor } from "../versions/kubernetes-version.js";

/** The rules of schemas, evaluated by the reference interpreter: for values that are looked at once, such as defaults. */
export class RuleNodes {
  readonly #compiler: RuleCompiler;
  readonly #types: DeclaredTypes;

  constructor(minor: KubernetesMinor) {
    this.#compiler = new RuleCompiler(minor, () => true);
    this.#types = new DeclaredTypes(minor);
  }

  /** The rules at and below a node. */
  of(schema: Schema, isResource: boolean): RuleNode {
    const { values, items } = schema;
    const fields = [...schema.fields].filter(([, field]) => field.hasRules);
    const isMap = schema.listType === "map" && schema.listMapKeys.length > 0;
    return {
      type: schema.type,
      ...(schema.rules.length > 0 && this.#ownRules(schema, isResource)),
      fields: Object.fromEntries(fields.map(([name, field]) => [name, this.#below(field)])),
      ...(typeof values === "object" && values.hasRules && { values: this.#below(values) }),
      ...(items?.hasRules === true && { items: this.#below(items) }),
      ...(isMap && { keys: schema.listMapKeys }),
    };
  }

  #below(schema: Schema): RuleNode {
    return this.of(schema, schema.embeddedResource);
  }

  #ownRules(schema: Schema, isResource: boolean): Pick<RuleNode, "rules" | "fault"> {
    const declared = this.#types.of(schema, isResource);
    if (declared === undefined) {
      return { fault: "failed to convert to declType for CEL validation rules" };
    }
    const compiled = this.#compiler
      .compile(schema, declared)
      .filter(({ rule }) => !isBlank(rule.rule));
    return { rules: compiled.map((rule) => this.#rule(rule, schema, isResource)) };
  }

  #rule(compiled: CompiledRule, schema: Schema, isResource: boolean): NodeRule {
    const { rule, expression, message, fieldPath, hasOptionalOldSelf } = compiled;
    const base = { rule: rule.rule, message: rule.message, reason: reasonOf(rule.reason), cost: 0 };
    if (expression === undefined) return { ...base, evaluate: () => true };
    if (isCompileFault(expression)) {
      return { ...base, evaluate: () => true, fault: expression.detail };
    }
    const reading = { schema, isResource, hasOptionalOldSelf };
    const count = this.#counted(expression.checked, reading);
    const countVerdict: CountedExpression = (self, oldSelf, costs) =>
      asVerdict(count(self, oldSelf, costs));
    const describes = message !== undefined && !isCompileFault(message);
    return {
      ...base,
      evaluate: (self, oldSelf) => asVerdict(count(self, oldSelf, freshCosts())),
      limited: { costs: [], count: countVerdict },
      ...(describes && this.#describes(message.checked, reading, rule.messageExpression)),
      ...(fieldPath !== undefined && { fieldPath }),
      ...(compiled.usesOldSelf && { transition: hasOptionalOldSelf ? "optional" : "required" }),
    };
  }

  #describes(
    checked: CheckedExpression,
    reading: Reading,
    messageExpression: string,
  ): Pick<NodeRule, "describe" | "limitedMessage" | "messageExpression"> {
    const count = this.#counted(checked, reading);
    return {
      describe: (self, oldSelf) => count(self, oldSelf, freshCosts()),
      limitedMessage: { costs: [], count },
      messageExpression,
    };
  }

  #counted(checked: CheckedExpression, reading: Reading): CountedExpression {
    const program = createProgram(checked);
    if (program instanceof CelError) return () => program;
    const read = readerOf(reading.schema, reading.isResource);
    return (self, oldSelf, costs) => {
      const old = oldSelf === undefined ? undefined : read(oldSelf);
      if (old instanceof CelError) return old;
      const oldValue = reading.hasOptionalOldSelf ? new Optional(old) : old;
      const value = read(self);
      const evaluation = program.evaluate((name) => {
        if (name === "self") return value;
        return name === "oldSelf" ? oldValue : undefined;
      }, costs.limit);
      costs.spent = evaluation.cost;
      return evaluation.value;
    };
  }
}

function freshCosts(): Costs {
  return { spent: 0, limit: callCostLimit };
}

interface Reading {
  readonly schema: Schema;
  readonly isResource: boolean;
  readonly hasOptionalOldSelf: boolean;
}

function asVerdict(value: Value | CelError): boolean | CelError {
  if (typeof value === "boolean" || value instanceof CelError) return value;
  return new CelError("no such overload");
}

function reasonOf(reason: string | undefined): FieldErrorReason {
  switch (reason) {
    case "FieldValueDuplicate":
    case "FieldValueForbidden":
    case "FieldValueRequired":
      return reason;
    default:
      return "FieldValueInvalid";
  }
}
