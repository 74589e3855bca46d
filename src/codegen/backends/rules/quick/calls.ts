import { functionFacts, overloadWithId } from "../../../../cel/libraries/libraries.js";
import type {
  BodyCall,
  Held,
  Inline,
  OlderBehaviour,
  Overload,
} from "../../../../cel/libraries/row.js";
import type { CallStep, PlannedStep } from "../../../../cel/plan/planned-step.js";
import { operators } from "../../../../cel/syntax/ast.js";
import type { CelType } from "../../../../cel/type.js";
import type { KubernetesMinor } from "../../../../runtime/v1/values/kubernetes-version.js";
import type { Expr } from "../../../emit/code.js";
import { expr, word } from "../../../emit/code.js";
import { not } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import { UnsupportedExpression } from "../rule-file.js";
import { constantMatcher, timeConstant } from "./constants.js";
import { hasValue, sizeOfData } from "./data.js";
import { as, asserted, box, known } from "./known.js";
import type { Form, Operand, QuickWriter } from "./operand.js";
import {
  bool,
  dataOf,
  double,
  formOf,
  int,
  isSameForm,
  isScalar,
  list,
  operand,
  optional,
  string,
  value,
} from "./operand.js";
import { arithmetic, comparison, isIn } from "./operators.js";

/** A call of a function, or of an operator that has no step of its own. */
export function emitCall(writer: QuickWriter, step: CallStep): Operand {
  const { name, overload, operands } = step;
  const operator = emitOperator(writer, step);
  if (operator !== undefined) return operator;
  const inline = overloadWithId(overload)?.overload.inline;
  const own = inline && emitInline(writer, inline, step);
  if (own !== undefined) return own;
  const emitted = operands.map((one) => writer.emit(one));
  const called = overloadCall(writer, overload, emitted);
  if (called !== undefined) return called;
  const { dynamic } = functionFacts(name);
  if (overload !== "" || dynamic === undefined) throw new UnsupportedExpression(name);
  const boxed = emitted.map((one) => box(writer, one).code);
  return asserted(writer, expr`${writer.runtime(dynamic)}(${boxed})`, value);
}

function emitOperator(
  writer: QuickWriter,
  { name, overload, operands: [first, second] }: CallStep,
): Operand | undefined {
  if (first === undefined) return undefined;
  if (name === operators.logicalNot) {
    return operand(not(as(writer, writer.emit(first), bool).code), bool);
  }
  if (second === undefined) return emitMinus(writer, name, overload, first);
  const pair = (): readonly [Operand, Operand] => [writer.emit(first), writer.emit(second)];
  switch (name) {
    case operators.less:
    case operators.lessEquals:
    case operators.greater:
    case operators.greaterEquals:
      return comparison(writer, name.slice(1, -1), ...pair());
    case operators.in:
      return isIn(writer, ...pair());
    case operators.add:
    case operators.subtract:
    case operators.multiply:
    case operators.divide:
    case operators.modulo:
      return arithmetic(writer, name.slice(1, -1), overload, pair);
    default:
      return undefined;
  }
}

function emitMinus(
  writer: QuickWriter,
  name: string,
  overload: string,
  step: PlannedStep,
): Operand | undefined {
  if (name !== operators.negate) return undefined;
  if (overload === "negate_double") {
    return operand(expr`-${as(writer, writer.emit(step), double).code}`, double);
  }
  if (overload !== "negate_int64") return undefined;
  const negated = expr`-${as(writer, writer.emit(step), int).code}`;
  return operand(expr`${writer.runtime("anInt")}(${negated})`, int);
}

/** A call whose row has code of its own; undefined where a plain call does it. */
function emitInline(writer: QuickWriter, inline: Inline, step: CallStep): Operand | undefined {
  const [first, second] = step.operands;
  if (inline.kind === "absent optional") return operand(writer.runtime("optionalNone"), optional);
  if (first === undefined) return undefined;
  switch (inline.kind) {
    case "same":
      return known(writer, writer.emit(first));
    case "boxed":
      return box(writer, writer.emit(first));
    case "duration constant":
    case "timestamp constant": {
      const text = constantText(first);
      return text === undefined ? undefined : timeConstant(writer.file, text, inline.kind);
    }
    case "size":
      return emitSize(writer, writer.emit(first));
    case "present optional": {
      const made = expr`new ${writer.runtime("Optional")}(${box(writer, writer.emit(first)).code})`;
      return operand(made, optional);
    }
    case "has value":
      return hasValue(writer, writer.emit(first));
    default:
      return second && emitInlineOfTwo(writer, inline, first, second);
  }
}

function emitInlineOfTwo(
  writer: QuickWriter,
  inline: Inline,
  first: PlannedStep,
  second: PlannedStep,
): Operand | undefined {
  switch (inline.kind) {
    case "text method": {
      const [text, part] = [first, second].map((one) => as(writer, writer.emit(one), string).code);
      return operand(expr`${text ?? ""}.${word(inline.method)}(${part ?? ""})`, bool);
    }
    case "matches":
    case "find":
      return emitPattern(writer, inline.kind, first, second);
    default:
      return undefined;
  }
}

function emitPattern(
  writer: QuickWriter,
  kind: "matches" | "find",
  text: PlannedStep,
  pattern: PlannedStep,
): Operand | undefined {
  const source = constantText(pattern);
  if (source === undefined) return undefined;
  const matcher = constantMatcher(writer.file, source, kind === "find");
  if (matcher === undefined) return undefined;
  const { code } = as(writer, writer.emit(text), string);
  return kind === "matches"
    ? operand(expr`${matcher}.test(${code})`, bool)
    : operand(expr`${writer.runtime("findMatch")}(${code}, ${matcher})`, string);
}

