import { CelError, noSuchOverload } from "../values/error.js";
import { indexList, listPosition, noSuchKey } from "../values/list.js";
import { Double, Uint } from "../values/numbers.js";
import { Optional, optionalNone } from "../values/optional.js";
import type { Value } from "../values/value.js";
import { MapValue, isInt, isList, listAt, listSize } from "../values/value.js";
import type { Frame, Step } from "./cost-tracker.js";
import type { Outcome } from "./function-table.js";
import { goTypeOf } from "./go-type.js";

/*
 * Variables and other operands with the chain of selections and indices behind them (cel-go
 * `interpreter/attributes.go`): the chain is resolved as one, which shows in the cost.
 */

/** `undefined`: not there. */
type Found = Outcome | undefined;

/** One link of a chain. */
export interface Qualifier {
  /** The key under which the tracker knows its value. */
  readonly id: object;
  readonly optional: boolean;
  /** Applies this link to the value before it; an error where that has nothing of the kind. */
  qualify(frame: Frame, object: Value): Outcome;
  /**
   * As `qualify`, in a chain with an optional link before; `undefined` where there is nothing of
   * the kind.
   */
  qualifyIfPresent(frame: Frame, object: Value): Found;
}

/**
 * A variable or another operand with the links behind it, resolved in one go (cel-go
 * `interpreter/attributes.go`).
 */
export interface Attribute {
  /** Id of the last link. */
  readonly id: object;
  /** Appends a link. */
  add(qualifier: Qualifier): void;
  /** The value at the end of the chain, or the first error; links charge their cost on the way. */
  resolve(frame: Frame): Outcome;
}

/** A variable and its chain. */
export class VariableAttribute implements Attribute {
  readonly #name: string;
  readonly #qualifiers: Qualifier[] = [];

  /** A leading dot: the global variable, past a local one. */
  constructor(name: string) {
    this.#name = name;
  }

  get id(): object {
    return this.#qualifiers.at(-1)?.id ?? this;
  }

  add(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier);
  }

  resolve(outer: Frame): Outcome {
    const frame = this.#name.startsWith(".") ? outermost(outer) : outer;
    const value = frame.resolve(this.#name);
    if (value === undefined) {
      return new CelError(`no such attribute(s): ${this.#name.replace(/^\./, "")}`);
    }
    return value instanceof CelError ? value : applyChain(frame, value, this.#qualifiers);
  }
}

/**
 * Without the variables of loops: what follows a name with a leading dot, indexes among it, does
 * not see them either.
 */
function outermost({ costs, resolve }: Frame): Frame {
  return { costs, resolve: (name) => resolve(name.startsWith(".") ? name : `.${name}`) };
}

/** A computed operand and its chain. */
export class OperandAttribute implements Attribute {
  readonly #id: object;
  readonly #operand: Step;
  readonly #qualifiers: Qualifier[] = [];

  constructor(id: object, operand: Step) {
    this.#id = id;
    this.#operand = operand;
  }

  get id(): object {
    return this.#qualifiers.at(-1)?.id ?? this.#id;
  }

  add(qualifier: Qualifier): void {
    this.#qualifiers.push(qualifier);
  }

  resolve(frame: Frame): Outcome {
    const value = this.#operand.evaluate(frame);
    return value instanceof CelError ? value : applyChain(frame, value, this.#qualifiers);
  }
}

/** `condition ? truthy : falsy`: what follows is selected on either branch. */
export class ConditionalAttribute implements Attribute {
  readonly condition: Step;
  readonly truthy: Attribute;
  readonly falsy: Attribute;

  constructor(condition: Step, truthy: Attribute, falsy: Attribute) {
    this.condition = condition;
    this.truthy = truthy;
    this.falsy = falsy;
  }

  get id(): object {
    return this.truthy.id === this.falsy.id ? this.truthy.id : this;
  }

  add(qualifier: Qualifier): void {
    this.truthy.add(qualifier);
    this.falsy.add(qualifier);
  }

  resolve(frame: Frame): Outcome {
    const value = this.condition.evaluate(frame);
    if (value === true) return this.truthy.resolve(frame);
    if (value === false) return this.falsy.resolve(frame);
    return value instanceof CelError ? value : noSuchOverload();
  }
}

function applyChain(frame: Frame, value: Value, qualifiers: readonly Qualifier[]): Outcome {
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
  readonly optional: boolean;
  readonly #key: Value;

  constructor(key: Value, optional: boolean) {
    this.#key = key;
    this.optional = optional;
  }

  get id(): object {
    return this;
  }

  qualify(frame: Frame, object: Value): Outcome {
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
  readonly optional: boolean = false;
  readonly #key: Value;

  constructor(key: Value) {
    this.#key = key;
  }

  get id(): object {
    return this;
  }

  qualify(frame: Frame, object: Value): Outcome {
    const found = qualifyIfPresentBy(object, this.#key);
    const present = found instanceof CelError ? found : found !== undefined;
    return charge(frame, this.id, present);
  }

  qualifyIfPresent(frame: Frame, object: Value): Found {
    const found = qualifyIfPresentBy(object, this.#key);
    return found === undefined || found instanceof CelError ? found : charge(frame, this.id, found);
  }
}

/**
 * An index by a variable with its chain: only the chain's links and the index itself are charged.
 */
export class AttributeQualifier implements Qualifier {
  readonly optional: boolean;
  readonly #index: Attribute;
  /** The index was computed by a step whose values lie on the cost tracker's stack. */
  readonly #computed: boolean;

  constructor(index: Attribute | Step, optional: boolean) {
    this.#computed = "evaluate" in index;
    this.#index = "evaluate" in index ? new OperandAttribute(this, index) : index;
    this.optional = optional;
  }

  get id(): object {
    return this;
  }

  qualify(frame: Frame, object: Value): Outcome {
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

  #charge(frame: Frame, value: Outcome): Outcome {
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

function charge<T extends Outcome>(frame: Frame, id: object, value: T): T {
  frame.costs.add(1);
  frame.costs.push(id, value);
  return value;
}

function qualifyBy(object: Value, key: Value): Outcome {
  if (isList(object)) return indexList(object, key);
  const found = qualifyIfPresentBy(object, key);
  return found === undefined ? noSuchKey(key) : found;
}

function qualifyIfPresentBy(object: Value, key: Value): Found {
  if (object instanceof MapValue) return object.find(key);
  if (!isList(object)) return undefined;
  const position = listPosition(key);
  if (position instanceof CelError) return position;
  if (position < 0 || position >= listSize(object)) return undefined;
  return listAt(object, Number(position));
}
