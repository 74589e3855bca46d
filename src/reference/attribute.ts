import { Double } from "../runtime/v1/cel/double.js";
import { CelError, noSuchOverload } from "../runtime/v1/cel/error.js";
import { indexOutOfBounds, listPosition, noSuchKey } from "../runtime/v1/cel/list.js";
import { Optional, optionalNone } from "../runtime/v1/cel/optional.js";
import { Uint } from "../runtime/v1/cel/uint.js";
import { MapValue, isInt, isList, listAt, listSize } from "../runtime/v1/cel/value.js";
import type { Value } from "../runtime/v1/cel/value.js";
import type { Activation, Frame } from "./frame.js";
import { goTypeOf } from "./functions.js";
import type { Result } from "./functions.js";
import type { Step } from "./planned-step.js";

/*
 * Variables and other operands with the chain of selections and indices behind them (cel-go
 * `interpreter/attributes.go`): the chain is resolved as one, which shows in the cost.
 */

/** `undefined`: not there. */
type Found = Result | undefined;

/** One link of a chain. */
export interface Qualifier {
  readonly id: number;
  readonly optional: boolean;
  qualify(frame: Frame, object: Value): Result;
  qualifyIfPresent(frame: Frame, object: Value): Found;
}

export interface Attribute {
  /** Id of the last link. */
  readonly id: number;
  add(qualifier: Qualifier): void;
  resolve(frame: Frame): Result;
}

/** A variable and its chain. */
export class VariableAttribute implements Attribute {
  readonly #id: number;
  readonly #names: readonly string[];
  readonly #qualifiers: Qualifier[] = [];

  constructor(id: number, names: readonly string[]) {
    this.#id = id;
    this.#names = names;
  }

  get id(): number {
    return this.#qualifiers.at(-1)?.id ?? this.#id;
  }

  add(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier);
  }

  resolve(frame: Frame): Result {
    for (const name of this.#names) {
      const value = resolveName(frame.resolve, name);
      if (value instanceof CelError) return value;
      if (value !== undefined) return applyChain(frame, value, this.#qualifiers);
    }
    return new CelError(`no such attribute(s): ${this.#names.join(", ")}`);
  }
}

function resolveName(resolve: Activation, name: string): Found {
  return resolve(name.startsWith(".") ? name.slice(1) : name);
}

/** A computed operand and its chain. */
export class OperandAttribute implements Attribute {
  readonly #id: number;
  readonly #operand: Step;
  readonly #qualifiers: Qualifier[] = [];

  constructor(id: number, operand: Step) {
    this.#id = id;
    this.#operand = operand;
  }

  get id(): number {
    return this.#qualifiers.at(-1)?.id ?? this.#id;
  }

  add(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier);
  }

  resolve(frame: Frame): Result {
    const value = this.#operand.evaluate(frame);
    return value instanceof CelError ? value : applyChain(frame, value, this.#qualifiers);
  }
}

/** `condition ? truthy : falsy`: what follows is selected on either branch. */
export class ConditionalAttribute implements Attribute {
  readonly #id: number;
  readonly condition: Step;
  readonly truthy: Attribute;
  readonly falsy: Attribute;

  constructor(id: number, condition: Step, truthy: Attribute, falsy: Attribute) {
    this.#id = id;
    this.condition = condition;
    this.truthy = truthy;
    this.falsy = falsy;
  }

  get id(): number {
    return this.truthy.id === this.falsy.id ? this.truthy.id : this.#id;
  }

  add(qualifier: Qualifier): void {
    this.truthy.add(qualifier);
    this.falsy.add(qualifier);
  }

  resolve(frame: Frame): Result {
    const value = this.condition.evaluate(frame);
    if (value === true) return this.truthy.resolve(frame);
    if (value === false) return this.falsy.resolve(frame);
    return value instanceof CelError ? value : noSuchOverload();
  }
}

