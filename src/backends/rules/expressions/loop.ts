import type { Comprehension } from "../../../cel/syntax/ast.js";
import type { Expr, Stmt } from "../../../emit/code.js";
import { expr, isSame, spareConstant, stmt, word } from "../../../emit/code.js";
import * as make from "../../../emit/nodes/make.js";
import type { LibraryValue } from "../../../runtime/contract.js";
import { isMapSchema } from "../facts/readers.js";
import { identifierOf, identifiersIn } from "../facts/variable-names.js";
import { ifCode, next } from "../writing/branch.js";
import type { Form, Operand } from "../writing/operand.js";
import { formOf, int, simple, string, value } from "../writing/operand.js";
import type { ExpressionWriter, Scope } from "../writing/writer.js";
import { accessOf, itemsOf, valuesOf } from "./data-access.js";

/** A loop over a range, but for what it does with an element. */
export interface Loop {
  /** `for (…) { … }`, around the statements of its body. */
  readonly around: Around;
  /** Statements at the beginning of the body. */
  readonly begin: readonly Stmt[];
  readonly scope: Scope;
  /** An element that cannot be read: the name that holds its error. */
  readonly unreadable: readonly Expr[];
  /** The test for such an element; else that the name is an error. */
  readonly isWrong?: Expr;
  /** A range that turns out not to be iterable. */
  readonly guard: readonly Stmt[];
}

/** What makes a loop of the statements of its body. */
type Around = (body: readonly Stmt[]) => Stmt;

function each(pattern: Expr, over: Expr): Around {
  return (body) => stmt`for (const ${pattern} of ${over}) { ${body} }`;
}

/** What the function of a comprehension does. */
export interface FoldBody {
  readonly statements: readonly Stmt[];
  readonly form: Form;
  readonly fails: boolean;
}

/** The loop of a comprehension over its range. */
export function loopOf(writer: ExpressionWriter, node: Comprehension, over: Operand): Loop {
  return node.iterVar2 === undefined
    ? oneVariableLoop(writer, node, over)
    : twoVariableLoop(writer, node, node.iterVar2, over);
}

function oneVariableLoop(writer: ExpressionWriter, node: Comprehension, over: Operand): Loop {
  const { form } = over;
  const used = identifiersIn([node.loopStep]).has(node.iterVar);
  const name = writer.body.local(identifierOf(node.iterVar));
  if (form.kind === "array") {
    const { reader, form: element } = accessOf(writer.file, itemsOf(form));
    const item = writer.body.local("item");
    const around = each(used ? item : name, over.code);
    if (!used) return { around, begin: [], scope: writer.scope, unreadable: [], guard: [] };
    const direct = directLoop(writer, node.iterVar, over.code, name, element);
    if (direct !== undefined) return direct;
    return readLoop(writer, node.iterVar, around, name, expr`${reader}(${item})`, element);
  }
  if (form.kind === "object") {
    const scope = new Map(writer.scope).set(node.iterVar, simple(name, string));
    const around = each(name, expr`Object.keys(${over.code})`);
    return { around, begin: [], scope, unreadable: [], guard: [] };
  }
  const type = writer.typeOf(node.iterRange);
  const element =
    type?.kind === "list" ? type.element : type?.kind === "map" ? type.key : undefined;
  const isList = form.kind === "list";
  const items = isList ? expr`${writer.runtime("listElements")}(${over.code})` : word("range");
  const guard = isList ? [] : rangeGuard(writer, "rangeOf", over);
  const item = simple(name, value, true);
  const typed = formOf(element);
  if (typed.kind === "value" || !used) {
    const scope = new Map(writer.scope).set(node.iterVar, item);
    return { around: each(name, items), begin: [], scope, unreadable: [], guard };
  }
  // The element's type is known to the checker alone.
  const held = writer.body.local("item");
  const unboxed = writer.coerce(simple(held, value), typed);
  const scope = new Map(writer.scope).set(node.iterVar, simple(name, typed));
  return {
    around: each(held, items),
    begin: [spareConstant(name, unboxed.code)],
    scope,
    unreadable: [held],
    guard,
  };
}

/** An element whose type a look tells is used as it is. */
function directLoop(
  writer: ExpressionWriter,
  variable: string,
  over: Expr,
  name: Expr,
  form: Form,
): Loop | undefined {
  if (form.kind === "object" && !isMapSchema(form.schema)) {
    const unseen: Form = { ...form, unseen: true };
    return {
      around: each(name, expr`${over} as readonly (${writer.file.type(unseen, false)})[]`),
      begin: [],
      scope: new Map(writer.scope).set(variable, simple(name, unseen)),
      unreadable: [],
      guard: [],
    };
  }
  const wrong = wrongElement(writer, name, form);
  if (wrong === undefined) return undefined;
  return {
    around: each(name, over),
    begin: [],
    scope: new Map(writer.scope).set(variable, simple(name, form)),
    unreadable: [wrong.error],
    isWrong: wrong.isWrong,
    guard: [],
  };
}

function wrongElement(
  writer: ExpressionWriter,
  name: Expr,
  form: Form,
): { readonly isWrong: Expr; readonly error: Expr } | undefined {
  switch (form.kind) {
    case "object":
      return {
        isWrong: expr`!${writer.runtime("isRecord")}(${name})`,
        error: expr`${writer.runtime("notAnObject")}(${name})`,
      };
    case "array":
      return {
        isWrong: expr`!Array.isArray(${name})`,
        error: expr`${writer.runtime("notAnArray")}(${name})`,
      };
    case "string":
      return {
        isWrong: expr`typeof ${name} !== "string"`,
        error: expr`${writer.runtime("wrongData")}("string", ${name})`,
      };
    default:
      return undefined;
  }
}

