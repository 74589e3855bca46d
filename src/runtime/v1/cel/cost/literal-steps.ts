import { CelError } from "../values/error.js";
import { MapEntries } from "../values/map.js";
import { Optional } from "../values/optional.js";
import type { Value } from "../values/value.js";
import type { Frame, Step } from "./cost-tracker.js";
import type { Outcome } from "./outcome.js";
import { OwnStep } from "./step.js";

/** A list literal. */
export class ListStep extends OwnStep {
  readonly elements: readonly Step[];
  readonly #optional: ReadonlySet<number>;

  constructor(elements: readonly Step[], optional: ReadonlySet<number>) {
    super();
    this.elements = elements;
    this.#optional = optional;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.make(frame);
    frame.costs.dropAll(this.elements.map((element) => element.id));
    frame.costs.add(10);
    frame.costs.push(this.id, value);
    return value;
  }

  /**
   * The list, or the error of its first element that is one; elements that are `optional.none()`
   * are left out.
   */
  make(frame: Frame): Outcome {
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

/** One entry of a map literal. */
export interface EntryStep {
  readonly key: Step;
  readonly value: Step;
  readonly optional: boolean;
}

/** A map literal. */
export class MapStep extends OwnStep {
  readonly entries: readonly EntryStep[];

  constructor(entries: readonly EntryStep[]) {
    super();
    this.entries = entries;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.make(frame);
    frame.costs.dropAll(this.entries.flatMap((entry) => [entry.key.id, entry.value.id]));
    frame.costs.add(30);
    frame.costs.push(this.id, value);
    return value;
  }

  /**
   * The map, or the first error in it; entries whose value is `optional.none()` are left out.
   * @throws CelPanic for bytes as a key, before the entries behind it
   */
  make(frame: Frame): Outcome {
    const entries = new MapEntries();
    for (const entry of this.entries) {
      const key = entry.key.evaluate(frame);
      if (key instanceof CelError) return key;
      const value = entry.value.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!entry.optional) entries.set(key, value);
      else if (!(value instanceof Optional)) return notOptional(String(key), value);
      else if (value.value !== undefined) entries.set(key, value.value);
    }
    return entries.toMap();
  }
}

function notOptional(key: string, value: Value): CelError {
  return new CelError(
    `cannot initialize optional entry '${key}' from non-optional value ${String(value)}`,
  );
}

/** One field of a struct literal. */
export interface StructFieldStep {
  readonly name: string;
  readonly value: Step;
  /** Whether it is set to what an optional holds, if it holds anything. */
  readonly optional?: boolean;
}

/** A literal of a well-known protobuf type, made by `create` out of its fields. */
export class StructStep extends OwnStep {
  readonly #fields: readonly StructFieldStep[];
  readonly #create: (fields: ReadonlyMap<string, Value>) => Outcome;

  constructor(
    fields: readonly StructFieldStep[],
    create: (fields: ReadonlyMap<string, Value>) => Outcome,
  ) {
    super();
    this.#fields = fields;
    this.#create = create;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#make(frame);
    frame.costs.dropAll(this.#fields.map((field) => field.value.id));
    frame.costs.add(40);
    frame.costs.push(this.id, value);
    return value;
  }

  #make(frame: Frame): Outcome {
    const fields = new Map<string, Value>();
    for (const field of this.#fields) {
      const value = field.value.evaluate(frame);
      if (value instanceof CelError) return value;
      if (!field.optional) fields.set(field.name, value);
      else if (!(value instanceof Optional)) return notOptional(field.name, value);
      else if (value.value !== undefined) fields.set(field.name, value.value);
    }
    return this.#create(fields);
  }
}
