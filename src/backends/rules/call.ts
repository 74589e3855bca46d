import type { Call, Expr } from "../../cel/ast.js";
import type { Code } from "../../emit/code.js";
import { code, join, raw, typeOnly } from "../../emit/code.js";
import { regExpLiteral } from "../../emit/regexp-literal.js";
import { translateRe2 } from "../../emit/regexp.js";
import { toDurationValue, toTimestampValue } from "../../runtime/v1/cel/convert.js";
import { Duration } from "../../runtime/v1/cel/duration.js";
import { CelError } from "../../runtime/v1/cel/error.js";
import type { ExpressionWriter } from "./writer.js";
import { UnsupportedExpression } from "./unsupported.js";
import { parenthesized } from "./function-code.js";
import type { RuntimeCall } from "./functions.js";
import { emitOperator } from "./operator.js";
import { runtimeCall } from "./functions.js";
import type { Form, Operand } from "./operand.js";
import {
  bool,
  bounded,
  composite,
  double,
  formOf,
  instance,
  int,
  list,
  operand,
  simple,
  string,
  value,
  widened,
} from "./operand.js";
import { isTrackedOperand } from "./tracked-operands.js";

/** A call of a function or operator, `&&`, `||`, `?:` and indices excepted. */
export function emitCall(writer: ExpressionWriter, expr: Call): Operand {
  const reference = writer.checked.references.get(expr.id);
  const known = reference?.kind === "function" ? reference : undefined;
  const name = known?.name ?? expr.function;
  const namespaced = expr.target !== undefined && name !== expr.function;
  const operands =
    expr.target === undefined || namespaced ? expr.args : [expr.target, ...expr.args];
  const overloads = known?.overloads ?? [];
  const isTyped = !operands.some((arg) => isDynamic(writer, arg));
  return (
    emitOperator(writer, expr, name, operands, isTyped ? overloads : []) ??
    (isTyped ? emitSpecial(writer, expr, overloads, operands) : undefined) ??
    emitOverloads(writer, expr, name, overloads, operands, isTyped)
  );
}

/** Whether a value's type only shows at run time. */
function isDynamic(writer: ExpressionWriter, expr: Expr): boolean {
  const kind = writer.typeOf(expr)?.kind;
  return kind === undefined || kind === "dyn" || kind === "any" || kind === "param";
}

/** Overloads that are no plain call of the runtime. */
function emitSpecial(
  writer: ExpressionWriter,
  expr: Call,
  overloads: readonly string[],
  operands: readonly Expr[],
): Operand | undefined {
  const [overload = ""] = overloads;
  if (overloads.length !== 1) return undefined;
  const [first, second] = operands;
  switch (overload) {
    case "string_to_duration":
    case "string_to_timestamp":
      return first && emitTime(writer, first, overload);
    case "optional_none":
      return simple(writer.runtime("optionalNone"), instance("Optional"));
    case "negate_double":
      return first && unary(writer, first, double, (it) => composite(negated(it), double));
    case "contains_string":
      return first && second && textMethod(writer, "includes", first, second);
    case "starts_with_string":
      return first && second && textMethod(writer, "startsWith", first, second);
    case "ends_with_string":
      return first && second && textMethod(writer, "endsWith", first, second);
    case "matches":
    case "matches_string":
      return first && second && emitMatches(writer, first, second);
    case "string_find_string":
      return first && second && emitFind(writer, first, second);
    case "optional_of":
      return first && emitOptionalOf(writer, first);
    case "optional_hasValue":
      return (
        first &&
        unary(writer, first, instance("Optional"), (it) =>
          composite(code`${parenthesized(it)}.value !== undefined`, bool),
        )
      );
    case "optional_or_optional":
    case "optional_orValue_value":
      return first && second && emitOr(writer, expr, first, second);
    case "size_list":
    case "list_size":
    case "size_map":
    case "map_size":
      return first && emitSize(writer, first);
  }
  if (first === undefined) return undefined;
  if (overload === "to_dyn") return writer.box(writer.emit(first));
  if (/^(\w+?)(?:64)?_to_\1(?:64)?$/.test(overload)) return writer.emit(first);
  if (overload.endsWith("_tz") && second !== undefined) {
    return emitInZone(writer, overload, first, second);
  }
  return emitListSpecial(writer, expr, overload, first);
}

