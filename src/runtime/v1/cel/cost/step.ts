import { celEquals } from "../values/equal.js";
import { CelError, noSuchOverload } from "../values/error.js";
import { Optional } from "../values/optional.js";
import type { Value } from "../values/value.js";
import type { Attribute } from "./attribute.js";
import { ConditionalAttribute } from "./attribute.js";
import type { CallCost } from "./call-cost.js";
import { equalityCost, readShorterCost } from "./call-cost.js";
import type { Frame, Step } from "./cost-tracker.js";
import type { FunctionTable, Outcome } from "./function-table.js";
import { callFunction } from "./function-table.js";

/** A step that the tracker knows by itself. */
export abstract class OwnStep implements Step {
  get id(): object {
    return this;
  }

  abstract evaluate(frame: Frame): Outcome;
}

/** A constant: costs nothing. */
export class ConstantStep extends OwnStep {
  readonly value: Outcome;

  constructor(value: Outcome) {
    super();
    this.value = value;
  }

  evaluate(frame: Frame): Outcome {
    frame.costs.push(this.id, this.value);
    return this.value;
  }
}

/** A variable, selection, index or conditional. */
export class AttributeStep implements Step {
  readonly attribute: Attribute;

  constructor(attribute: Attribute) {
    this.attribute = attribute;
  }

  get id(): object {
    return this.attribute.id;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.attribute.resolve(frame);
    observeAttribute(frame, this.attribute);
    frame.costs.push(this.id, value);
    return value;
  }
}

function observeAttribute(frame: Frame, attribute: Attribute): void {
  if (attribute instanceof ConditionalAttribute) {
    frame.costs.drop(attribute.falsy.id);
    frame.costs.drop(attribute.truthy.id);
    frame.costs.drop(attribute.condition.id);
  } else {
    frame.costs.drop(attribute.id);
    frame.costs.add(1);
  }
}

/** `has(operand.field)`: the operand's cost alone. */
export class PresenceStep implements Step {
  readonly attribute: Attribute;
  /** Its cost beyond that of the operand. */
  readonly #cost: number;

  constructor(attribute: Attribute, cost = 0) {
    this.attribute = attribute;
    this.#cost = cost;
  }

  get id(): object {
    return this.attribute.id;
  }

  evaluate(frame: Frame): Outcome {
    const found = this.attribute.resolve(frame);
    const value = found instanceof Optional ? found.value !== undefined : found;
    observeAttribute(frame, this.attribute);
    frame.costs.add(this.#cost - 1);
    frame.costs.push(this.id, value);
    return value;
  }
}

/** `&&` and `||`: the value that decides wins over errors, else the first error. */
export class LogicalStep extends OwnStep {
  readonly #terms: readonly Step[];
  readonly #decisive: boolean;

  constructor(terms: readonly Step[], decisive: boolean) {
    super();
    this.#terms = terms;
    this.#decisive = decisive;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#decide(frame);
    for (const term of this.#terms) frame.costs.drop(term.id);
    frame.costs.push(this.id, value);
    return value;
  }

  #decide(frame: Frame): Outcome {
    let error: CelError | undefined;
    for (const term of this.#terms) {
      const value = term.evaluate(frame);
      if (value === this.#decisive) return value;
      if (typeof value !== "boolean") {
        error ??= value instanceof CelError ? value : noSuchOverload();
      }
    }
    return error ?? !this.#decisive;
  }
}

/** `==` and `!=`: both sides are always evaluated. */
export class EqualityStep extends OwnStep {
  readonly #left: Step;
  readonly #right: Step;
  readonly #negated: boolean;

  constructor(left: Step, right: Step, negated: boolean) {
    super();
    this.#left = left;
    this.#right = right;
    this.#negated = negated;
  }

  evaluate(frame: Frame): Outcome {
    const left = this.#left.evaluate(frame);
    const right = this.#right.evaluate(frame);
    const value = this.#compare(left, right);
    const cost = this.#negated ? readShorterCost : equalityCost;
    frame.costs.call(cost, [this.#left.id, this.#right.id], value);
    frame.costs.push(this.id, value);
    return value;
  }

  #compare(left: Outcome, right: Outcome): Outcome {
    if (left instanceof CelError) return left;
    if (right instanceof CelError) return right;
    const equal = celEquals(left, right);
    return this.#negated ? equal !== true : equal;
  }
}

/** A call of a function. */
export class CallStep extends OwnStep {
  readonly #functions: readonly FunctionTable[];
  readonly name: string;
  readonly overload: string;
  readonly args: readonly Step[];
  /**
   * Arguments after one that failed are not evaluated (cel-go's calls of any number of arguments).
   */
  readonly #variadic: boolean;
  readonly #cost: CallCost | undefined;

  constructor(
    functions: readonly FunctionTable[],
    name: string,
    overload: string,
    args: readonly Step[],
    variadic: boolean,
    cost: CallCost | undefined,
  ) {
    super();
    this.#functions = functions;
    this.name = name;
    this.overload = overload;
    this.args = args;
    this.#variadic = variadic;
    this.#cost = cost;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#call(frame);
    frame.costs.call(
      this.#cost,
      this.args.map((arg) => arg.id),
      value,
    );
    frame.costs.push(this.id, value);
    return value;
  }

  #call(frame: Frame): Outcome {
    if (this.name === "@not_strictly_false") return this.args[0]?.evaluate(frame) !== false;
    const values: Value[] = [];
    let error: CelError | undefined;
    for (const arg of this.args) {
      const value = arg.evaluate(frame);
      if (value instanceof CelError) {
        error ??= value;
        if (this.#variadic) break;
      } else {
        values.push(value);
      }
    }
    return error ?? callFunction(this.#functions, this.name, this.overload, values, this.#variadic);
  }
}

/**
 * `optional.or(other)` and `optional.orValue(other)`: free, and `other` is evaluated only when
 * needed.
 */
export class OptionalOrStep extends OwnStep {
  readonly #left: Step;
  readonly #right: Step;
  readonly #unwraps: boolean;

  constructor(left: Step, right: Step, unwraps: boolean) {
    super();
    this.#left = left;
    this.#right = right;
    this.#unwraps = unwraps;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#choose(frame);
    frame.costs.push(this.id, value);
    return value;
  }

  #choose(frame: Frame): Outcome {
    const left = this.#left.evaluate(frame);
    if (left instanceof CelError) return left;
    if (!(left instanceof Optional)) return noSuchOverload();
    if (left.value !== undefined) return this.#unwraps ? left.value : left;
    return this.#right.evaluate(frame);
  }
}

/** `value in [constants]`: a look-up that costs nothing. */
export class MembershipStep extends OwnStep {
  readonly #value: Step;
  readonly #constants: readonly Value[];

  constructor(value: Step, constants: readonly Value[]) {
    super();
    this.#value = value;
    this.#constants = constants;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#value.evaluate(frame);
    const found =
      value instanceof CelError
        ? value
        : this.#constants.some((constant) => celEquals(value, constant) === true);
    frame.costs.push(this.id, found);
    return found;
  }
}
