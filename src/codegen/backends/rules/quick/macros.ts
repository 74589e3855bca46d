import type { MacroStep, PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { conditional } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import { isMap } from "../readers.js";
import { UnsupportedExpression } from "../rule-file.js";
import { isObjectData, itemsOf, valuesOf } from "./data.js";
import { isVariable } from "./field-uses.js";
import { arrowBody, beginBody } from "./function-body.js";
import { as, box, structureCode } from "./known.js";
import type { DataForm, Form, Operand, QuickWriter } from "./operand.js";
import { bool, boundedInt, dataOf, list, operand, string, value, variableName } from "./operand.js";

/** The range of a macro, as a JavaScript array. */
interface Range {
  readonly array: Expr;
  /** The parameters of a function of one element, and the variables of the macro. */
  readonly parameters: readonly Expr[];
  readonly variables: ReadonlyMap<string, Operand>;
  /** The form of the elements that a filter keeps; undefined: nothing of its own. */
  readonly filtered: Form | undefined;
}

/** A macro over a list or a map. */
export function emitMacro(writer: QuickWriter, step: MacroStep): Operand {
  const range = rangeOf(writer, step);
  const test = (predicate: PlannedStep): Expr =>
    elementFunction(writer, range, [predicate], (inner) => conditionCode(inner, predicate));
  const { macro } = step;
  switch (macro.kind) {
    case "all":
      return operand(expr`${range.array}.every(${test(macro.predicate)})`, bool);
    case "exists":
      return operand(expr`${range.array}.some(${test(macro.predicate)})`, bool);
    case "existsOne":
      return operand(existsOne(writer, range, macro.predicate), bool);
    case "mapped": {
      const { predicate, element } = macro;
      const boxed = (inner: QuickWriter): Expr => box(inner, inner.emit(element)).code;
      const made = (): Expr => elementFunction(writer, range, [element], boxed);
      if (predicate === undefined) return operand(expr`${range.array}.map(${made()})`, list);
      // Of two variables the first is where an element was before others were left out.
      if (step.variables.length === 2) {
        const kept = elementFunction(writer, range, [predicate, element], (inner) =>
          conditional(
            conditionCode(inner, predicate),
            expr`[${boxed(inner.after(predicate, true))}]`,
            expr`[]`,
          ),
        );
        return operand(expr`${range.array}.flatMap(${kept})`, list);
      }
      const kept = expr`${range.array}.filter(${test(predicate)})`;
      if (isVariable(element, step.variables[0]) && range.filtered !== undefined) {
        return operand(kept, range.filtered);
      }
      return operand(expr`${kept}.map(${made()})`, list);
    }
    case "transformed":
      throw new UnsupportedExpression("transformMap");
  }
}

/** A function of an element of the range, and of more before it. */
function elementFunction(
  writer: QuickWriter,
  { parameters, variables }: Range,
  steps: readonly PlannedStep[],
  write: (inner: QuickWriter) => Expr,
  before: readonly Expr[] = [],
): Expr {
  const body = beginBody(writer, variables, steps);
  return make.arrow(
    [...before, ...parameters].map((one) => make.parameter(one)),
    arrowBody(body, write(body.writer)),
  );
}

function conditionCode(writer: QuickWriter, step: PlannedStep): Expr {
  return as(writer, writer.emit(step), bool).code;
}

/** Counts the elements for which a condition holds: no list is made of them. */
function existsOne(writer: QuickWriter, range: Range, predicate: PlannedStep): Expr {
  const count = writer.local("count");
  const write = (inner: QuickWriter): Expr =>
    conditional(conditionCode(inner, predicate), expr`${count} + 1`, count);
  const more = elementFunction(writer, range, [predicate], write, [count]);
  return expr`${range.array}.reduce(${more}, 0) === 1`;
}

/** A variable of a macro: its name in CEL, and what it is in code. */
interface Variable {
  readonly name: string;
  readonly code: Expr;
}

/** One variable, or two. */
type Variables = readonly [Variable, Variable?];

function rangeOf(writer: QuickWriter, { range, variables: [first, second] }: MacroStep): Range {
  const variableOf = (name: string): Variable => ({
    name,
    code: writer.local(variableName(name)),
  });
  const over = writer.emit(range);
  const variables: Variables =
    second === undefined ? [variableOf(first)] : [variableOf(first), variableOf(second)];
  const items = itemsOf(writer, over.form);
  if (items !== undefined) {
    const filtered: Form = { kind: "array", items };
    return ofArray(structureCode(writer, over), variables, filtered, (code) => dataOf(code, items));
  }
  if (isObjectData(writer, over.form)) return ofMap(writer, over, over.form, variables);
  const elements = expr`${writer.runtime("elementsOf")}(${as(writer, over, list).code})`;
  return ofArray(elements, variables, list, (code) => operand(code, value));
}

/** Of two variables the first is the index. */
function ofArray(
  array: Expr,
  [first, second]: Variables,
  filtered: Form,
  item: (code: Expr) => Operand,
): Range {
  if (second === undefined) {
    const variables = new Map([[first.name, item(first.code)]]);
    return { array, parameters: [first.code], variables, filtered };
  }
  const variables = new Map([
    [first.name, boundedInt(first.code, 2 ** 32)],
    [second.name, item(second.code)],
  ]);
  return { array, parameters: [second.code, first.code], variables, filtered };
}

/** Keys; of two variables the second is the value. */
function ofMap(
  writer: QuickWriter,
  over: Operand,
  { schema, isResource }: DataForm,
  [first, second]: Variables,
): Range {
  if (!isMap(schema, isResource)) throw new UnsupportedExpression("a range that is no map");
  const object = structureCode(writer, over);
  const key = operand(first.code, string);
  if (second === undefined) {
    const variables = new Map([[first.name, key]]);
    const array = expr`Object.keys(${object})`;
    return { array, parameters: [first.code], variables, filtered: undefined };
  }
  const variables = new Map([
    [first.name, key],
    [second.name, dataOf(second.code, valuesOf(schema))],
  ]);
  const array = expr`Object.entries(${object})`;
  const pair = expr`[${[first.code, second.code]}]`;
  return { array, parameters: [pair], variables, filtered: undefined };
}
