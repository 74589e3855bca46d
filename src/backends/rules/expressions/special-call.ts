import type { CalledFunction } from "../../../cel/check/checked.js";
import { overloadWithId } from "../../../cel/libraries/libraries.js";
import type { Inline } from "../../../cel/libraries/row.js";
import type { Call, Expr } from "../../../cel/syntax/ast.js";
import { isDynamic } from "../../../cel/type.js";
import type { Code } from "../../../emit/code.js";
import { code, join, raw } from "../../../emit/code.js";
import { toDurationValue, toTimestampValue } from "../../../runtime/v1/cel/operators/convert.js";
import { Duration } from "../../../runtime/v1/cel/values/duration.js";
import type { CelError } from "../../../runtime/v1/cel/values/error.js";
import { Timestamp } from "../../../runtime/v1/cel/values/timestamp.js";
import type { Form, Operand } from "../writing/operand.js";
import {
  bool,
  bounded,
  composite,
  double,
  formOf,
  instance,
  int,
  list,
  openWay,
  operand,
  simple,
  string,
  value,
} from "../writing/operand.js";
import { parenthesized } from "../writing/parentheses.js";
import type { ExpressionWriter } from "../writing/writer.js";
import { constantMatcher, constantSearch } from "./constant-pattern.js";
import { formTest } from "./dynamic-call.js";

/**
 * A call whose row has code of its own; undefined for all others, and where a plain call does it.
 */
export function emitSpecial(
  writer: ExpressionWriter,
  expr: Call,
  { overload, operands }: CalledFunction,
): Operand | undefined {
  const inline = overloadWithId(overload)?.overload.inline;
  if (inline === undefined) return undefined;
  if (inline.kind === "absent optional") {
    return simple(writer.runtime("optionalNone"), instance("Optional"));
  }
  const [first, second] = operands;
  if (first === undefined) return undefined;
  return (
    emitOfOne(writer, inline, first, expr) ??
    (second && emitOfTwo(writer, inline, first, second, expr))
  );
}

/** Code for one operand. */
function emitOfOne(
  writer: ExpressionWriter,
  inline: Inline,
  arg: Expr,
  expr: Call,
): Operand | undefined {
  switch (inline.kind) {
    case "same":
      return writer.emit(arg);
    case "boxed":
      return writer.box(writer.emit(arg));
    case "duration constant":
      return emitTime(writer, arg, toDurationValue);
    case "timestamp constant":
      return emitTime(writer, arg, toTimestampValue);
    case "negation":
      return emitNegatedDouble(writer, arg);
    case "size":
      return emitSize(writer, arg);
    case "present optional":
      return emitOptionalOf(writer, arg);
    case "has value":
      return emitHasValue(writer, arg);
    case "of list":
      return emitOfList(writer, arg, expr, inline);
    case "sum":
      return emitSum(writer, arg, expr, inline.zero);
    default:
      return undefined;
  }
}

/** Code for two operands. */
function emitOfTwo(
  writer: ExpressionWriter,
  inline: Inline,
  left: Expr,
  right: Expr,
  expr: Call,
): Operand | undefined {
  switch (inline.kind) {
    case "text method":
      return emitTextMethod(writer, inline.method, left, right);
    case "matches":
      return emitMatches(writer, left, right);
    case "find":
      return emitFind(writer, left, right);
    case "or":
      return emitOr(writer, left, right, expr);
    case "in zone":
      return emitInZone(writer, inline.body, left, right);
    default:
      return undefined;
  }
}

/** What becomes of an operand that is held in a form, its type known or not. */
function withForm(
  writer: ExpressionWriter,
  expr: Expr,
  form: Form,
  use: (it: Operand) => Operand,
): Operand {
  const emitted = writer.emit(expr);
  if (emitted.form.kind === "value" && isDynamic(writer.typeOf(expr))) {
    return writer.strict([emitted], ([it = emitted]) => ifOfForm(writer, it, form, use));
  }
  const from = writer.coerce(emitted, form);
  return writer.strict([from], ([it = from]) => use(it));
}

