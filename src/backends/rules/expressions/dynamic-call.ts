import type { CalledFunction } from "../../../cel/check/checked.js";
import { functionFacts } from "../../../cel/libraries/libraries.js";
import type { Call } from "../../../cel/syntax/ast.js";
import type { Expr } from "../../../emit/code.js";
import { expr, operatorCode, word } from "../../../emit/code.js";
import { conditional } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import type { RuntimeCall } from "../writing/functions.js";
import { runtimeCall } from "../writing/functions.js";
import type { Form, Operand } from "../writing/operand.js";
import { formOf, operand, value, widened } from "../writing/operand.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { emitRuntimeCall } from "./runtime-call.js";

/** A call with operands whose types only show at run time. */
export function emitDynamic(writer: ExpressionWriter, node: Call, called: CalledFunction): Operand {
  const form = formOf(writer.typeOf(node));
  const valueType = writer.file.type(value, false);
  const args = called.operands.map((arg) => widened(writer.box(writer.emit(arg)), valueType));
  const direct = functionFacts(called.name).dynamic;
  if (direct === undefined) return emitFirstFitting(writer, called, args, form);
  return writer.strict(args, (values) => {
    const texts = values.map((item) => item.code);
    const result = operand(expr`${writer.runtime(direct)}(${texts})`, value, true);
    return writer.coerce(result, form);
  });
}

/** The first overload that takes the values, as they turn out. */
function emitFirstFitting(
  writer: ExpressionWriter,
  called: CalledFunction,
  args: readonly Operand[],
  form: Form,
): Operand {
  const held = args.map((arg) => (arg.simple ? undefined : writer.hold(arg, "argument")));
  const values = args.map((arg, index) => held[index]?.held ?? arg);
  const checked = writer.strict(values, (items) => {
    const none = noneCode(
      writer,
      called,
      items.map(({ code }) => code),
    );
    const choice = called.overloads.reduceRight((others, overload) => {
      const call = runtimeCall(overload, writer.file.kubernetes);
      return call === undefined ? others : branchOf(writer, call, items, form, others);
    }, none);
    return operand(choice, form, true);
  });
  const assignments = held.flatMap((item) => (item === undefined ? [] : [item.assign]));
  if (assignments.length === 0) return checked;
  return operand(make.sequence([...assignments, checked.code]), form, true);
}

/** The error where no overload takes the values. */
function noneCode(
  writer: ExpressionWriter,
  { name, operands }: CalledFunction,
  texts: readonly Expr[],
): Expr {
  const isNameless =
    name === "matches" ? operands[1]?.kind === "literal" : functionFacts(name).nameless === true;
  if (isNameless) return expr`${writer.runtime("noSuchOverload")}()`;
  if (name === "matches") return expr`${writer.runtime("noMatch")}(${texts[0] ?? expr`null`})`;
  return expr`${writer.runtime("noOverload")}(${name}, ${texts})`;
}

/** A call of an overload if it takes the values, else the others. */
function branchOf(
  writer: ExpressionWriter,
  call: RuntimeCall,
  items: readonly Operand[],
  form: Form,
  others: Expr,
): Expr {
  const forms = items.map((_, index) => call.parameters[index]?.form ?? value);
  const tests = items.map((item, index) => formTest(writer, forms[index] ?? value, item.code));
  const args = items.map((item, index) => writer.coerce(item, forms[index] ?? value));
  const result = writer.coerce(emitRuntimeCall(writer, call, args), form);
  return conditional(operatorCode(tests, "&&"), result.code, others);
}

/** A test whether a value is held in a form. */
export function formTest(writer: ExpressionWriter, form: Form, it: Expr): Expr {
  switch (form.kind) {
    case "bool":
      return expr`typeof ${it} === "boolean"`;
    case "int":
      return expr`${writer.runtime("isInt")}(${it})`;
    case "string":
      return expr`typeof ${it} === "string"`;
    case "double":
      return expr`${it} instanceof ${writer.runtime("Double")}`;
    case "list":
      return expr`${writer.runtime("isList")}(${it})`;
    case "class":
      return expr`${it} instanceof ${form.name === "Uint8Array" ? word("Uint8Array") : writer.runtime(form.name)}`;
    default:
      return expr`true`;
  }
}
