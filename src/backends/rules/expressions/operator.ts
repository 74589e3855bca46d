import type { CalledFunction } from "../../../cel/check/checked.js";
import type { Call, Expr } from "../../../cel/syntax/ast.js";
import { operators } from "../../../cel/syntax/ast.js";
import type { Code } from "../../../emit/code.js";
import { code, join, raw, typeOnly } from "../../../emit/code.js";
import { listCode } from "../../../emit/object-code.js";
import { isMapSchema, scalarReader } from "../facts/readers.js";
import type { Form, Operand, OuterOperator } from "../writing/operand.js";
import {
  bool,
  bounded,
  briefOf,
  composite,
  double,
  formOf,
  instance,
  int,
  isLiteral,
  isSameForm,
  operand,
  simple,
  string,
  test,
  value,
  widened,
} from "../writing/operand.js";
import { beforeOperator, parenthesized } from "../writing/parentheses.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { hasEntryOperand, itemsOf } from "./data-access.js";

/** A call of an operator; `undefined` for other functions, and for overloads that have one of their own. */
export function emitOperator(
  writer: ExpressionWriter,
  expr: Call,
  { name, operands, overload }: CalledFunction,
): Operand | undefined {
  const [first, second] = operands;
  if (first === undefined) return undefined;
  if (name === operators.logicalNot) return emitNegation(writer, first);
  if (second === undefined) return undefined;
  switch (name) {
    case operators.equals:
    case operators.notEquals:
      return emitEquality(writer, expr, first, second);
    case operators.less:
    case operators.lessEquals:
    case operators.greater:
    case operators.greaterEquals:
      return emitComparison(writer, name.slice(1, -1), first, second);
    case operators.in:
      return emitIn(writer, expr, first, second);
    case operators.optionalSelect:
    case operators.optionalIndex:
      return selectOptional(writer, writer.emit(first), writer.emit(second));
    case operators.add:
    case operators.subtract:
    case operators.multiply:
    case operators.divide:
    case operators.modulo:
      return emitArithmetic(writer, expr, name.slice(1, -1), first, second, overload);
  }
  return undefined;
}

/** `value.?key` and `value[?key]`. */
export function selectOptional(writer: ExpressionWriter, from: Operand, key: Operand): Operand {
  const boxed = writer.box(key);
  return writer.strict([writer.box(from)], ([it = from]) =>
    operand(
      code`${writer.runtime("selectOptional")}(${it.code}, ${boxed.code})`,
      instance("Optional"),
      true,
    ),
  );
}

/** `!(a && b)` is `!a || !b`, errors included, and reads better where one may be an error. */
export function emitNegation(writer: ExpressionWriter, expr: Expr): Operand {
  const opposite = expr.kind === "call" ? opposites[expr.function] : undefined;
  if (expr.kind !== "call" || opposite === undefined)
    return emitNot(writer, writer.condition(expr));
  const args = expr.args.map((arg): Expr => ({
    ...expr,
    id: unknownId,
    function: operators.logicalNot,
    args: [arg],
  }));
  return writer.condition({ ...expr, id: unknownId, function: opposite, args });
}

const opposites: Readonly<Record<string, string>> = {
  [operators.logicalAnd]: operators.logicalOr,
  [operators.logicalOr]: operators.logicalAnd,
};

/** Of nodes that the checker has not seen. */
const unknownId = -1;

function emitNot(writer: ExpressionWriter, condition: Operand): Operand {
  return writer.lenient([condition], ([from = condition]) => {
    const made = writer.strict([from], ([it = from]) => negatedOperand(it));
    const brief = briefNot(writer, from);
    return brief === undefined ? made : { ...made, brief };
  });
}

function negatedOperand(it: Operand): Operand {
  const { code: text, negated, fails } = it;
  const made = composite(negated ?? code`!${parenthesized(it)}`, bool, "other", fails);
  return negated === undefined ? made : { ...made, operator: it.operator, negated: text };
}

function briefNot(writer: ExpressionWriter, from: Operand): Operand | undefined {
  const { brief, fails, plan, look } = from;
  if (brief?.negated !== undefined) return negatedOperand(brief);
  if (!fails || plan !== undefined || look !== undefined) return undefined;
  return operand(code`${writer.runtime("opposite")}(${from.code})`, bool, true);
}