/** `optional.or(other)` and `optional.orValue(other)`. */
export function emitOr(
  writer: QuickWriter,
  first: Operand,
  other: Operand,
  unwraps: boolean,
): Operand {
  if (unwraps && first.form.kind === "maybe") {
    const { schema, isResource } = first.form;
    const fallback = dataLike(writer, dataOf(first.code, schema, isResource), other);
    if (fallback !== undefined) {
      return dataOf(make.plainBinary("??", first.code, fallback), schema, isResource);
    }
  }
  const it = as(writer, first, optional).code;
  if (!unwraps) {
    const both = [it, as(writer, other, optional).code];
    return operand(expr`${writer.runtime("firstPresent")}(${both})`, optional);
  }
  return operand(expr`${writer.runtime("valueOr")}(${it}, ${box(writer, other).code})`, value);
}

/**
 * Returns the code that may stand for data: data of the same schema, or a scalar of the same form.
 */
function dataLike(writer: QuickWriter, data: Operand, other: Operand): Expr | undefined {
  if (isSameForm(data.form, other.form)) return other.code;
  const { form } = known(writer, data);
  const it = known(writer, other);
  return isScalar(form) && isSameForm(form, it.form) ? it.code : undefined;
}

function emitSize(writer: QuickWriter, from: Operand): Operand {
  const ofData = sizeOfData(writer, from);
  if (ofData !== undefined) return ofData;
  const it = known(writer, from);
  if (it.form.kind === "list") {
    return operand(expr`${writer.runtime("listSize")}(${it.code})`, int);
  }
  if (it.form.kind === "string") {
    return operand(expr`${writer.runtime("codePoints")}(${it.code})`, int);
  }
  return asserted(writer, expr`${writer.runtime("sizeOf")}(${box(writer, it).code})`, int);
}

function constantText(step: PlannedStep): string | undefined {
  return step.kind === "constant" && step.value.type === "string" ? step.value.value : undefined;
}

/** A list of values, from the steps of its elements. */
export function listOperand(writer: QuickWriter, elements: readonly PlannedStep[]): Operand {
  const boxed = elements.map((element) => box(writer, writer.emit(element)).code);
  return operand(expr`[${boxed}]`, list);
}

/** How to call the runtime for an overload. */
interface RuntimeCall {
  /** A function of the runtime, or a global one (`String`). */
  readonly name: BodyCall["body"] | OlderBehaviour["body"];
  readonly parameters: readonly RuntimeParameter[];
  readonly result: Form;
  readonly fails: boolean;
}

/** A parameter of a function of the runtime. */
interface RuntimeParameter {
  readonly form: Form;
  /** Which operand of the call it takes. */
  readonly argument: number;
}

/**
 * The plain call that stands for an overload on a server, by its row; undefined for one that is
 * none, or takes what quick code does not hold.
 */
function overloadCall(
  writer: QuickWriter,
  id: string,
  operands: readonly Operand[],
): Operand | undefined {
  const overload = overloadWithId(id)?.overload;
  const call = overload && runtimeCall(overload, writer.file.kubernetes);
  if (call === undefined) return undefined;
  const { name, parameters, result, fails } = call;
  const args = parameters.flatMap(({ form, argument }) => {
    const from = operands[argument];
    return from === undefined ? [] : [as(writer, from, form).code];
  });
  const called = name === "String" || name === "Number" ? word(name) : writer.runtime(name);
  const code = expr`${called}(${args})`;
  const isExact = !fails && result.kind !== "double" && !large.has(name);
  if (isExact) return operand(code, result);
  // What is no error is an instance of the class that the overload gives.
  return result.kind === "class" || result.kind === "list"
    ? operand(expr`${writer.runtime("sound")}(${code})`, result)
    : asserted(writer, code, result);
}

/** Functions that never fail but may return an int beyond 2^53. */
const large: ReadonlySet<string> = new Set(["semverMajor", "semverMinor", "semverPatch"]);

function runtimeCall(overload: Overload, kubernetes: KubernetesMinor): RuntimeCall | undefined {
  const { call, older = [], parameters, result } = overload;
  if (call === undefined) return undefined;
  if (call.takes === undefined && parameters.some(({ kind }) => unheld.has(kind))) return undefined;
  const before = older.find(({ before: minor }) => kubernetes < minor);
  return {
    name: before?.body ?? call.body,
    parameters: parametersOf(overload, call),
    result: call.gives === undefined ? formOf(result) : heldAs(call.gives),
    fails: call.fails || before?.fails === true,
  };
}

/** Types of parameters whose values quick code holds as any value. */
const unheld: ReadonlySet<CelType["kind"]> = new Set(["uint", "bytes", "map", "type", "wrapper"]);

function parametersOf({ parameters }: Overload, { takes }: BodyCall): readonly RuntimeParameter[] {
  return (
    takes?.map(({ held, argument }) => ({ form: heldAs(held), argument })) ??
    parameters.map((type, argument) => ({ form: formOf(type), argument }))
  );
}

function heldAs(held: Held): Form {
  switch (held) {
    case "value":
      return value;
    case "list":
      return list;
    case "Double":
      return double;
  }
}
