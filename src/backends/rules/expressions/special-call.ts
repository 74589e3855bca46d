import type { CalledFunction } from "../../../cel/check/checked.js";
import { overloadWithId } from "../../../cel/libraries/libraries.js";
import type { Inline } from "../../../cel/libraries/row.js";
import type { Call, Expr as CelExpr } from "../../../cel/syntax/ast.js";
import { isDynamic } from "../../../cel/type.js";
import type { Expr } from "../../../emit/code.js";
import { expr, word } from "../../../emit/code.js";
import { conditional } from "../../../emit/nodes/fold.js";
import * as make from "../../../emit/nodes/make.js";
import { toDurationValue, toTimestampValue } from "../../../runtime/v1/cel/operators/convert.js";
import { Duration } from "../../../runtime/v1/cel/values/duration.js";
import type { CelError } from "../../../runtime/v1/cel/values/error.js";
import { Timestamp } from "../../../runtime/v1/cel/values/timestamp.js";
import type { Form, Operand } from "../writing/operand.js";
import {
  bool,
  bounded,
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
import type { ExpressionWriter } from "../writing/writer.js";
import { constantMatcher, constantSearch } from "./constant-pattern.js";
import { formTest } from "./dynamic-call.js";

/**
 * A call whose row has code of its own; undefined for all others, and where a plain call does it.
 */
export function emitSpecial(
  writer: ExpressionWriter,
  node: Call,
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
    emitOfOne(writer, inline, first, node) ??
    (second && emitOfTwo(writer, inline, first, second, node))
  );
}

/** Code for one operand. */
function emitOfOne(
  writer: ExpressionWriter,
  inline: Inline,
  arg: CelExpr,
  node: Call,
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
      return emitOfList(writer, arg, node, inline);
    case "sum":
      return emitSum(writer, arg, node, inline.zero);
    default:
      return undefined;
  }
}

/** Code for two operands. */
function emitOfTwo(
  writer: ExpressionWriter,
  inline: Inline,
  left: CelExpr,
  right: CelExpr,
  node: Call,
): Operand | undefined {
  switch (inline.kind) {
    case "text method":
      return emitTextMethod(writer, inline.method, left, right);
    case "matches":
      return emitMatches(writer, left, right);
    case "find":
      return emitFind(writer, left, right);
    case "or":
      return emitOr(writer, left, right, node);
    case "in zone":
      return emitInZone(writer, inline.body, left, right);
    default:
      return undefined;
  }
}