const scalars: ReadonlySet<string> = new Set(["bool", "int", "double", "string"]);

function emitEquality(
  writer: ExpressionWriter,
  expr: Call,
  leftExpr: Expr,
  rightExpr: Expr,
): Operand {
  const negated = expr.function === operators.notEquals;
  const left = writer.emit(leftExpr);
  const right = writer.emit(rightExpr);
  // Data holds an int beyond 2^53 as a number or as a bigint, which only the loose operator takes for equal.
  const isLoose = [leftExpr, rightExpr].some(isBigLiteral);
  const sign = raw((negated ? "!==" : "===").slice(0, isLoose ? 2 : 3));
  const contrary = raw((negated ? "===" : "!==").slice(0, isLoose ? 2 : 3));
  if (left.form.kind === right.form.kind && scalars.has(left.form.kind)) {
    return writer.lenient([left, right], ([from = left, other = right]) => {
      const made = writer.strict([from, other], ([a = from, b = other]) =>
        writer.findings.decided.has(expr)
          ? test(widenedCode(writer, a), sign, contrary, widenedCode(writer, b))
          : test(comparedCode(writer, a, [b.code]), sign, contrary, parenthesized(b)),
      );
      const brief = isLoose ? undefined : briefEquality(writer, from, other, negated);
      return brief === undefined ? made : { ...made, brief };
    });
  }
  if (isTime(left.form) && isSameForm(left.form, right.form)) {
    return writer.strict([left, right], ([a = left, b = right]) => {
      const yes = code`${parenthesized(a)}.equals(${b.code})`;
      const no = code`!${yes}`;
      return negated
        ? { ...composite(no, bool, "other"), negated: yes }
        : { ...operand(yes, bool), negated: no };
    });
  }
  if (isNull(leftExpr) || isNull(rightExpr)) {
    return writer.strict([writer.box(left), writer.box(right)], ([a = left, b = right]) =>
      composite(code`${parenthesized(a)} ${sign} ${parenthesized(b)}`, bool, "other"),
    );
  }
  return writer.strict([writer.box(left), writer.box(right)], ([a = left, b = right]) =>
    operand(
      code`${writer.runtime(negated ? "celDiffers" : "celEquals")}(${a.code}, ${b.code})`,
      bool,
      !negated,
    ),
  );
}

/** Equality of data that only has to be looked at. */
function briefEquality(
  writer: ExpressionWriter,
  left: Operand,
  right: Operand,
  negated: boolean,
): Operand | undefined {
  const [a, b] = [left, right].map((it) =>
    it.look !== undefined && it.plan === undefined ? it : briefOf(it),
  );
  if (a === undefined || b === undefined || (!a.fails && !b.fails)) return undefined;
  const [yes, no] = [writer.runtime("isSame"), writer.runtime("isDifferent")].map(
    (name) => code`${name}(${a.code}, ${b.code})`,
  );
  if (yes === undefined || no === undefined) return undefined;
  return { ...operand(negated ? no : yes, bool, true), negated: negated ? yes : no };
}

/** The left side of a comparison: a literal beside other ones is taken for any value. */
function comparedCode(writer: ExpressionWriter, it: Operand, others: readonly Code[]): Code {
  const isOther = others.some((other) => other.text !== it.code.text && isLiteral(other));
  return isOther ? widenedCode(writer, it) : parenthesized(it);
}

function widenedCode(writer: ExpressionWriter, it: Operand): Code {
  return parenthesized(widened(it, writer.file.type(it.form, false)));
}

function isTime(form: Form): boolean {
  return form.kind === "class" && timeOrder[form.name] !== undefined;
}

/** Functions that order durations and times. */
const timeOrder: Readonly<Record<string, string>> = {
  Duration: "compareDurations",
  Timestamp: "compareTimestamps",
};

function isBigLiteral(expr: Expr): boolean {
  return (
    expr.kind === "literal" &&
    expr.value.type === "int" &&
    !Number.isSafeInteger(Number(expr.value.value))
  );
}

function isNull(expr: Expr): boolean {
  return expr.kind === "literal" && expr.value.type === "null";
}

const comparisons: Readonly<Record<string, string>> = {
  "<": "celLess",
  "<=": "celLessEquals",
  ">": "celGreater",
  ">=": "celGreaterEquals",
};

