import { CelError } from "../values/error.js";
import type { Value } from "../values/value.js";
import { MapValue, isList, listElements } from "../values/value.js";
import type { Frame, Step } from "./cost-tracker.js";
import type { Outcome } from "./function-table.js";
import { goTypeOf } from "./go-type.js";
import { OwnStep } from "./step.js";

/** The parts of a comprehension; `variable` is the element, the key or the index. */
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
export class FoldStep extends OwnStep {
  readonly #parts: FoldParts;

  constructor(parts: FoldParts) {
    super();
    this.#parts = parts;
  }

  evaluate(frame: Frame): Outcome {
    const value = this.#fold(frame);
    frame.costs.drop(this.#parts.range.id);
    frame.costs.push(this.id, value);
    return value;
  }

  #fold(outer: Frame): Outcome {
    const { range, secondVariable, variable, condition, step, result, accumulator } = this.#parts;
    const over = range.evaluate(outer);
    if (over instanceof CelError) return over;
    const entries = entriesOf(over, secondVariable !== undefined);
    if (entries instanceof CelError) return entries;
    let accumulated: Outcome | undefined;
    let current: readonly Outcome[] | undefined;
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

/**
 * Returns the values that the variables have in turn: elements or keys; with two variables index
 * and element, or key and value.
 */
function entriesOf(over: Value, pairs: boolean): readonly (readonly Outcome[])[] | CelError {
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