/** The same for a value whose type only shows at run time. */
function ifOfForm(
  writer: ExpressionWriter,
  from: Operand,
  form: Form,
  use: (it: Operand) => Operand,
): Operand {
  const { assign, held } = from.simple ? { assign: undefined, held: from } : writer.hold(from);
  const used = use(writer.coerce(held, form));
  const test = formTest(writer, form, held.code);
  const none = code`${writer.runtime("noSuchOverload")}()`;
  const choice = composite(code`${test} ? ${parenthesized(used)} : ${none}`, used.form, "?:", true);
  return assign === undefined
    ? choice
    : operand(code`(${assign}, ${choice.code})`, used.form, true);
}

/** A duration or time that is known; an error is left to the runtime. */
function emitTime(
  writer: ExpressionWriter,
  expr: Expr,
  read: (text: string) => Duration | Timestamp | CelError,
): Operand | undefined {
  if (expr.kind !== "literal" || expr.value.type !== "string") return undefined;
  const text = expr.value.value;
  const time = read(text);
  if (time instanceof Duration) return timeConstant(writer, text, "Duration", [time.nanoseconds]);
  if (!(time instanceof Timestamp)) return undefined;
  const { seconds, nanoseconds, offset } = time;
  const parts = [seconds, nanoseconds, ...(offset === 0 ? [] : [offset])];
  return timeConstant(writer, text, "Timestamp", parts);
}

function timeConstant(
  writer: ExpressionWriter,
  text: string,
  className: "Duration" | "Timestamp",
  parts: readonly (number | bigint)[],
): Operand {
  const args = join(
    parts.map((part) => code`${part}`),
    ", ",
  );
  const made = (): Code => code`/* @__PURE__ */ new ${writer.runtime(className)}(${args})`;
  const base = `${className.toLowerCase()}${/^\w+$/.test(text) ? text : ""}`;
  const name = writer.file.constant(`${className} ${args.text}`, base, made);
  return simple(name, instance(className));
}

function emitNegatedDouble(writer: ExpressionWriter, expr: Expr): Operand {
  return withForm(writer, expr, double, (it) => composite(negated(it), it.form, "other"));
}

/** A negative literal needs parentheses, lest two signs become one. */
function negated(it: Operand): Code {
  return it.code.text.startsWith("-") ? code`-(${it.code})` : code`-${parenthesized(it)}`;
}

/** A function of the runtime that takes a list, and some numbers. */
function emitOfList(
  writer: ExpressionWriter,
  arg: Expr,
  expr: Call,
  { body, numbers }: Extract<Inline, { kind: "of list" }>,
): Operand {
  const form = formOf(writer.typeOf(expr));
  const more = numbers.map((number) => code`${number}`);
  return withForm(writer, arg, list, (it) =>
    operand(code`${writer.runtime(body)}(${join([it.code, ...more], ", ")})`, form, true),
  );
}

function emitSum(writer: ExpressionWriter, arg: Expr, expr: Call, element: string): Operand {
  const form = formOf(writer.typeOf(expr));
  return withForm(writer, arg, list, (it) => {
    const args = code`${it.code}, ${zeroOf(writer, element)}`;
    return writer.coerce(operand(code`${writer.runtime("sumOf")}(${args})`, value, true), form);
  });
}

function zeroOf(writer: ExpressionWriter, type: string): Code {
  switch (type) {
    case "uint":
      return code`new ${writer.runtime("Uint")}(0n)`;
    case "double":
      return code`new ${writer.runtime("Double")}(0)`;
    case "duration":
      return code`new ${writer.runtime("Duration")}(0)`;
    default:
      return code`0`;
  }
}

/** A method of JavaScript's strings. */
function emitTextMethod(
  writer: ExpressionWriter,
  method: string,
  textExpr: Expr,
  partExpr: Expr,
): Operand {
  const text = writer.coerce(writer.emit(textExpr), string);
  const part = writer.coerce(writer.emit(partExpr), string);
  return writer.strict([text, part], ([a = text, b = part]) =>
    operand(code`${parenthesized(a)}.${raw(method)}(${b.code})`, bool),
  );
}

