import type { CheckedExpression } from "../../src/cel/check/checked.js";
import { functionName } from "../../src/cel/check/checked.js";
import type { Constant, Expr } from "../../src/cel/syntax/ast.js";
import { formatType } from "../../src/cel/type.js";

/**
 * Prints a checked expression with the type of each part behind a `~`, as cel-go's debug adorner
 * does (`common/debug/debug.go`): `_<_(self~Self.a~int, 3~int)~bool`. Macros are printed as what
 * they expand to; a comprehension as
 * `fold(range, variables, accumulator = start, condition, step, result)`. A part without a type has
 * no `~`. An expression that is nested deeper than 1,000 levels is cut: `…` stands for what lies
 * below.
 */
export function printChecked(checked: CheckedExpression): string {
  return printPart(checked, checked.ast, 0);
}

/** Far below what the stack holds. */
const deepest = 1000;

function printPart(checked: CheckedExpression, expr: Expr, depth: number): string {
  if (depth > deepest) return "…";
  const type = checked.types.get(expr.id);
  const text = partText(checked, expr, (part) => printPart(checked, part, depth + 1));
  return type === undefined ? text : `${text}~${formatType(type)}`;
}

function partText(checked: CheckedExpression, expr: Expr, print: (part: Expr) => string): string {
  switch (expr.kind) {
    case "literal":
      return constantText(expr.value);
    case "ident":
      return expr.name;
    case "select": {
      const { operand, field, testOnly } = expr;
      return `${print(operand)}.${field}${testOnly ? "~test-only~" : ""}`;
    }
    case "call": {
      const name = functionName(checked, expr);
      const { target, args } = expr;
      // The target of a namespaced function is a part of its name.
      const isMember = target !== undefined && name === expr.function;
      const receiver = isMember ? `${print(target)}.` : "";
      return `${receiver}${name}(${args.map(print).join(", ")})`;
    }
    case "list": {
      const { elements, optionalIndices } = expr;
      const mark = (index: number): string => (optionalIndices.includes(index) ? "?" : "");
      return `[${elements.map((element, index) => mark(index) + print(element)).join(", ")}]`;
    }
    case "map": {
      const entries = expr.entries.map(
        ({ key, value, optional }) => `${optional ? "?" : ""}${print(key)}: ${print(value)}`,
      );
      return `{${entries.join(", ")}}`;
    }
    case "struct": {
      const fields = expr.fields.map(
        ({ name, value, optional }) => `${optional ? "?" : ""}${name}: ${print(value)}`,
      );
      return `${expr.name}{${fields.join(", ")}}`;
    }
    case "comprehension": {
      const { iterVar, iterVar2, accuVar } = expr;
      const variables = iterVar2 === undefined ? iterVar : `${iterVar}, ${iterVar2}`;
      const rest = [expr.loopCondition, expr.loopStep, expr.result].map(print);
      const start = `${accuVar} = ${print(expr.accuInit)}`;
      return `fold(${[print(expr.iterRange), variables, start, ...rest].join(", ")})`;
    }
  }
}

function constantText(constant: Constant): string {
  switch (constant.type) {
    case "null":
      return "null";
    case "string":
      return JSON.stringify(constant.value);
    case "bytes":
      return `b[${constant.value.join(", ")}]`;
    case "uint":
      return `${String(constant.value)}u`;
    case "double":
      return Number.isInteger(constant.value)
        ? wholeDouble(constant.value)
        : String(constant.value);
    default:
      return String(constant.value);
  }
}

/** A double that is whole still shows that it is one. */
function wholeDouble(value: number): string {
  const text = String(value);
  return text.includes("e") ? text : `${text}.0`;
}