/** A duration or time that is known; an error is left to the runtime. */
function emitTime(writer: ExpressionWriter, expr: Expr, overload: string): Operand | undefined {
  if (expr.kind !== "literal" || expr.value.type !== "string") return undefined;
  const text = expr.value.value;
  const time = overload === "string_to_duration" ? toDurationValue(text) : toTimestampValue(text);
  if (time instanceof CelError) return undefined;
  const [name, parts] =
    time instanceof Duration
      ? ["Duration", [time.nanoseconds]]
      : [
          "Timestamp",
          [time.seconds, time.nanoseconds, ...(time.offset === 0 ? [] : [time.offset])],
        ];
  const args = join(
    parts.map((part) => code`${part}`),
    ", ",
  );
  const made = (): Code => code`/* @__PURE__ */ new ${writer.runtime(name)}(${args})`;
  const key = `${name} ${args.text}`;
  const base = `${name.toLowerCase()}${/^\w+$/.test(text) ? text : ""}`;
  return simple(writer.file.constant(key, base, made), instance(name));
}

/** A negative literal needs parentheses, lest two signs become one. */
function negated(it: Operand): Code {
  return it.code.text.startsWith("-") ? code`-(${it.code})` : code`-${parenthesized(it)}`;
}

function emitListSpecial(
  writer: ExpressionWriter,
  expr: Call,
  overload: string,
  first: Expr,
): Operand | undefined {
  const form = formOf(writer.typeOf(expr));
  const calls: Readonly<Record<string, string>> = {
    list_first: "firstOf",
    list_last: "lastOf",
    optional_unwrap: "unwrapOptionals",
    optional_unwrapOpt: "unwrapOptionals",
  };
  const name = calls[overload];
  if (name !== undefined) {
    return unary(writer, first, list, (it) =>
      operand(code`${writer.runtime(name)}(${it.code})`, form, true),
    );
  }
  if (overload === "list_flatten") {
    return unary(writer, first, list, (it) =>
      operand(code`${writer.runtime("flattenList")}(${it.code}, 1)`, form, true),
    );
  }
  const sum = /^list_(\w+)_sum_/.exec(overload);
  if (sum === null) return undefined;
  return unary(writer, first, list, (it) =>
    writer.coerce(
      operand(
        code`${writer.runtime("sumOf")}(${it.code}, ${zeroOf(writer, sum[1] ?? "")})`,
        value,
        true,
      ),
      form,
    ),
  );
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
      return raw("0");
  }
}

function unary(
  writer: ExpressionWriter,
  expr: Expr,
  form: Form,
  use: (it: Operand) => Operand,
): Operand {
  const emitted = writer.emit(expr);
  if (emitted.form.kind === "value" && isDynamic(writer, expr)) {
    return writer.strict([emitted], ([it = emitted]) => guarded(writer, it, form, use));
  }
  const from = writer.coerce(emitted, form);
  return writer.strict([from], ([it = from]) => use(it));
}

/** A call for a value whose type only shows at run time. */
function guarded(
  writer: ExpressionWriter,
  from: Operand,
  form: Form,
  use: (it: Operand) => Operand,
): Operand {
  const { assign, held } = from.simple ? { assign: undefined, held: from } : writer.hold(from);
  const used = use(writer.coerce(held, form));
  const test = guardOf(writer, form, held.code);
  const none = code`${writer.runtime("noSuchOverload")}()`;
  const choice = composite(code`${test} ? ${parenthesized(used)} : ${none}`, used.form, true);
  return assign === undefined
    ? choice
    : operand(code`(${assign}, ${choice.code})`, used.form, true);
}

function textMethod(
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
  return unary(writer, textExpr, string, (it) => operand(code`${matcher}.test(${it.code})`, bool));
}

/** The pattern of `matches` as a constant of the file; undefined for what is no constant, or no pattern. */
export function constantMatcher(writer: ExpressionWriter, expr: Expr): Code | undefined {
  if (expr.kind !== "literal" || expr.value.type !== "string") return undefined;
  const source = expr.value.value;
  const translated = translateRe2(source);
  if (translated.kind === "error") return undefined;
  return writer.file.constant(`pattern ${source}`, "pattern", () =>
    translated.kind === "literal"
      ? regExpLiteral(new RegExp(translated.pattern, translated.flags))
      : code`/* @__PURE__ */ ${writer.runtime("re2Matcher")}(${source})`,
  );
}