function applyChain(frame: Frame, value: Value, qualifiers: readonly Qualifier[]): Result {
  let optional = value instanceof Optional;
  let object: Value = value;
  if (value instanceof Optional) {
    if (value.value === undefined) return value;
    object = value.value;
  }
  for (const qualifier of qualifiers) {
    optional ||= qualifier.optional;
    const next = optional
      ? qualifier.qualifyIfPresent(frame, object)
      : qualifier.qualify(frame, object);
    if (next === undefined) return optionalNone;
    if (next instanceof CelError) return next;
    object = next;
  }
  return optional ? new Optional(object) : object;
}

/** A selection or an index by a constant. */
export class ConstantQualifier implements Qualifier {
  readonly id: number;
  readonly optional: boolean;
  readonly #key: Value;

  constructor(id: number, key: Value, optional: boolean) {
    this.id = id;
    this.#key = key;
    this.optional = optional;
  }

  qualify(frame: Frame, object: Value): Result {
    return charge(frame, this.id, qualifyBy(object, this.#key));
  }

  qualifyIfPresent(frame: Frame, object: Value): Found {
    const found = qualifyIfPresentBy(object, this.#key);
    // Neither what is absent nor what fails to be found out costs anything.
    return found === undefined || found instanceof CelError ? found : charge(frame, this.id, found);
  }
}

/** The last link of `has(operand.field)`. */
export class PresenceQualifier implements Qualifier {
  readonly id: number;
  readonly optional = false;
  readonly #key: Value;

  constructor(id: number, key: Value) {
    this.id = id;
    this.#key = key;
  }

  qualify(frame: Frame, object: Value): Result {
    const found = qualifyIfPresentBy(object, this.#key);
    const present = found instanceof CelError ? found : found !== undefined;
    return charge(frame, this.id, present);
  }

  qualifyIfPresent(frame: Frame, object: Value): Found {
    const found = qualifyIfPresentBy(object, this.#key);
    return found === undefined || found instanceof CelError ? found : charge(frame, this.id, found);
  }
}

/** An index by a variable with its chain: only the chain's links and the index itself are charged. */
export class AttributeQualifier implements Qualifier {
  readonly id: number;
  readonly optional: boolean;
  readonly #index: Attribute;
  /** The index was computed by a step whose values lie on the cost tracker's stack. */
  readonly #computed: boolean;

  constructor(id: number, index: Attribute, optional: boolean, computed: boolean) {
    this.id = id;
    this.#index = index;
    this.optional = optional;
    this.#computed = computed;
  }

  qualify(frame: Frame, object: Value): Result {
    return this.#charge(frame, this.#find(frame, object, qualifyBy) ?? null);
  }

  qualifyIfPresent(frame: Frame, object: Value): Found {
    const found = this.#find(frame, object, qualifyIfPresentBy);
    return found === undefined || found instanceof CelError ? found : this.#charge(frame, found);
  }

  #find(frame: Frame, object: Value, find: (object: Value, key: Value) => Found): Found {
    const key = this.#index.resolve(frame);
    if (key instanceof CelError) return key;
    return keyFault(key) ?? find(object, key);
  }

  #charge(frame: Frame, value: Result): Result {
    if (this.#computed) frame.costs.drop(this.#index.id);
    return charge(frame, this.id, value);
  }
}

/** The error of a key that is no int, uint, double, string or bool. */
export function keyFault(key: Value): CelError | undefined {
  const isKey =
    isInt(key) ||
    typeof key === "string" ||
    typeof key === "boolean" ||
    key instanceof Uint ||
    key instanceof Double;
  return isKey ? undefined : new CelError(`invalid qualifier type: ${goTypeOf(key)}`);
}

function charge<T extends Result>(frame: Frame, id: number, value: T): T {
  frame.costs.add(1);
  frame.costs.push(id, value);
  return value;
}

function qualifyBy(object: Value, key: Value): Result {
  const found = qualifyIfPresentBy(object, key);
  return found === undefined ? missing(object, key) : found;
}

function missing(object: Value, key: Value): CelError {
  return isList(object) ? indexOutOfBounds(key) : noSuchKey(key);
}

function qualifyIfPresentBy(object: Value, key: Value): Found {
  if (object instanceof MapValue) return object.find(key);
  if (!isList(object)) return undefined;
  const position = listPosition(key);
  if (position instanceof CelError) return position;
  if (position < 0 || position >= listSize(object)) return undefined;
  return listAt(object, Number(position));
}
