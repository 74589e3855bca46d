import type { PlannedStep } from "../../../../cel/plan/planned-step.js";
import type { LibraryValue } from "../../../../runtime/contract.js";
import type { Expr } from "../../../emit/code.js";
import { expr, keyOf, operatorCode } from "../../../emit/code.js";
import { binary, conditional } from "../../../emit/nodes/fold.js";
import { listCode } from "../../../emit/object-code.js";
import { isMap, scalarReader } from "../readers.js";
import { UnsupportedExpression } from "../rule-file.js";
import { hasEntry, isObjectData, itemsOf } from "./data.js";
import { as, asserted, box, known, structureCode } from "./known.js";
import type { Form, Operand, QuickWriter } from "./operand.js";
import {
  bool,
  boundedInt,
  double,
  int,
  isSameForm,
  isScalar,
  operand,
  string,
  value,
} from "./operand.js";

/** `left == right` and `left != right` */
export function equality(
  writer: QuickWriter,
  left: PlannedStep,
  right: PlannedStep,
  isEqual: boolean,
): Operand {
  // Compilers refuse to compare what can never be equal.
  if (left.kind === "constant" && right.kind === "constant") {
    throw new UnsupportedExpression("two constants");
  }
  const [a, b] = [known(writer, writer.emit(left)), known(writer, writer.emit(right))];
  if (isIdentity(a.form, b.form) || isNull(left) || isNull(right)) {
    const [one, other] = isSameForm(a.form, b.form)
      ? [a.code, b.code]
      : [box(writer, a).code, box(writer, b).code];
    return operand(binary(isEqual ? "===" : "!==", one, other), bool);
  }
  if (isTime(a.form) && isSameForm(a.form, b.form)) {
    const same = expr`${a.code}.equals(${b.code})`;
    return operand(isEqual ? same : expr`!${same}`, bool);
  }
  const boxed = [box(writer, a).code, box(writer, b).code];
  if (!isEqual) return operand(expr`${writer.runtime("celDiffers")}(${boxed})`, bool);
  return asserted(writer, expr`${writer.runtime("celEquals")}(${boxed})`, bool);
}

/**
 * Tells whether JavaScript compares two forms as CEL does: no other value equals a text or a
 * boolean.
 */
function isIdentity(left: Form, right: Form): boolean {
  const kinds = [left.kind, right.kind];
  if (left.kind === right.kind) return isScalar(left);
  return kinds.includes("value") && (kinds.includes("string") || kinds.includes("bool"));
}

function isNull(step: PlannedStep): boolean {
  return step.kind === "constant" && step.value.type === "null";
}

const comparisons: Readonly<Record<string, LibraryValue>> = {
  "<": "celLess",
  "<=": "celLessEquals",
  ">": "celGreater",
  ">=": "celGreaterEquals",
};

/** `<`, `<=`, `>` and `>=` */
export function comparison(
  writer: QuickWriter,
  sign: string,
  left: Operand,
  right: Operand,
): Operand {
  const [a, b] = [known(writer, left), known(writer, right)];
  if (isNumber(a.form) && isNumber(b.form)) return operand(binary(sign, a.code, b.code), bool);
  const order = isSameForm(a.form, b.form) ? orderOf(a.form) : undefined;
  if (order !== undefined) {
    const compared = expr`${writer.runtime(order)}(${a.code}, ${b.code})`;
    return operand(binary(sign, compared, expr`0`), bool);
  }
  const boxed = [box(writer, a).code, box(writer, b).code];
  return asserted(writer, expr`${writer.runtime(functionFor(sign, comparisons))}(${boxed})`, bool);
}

function isNumber({ kind }: Form): boolean {
  return kind === "int" || kind === "double";
}

function orderOf(form: Form): LibraryValue | undefined {
  if (form.kind === "string") return "compareUtf8";
  return form.kind === "class" ? timeOrder[form.name] : undefined;
}

function isTime(form: Form): boolean {
  return form.kind === "class" && timeOrder[form.name] !== undefined;
}

/** Functions that order durations and times. */
const timeOrder: Readonly<Record<string, LibraryValue>> = {
  Duration: "compareDurations",
  Timestamp: "compareTimestamps",
};

const dynamicArithmetic: Readonly<Record<string, LibraryValue>> = {
  "+": "addValues",
  "-": "subtractValues",
  "*": "multiplyValues",
  "/": "divideValues",
  "%": "moduloValues",
};

/**
 * `+`, `-`, `*`, `/` and `%` of numbers, texts and what only shows at run time; undefined for other
 * operands, which are not even emitted then.
 */
export function arithmetic(
  writer: QuickWriter,
  sign: string,
  overload: string,
  operands: () => Pair,
): Operand | undefined {
  if (overload === "") {
    const [a, b] = operands().map((it) => box(writer, it).code);
    const made = expr`${writer.runtime(functionFor(sign, dynamicArithmetic))}(${a}, ${b})`;
    return asserted(writer, made, value);
  }
  if (overload === "add_string") return plain(writer, sign, string, operands());
  if (overload.endsWith("_double")) {
    const { code } = plain(writer, sign, double, operands());
    return operand(expr`${writer.runtime("aNumber")}(${code})`, double);
  }
  return overload.endsWith("_int64") ? ofInts(writer, sign, operands()) : undefined;
}

/** The operands of an operator. */
type Pair = readonly [Operand, Operand];

function plain(writer: QuickWriter, sign: string, form: Form, operands: Pair): Operand {
  const [a, b] = [as(writer, operands[0], form), as(writer, operands[1], form)];
  return operand(binary(sign, a.code, b.code), form);
}

/**
 * Writes int arithmetic, which gives up where the result is no safe integer: an overflow, a
 * division by zero, or beyond 2^53.
 */