/** What becomes of an operand that is held in a form, its type known or not. */
function withForm(
  writer: ExpressionWriter,
  node: CelExpr,
  form: Form,
  use: (it: Operand) => Operand,
): Operand {
  const emitted = writer.emit(node);
  if (emitted.form.kind === "value" && isDynamic(writer.typeOf(node))) {
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
  const none = expr`${writer.runtime("noSuchOverload")}()`;
  const choice = conditional(test, used.code, none);
  const whole = assign === undefined ? choice : make.sequence([assign, choice]);
  return operand(whole, used.form, true);
}

/** A duration or time that is known; an error is left to the runtime. */
function emitTime(
  writer: ExpressionWriter,
  node: CelExpr,
  read: (text: string) => Duration | Timestamp | CelError,
): Operand | undefined {
  if (node.kind !== "literal" || node.value.type !== "string") return undefined;
  const text = node.value.value;
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
  const args = parts.map((part) => expr`${part}`);
  const made = (): Expr => expr`/* @__PURE__ */ new ${writer.runtime(className)}(${args})`;
  const base = `${className.toLowerCase()}${/^\w+$/.test(text) ? text : ""}`;
  const name = writer.file.constant(`${className} ${parts.join(" ")}`, base, made);
  return simple(name, instance(className));
}

function emitNegatedDouble(writer: ExpressionWriter, node: CelExpr): Operand {
  return withForm(writer, node, double, (it) => operand(expr`-${it.code}`, it.form));
}

/** A function of the runtime that takes a list, and some numbers. */
function emitOfList(
  writer: ExpressionWriter,
  arg: CelExpr,
  node: Call,
  { body, numbers }: Extract<Inline, { kind: "of list" }>,
): Operand {
  const form = formOf(writer.typeOf(node));
  const more = numbers.map((number) => expr`${number}`);
  return withForm(writer, arg, list, (it) =>
    operand(expr`${writer.runtime(body)}(${it.code}, ${more})`, form, true),
  );
}

function emitSum(writer: ExpressionWriter, arg: CelExpr, node: Call, element: string): Operand {
  const form = formOf(writer.typeOf(node));
  return withForm(writer, arg, list, (it) => {
    const sum = expr`${writer.runtime("sumOf")}(${it.code}, ${zeroOf(writer, element)})`;
    return writer.coerce(operand(sum, value, true), form);
  });
}

function zeroOf(writer: ExpressionWriter, type: string): Expr {
  switch (type) {
    case "uint":
      return expr`new ${writer.runtime("Uint")}(0n)`;
    case "double":
      return expr`new ${writer.runtime("Double")}(0)`;
    case "duration":
      return expr`new ${writer.runtime("Duration")}(0)`;
    default:
      return expr`0`;
  }
}

/** A method of JavaScript's strings. */
function emitTextMethod(
  writer: ExpressionWriter,
  method: string,
  textExpr: CelExpr,
  partExpr: CelExpr,
): Operand {
  const text = writer.coerce(writer.emit(textExpr), string);
  const part = writer.coerce(writer.emit(partExpr), string);
  return writer.strict([text, part], ([a = text, b = part]) =>
    operand(expr`${a.code}.${word(method)}(${b.code})`, bool),
  );
}

function emitMatches(
  writer: ExpressionWriter,
  textExpr: CelExpr,
  patternExpr: CelExpr,
): Operand | undefined {
  const matcher = constantMatcher(writer, patternExpr);
  if (matcher === undefined) return undefined;
  return withForm(writer, textExpr, string, (it) =>
    operand(expr`${matcher}.test(${it.code})`, bool),
  );
}

function emitFind(
  writer: ExpressionWriter,
  textExpr: CelExpr,
  patternExpr: CelExpr,
): Operand | undefined {
  const pattern = constantSearch(writer, patternExpr);
  if (pattern === undefined) return undefined;
  return withForm(writer, textExpr, string, (it) =>
    operand(expr`${writer.runtime("findMatch")}(${it.code}, ${pattern})`, string),
  );
}

/** `optional.of`. */
function emitOptionalOf(writer: ExpressionWriter, node: CelExpr): Operand {
  const from = writer.box(writer.emit(node));
  return writer.strict([from], ([it = from]) =>
    operand(expr`new ${writer.runtime("Optional")}(${it.code})`, instance("Optional")),
  );
}

function emitHasValue(writer: ExpressionWriter, node: CelExpr): Operand {
  return withForm(writer, node, instance("Optional"), (it) =>
    operand(expr`${it.code}.value !== undefined`, bool),
  );
}

/** `or` and `orValue`: the other operand only where there is no value. */
function emitOr(writer: ExpressionWriter, first: CelExpr, second: CelExpr, node: Call): Operand {
  const unwraps = node.function === "orValue";
  const form = formOf(writer.typeOf(node));
  const type = writer.file.type(form, true);
  const other = openWay(writer.coerce(writer.emit(second), form), type);
  return withForm(writer, first, instance("Optional"), (it) => {
    const { assign, held } = it.simple
      ? { assign: it.code, held: it }
      : writer.hold(it, "optional");
    const mine = unwraps ? writer.coerce(valueOf(writer, held), form).code : held.code;
    const choice = expr`${assign}.value !== undefined ? ${mine} : ${other.code}`;
    return operand(choice, form, other.fails);
  });
}

/** The value of an optional that is known to have one. */
function valueOf(writer: ExpressionWriter, optional: Operand): Operand {
  return operand(expr`${optional.code}.value as ${writer.file.type(value, false)}`, value);
}

function emitSize(writer: ExpressionWriter, node: CelExpr): Operand {
  const from = writer.emit(node);
  if (from.form.kind === "array") {
    return writer.strict([from], ([it = from]) =>
      bounded(operand(expr`${it.code}.length`, int), maxSize),
    );
  }
  if (from.form.kind === "object") {
    return writer.strict([from], ([it = from]) =>
      bounded(operand(expr`Object.keys(${it.code}).length`, int), maxSize),
    );
  }
  const name = from.form.kind === "list" ? "listSize" : "sizeOf";
  const boxed = from.form.kind === "list" ? from : writer.box(from);
  return writer.strict([boxed], ([it = boxed]) =>
    operand(expr`${writer.runtime(name)}(${it.code})`, int, name === "sizeOf"),
  );
}

/** No list or object of JavaScript has more members. */
const maxSize = 2 ** 32;

/** A part of a time in a zone. */
function emitInZone(
  writer: ExpressionWriter,
  field: Extract<Inline, { readonly kind: "in zone" }>["body"],
  timeExpr: CelExpr,
  zoneExpr: CelExpr,
): Operand {
  const timestamp = instance("Timestamp");
  const time = writer.coerce(writer.emit(timeExpr), timestamp);
  const zone = writer.coerce(writer.emit(zoneExpr), string);
  const local = writer.strict([time, zone], ([a = time, b = zone]) =>
    operand(expr`${writer.runtime("inTimeZone")}(${a.code}, ${b.code})`, timestamp, true),
  );
  return writer.strict([local], ([it = local]) =>
    operand(expr`${writer.runtime(field)}(${it.code})`, int),
  );
}
