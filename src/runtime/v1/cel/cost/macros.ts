import { concatLists } from "../values/list.js";
import { addInts } from "../values/numbers.js";
import type { Int, Value } from "../values/value.js";
import { isInt } from "../values/value.js";
import type { Step } from "./cost-tracker.js";
import { binary, functionTable, isBool, isListValue, unary } from "./function-table.js";
import {
  call,
  choose,
  constant,
  equal,
  fold,
  folded,
  listLiteral,
  or,
  and,
  variable,
} from "./plan.js";
import { ConstantStep } from "./step.js";

/*
 * What the macros over lists and maps expand to, with the steps that cel-go charges
 * (`parser/macro.go`).
 */

/** The variable of an element or key; with two names, of an index or key and its element. */
export type LoopVariable = string | readonly [string, string];

const loopResult = "@result";

/** The functions that macros apply to their results: all of arithmetic would make bundles large. */
const macroFunctions = /* @__PURE__ */ functionTable(() => [
  unary("!_", isBool, (value: boolean) => !value),
  binary("_+_", isIntValue, isIntValue, addInts),
  binary("_+_", isListValue, isListValue, concatLists),
]);

function isIntValue(value: Value): value is Int {
  return isInt(value);
}

/** `range.all(x, predicate)` */
export function all(range: Step, name: LoopVariable, predicate: Step): Step {
  return loop(range, name, {
    initial: constant(true),
    condition: notStrictlyFalse(variable(loopResult)),
    step: and(variable(loopResult), predicate),
    result: variable(loopResult),
  });
}

/** `range.exists(x, predicate)` */
export function exists(range: Step, name: LoopVariable, predicate: Step): Step {
  return loop(range, name, {
    initial: constant(false),
    condition: notStrictlyFalse(
      call([macroFunctions], "!_", "logical_not", [variable(loopResult)]),
    ),
    step: or(variable(loopResult), predicate),
    result: variable(loopResult),
  });
}

/** `range.exists_one(x, predicate)` */
export function existsOne(range: Step, name: LoopVariable, predicate: Step): Step {
  const oneMore = call([macroFunctions], "_+_", "add_int64", [variable(loopResult), constant(1)]);
  return loop(range, name, {
    initial: constant(0),
    condition: constant(true),
    step: choose(predicate, oneMore, variable(loopResult)),
    result: equal(variable(loopResult), constant(1)),
  });
}

/** `range.map(x, element)`; with a predicate for those elements only that it holds for. */
export function mapped(range: Step, name: LoopVariable, element: Step, predicate?: Step): Step {
  const added = call([macroFunctions], "_+_", "add_list", [
    variable(loopResult),
    element instanceof ConstantStep ? folded(listLiteral([element])) : listLiteral([element]),
  ]);
  return loop(range, name, {
    initial: constant([]),
    condition: constant(true),
    step: predicate === undefined ? added : choose(predicate, added, variable(loopResult)),
    result: variable(loopResult),
  });
}

/** `value` under a name in `body`. */
export function bound(name: string, value: Step, body: Step): Step {
  return fold({
    range: constant([]),
    variable: "#unused",
    secondVariable: undefined,
    accumulator: name,
    initial: value,
    condition: constant(false),
    step: variable(name),
    result: body,
  });
}

interface LoopSteps {
  readonly initial: Step;
  readonly condition: Step;
  readonly step: Step;
  readonly result: Step;
}

function loop(range: Step, name: LoopVariable, steps: LoopSteps): Step {
  const [first, second] = typeof name === "string" ? [name, undefined] : name;
  return fold({
    range,
    variable: first,
    secondVariable: second,
    accumulator: loopResult,
    ...steps,
  });
}

function notStrictlyFalse(step: Step): Step {
  return call([], "@not_strictly_false", "not_strictly_false", [step]);
}