const contrarySigns: Readonly<Record<string, string>> = {
  "<": ">=",
  "<=": ">",
  ">": "<=",
  ">=": "<",
};

function emitComparison(
  writer: ExpressionWriter,
  sign: string,
  leftExpr: Expr,
  rightExpr: Expr,
): Operand {
  const left = writer.emit(leftExpr);
  const right = writer.emit(rightExpr);
  const kind = left.form.kind === right.form.kind ? left.form.kind : undefined;
  if (kind === "int" || (isOrdered(left.form) && isOrdered(right.form))) {
    return writer.strict([left, right], ([a = left, b = right]) =>
      inOrder(parenthesized(a), sign, parenthesized(b)),
    );
  }
  const order = kind === "string" ? "compareUtf8" : timeOrderOf(left.form, right.form);
  if (order !== undefined) {
    return writer.strict([left, right], ([a = left, b = right]) =>
      inOrder(code`${writer.runtime(order)}(${a.code}, ${b.code})`, sign, code`0`),
    );
  }
  return writer.strict([writer.box(left), writer.box(right)], ([a = left, b = right]) =>
    operand(code`${writer.runtime(comparisons[sign] ?? "")}(${a.code}, ${b.code})`, bool, true),
  );
}

/** A comparison of what is never NaN: its opposite is one as well. */
function inOrder(left: Code, sign: string, right: Code): Operand {
  return test(left, raw(sign), raw(contrarySigns[sign] ?? ""), right);
}

function timeOrderOf(left: Form, right: Form): string | undefined {
  return left.kind === "class" && isSameForm(left, right) ? timeOrder[left.name] : undefined;
}

function isOrdered(form: Form): boolean {
  return form.kind === "double" && form.ordered === true;
}

const dynamicArithmetic: Readonly<Record<string, string>> = {
  "+": "addValues",
  "-": "subtractValues",
  "*": "multiplyValues",
  "/": "divideValues",
  "%": "moduloValues",
};

function emitArithmetic(
  writer: ExpressionWriter,
  expr: Call,
  sign: string,
  leftExpr: Expr,
  rightExpr: Expr,
  overload: string,
): Operand | undefined {
  if (overload !== "") {
    if (/^(?:add|subtract|multiply)_int64$/.test(overload)) {
      return emitBounded(writer, sign, leftExpr, rightExpr);
    }
    if (!/_double$|^add_string$/.test(overload)) return undefined;
    const form = overload === "add_string" ? string : double;
    const left = writer.coerce(writer.emit(leftExpr), form);
    const right = writer.coerce(writer.emit(rightExpr), form);
    return writer.strict([left, right], ([a = left, b = right]) =>
      composite(code`${parenthesized(a)} ${raw(sign)} ${parenthesized(b)}`, form, operatorOf(sign)),
    );
  }
  const boxed = [writer.box(writer.emit(leftExpr)), writer.box(writer.emit(rightExpr))];
  return writer.strict(boxed, ([a, b]) =>
    writer.coerce(
      operand(
        code`${writer.runtime(dynamicArithmetic[sign] ?? "")}(${a?.code}, ${b?.code})`,
        value,
        true,
      ),
      formOf(writer.typeOf(expr)),
    ),
  );
}

const intFunctions: Readonly<Record<string, string>> = {
  "+": "addInts",
  "-": "subtractInts",
  "*": "multiplyInts",
};

/** A plain operator where the operands are known to be small, else the function that checks. */
function emitBounded(
  writer: ExpressionWriter,
  sign: string,
  leftExpr: Expr,
  rightExpr: Expr,
): Operand {
  const left = writer.coerce(writer.emit(leftExpr), int);
  const right = writer.coerce(writer.emit(rightExpr), int);
  const bound = boundOf(sign, left.bound, right.bound);
  return writer.strict([left, right], ([a = left, b = right]) =>
    bound === undefined
      ? operand(code`${writer.runtime(intFunctions[sign] ?? "")}(${a.code}, ${b.code})`, int, true)
      : bounded(
          composite(
            code`${beforeOperator(a, sign)} ${raw(sign)} ${parenthesized(b)}`,
            int,
            operatorOf(sign),
          ),
          bound,
        ),
  );
}