/** An element of data: where it may be an error of its format, that shows when it is used. */
function readLoop(
  writer: ExpressionWriter,
  variable: string,
  around: Around,
  name: Expr,
  read: Expr,
  form: Form,
): Loop {
  const begin = [spareConstant(name, read)];
  const isLate = form.kind === "class" || form.kind === "value";
  const scope = new Map(writer.scope).set(variable, simple(name, form, isLate));
  return { around, begin, scope, unreadable: isLate ? [] : [name], guard: [] };
}

function rangeGuard(writer: ExpressionWriter, name: LibraryValue, over: Operand): readonly Stmt[] {
  return [
    stmt`const range = ${writer.runtime(name)}(${over.code});`,
    stmt`if (range instanceof ${writer.runtime("CelError")}) return range;`,
  ];
}

function twoVariableLoop(
  writer: ExpressionWriter,
  node: Comprehension,
  second: string,
  over: Operand,
): Loop {
  const { form } = over;
  const used = identifiersIn([node.loopStep]);
  const names: PairNames = {
    key: used.has(node.iterVar) ? writer.body.local(identifierOf(node.iterVar)) : undefined,
    value: used.has(second) ? writer.body.local(identifierOf(second)) : undefined,
    item: writer.body.local("item"),
  };
  return form.kind === "array" || form.kind === "object"
    ? dataPairsLoop(writer, node, second, over.code, form, names)
    : pairsLoop(writer, node, second, over, names);
}

/** The variables of a loop over pairs; those that the expression does not name are undefined. */
interface PairNames {
  readonly key: Expr | undefined;
  readonly value: Expr | undefined;
  /** What one of them is read from. */
  readonly item: Expr;
}

function dataPairsLoop(
  writer: ExpressionWriter,
  node: Comprehension,
  second: string,
  over: Expr,
  form: Extract<Form, { readonly kind: "array" | "object" }>,
  { key, value: name, item }: PairNames,
): Loop {
  const isList = form.kind === "array";
  const entries = isList ? expr`${over}.entries()` : expr`Object.entries(${over})`;
  const around = eachPair(writer, key, name === undefined ? undefined : item, entries);
  const read = (it: Expr): Loop => {
    const schema = isList ? itemsOf(form) : valuesOf(form.schema);
    const access = accessOf(writer.file, schema);
    return readLoop(writer, second, around, it, expr`${access.reader}(${item})`, access.form);
  };
  const bare: Loop = { around, begin: [], scope: writer.scope, unreadable: [], guard: [] };
  const loop = name === undefined ? bare : read(name);
  if (key === undefined) return loop;
  const scope = new Map(loop.scope).set(node.iterVar, simple(key, isList ? int : string));
  return { ...loop, scope };
}

function pairsLoop(
  writer: ExpressionWriter,
  node: Comprehension,
  second: string,
  over: Operand,
  { key, value: name, item }: PairNames,
): Loop {
  const type = writer.typeOf(node.iterRange);
  const keyForm = type?.kind === "list" ? int : type?.kind === "map" ? formOf(type.key) : value;
  const scope = new Map(writer.scope);
  if (key !== undefined) scope.set(node.iterVar, simple(key, keyForm));
  if (name !== undefined) scope.set(second, simple(name, value, true));
  const unboxed = writer.coerce(simple(item, value), keyForm);
  return {
    around: eachPair(writer, key === undefined ? undefined : item, name, word("range")),
    begin: key === undefined ? [] : [spareConstant(key, unboxed.code)],
    scope,
    unreadable: [],
    guard: rangeGuard(writer, "entriesOf", over),
  };
}

function eachPair(
  writer: ExpressionWriter,
  first: Expr | undefined,
  second: Expr | undefined,
  pairs: Expr,
): Around {
  if (second !== undefined) return each(expr`[${[first ?? leftOut, second]}]`, pairs);
  return each(first === undefined ? writer.body.local("pair") : expr`[${first}]`, pairs);
}

/** What stands for nothing between the commas of a pattern. */
const leftOut = make.nameOf("");

/** Reading the element; one that cannot be read is an error of this round. */
export function reading(
  writer: ExpressionWriter,
  loop: Loop,
  assign: "=" | "??=",
): readonly Stmt[] {
  const [unreadable] = loop.unreadable;
  if (unreadable === undefined) return loop.begin;
  const isWrong = loop.isWrong ?? expr`${unreadable} instanceof ${writer.runtime("CelError")}`;
  const guard = ifCode(isWrong, [failing(assign, unreadable), next]);
  const isRead = loop.begin.some((it) => it.kind === "variable" && isSame(it.pattern, unreadable));
  return isRead ? [...loop.begin, guard] : [guard, ...loop.begin];
}

/** Keeps an error: the first one, or the last one. */
export function failing(assign: "=" | "??=", error: Expr): Stmt {
  return make.expression(make.assign(assign, word("failed"), error));
}

/** The variable for the error that counts. */
export function failedDeclaration(writer: ExpressionWriter): Stmt {
  return stmt`let failed: ${writer.file.errorType} | undefined;`;
}
