import { callFunction, goTypeOf } from "./functions.js";
import type { Result } from "./functions.js";
import { celEquals } from "../runtime/v1/cel/equal.js";
import { CelError, noSuchOverload } from "../runtime/v1/cel/error.js";
import { mapOf } from "../runtime/v1/cel/map.js";
import { Optional } from "../runtime/v1/cel/optional.js";
import { MapValue, isList, listElements } from "../runtime/v1/cel/value.js";
import type { Value } from "../runtime/v1/cel/value.js";
import { ConditionalAttribute } from "./attribute.js";
import type { Attribute } from "./attribute.js";
import type { Frame } from "./frame.js";
import type { Step } from "./planned-step.js";

/** A constant: costs nothing. */
export class ConstantStep implements Step {
  readonly id: number;
  readonly value: Result;

  constructor(id: number, value: Result) {
    this.id = id;
    this.value = value;
  }

  evaluate(frame: Frame): Result {
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

  get id(): number {
    return this.attribute.id;
  }

  evaluate(frame: Frame): Result {
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
  readonly id: number;
  readonly attribute: Attribute;

  constructor(id: number, attribute: Attribute) {
    this.id = id;
    this.attribute = attribute;
  }

  evaluate(frame: Frame): Result {
    const found = this.attribute.resolve(frame);
    const value = found instanceof Optional ? found.value !== undefined : found;
    observeAttribute(frame, this.attribute);
    frame.costs.add(-1);
    frame.costs.push(this.id, value);
    return value;
  }
}

/** `&&` and `||`: the value that decides wins over errors, else the first error. */
export class LogicalStep implements Step {
  readonly id: number;
  readonly #terms: readonly Step[];
  readonly #decisive: boolean;

  constructor(id: number, terms: readonly Step[], decisive: boolean) {
    this.id = id;
    this.#terms = terms;
    this.#decisive = decisive;
  }

  evaluate(frame: Frame): Result {
    const value = this.#decide(frame);
    for (const term of this.#terms) frame.costs.drop(term.id);
    frame.costs.push(this.id, value);
    return value;
  }

  #decide(frame: Frame): Result {
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
export class EqualityStep implements Step {
  readonly id: number;
  readonly #left: Step;
  readonly #right: Step;
  readonly #negated: boolean;

  constructor(id: number, left: Step, right: Step, negated: boolean) {
    this.id = id;
    this.#left = left;
    this.#right = right;
    this.#negated = negated;
  }

  evaluate(frame: Frame): Result {
    const left = this.#left.evaluate(frame);
    const right = this.#right.evaluate(frame);
    const value = this.#compare(left, right);
    const [name, overload] = this.#negated ? ["_!=_", "not_equals"] : ["_==_", "equals"];
    frame.costs.call(name, overload, [this.#left.id, this.#right.id], value);
    frame.costs.push(this.id, value);
    return value;
  }

  #compare(left: Result, right: Result): Result {
    if (left instanceof CelError) return left;
    if (right instanceof CelError) return right;
    const equal = celEquals(left, right);
    return this.#negated ? equal !== true : equal;
  }
}

/** A call of a function. */
export class CallStep implements Step {
  readonly id: number;
  readonly name: string;
  readonly overload: string;
  readonly args: readonly Step[];
  /** Arguments after one that failed are not evaluated (cel-go's calls of any number of arguments). */
  readonly #variadic: boolean;

  constructor(
    id: number,
    name: string,
    overload: string,
    args: readonly Step[],
    variadic: boolean,
  ) {
    this.id = id;
    this.name = name;
    this.overload = overload;
    this.args = args;
    this.#variadic = variadic;
  }

  evaluate(frame: Frame): Result {
    const value = this.#call(frame);
    frame.costs.call(
      this.name,
      this.overload,
      this.args.map((arg) => arg.id),
      value,
    );
    frame.costs.push(this.id, value);
    return value;
  }

  #call(frame: Frame): Result {
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
    return error ?? callFunction(this.name, this.overload, values);
  }
}

/** `optional.or(other)` and `optional.orValue(other)`: free, and `other` is evaluated only when needed. */
export class OptionalOrStep implements Step {
  readonly id: number;
  readonly #left: Step;
  readonly #right: Step;
  readonly #unwraps: boolean;

  constructor(id: number, left: Step, right: Step, unwraps: boolean) {
    this.id = id;
    this.#left = left;
    this.#right = right;
    this.#unwraps = unwraps;
  }

  evaluate(frame: Frame): Result {
    const value = this.#choose(frame);
    frame.costs.push(this.id, value);
    return value;
  }

  #choose(frame: Frame): Result {
    const left = this.#left.evaluate(frame);
    if (left instanceof CelError) return left;
    if (!(left instanceof Optional)) return noSuchOverload();
    if (left.value !== undefined) return this.#unwraps ? left.value : left;
    return this.#right.evaluate(frame);
  }
}

/** `value in [constants]`: a look-up that costs nothing. */
export class MembershipStep implements Step {
  readonly id: number;
  readonly #value: Step;
  readonly #constants: readonly Value[];

  constructor(id: number, value: Step, constants: readonly Value[]) {
    this.id = id;
    this.#value = value;
    this.#constants = constants;
  }

  evaluate(frame: Frame): Result {
    const value = this.#value.evaluate(frame);
    const found =
      value instanceof CelError
        ? value
        : this.#constants.some((constant) => celEquals(value, constant) === true);
    frame.costs.push(this.id, found);
    return found;
  }
}

/** A list literal. */
export class ListStep implements Step {
  readonly id: number;
  readonly elements: readonly Step[];
  readonly #optional: ReadonlySet<number>;

  constructor(id: number, elements: readonly Step[], optional: ReadonlySet<number>) {
    this.id = id;
    this.elements = elements;
    this.#optional = optional;
  }

  evaluate(frame: Frame): Result {
    const value = this.make(frame);
    frame.costs.dropAll(this.elements.map((element) => element.id));
    frame.costs.add(10);
    frame.costs.push(this.id, value);
    return value;
  }

  make(frame: Frame): Result {
    const values: Value[] = [];
    for (const [index, element] of this.elements.entries()) {
      const value = element.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!this.#optional.has(index)) values.push(value);
      else if (!(value instanceof Optional)) {
        return new CelError(
          `cannot initialize optional list element from non-optional value ${String(value)}`,
        );
      } else if (value.value !== undefined) values.push(value.value);
    }
    return values;
  }
}

export interface EntryStep {
  readonly key: Step;
  readonly value: Step;
  readonly optional: boolean;
}

/** A map literal. */
export class MapStep implements Step {
  readonly id: number;
  readonly entries: readonly EntryStep[];

  constructor(id: number, entries: readonly EntryStep[]) {
    this.id = id;
    this.entries = entries;
  }

  evaluate(frame: Frame): Result {
    const value = this.make(frame);
    frame.costs.dropAll(this.entries.flatMap((entry) => [entry.key.id, entry.value.id]));
    frame.costs.add(30);
    frame.costs.push(this.id, value);
    return value;
  }

  make(frame: Frame): Result {
    const entries: (readonly [Value, Value])[] = [];
    for (const entry of this.entries) {
      const key = entry.key.evaluate(frame);
      if (key instanceof CelError) return key;
      const value = entry.value.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!entry.optional) entries.push([key, value]);
      else if (!(value instanceof Optional)) {
        return new CelError(
          `cannot initialize optional entry '${String(key)}' from non-optional value ${String(value)}`,
        );
      } else if (value.value !== undefined) entries.push([key, value.value]);
    }
    return mapOf(entries);
  }
}

export interface StructFieldStep {
  readonly name: string;
  readonly value: Step;
}

/** A literal of a well-known protobuf type, made by `create` out of its fields. */
export class StructStep implements Step {
  readonly id: number;
  readonly #fields: readonly StructFieldStep[];
  readonly #create: (fields: ReadonlyMap<string, Value>) => Result;

  constructor(
    id: number,
    fields: readonly StructFieldStep[],
    create: (fields: ReadonlyMap<string, Value>) => Result,
  ) {
    this.id = id;
    this.#fields = fields;
    this.#create = create;
  }

  evaluate(frame: Frame): Result {
    const value = this.#make(frame);
    frame.costs.dropAll(this.#fields.map((field) => field.value.id));
    frame.costs.add(40);
    frame.costs.push(this.id, value);
    return value;
  }

  #make(frame: Frame): Result {
    const fields = new Map<string, Value>();
    for (const field of this.#fields) {
      const value = field.value.evaluate(frame);
      if (value instanceof CelError) return value;
      fields.set(field.name, value);
    }
    return this.#create(fields);
  }
}

export interface FoldParts {
  readonly range: Step;
  readonly variable: string;
  readonly secondVariable: string | undefined;
  readonly accumulator: string;
  readonly initial: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
}

/** A comprehension. The accumulator's start is evaluated when it is first read. */
export class FoldStep implements Step {
  readonly id: number;
  readonly #parts: FoldParts;

  constructor(id: number, parts: FoldParts) {
    this.id = id;
    this.#parts = parts;
  }

  evaluate(frame: Frame): Result {
    const value = this.#fold(frame);
    frame.costs.drop(this.#parts.range.id);
    frame.costs.push(this.id, value);
    return value;
  }

  #fold(outer: Frame): Result {
    const { range, secondVariable, variable, condition, step, result, accumulator } = this.#parts;
    const over = range.evaluate(outer);
    if (over instanceof CelError) return over;
    const entries = entriesOf(over, secondVariable !== undefined);
    if (entries instanceof CelError) return entries;
    let accumulated: Result | undefined;
    let current: readonly Result[] | undefined;
    const frame: Frame = {
      costs: outer.costs,
      resolve: (name) => {
        if (name === accumulator) return (accumulated ??= this.#parts.initial.evaluate(outer));
        if (current !== undefined && name === variable) return current[0];
        if (current !== undefined && name === secondVariable) return current[1];
        return outer.resolve(name);
      },
    };
    for (const entry of entries) {
      current = entry;
      if (condition.evaluate(frame) === false) break;
      accumulated = step.evaluate(frame);
    }
    current = undefined;
    return result.evaluate(frame);
  }
}

/** What the variables are in turn: elements or keys; with two variables index and element, or key and value. */
function entriesOf(over: Value, pairs: boolean): readonly (readonly Result[])[] | CelError {
  if (isList(over)) {
    const elements = listElements(over);
    return pairs ? elements.map((item, index) => [index, item]) : elements.map((item) => [item]);
  }
  if (over instanceof MapValue) {
    return over.keys().map((key) => (pairs ? [key, over.find(key) ?? null] : [key]));
  }
  if (pairs) return new CelError(`unsupported comprehension range type: ${goTypeOf(over)}`);
  return new CelError(`got '${goTypeOf(over)}', expected iterable type`);
}