function emitMatches(
  writer: ExpressionWriter,
  textExpr: Expr,
  patternExpr: Expr,
): Operand | undefined {
  const matcher = constantMatcher(writer, patternExpr);
  if (matcher === undefined) return undefined;
  return withForm(writer, textExpr, string, (it) =>
    operand(code`${matcher}.test(${it.code})`, bool),
  );
}

function emitFind(
  writer: ExpressionWriter,
  textExpr: Expr,
  patternExpr: Expr,
): Operand | undefined {
  const pattern = constantSearch(writer, patternExpr);
  if (pattern === undefined) return undefined;
  return withForm(writer, textExpr, string, (it) =>
    operand(code`${writer.runtime("findMatch")}(${it.code}, ${pattern})`, string),
  );
}

/** `optional.of`. */
function emitOptionalOf(writer: ExpressionWriter, expr: Expr): Operand {
  const from = writer.box(writer.emit(expr));
  return writer.strict([from], ([it = from]) =>
    operand(code`new ${writer.runtime("Optional")}(${it.code})`, instance("Optional")),
  );
}

function emitHasValue(writer: ExpressionWriter, expr: Expr): Operand {
  return withForm(writer, expr, instance("Optional"), (it) =>
    composite(code`${parenthesized(it)}.value !== undefined`, bool, "other"),
  );
}

/** `or` and `orValue`: the other operand only where there is no value. */
function emitOr(writer: ExpressionWriter, first: Expr, second: Expr, expr: Call): Operand {
  const unwraps = expr.function === "orValue";
  const form = formOf(writer.typeOf(expr));
  const type = writer.file.type(form, true);
  const other = openWay(writer.coerce(writer.emit(second), form), type);
  return withForm(writer, first, instance("Optional"), (it) => {
    const { assign, held } = it.simple
      ? { assign: it.code, held: it }
      : writer.hold(it, "optional");
    const mine = unwraps ? writer.coerce(valueOf(writer, held), form).code : held.code;
    return composite(
      code`${assign}.value !== undefined ? ${mine} : ${parenthesized(other)}`,
      form,
      "?:",
      other.fails,
    );
  });
}

/** The value of an optional that is known to have one. */
function valueOf(writer: ExpressionWriter, optional: Operand): Operand {
  const cast = code` as ${writer.file.type(value, false)}`;
  return operand(code`(${optional.code}.value${cast})`, value);
}

function emitSize(writer: ExpressionWriter, expr: Expr): Operand {
  const from = writer.emit(expr);
  if (from.form.kind === "array") {
    return writer.strict([from], ([it = from]) =>
      bounded(operand(code`${parenthesized(it)}.length`, int), maxSize),
    );
  }
  if (from.form.kind === "object") {
    return writer.strict([from], ([it = from]) =>
      bounded(operand(code`Object.keys(${it.code}).length`, int), maxSize),
    );
  }
  const name = from.form.kind === "list" ? "listSize" : "sizeOf";
  const boxed = from.form.kind === "list" ? from : writer.box(from);
  return writer.strict([boxed], ([it = boxed]) =>
    operand(code`${writer.runtime(name)}(${it.code})`, int, name === "sizeOf"),
  );
}

/** No list or object of JavaScript has more members. */
const maxSize = 2 ** 32;

/** A part of a time in a zone. */
function emitInZone(
  writer: ExpressionWriter,
  field: Extract<Inline, { readonly kind: "in zone" }>["body"],
  timeExpr: Expr,
  zoneExpr: Expr,
): Operand {
  const timestamp = instance("Timestamp");
  const time = writer.coerce(writer.emit(timeExpr), timestamp);
  const zone = writer.coerce(writer.emit(zoneExpr), string);
  const local = writer.strict([time, zone], ([a = time, b = zone]) =>
    operand(code`${writer.runtime("inTimeZone")}(${a.code}, ${b.code})`, timestamp, true),
  );
  return writer.strict([local], ([it = local]) =>
    operand(code`${writer.runtime(field)}(${it.code})`, int),
  );
}