function operatorOf(sign: string): OuterOperator {
  return sign === "+" ? "+" : "other";
}

function boundOf(
  sign: string,
  left: number | undefined,
  right: number | undefined,
): number | undefined {
  if (left === undefined || right === undefined) return undefined;
  const bound = sign === "*" ? left * right : left + right;
  return bound <= Number.MAX_SAFE_INTEGER ? bound : undefined;
}

/** Up to this many constants are compared one by one. */
const maxComparedConstants = 4;

function emitIn(
  writer: ExpressionWriter,
  expr: Call,
  elementExpr: Expr,
  containerExpr: Expr,
): Operand {
  // Nothing is in an empty list, not even an error.
  if (containerExpr.kind === "list" && containerExpr.elements.length === 0) {
    return simple(code`false`, bool);
  }
  const element = writer.emit(elementExpr);
  const constants = constantsOf(containerExpr);
  if (constants?.kind === element.form.kind) {
    const { items } = constants;
    if (!writer.findings.decided.has(expr)) return emitInConstants(writer, element, items);
    const type = writer.file.type(element.form, false);
    const shown = items.map((item) => widened(simple(item, element.form), type).code);
    return emitInConstants(writer, element, shown);
  }
  const container = writer.emit(containerExpr);
  const { form } = container;
  if (form.kind === "object" && isMapSchema(form.schema) && element.form.kind === "string") {
    return writer.strict([element, container], ([key = element, it = container]) =>
      hasEntryOperand(writer, it, form.schema, key),
    );
  }
  if (form.kind === "array" && element.form.kind === "string") {
    const items = itemsOf(form.schema);
    if (scalarReader(items, writer.file.kubernetes) === "readString" && !items.nullable) {
      return writer.strict([element, container], ([key = element, it = container]) =>
        operand(code`${writer.runtime("includesText")}(${it.code}, ${key.code})`, bool, true),
      );
    }
  }
  const boxed = [writer.box(element), writer.box(container)];
  return writer.strict(boxed, ([key = element, it = container]) =>
    operand(code`${writer.runtime("valueIn")}(${key.code}, ${it.code})`, bool, true),
  );
}

function constantsOf(
  expr: Expr,
): { readonly kind: string; readonly items: readonly Code[] } | undefined {
  if (expr.kind !== "list" || expr.optionalIndices.length > 0) return undefined;
  const items: Code[] = [];
  const kinds = new Set<string>();
  for (const element of expr.elements) {
    if (element.kind !== "literal") return undefined;
    const { value: constant } = element;
    if (constant.type !== "string" && constant.type !== "int" && constant.type !== "bool") {
      return undefined;
    }
    if (constant.type === "int" && !Number.isSafeInteger(Number(constant.value))) return undefined;
    kinds.add(constant.type);
    items.push(constant.type === "int" ? code`${Number(constant.value)}` : code`${constant.value}`);
  }
  const [kind] = kinds;
  return kinds.size === 1 && kind !== undefined ? { kind, items } : undefined;
}

function emitInConstants(
  writer: ExpressionWriter,
  element: Operand,
  constants: readonly Code[],
): Operand {
  if (constants.length > maxComparedConstants) {
    const text = join(constants, ", ");
    const type = writer.file.type(element.form, false);
    const items = listCode(constants);
    const made = (): Code => code`/* @__PURE__ */ new Set${typeOnly`<${type}>`}(${items})`;
    const set = writer.file.constant(`set ${text.text}`, "allowed", made);
    return writer.strict([element], ([it = element]) =>
      operand(code`${set}.has(${it.code})`, bool),
    );
  }
  return writer.strict([element], ([it = element]) => {
    if (it.simple || constants.length === 1) return oneOf(writer, it, constants);
    const { assign, held } = writer.hold(it);
    const [first, ...rest] = constants;
    const chain = [
      code`${assign} === ${first}`,
      ...rest.map((item) => code`${held.code} === ${item}`),
    ];
    return composite(join(chain, " || "), bool, "||");
  });
}

function oneOf(writer: ExpressionWriter, it: Operand, constants: readonly Code[]): Operand {
  const left = comparedCode(writer, it, constants);
  const chain = constants.map((item) => code`${left} === ${item}`);
  return composite(join(chain, " || "), bool, constants.length === 1 ? "other" : "||");
}