/** A pattern that JavaScript reads as it stands also matches the same part of a text. */
function emitFind(
  writer: ExpressionWriter,
  textExpr: Expr,
  patternExpr: Expr,
): Operand | undefined {
  if (patternExpr.kind !== "literal" || patternExpr.value.type !== "string") return undefined;
  const source = patternExpr.value.value;
  const translated = translateRe2(source);
  if (translated.kind !== "literal" || !translated.asWritten) return undefined;
  const pattern = writer.file.constant(`pattern ${source}`, "pattern", () =>
    regExpLiteral(new RegExp(translated.pattern, translated.flags)),
  );
  return unary(writer, textExpr, string, (it) =>
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

/** `or` and `orValue`: the other operand only where there is no value. */
function emitOr(writer: ExpressionWriter, expr: Call, first: Expr, second: Expr): Operand {
  const unwraps = expr.function === "orValue";
  const form = formOf(writer.typeOf(expr));
  const other = writer.coerce(writer.emit(second), form);
  return unary(writer, first, instance("Optional"), (it) => {
    const { assign, held } = it.simple
      ? { assign: it.code, held: it }
      : writer.hold(it, "optional");
    const mine = unwraps ? writer.coerce(valueOf(writer, held), form).code : held.code;
    return composite(
      code`${assign}.value !== undefined ? ${mine} : ${parenthesized(other)}`,
      form,
      other.fails,
    );
  });
}

/** The value of an optional that is known to have one. */
function valueOf(writer: ExpressionWriter, optional: Operand): Operand {
  const cast = typeOnly` as ${writer.file.type(value, false)}`;
  return operand(code`(${optional.code}.value${cast})`, value);
}

function emitSize(writer: ExpressionWriter, expr: Expr): Operand | undefined {
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

function emitInZone(
  writer: ExpressionWriter,
  overload: string,
  timeExpr: Expr,
  zoneExpr: Expr,
): Operand {
  const call = runtimeCall(overload.replace(/_with_tz$|_tz$/, ""), writer.file.kubernetes);
  if (call === undefined) throw new UnsupportedExpression(overload);
  const time = writer.coerce(writer.emit(timeExpr), instance("Timestamp"));
  const zone = writer.coerce(writer.emit(zoneExpr), string);
  const local = writer.strict([time, zone], ([a = time, b = zone]) =>
    operand(
      code`${writer.runtime("inTimeZone")}(${a.code}, ${b.code})`,
      instance("Timestamp"),
      true,
    ),
  );
  return writer.strict([local], ([it = local]) =>
    operand(code`${writer.runtime(call.name)}(${it.code})`, int),
  );
}

function emitOverloads(
  writer: ExpressionWriter,
  expr: Call,
  name: string,
  overloads: readonly string[],
  operands: readonly Expr[],
  isTyped: boolean,
): Operand {
  const form = formOf(writer.typeOf(expr));
  const [only] = overloads;
  if (overloads.length === 1 && only !== undefined) {
    const call = runtimeCall(only, writer.file.kubernetes);
    if (call === undefined) {
      const special = emitSpecial(writer, expr, overloads, operands);
      if (special === undefined) throw new UnsupportedExpression(only);
      return special;
    }
    if (!isTyped && needsTypes(call)) {
      return emitDynamic(writer, name, form, overloads, operands);
    }
    const values = operands.map((arg, index) =>
      writer.coerce(writer.emit(arg), shortForm(call.parameters[index]?.form ?? "v")),
    );
    const args = values.map((arg, index) => tracked(writer, only, index, arg));
    return writer.strict(args, (items) => writer.coerce(callOf(writer, call, items), form));
  }
  return emitDynamic(writer, name, form, overloads, operands);
}

/** What the cost of `distinct`, `sort`, `sortBy` and `flatten` depends on: see `trackedOperand`. */
function tracked(writer: ExpressionWriter, overload: string, index: number, arg: Operand): Operand {
  if (!arg.fails || !isTrackedOperand(overload, index)) return arg;
  return operand(code`${writer.runtime("trackedOperand")}(${arg.code})`, arg.form);
}

/** Whether a function relies on the types of its arguments. */
function needsTypes(call: RuntimeCall): boolean {
  return call.parameters.some(({ form }) => form !== "v");
}

function callOf(writer: ExpressionWriter, call: RuntimeCall, values: readonly Operand[]): Operand {
  const name =
    call.name === "String" || call.name === "Number" ? raw(call.name) : writer.runtime(call.name);
  const args = call.parameters.map(({ argument }) => values[argument]?.code ?? raw("null"));
  const form = shortForm(call.result);
  const result = operand(code`${name}(${join(args, ", ")})`, form, call.fails);
  return form.kind === "class" ? { ...result, hint: variableOf(form.name) } : result;
}

/** A class as the name of a variable. */
function variableOf(name: string): string {
  return name === "UrlValue" ? "url" : name.charAt(0).toLowerCase() + name.slice(1);
}

function shortForm(text: string): Form {
  switch (text) {
    case "b":
      return bool;
    case "i":
      return int;
    case "d":
      return double;
    case "s":
      return string;
    case "l":
      return list;
    case "v":
      return value;
    default:
      return instance(text);
  }
}

/** Functions that find out by the values themselves. */
const dynamicFunctions: Readonly<Record<string, string>> = {
  size: "sizeOf",
  sum: "sumOfValues",
  int: "toIntValue",
  uint: "toUintValue",
  double: "toDoubleValue",
  bool: "toBoolValue",
  string: "toStringValue",
  bytes: "toBytesValue",
  timestamp: "toTimestampValue",
  duration: "toDurationValue",
  "-_": "negateValue",
};

/** Functions whose error does not tell their name. */
const namelessFunctions: ReadonlySet<string> = new Set([
  "cel.@mapInsert",
  "contains",
  "endsWith",
  "find",
  "findAll",
  "startsWith",
]);

/** The first overload that takes the values, as they turn out. */
function emitDynamic(
  writer: ExpressionWriter,
  name: string,
  form: Form,
  overloads: readonly string[],
  operands: readonly Expr[],
): Operand {
  const valueType = writer.file.type(value, false);
  const args = operands.map((arg) => widened(writer.box(writer.emit(arg)), valueType));
  const direct = dynamicFunctions[name];
  if (direct !== undefined) {
    return writer.strict(args, (values) =>
      writer.coerce(
        operand(
          code`${writer.runtime(direct)}(${join(
            values.map((item) => item.code),
            ", ",
          )})`,
          value,
          true,
        ),
        form,
      ),
    );
  }
  const held = args.map((arg) => (arg.simple ? undefined : writer.hold(arg, "argument")));
  const values = args.map((arg, index) => held[index]?.held ?? arg);
  const checked = writer.strict(values, (items) => {
    const branches = overloads.flatMap((overload) => {
      const call = runtimeCall(overload, writer.file.kubernetes);
      return call === undefined ? [] : [branchOf(writer, call, items, form)];
    });
    const texts = items.map((item) => item.code);
    const isPlanned = name === "matches" && operands[1]?.kind === "literal";
    const none = isPlanned
      ? code`${writer.runtime("noSuchOverload")}()`
      : noneCode(writer, name, texts);
    return composite(join([...branches, none], " : "), form, true);
  });
  const assignments = held.flatMap((item) => (item === undefined ? [] : [item.assign]));
  if (assignments.length === 0) return checked;
  return operand(code`(${join([...assignments, checked.code], ", ")})`, form, true);
}

/** The error where no overload takes the values. */
function noneCode(writer: ExpressionWriter, name: string, texts: readonly Code[]): Code {
  if (name === "matches") return code`${writer.runtime("noMatch")}(${texts[0] ?? raw("null")})`;
  if (namelessFunctions.has(name)) return code`${writer.runtime("noSuchOverload")}()`;
  return code`${writer.runtime("noOverload")}(${join([code`${name}`, ...texts], ", ")})`;
}

function branchOf(
  writer: ExpressionWriter,
  call: RuntimeCall,
  items: readonly Operand[],
  form: Form,
): Code {
  const guards = items.map((item, index) =>
    guardOf(writer, shortForm(call.parameters[index]?.form ?? "v"), item.code),
  );
  const args = items.map((item, index) =>
    writer.coerce(item, shortForm(call.parameters[index]?.form ?? "v")),
  );
  const result = writer.coerce(callOf(writer, call, args), form);
  return code`${join(guards, " && ")} ? ${parenthesized(result)}`;
}

function guardOf(writer: ExpressionWriter, form: Form, it: Code): Code {
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
      return code`${it} instanceof ${form.name === "Uint8Array" ? raw("Uint8Array") : writer.runtime(form.name)}`;
    default:
      return raw("true");
  }
}
