import type { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import type { Attribute } from "./attribute.js";
import {
  AttributeQualifier,
  ConditionalAttribute,
  ConstantQualifier,
  OperandAttribute,
  PresenceQualifier,
  VariableAttribute,
} from "./attribute.js";
import type { CallCost } from "./call-cost.js";
import type { Step } from "./cost-tracker.js";
import { CostTracker } from "./cost-tracker.js";
import type { FoldParts } from "./fold-step.js";
import { FoldStep } from "./fold-step.js";
import type { FunctionTable } from "./function-table.js";
import type { EntryStep } from "./literal-steps.js";
import { ListStep, MapStep } from "./literal-steps.js";
import {
  AttributeStep,
  CallStep,
  ConstantStep,
  EqualityStep,
  LogicalStep,
  MembershipStep,
  OptionalOrStep,
  PresenceStep,
} from "./step.js";

/*
 * The nodes of an expression whose cost is counted, as cel-go plans them
 * (`interpreter/planner.go`). Each call gives a step of its own; a step is part of one expression.
 */

/** A constant; also a list, map or conversion of constants, which cel-go works out once. */
export function constant(value: Value | CelError): Step {
  return new ConstantStep(value);
}

/** Makes the step of an expression that cel-go works out once, before anything is charged. */
export function folded(step: Step): ConstantStep {
  return new ConstantStep(
    step.evaluate({ resolve: () => undefined, costs: new CostTracker(Infinity) }),
  );
}

/** A variable by its name. */
export function variable(name: string): Step {
  return new AttributeStep(new VariableAttribute(name));
}

/** A variable and fields of it: `self.spec.replicas`. */
export function path(name: string, ...fields: readonly string[]): Step {
  return fields.reduce(select, variable(name));
}

/** `has(…)` of the last field of a path. */
export function hasPath(name: string, ...fields: readonly string[]): Step {
  return present(path(name, ...fields.slice(0, -1)), fields.at(-1) ?? "");
}

/** `operand.name` */
export function select(operand: Step, name: string): Step {
  return linked(operand, new ConstantQualifier(name, false));
}

/** `has(operand.name)` */
export function present(operand: Step, name: string): Step {
  const attribute = attributeOf(operand);
  attribute.add(new PresenceQualifier(name));
  return new PresenceStep(attribute);
}

/** `has(operand.name)` where it costs 1, as it does in 1.28. */
export function presentAtCost(operand: Step, name: string): Step {
  const attribute = attributeOf(operand);
  attribute.add(new PresenceQualifier(name));
  return new PresenceStep(attribute, 1);
}

/** `has(…)` of the last field of a path, where it costs 1. */
export function hasPathAtCost(name: string, ...fields: readonly string[]): Step {
  return presentAtCost(path(name, ...fields.slice(0, -1)), fields.at(-1) ?? "");
}

/** `operand[index]` */
export function index(operand: Step, key: Step): Step {
  return linked(operand, indexBy(key, false));
}

/** `operand.?key` and `operand[?key]` */
export function optionalIndex(operand: Step, key: Step): Step {
  return linked(operand, indexBy(key, true));
}

/** `left && right` */
export function and(left: Step, right: Step): Step {
  return new LogicalStep([left, right], false);
}

/** `left || right` */
export function or(left: Step, right: Step): Step {
  return new LogicalStep([left, right], true);
}

/** `left == right` */
export function equal(left: Step, right: Step): Step {
  return new EqualityStep(left, right, false);
}

/** `left != right` */
export function unequal(left: Step, right: Step): Step {
  return new EqualityStep(left, right, true);
}

/** `condition ? yes : no` */
export function choose(condition: Step, yes: Step, no: Step): Step {
  return new AttributeStep(new ConditionalAttribute(condition, attributeOf(yes), attributeOf(no)));
}

/** `optional.or(other)` */
export function optionalOr(optional: Step, other: Step): Step {
  return new OptionalOrStep(optional, other, false);
}

/** `optional.orValue(other)` */
export function optionalOrValue(optional: Step, other: Step): Step {
  return new OptionalOrStep(optional, other, true);
}

/** `element in [constants]`, where they are looked up. */
export function among(element: Step, constants: Step): Step {
  const list = constants instanceof ConstantStep ? constants.value : null;
  return new MembershipStep(element, Array.isArray(list) ? list : []);
}

/**
 * A call of what tables have under a name. `overload` is cel-go's, where the types of the arguments
 * tell it; without a `cost` it costs 1.
 */
export function call(
  functions: readonly FunctionTable[],
  name: string,
  overload: string,
  args: readonly Step[],
  cost?: CallCost,
): CallStep {
  const variadic = isVariadic(name, overload, args.length);
  return new CallStep(functions, name, overload, args, variadic, cost);
}

/** Functions of several overloads that cel-go implements as one: `size`, `matches`, operators. */
const undivided = /^(?:[_!@-].*|size|type|matches|sort)$/;

/**
 * Tells whether cel-go hands over the operands as a list, and then evaluates none behind one that
 * failed.
 */
function isVariadic(name: string, overload: string, operands: number): boolean {
  if (operands > 2 || overload === "string_format") return true;
  return overload === "" && !undivided.test(name);
}

/** A call with a constant pattern, which cel-go plans like one of any number of arguments. */
export function patternCall(
  functions: readonly FunctionTable[],
  name: string,
  overload: string,
  args: readonly Step[],
  cost?: CallCost,
): CallStep {
  return new CallStep(functions, name, overload, args, true, cost);
}

/** A list literal; `optional` are the places of `?element`. */
export function listLiteral(elements: readonly Step[], optional: readonly number[] = []): ListStep {
  return new ListStep(elements, new Set(optional));
}

/** A map literal. */
export function mapLiteral(entries: readonly EntryStep[]): MapStep {
  return new MapStep(entries);
}

/** A comprehension. */
export function fold(parts: FoldParts): Step {
  return new FoldStep(parts);
}

function linked(operand: Step, qualifier: ConstantQualifier | AttributeQualifier): Step {
  const attribute = attributeOf(operand);
  attribute.add(qualifier);
  return new AttributeStep(attribute);
}

/**
 * The chain that further links can be put on; a branch that has one is charged without its own
 * unit.
 */
function attributeOf(step: Step): Attribute {
  if (step instanceof AttributeStep || step instanceof PresenceStep) return step.attribute;
  return new OperandAttribute(step.id, step);
}

function indexBy(key: Step, isOptional: boolean): ConstantQualifier | AttributeQualifier {
  if (key instanceof ConstantStep) return new ConstantQualifier(key.value as Value, isOptional); // no error
  const isAttribute = key instanceof AttributeStep || key instanceof PresenceStep;
  return new AttributeQualifier(isAttribute ? key.attribute : key, isOptional);
}
