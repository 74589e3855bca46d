import type { Call, Comprehension, Constant, Expr, Select } from "../cel/ast.js";
import type { CheckedExpression } from "../cel/checked.js";
import { isTypeValue } from "../cel/well-known-types.js";
import { Double } from "../runtime/v1/cel/double.js";
import { CelError } from "../runtime/v1/cel/error.js";
import { matchesPattern } from "../runtime/v1/cel/regex.js";
import { toInt } from "../runtime/v1/cel/int.js";
import { TypeValue } from "../runtime/v1/cel/type-value.js";
import { Uint } from "../runtime/v1/cel/uint.js";
import { isInt, isList, listElements } from "../runtime/v1/cel/value.js";
import type { Value } from "../runtime/v1/cel/value.js";
import {
  AttributeQualifier,
  ConditionalAttribute,
  ConstantQualifier,
  OperandAttribute,
  PresenceQualifier,
  VariableAttribute,
  keyFault,
} from "./attribute.js";
import type { Attribute, Qualifier } from "./attribute.js";
import { CostTracker } from "./frame.js";
import type { Frame } from "./frame.js";
import {
  AttributeStep,
  CallStep,
  ConstantStep,
  EqualityStep,
  FoldStep,
  ListStep,
  LogicalStep,
  MapStep,
  MembershipStep,
  OptionalOrStep,
  PresenceStep,
  StructStep,
} from "./step.js";
import type { Step } from "./planned-step.js";
import { createStruct } from "./well-known-structs.js";

/** Thrown where an expression checks but cannot be planned: a constant conversion that fails, a bad pattern. */
export class PlanFailure extends Error {}

/**
 * Steps for a checked expression, with what cel-go does once per program: constants are folded, constant patterns are
 * compiled, membership in a constant list becomes a look-up (`interpreter/planner.go`, `decorators.go`).
 */
export function plan(checked: CheckedExpression): Step {
  return new Planner(checked).plan(checked.ast);
}

const conversions: ReadonlySet<string> = new Set([
  "bool", "bytes", "double", "duration", "dyn", "int", "string", "timestamp", "type", "uint",
]); // prettier-ignore

/** Functions of several overloads that cel-go implements as one: `size`, `matches`, operators. */
const undivided = /^(?:[_!@-].*|size|type|matches|sort)$/;

/** Whether cel-go hands over the operands as a list, and then evaluates none behind one that failed. */
function isVariadic(name: string, overload: string, operands: number): boolean {
  if (operands > 2 || overload === "string_format") return true;
  return overload === "" && !undivided.test(name);
}

const patternFunctions: ReadonlySet<string> = new Set(["matches", "find", "findAll"]);

class Planner {
  readonly #checked: CheckedExpression;

  constructor(checked: CheckedExpression) {
    this.#checked = checked;
  }

  plan(expr: Expr): Step {
    switch (expr.kind) {
      case "literal":
        return new ConstantStep(expr.id, valueOfConstant(expr.value));
      case "ident":
        return this.#planName(expr.id, expr.name);
      case "select":
        return this.#planSelect(expr);
      case "call":
        return this.#planCall(expr);
      case "list":
        return this.#foldConstants(
          new ListStep(
            expr.id,
            expr.elements.map((element) => this.plan(element)),
            new Set(expr.optionalIndices),
          ),
        );
      case "map":
        return this.#foldConstants(
          new MapStep(
            expr.id,
            expr.entries.map((entry) => ({
              key: this.plan(entry.key),
              value: this.plan(entry.value),
              optional: entry.optional,
            })),
          ),
        );
      case "struct":
        return new StructStep(
          expr.id,
          expr.fields.map((field) => ({ name: field.name, value: this.plan(field.value) })),
          (fields) => createStruct(expr.name, fields),
        );
      case "comprehension":
        return this.#planComprehension(expr);
    }
  }

  #planName(id: number, name: string): Step {
    const constant = this.#checked.constants.get(id);
    if (constant !== undefined) return new ConstantStep(id, valueOfConstant(constant));
    const reference = this.#checked.references.get(id);
    const resolved = reference?.name ?? name;
    if (this.#checked.types.get(id)?.kind === "type") {
      const typeName = resolved.replace(/^\./, "");
      if (!isTypeValue(typeName)) {
        throw new PlanFailure(`reference to undefined type: ${typeName}`);
      }
      return new ConstantStep(id, new TypeValue(typeName));
    }
    return new AttributeStep(new VariableAttribute(id, [resolved]));
  }

  #planSelect(expr: Select): Step {
    if (this.#checked.references.has(expr.id)) return this.#planName(expr.id, expr.field);
    const attribute = attributeOf(this.plan(expr.operand));
    if (!expr.testOnly) {
      attribute.add(new ConstantQualifier(expr.id, expr.field, false));
      return new AttributeStep(attribute);
    }
    attribute.add(new PresenceQualifier(expr.id, expr.field));
    return new PresenceStep(expr.id, attribute);
  }

  #planCall(expr: Call): Step {
    const reference = this.#checked.references.get(expr.id);
    const known = reference?.kind === "function" ? reference : undefined;
    const name = known?.name ?? expr.function;
    const overload = known?.overloads.length === 1 ? (known.overloads[0] ?? "") : "";
    // A namespaced function's target is part of its name.
    const namespaced = expr.target !== undefined && name !== expr.function;
    const operands =
      expr.target === undefined || namespaced ? expr.args : [expr.target, ...expr.args];
    const args = operands.map((operand) => this.plan(operand));
    return (
      this.#planOperator(expr.id, name, args) ?? this.#planFunction(expr.id, name, overload, args)
    );
  }

  #planOperator(id: number, name: string, args: readonly Step[]): Step | undefined {
    const [first, second, third] = args;
    if (first === undefined || second === undefined) return undefined;
    switch (name) {
      case "_&&_":
        return new LogicalStep(id, args, false);
      case "_||_":
        return new LogicalStep(id, args, true);
      case "_==_":
        return new EqualityStep(id, first, second, false);
      case "_!=_":
        return new EqualityStep(id, first, second, true);
      case "_[_]":
        return planIndex(id, first, second, false);
      case "_?._":
      case "_[?_]":
        return planIndex(id, first, second, true);
      case "_?_:_":
        if (third === undefined) return undefined;
        return new AttributeStep(
          new ConditionalAttribute(id, first, branch(second), branch(third)),
        );
      case "or":
        return new OptionalOrStep(id, first, second, false);
      case "orValue":
        return new OptionalOrStep(id, first, second, true);
    }
    return undefined;
  }

  #planFunction(id: number, name: string, overload: string, args: readonly Step[]): Step {
    const [first, second] = args;
    if (overload === "in_list" && first !== undefined && second instanceof ConstantStep) {
      const membership = planMembership(id, first, second);
      if (membership !== undefined) return membership;
    }
    const call = new CallStep(id, name, overload, args, isVariadic(name, overload, args.length));
    if (conversions.has(name) && args.length === 1 && first instanceof ConstantStep) {
      const value = call.evaluate(constantFrame());
      if (value instanceof CelError) throw new PlanFailure(value.message);
      return new ConstantStep(id, value);
    }
    if (!patternFunctions.has(name) || !(second instanceof ConstantStep)) return call;
    return planPattern(call, second.value);
  }

  #planComprehension(expr: Comprehension): Step {
    return new FoldStep(expr.id, {
      initial: this.plan(expr.accuInit),
      range: this.plan(expr.iterRange),
      condition: this.plan(expr.loopCondition),
      step: this.plan(expr.loopStep),
      result: this.plan(expr.result),
      variable: expr.iterVar,
      secondVariable: expr.iterVar2,
      accumulator: expr.accuVar,
    });
  }

  #foldConstants(step: ListStep | MapStep): Step {
    const members =
      step instanceof ListStep
        ? step.elements
        : step.entries.flatMap((entry) => [entry.key, entry.value]);
    if (!members.every((member) => member instanceof ConstantStep)) return step;
    return new ConstantStep(step.id, step.make(constantFrame()));
  }
}

