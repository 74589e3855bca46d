import type { CalledFunction } from "../../../cel/check/checked.js";
import { functionFacts } from "../../../cel/libraries/libraries.js";
import type { Call } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, join } from "../../../emit/code.js";
import type { RuntimeCall } from "../writing/functions.js";
import { runtimeCall } from "../writing/functions.js";
import type { Form, Operand } from "../writing/operand.js";
import { composite, formOf, operand, value, widened } from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { emitRuntimeCall } from "./runtime-call.js";

/** A call with operands whose types only show at run time. */
export function emitDynamic(writer: ExpressionWriter, expr: Call, called: CalledFunction): Operand {
  const form = formOf(writer.typeOf(expr));
  const valueType = writer.file.type(value, false);
  const args = called.operands.map((arg) => widened(writer.box(writer.emit(arg)), valueType));
  const direct = functionFacts(called.name).dynamic;
  if (direct === undefined) return emitFirstFitting(writer, called, args, form);
  return writer.strict(args, (values) => {
    const texts = values.map((item) => item.code);
    const result = operand(code`${writer.runtime(direct)}(${join(texts, ", ")})`, value, true);
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
    const branches = called.overloads.flatMap((overload) => {
      const call = runtimeCall(overload, writer.file.kubernetes);
      return call === undefined ? [] : [branchOf(writer, call, items, form)];
    });
    const texts = items.map((item) => item.code);
    const none = noneCode(writer, called, texts);
    return composite(join([...branches, none], " : "), form, "?:", true);
  });
  const assignments = held.flatMap((item) => (item === undefined ? [] : [item.assign]));
  if (assignments.length === 0) return checked;
  return operand(code`(${join([...assignments, checked.code], ", ")})`, form, true);
}

/** The error where no overload takes the values. */
function noneCode(
  writer: ExpressionWriter,
  { name, operands }: CalledFunction,
  texts: readonly Code[],
): Code {
  const isNameless =
    name === "matches" ? operands[1]?.kind === "literal" : functionFacts(name).nameless === true;
  if (isNameless) return code`${writer.runtime("noSuchOverload")}()`;
  if (name === "matches") return code`${writer.runtime("noMatch")}(${texts[0] ?? code`null`})`;
  return code`${writer.runtime("noOverload")}(${join([code`${name}`, ...texts], ", ")})`;
}

function branchOf(
  writer: ExpressionWriter,
  call: RuntimeCall,
  items: readonly Operand[],
  form: Form,
): Code {
  const forms = items.map((_, index) => call.parameters[index]?.form ?? value);
  const tests = items.map((item, index) => formTest(writer, forms[index] ?? value, item.code));
  const args = items.map((item, index) => writer.coerce(item, forms[index] ?? value));
  const result = writer.coerce(emitRuntimeCall(writer, call, args), form);
  return code`${join(tests, " && ")} ? ${parenthesized(result)}`;
}

/** A test whether a value is held in a form. */
export function formTest(writer: ExpressionWriter, form: Form, it: Code): Code {
  switch (form.kind) {
    case "bool":
      return code`typeof ${it} === "boolean"`;
    case "int":
      return code`${writer.runtime("isInt")}(${it})`;
    case "string":
      return code`typeof ${it} === "string"`;
    case "double":
      return code`${it} instanceof ${writer.runtime("Double")}`;
    case "list":
      return code`${writer.runtime("isList")}(${it})`;
    case "class":
      return code`${it} instanceof ${form.name === "Uint8Array" ? code`Uint8Array` : writer.runtime(form.name)}`;
    default:
      return code`true`;
  }
}