function ofInts(writer: QuickWriter, sign: string, operands: Pair): Operand {
  const [a, b] = [as(writer, operands[0], int), as(writer, operands[1], int)];
  const made = binary(sign, a.code, b.code);
  const bound = boundOf(sign, a.bound, b.bound);
  if (bound !== undefined) return boundedInt(made, bound);
  const whole = sign === "/" ? expr`Math.trunc(${made})` : made;
  return operand(expr`${writer.runtime("anInt")}(${whole})`, int);
}

function boundOf(sign: string, left: number | undefined, right: number | undefined) {
  if (left === undefined || right === undefined || !"+-".includes(sign)) return undefined;
  const bound = left + right;
  return bound <= Number.MAX_SAFE_INTEGER ? bound : undefined;
}

/** `condition ? yes : no` */
export function choice(
  writer: QuickWriter,
  condition: Operand,
  yes: Operand,
  no: Operand,
): Operand {
  const [a, b] = alike(writer, yes, no);
  const made = operand(conditional(as(writer, condition, bool).code, a.code, b.code), a.form);
  if (a.bound === undefined || b.bound === undefined) return made;
  return boundedInt(made.code, Math.max(a.bound, b.bound));
}

/** Both ways in one form. */
function alike(writer: QuickWriter, yes: Operand, no: Operand): readonly [Operand, Operand] {
  if (isSameForm(yes.form, no.form)) return [yes, no];
  const besideData = emptyBeside(writer, yes, no);
  if (besideData !== undefined) return besideData;
  const [a, b] = [known(writer, yes), known(writer, no)];
  return isSameForm(a.form, b.form) ? [a, b] : [box(writer, a), box(writer, b)];
}

/** An empty list beside data of an atomic list may be data as well: nothing tells them apart. */
function emptyBeside(
  writer: QuickWriter,
  yes: Operand,
  no: Operand,
): readonly [Operand, Operand] | undefined {
  const data = isEmptyList(yes.code) ? no : yes;
  if (data === yes && !isEmptyList(no.code)) return undefined;
  const items = isAtomic(data.form) ? itemsOf(writer, data.form) : undefined;
  if (items === undefined) return undefined;
  const asArray = (it: Operand): Operand =>
    operand(it === data ? structureCode(writer, it) : it.code, { kind: "array", items });
  return [asArray(yes), asArray(no)];
}

/** Tells whether data compares and adds as any list does. */
function isAtomic(form: Form): boolean {
  return form.kind === "array" || (form.kind === "data" && form.schema.listType === "atomic");
}

/** `[]` */
function isEmptyList(code: Expr): boolean {
  return code.kind === "array" && code.items.length === 0;
}

/** Up to this many constants are compared one by one. */
export const maxComparedConstants = 4;

/** `element in [constants]` */
export function amongConstants(
  writer: QuickWriter,
  element: Operand,
  constants: readonly Operand[],
): Operand {
  const it = known(writer, element);
  if (it.code.kind === "literal") throw new UnsupportedExpression("a constant among others");
  const codes = constants.map(({ code }) => code);
  const kinds = new Set(constants.map(({ form }) => form.kind));
  const [kind = "value"] = kinds;
  const isPlain = kinds.size === 1 && constants.every((one) => isIdentity(it.form, one.form));
  if (!isPlain || kind === "double") {
    const boxed = constants.map((one) => box(writer, one).code);
    return inValue(writer, it, operand(listCode(boxed), { kind: "list" }));
  }
  if (codes.length === 1) return operand(binary("===", it.code, codes[0] ?? it.code), bool);
  const isRepeatable = codes.length <= maxComparedConstants && isShort(it.code);
  if (isRepeatable) {
    const chain = codes.map((code) => binary("===", it.code, code));
    return operand(operatorCode(chain, "||"), bool);
  }
  const items = listCode(codes);
  const made = (): Expr => expr`/* @__PURE__ */ new Set(${items})`;
  const set = writer.file.constant(`set ${keyOf(items)}`, "allowed", made);
  return operand(expr`${set}.has(${it.code})`, bool);
}

/** Tells whether code may be repeated, since it is short: a variable. */
function isShort(code: Expr): boolean {
  return code.kind === "local" || code.kind === "name";
}

/** `element in container` */
export function isIn(writer: QuickWriter, element: Operand, container: Operand): Operand {
  const it = known(writer, element);
  const { form } = container;
  if (isObjectData(writer, form) && isMap(form.schema, form.isResource)) {
    if (it.form.kind === "string") return hasEntry(writer, container, form, it);
    throw new UnsupportedExpression("a key of another type");
  }
  const items = itemsOf(writer, form);
  if (items !== undefined && it.form.kind === "string") {
    if (scalarReader(items, writer.file.kubernetes) === "readString") {
      const texts = structureCode(writer, container);
      return operand(expr`${writer.runtime("includesText")}(${texts}, ${it.code})`, bool);
    }
  }
  const isList = items !== undefined || form.kind === "list";
  // The server panics where it looks for bytes among the keys of a map.
  if (!isList && it.form.kind === "value") throw new UnsupportedExpression("any key");
  return inValue(writer, it, container);
}

function inValue(writer: QuickWriter, element: Operand, container: Operand): Operand {
  const boxed = [box(writer, element).code, box(writer, container).code];
  return asserted(writer, expr`${writer.runtime("valueIn")}(${boxed})`, bool);
}

/** The function that a table has for an operator's sign; the checker lets no other through. */
function functionFor(sign: string, table: Readonly<Record<string, LibraryValue>>): LibraryValue {
  const name = table[sign];
  if (name === undefined) throw new Error(`invariant: no function stands for '${sign}'`);
  return name;
}