/** Folding happens before anything is charged. */
function constantFrame(): Frame {
  return { resolve: () => undefined, costs: new CostTracker(Infinity) };
}

/** The chain that further links can be put on. */
function attributeOf(step: Step): Attribute {
  if (step instanceof AttributeStep || step instanceof PresenceStep) return step.attribute;
  return new OperandAttribute(step.id, step);
}

/** A branch that is an attribute is charged without its own unit. */
function branch(step: Step): Attribute {
  if (step instanceof AttributeStep || step instanceof PresenceStep) return step.attribute;
  return new OperandAttribute(step.id, step);
}

function planIndex(id: number, operand: Step, index: Step, optional: boolean): Step {
  const attribute = attributeOf(operand);
  attribute.add(indexQualifier(id, index, optional));
  return new AttributeStep(attribute);
}

function indexQualifier(id: number, index: Step, optional: boolean): Qualifier {
  if (index instanceof ConstantStep) {
    if (index.value instanceof CelError) throw new PlanFailure(index.value.message);
    const fault = keyFault(index.value);
    if (fault !== undefined) throw new PlanFailure(fault.message);
    return new ConstantQualifier(id, index.value, optional);
  }
  if (index instanceof AttributeStep || index instanceof PresenceStep) {
    return new AttributeQualifier(id, index.attribute, optional, false);
  }
  return new AttributeQualifier(id, new OperandAttribute(id, index), optional, true);
}

function planMembership(id: number, element: Step, list: ConstantStep): Step | undefined {
  if (list.value instanceof CelError || !isList(list.value)) return undefined;
  const constants: Value[] = [];
  for (const constant of listElements(list.value)) {
    if (constant instanceof CelError || !isLookupKey(constant)) return undefined;
    constants.push(constant);
  }
  return constants.length === 0
    ? new ConstantStep(id, false)
    : new MembershipStep(id, element, constants);
}

function isLookupKey(value: Value): boolean {
  return (
    isInt(value) ||
    typeof value === "string" ||
    typeof value === "boolean" ||
    value instanceof Uint ||
    value instanceof Double
  );
}

/** Calls with a constant pattern are planned like calls of any number of arguments. */
function planPattern(call: CallStep, pattern: Value | CelError): Step {
  if (typeof pattern !== "string") return call;
  const result = matchesPattern("", pattern);
  if (result instanceof CelError) throw new PlanFailure(result.message);
  return new CallStep(call.id, call.name, call.overload, call.args, true);
}

/** The value of a constant of the tree. */
export function valueOfConstant(constant: Constant): Value {
  switch (constant.type) {
    case "null":
      return null;
    case "int":
      return toInt(constant.value) ?? constant.value;
    case "uint":
      return new Uint(constant.value);
    case "double":
      return new Double(constant.value);
    default:
      return constant.value;
  }
}
