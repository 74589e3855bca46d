import type { MacroStep, PlannedStep } from "../../../cel/plan/planned-step.js";
import type { Expr } from "../../../emit/code.js";
import { expr } from "../../../emit/code.js";
import { conditional } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import { isMap } from "../readers.js";
import { UnsupportedExpression } from "../unsupported.js";
import { arrayCode, isObjectData, itemsOf, valuesOf } from "./data.js";
import { as, box } from "./known.js";
import type { Form, Operand } from "./operand.js";
import { bool, boundedInt, dataOf, list, operand, string, value } from "./operand.js";
import { variableName } from "./variable-name.js";
import type { QuickWriter } from "./writer.js";

/** What a macro runs over, as an array of JavaScript. */
interface Range {
  readonly array: Expr;
  /** The parameters of a function of one element, and the variables of the macro. */
  readonly parameters: readonly Expr[];
  readonly variables: ReadonlyMap<string, Operand>;
  /** What a filter leaves is held so; undefined: nothing of its own. */
  readonly filtered: Form | undefined;
}

/** A macro over a list or a map. */
export function emitMacro(writer: QuickWriter, step: MacroStep): Operand {
  const range = rangeOf(writer, step);
  const inner = writer.within(range.variables);
  const each = (body: Expr): Expr =>
    make.arrow(
      range.parameters.map((one) => make.parameter(one)),
      body,
    );
  const test = (predicate: PlannedStep): Expr => each(as(inner, inner.emit(predicate), bool).code);
  const { macro } = step;
  switch (macro.kind) {
    case "all":
      return operand(expr`${range.array}.every(${test(macro.predicate)})`, bool);
    case "exists":
      return operand(expr`${range.array}.some(${test(macro.predicate)})`, bool);
    case "existsOne":
      return operand(
        existsOne(writer, range, as(inner, inner.emit(macro.predicate), bool).code),
        bool,
      );
    case "mapped": {
      const { predicate, element } = macro;
      const made = (): Expr => box(inner, inner.emit(element)).code;
      if (predicate === undefined) return operand(expr`${range.array}.map(${each(made())})`, list);
      // Of two variables the first is where an element was before others were left out.
      if (step.variables.length === 2) {
        const holds = as(inner, inner.emit(predicate), bool).code;
        const kept = conditional(holds, expr`[${made()}]`, expr`[]`);
        return operand(expr`${range.array}.flatMap(${each(kept)})`, list);
      }
      const kept = expr`${range.array}.filter(${test(predicate)})`;
      if (isVariable(element, step) && range.filtered !== undefined) {
        return operand(kept, range.filtered);
      }
      return operand(expr`${kept}.map(${each(made())})`, list);
    }
    case "transformed":
      throw new UnsupportedExpression("transformMap");
  }
}

/** Counts the elements for which a condition holds: no list is made of them. */
function existsOne(writer: QuickWriter, { array, parameters }: Range, holds: Expr): Expr {
  const count = writer.local("count");
  const more = make.arrow(
    [count, ...parameters].map((one) => make.parameter(one)),
    conditional(holds, expr`${count} + 1`, count),
  );
  return expr`${array}.reduce(${more}, 0) === 1`;
}

/** Whether a step is the one variable of a macro: what `filter` keeps. */
function isVariable(element: PlannedStep, { variables: [name, second] }: MacroStep): boolean {
  if (second !== undefined || element.kind !== "path") return false;
  return element.variable === name && element.fields.length === 0;
}

function rangeOf(writer: QuickWriter, { range, variables: [first, second] }: MacroStep): Range {
  const over = writer.emit(range);
  const one = writer.local(variableName(first));
  const two = second === undefined ? undefined : writer.local(variableName(second));
  const items = itemsOf(writer, over.form);
  if (items !== undefined) {
    const array = arrayCode(writer, over);
    const item = (code: Expr): Operand => dataOf(code, items);
    return { ...ofArray(array, first, one, second, two, item), filtered: { kind: "array", items } };
  }
  if (isObjectData(writer, over.form)) return ofMap(writer, over, first, one, second, two);
  const elements = expr`${writer.runtime("elementsOf")}(${as(writer, over, list).code})`;
  const item = (code: Expr): Operand => operand(code, value);
  return { ...ofArray(elements, first, one, second, two, item), filtered: list };
}

/** Of two variables the first is the index. */
function ofArray(
  array: Expr,
  first: string,
  one: Expr,
  second: string | undefined,
  two: Expr | undefined,
  item: (code: Expr) => Operand,
): Omit<Range, "filtered"> {
  if (second === undefined || two === undefined) {
    return { array, parameters: [one], variables: new Map([[first, item(one)]]) };
  }
  const variables = new Map([
    [first, boundedInt(one, 2 ** 32)],
    [second, item(two)],
  ]);
  return { array, parameters: [two, one], variables };
}

/** Keys; of two variables the second is the value. */
function ofMap(
  writer: QuickWriter,
  { code, form }: Operand,
  first: string,
  one: Expr,
  second: string | undefined,
  two: Expr | undefined,
): Range {
  if (form.kind !== "data" || !isMap(form.schema, form.isResource)) {
    throw new UnsupportedExpression("a range that is no map");
  }
  const object = expr`${writer.runtime("anObject")}(${code})`;
  const key = operand(one, string);
  if (second === undefined || two === undefined) {
    const array = expr`Object.keys(${object})`;
    return { array, parameters: [one], variables: new Map([[first, key]]), filtered: undefined };
  }
  const variables = new Map([
    [first, key],
    [second, dataOf(two, valuesOf(form.schema))],
  ]);
  const array = expr`Object.entries(${object})`;
  return { array, parameters: [expr`[${[one, two]}]`], variables, filtered: undefined };
}
